/* SPDX-License-Identifier: MIT */
/* The main calls: that their results agree with one another, with their plan, and from handle to handle. */
#include "small_wave.h"

static void used_handles_give_the_bits_of_fresh_ones(void **state) {
  (void)state;
  small_result fresh, used;
  double wavelet[SAMPLES], loud[SAMPLES];
  small_wavelet(wavelet, 1e4);
  small_wavelet(loud, 3e4);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  small_run(model, shot, &used);
  small_reference(0, 115.0, &fresh);
  assert_same_result(&used, &fresh);
  assert_true(fresh.misfit > 0.0);
  small_set_field(model, 1);
  small_run(model, shot, &used);
  small_reference(1, 115.0, &fresh);
  assert_same_result(&used, &fresh);
  assert_ok(ebw_shot_set_wavelet(shot, 0, loud, SAMPLES));
  small_run(model, shot, &used);
  assert_memory_not_equal(&used.misfit, &fresh.misfit, sizeof used.misfit);
  assert_ok(ebw_shot_set_wavelet(shot, 0, wavelet, SAMPLES));
  assert_ok(ebw_model_release_memory(model));
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* A new shot often gets the address of the last one. */
static void a_new_shot_is_not_taken_for_one_that_is_gone(void **state) {
  (void)state;
  small_result fresh, used;
  ebw_model *model = small_model();
  for (int s = 0; s < 6; ++s) {
    const double x = 50.0 + 20.0 * s;
    ebw_shot *shot = small_shot(model, x);
    small_run(model, shot, &used);
    small_reference(0, x, &fresh);
    assert_same_result(&used, &fresh);
    ebw_shot_destroy(shot);
  }
  ebw_model_destroy(model);
}

static void slots_threads_and_budget_change_no_bits(void **state) {
  (void)state;
  small_result fresh, used;
  small_reference(0, 115.0, &fresh);
  const int64_t slots[] = {1, 2, 3, 7, STEPS, STEPS + 1, 0};
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  for (size_t s = 0; s < sizeof slots / sizeof *slots; ++s)
    for (int32_t threads = 1; threads <= (s % 3 ? 1 : 4); threads *= 2) {
      assert_ok(ebw_model_set_slots(model, slots[s]));
      assert_ok(ebw_model_set_threads(model, threads));
      small_run(model, shot, &used);
      assert_same_result(&used, &fresh);
      assert_int_equal(small_count(model, "slots"), slots[s] == 0 || slots[s] > STEPS ? STEPS : slots[s]);
      assert_int_equal(small_count(model, "planned_bytes"), small_count(model, "peak_bytes"));
    }
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void the_least_budget_works_and_a_byte_less_does_not(void **state) {
  (void)state;
  small_result fresh, used;
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  ebw_plan *plan = NULL;
  const char *name = NULL;
  char word[64];
  int64_t least = 0, total = 0, slots = 0;
  assert_refused(ebw_gradient_plan(model, &shot, 1, 1, &plan), EBW_ERR_BUDGET, "memory_bytes = 1, need at least ");
  assert_null(plan);
  sscanf(strstr(ebw_last_error(), "at least ") + 9, "%" SCNd64, &least);
  assert_ok(ebw_gradient_plan(model, &shot, 1, least, &plan));
  assert_ok(ebw_plan_get_total_bytes(plan, &total));
  assert_int_equal(total, least);
  assert_ok(ebw_plan_get_least_bytes(plan, &total));
  assert_int_equal(total, least);
  assert_ok(ebw_plan_get_slots(plan, &slots));
  assert_int_equal(slots, 1);
  assert_ok(ebw_plan_get_schedule(plan, &name));
  assert_string_equal(name, "revolve");
  ebw_plan_destroy(plan);
  memset(&used, 0, sizeof used);
  snprintf(word, sizeof word, "need at least %" PRId64, least);
  assert_refused(ebw_gradient(model, &shot, 1, least - 1, &used.misfit, used.gradient, NULL), EBW_ERR_BUDGET, word);
  assert_true(used.misfit == 0.0 && used.gradient[200] == 0.0f);
  assert_ok(ebw_gradient(model, &shot, 1, least, &used.misfit, used.gradient, NULL));
  assert_memory_equal(used.gradient, fresh.gradient, sizeof fresh.gradient);
  assert_int_equal(small_count(model, "peak_bytes"), least);
  /* Forced slots that do not fit. */
  assert_ok(ebw_model_set_slots(model, 2));
  assert_refused(ebw_gradient(model, &shot, 1, least, NULL, used.gradient, NULL), EBW_ERR_BUDGET, "slots = 2 need");
  /* Without a gradient less will do; the bound holds there too. */
  assert_ok(ebw_model_set_slots(model, 0));
  assert_ok(ebw_gradient(model, &shot, 1, least - 1, NULL, NULL, NULL));
  assert_refused(ebw_gradient(model, &shot, 1, 1, NULL, NULL, NULL), EBW_ERR_BUDGET, "memory_bytes = 1, need at least");
  assert_refused(ebw_adjoint(model, &shot, 1, 1, NULL, NULL), EBW_ERR_BUDGET, "memory_bytes = 1, need at least");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static int64_t planned_total(ebw_model *model, ebw_shot *shot, int64_t memory_bytes, int64_t *slots, int *store_all) {
  ebw_plan *plan = NULL;
  const char *name = NULL;
  int64_t total = -1;
  assert_ok(ebw_gradient_plan(model, &shot, 1, memory_bytes, &plan));
  assert_ok(ebw_plan_get_total_bytes(plan, &total));
  assert_ok(ebw_plan_get_slots(plan, slots));
  assert_ok(ebw_plan_get_schedule(plan, &name));
  *store_all = strcmp(name, "store_all") == 0;
  ebw_plan_destroy(plan);
  return total;
}

/* Against forced slots, which no choice is made for. */
static void the_most_slots_that_fit_are_taken_at_every_budget(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  int64_t forced[STEPS + 2], slots = 0, most = 0;
  int store_all = 0;
  for (int64_t s = 1; s <= STEPS; ++s) {
    assert_ok(ebw_model_set_slots(model, s));
    forced[s] = planned_total(model, shot, 0, &slots, &store_all);
    assert_int_equal(slots, s);
  }
  assert_ok(ebw_model_set_slots(model, 0));
  const int64_t all_tapes = planned_total(model, shot, 0, &slots, &store_all);
  assert_true(store_all);
  for (int64_t s = 1; s < STEPS && forced[s] < all_tapes; ++s, ++most) {
    assert_true(forced[s] < forced[s + 1]);
    const int64_t end = forced[s + 1] < all_tapes ? forced[s + 1] : all_tapes;
    const int64_t budgets[] = {forced[s], forced[s] + 1, (forced[s] + end) / 2, end - 1};
    for (int b = 0; b < 4; ++b) {
      if (budgets[b] >= all_tapes) continue;
      const int64_t total = planned_total(model, shot, budgets[b], &slots, &store_all);
      assert_false(store_all);
      assert_int_equal(slots, s);
      assert_int_equal(total, forced[s]);
      assert_true(total <= budgets[b]);
    }
  }
  assert_true(most >= 5); /* several numbers of slots were met */
  assert_int_equal(planned_total(model, shot, all_tapes, &slots, &store_all), all_tapes);
  assert_true(store_all);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void a_plan_is_what_the_run_reports(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shots[3] = {small_shot(model, 60.0), small_shot(model, 115.0), small_shot(model, 170.0)};
  float gradient[CELLS_ALL];
  for (int64_t slots = 0; slots <= 4; slots += 2)
    for (int64_t n = 1; n <= 3; n += 2) {
      ebw_plan *plan = NULL;
      int64_t total, forward, steps, sum = 0, part;
      double dt = 0.0;
      assert_ok(ebw_model_set_slots(model, slots));
      assert_ok(ebw_gradient_plan(model, shots, n, 0, &plan));
      assert_ok(ebw_plan_get_total_bytes(plan, &total));
      assert_ok(ebw_plan_get_forward_steps(plan, &forward));
      assert_ok(ebw_plan_get_steps(plan, &steps));
      assert_ok(ebw_plan_get_dt(plan, &dt));
      const char *uses[] = {"work_fields", "slots",  "tape_ring", "adjoint_state", "initial_state", "model_copies",
                            "gradient",    "traces", "residuals", "wavelets",      "scratch",       "schedule_tables"};
      for (size_t u = 0; u < sizeof uses / sizeof *uses; ++u) {
        assert_ok(ebw_plan_get_bytes(plan, uses[u], &part));
        sum += part;
      }
      assert_int_equal(sum, total);
      assert_true(dt == DT && steps == STEPS);
      assert_ok(ebw_gradient(model, shots, n, 0, NULL, gradient, NULL));
      assert_int_equal(small_count(model, "planned_bytes"), total);
      assert_int_equal(small_count(model, "peak_bytes"), total);
      assert_int_equal(small_count(model, "forward_steps"), forward);
      assert_int_equal(small_count(model, "reverse_steps"), STEPS);
      ebw_plan_destroy(plan);
    }
  for (int s = 0; s < 3; ++s) ebw_shot_destroy(shots[s]);
  ebw_model_destroy(model);
}

static void a_forward_run_keeps_the_memory_of_a_gradient(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  small_result result;
  assert_ok(ebw_forward(model, &shot, 1));
  assert_int_equal(small_count(model, "peak_bytes"), small_count(model, "planned_bytes"));
  small_run(model, shot, &result);
  const int64_t gradient_bytes = small_count(model, "peak_bytes");
  assert_ok(ebw_forward(model, &shot, 1));
  assert_true(small_count(model, "planned_bytes") < gradient_bytes);
  assert_int_equal(small_count(model, "peak_bytes"), gradient_bytes);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void unequal_shots_are_held_as_planned(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shots[2] = {small_shot(model, 60.0), NULL};
  float gradient[CELLS_ALL];
  assert_ok(ebw_shot_create(model, &shots[1]));
  small_add_source(shots[1], 80.0, 40.0, 1.0);
  small_add_receivers(shots[1], 1);
  for (int round = 0; round < 2; ++round) { /* from fresh handles, and with all memory there */
    assert_ok(ebw_gradient(model, shots, 2, 0, NULL, gradient, NULL));
    assert_int_equal(small_count(model, "peak_bytes"), small_count(model, "planned_bytes"));
  }
  ebw_shot_destroy(shots[0]);
  ebw_shot_destroy(shots[1]);
  ebw_model_destroy(model);
}

static void strides_place_the_same_bits_elsewhere(void **state) {
  (void)state;
  small_result fresh;
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  float out[2 * CELLS_ALL];
  const struct {
    int64_t stride[2], origin;
  } places[] = {{{NZ, 1}, 0},       {{1, NX}, 0},       {{-NZ, -1}, CELLS_ALL - 1},
                {{NZ, -1}, NZ - 1}, {{-1, NX}, NX - 1}, {{2 * NZ, 2}, 1}};
  for (size_t p = 0; p < sizeof places / sizeof *places; ++p) {
    for (int c = 0; c < 2 * CELLS_ALL; ++c) out[c] = -7.0f;
    assert_ok(ebw_gradient(model, &shot, 1, 0, NULL, out + places[p].origin, places[p].stride));
    int untouched = 2 * CELLS_ALL;
    for (int i = 0; i < NX; ++i)
      for (int k = 0; k < NZ; ++k) {
        float *at = out + places[p].origin + i * places[p].stride[0] + k * places[p].stride[1];
        assert_memory_equal(at, &fresh.gradient[i * NZ + k], sizeof *at);
        *at = -7.0f;
        --untouched;
      }
    for (int c = 0; c < 2 * CELLS_ALL; ++c) assert_true(out[c] == -7.0f); /* nothing was written elsewhere */
    assert_int_equal(untouched, CELLS_ALL);
  }
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void outputs_that_are_not_wanted_change_nothing(void **state) {
  (void)state;
  small_result fresh;
  double misfit = 0.0, traces[RECEIVERS * SAMPLES], wavelet[SAMPLES];
  float gradient[CELLS_ALL];
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_gradient(model, &shot, 1, 0, &misfit, NULL, NULL));
  assert_memory_equal(&misfit, &fresh.misfit, sizeof misfit);
  assert_ok(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES));
  assert_memory_equal(wavelet, fresh.wavelet, sizeof wavelet);
  assert_int_equal(small_count(model, "slots"), 0);
  assert_ok(ebw_gradient(model, &shot, 1, 0, NULL, gradient, NULL));
  assert_memory_equal(gradient, fresh.gradient, sizeof gradient);
  misfit = 0.0;
  assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  assert_memory_equal(&misfit, &fresh.misfit, sizeof misfit);
  assert_refused(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES), EBW_ERR_STATE, "no wavelet gradient");
  assert_ok(ebw_forward(model, &shot, 1));
  assert_ok(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, NULL));
  assert_memory_equal(traces, fresh.traces, sizeof traces);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* Least squares over all traces: the sums of the library in its order, which is plain below 256 samples. */
static int32_t least_squares(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces, double *misfit,
                             double *residual, void *user) {
  double sum = 0.0;
  (void)shot, (void)user;
  for (int64_t r = 0; r < n_receivers; ++r) {
    double row = 0.0;
    for (int64_t k = 0; k < n_samples; ++k) row += traces[r * n_samples + k] * traces[r * n_samples + k];
    sum += row;
  }
  *misfit = 0.5 * sum;
  for (int64_t e = 0; residual && e < n_receivers * n_samples; ++e) residual[e] = traces[e];
  return 0;
}

static void a_misfit_of_ones_own_equal_to_least_squares_gives_the_same_bits(void **state) {
  (void)state;
  small_result fresh, used;
  double misfit = 0.0;
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_model_set_misfit(model, least_squares, NULL, NULL));
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
  assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  assert_memory_equal(&misfit, &fresh.misfit, sizeof misfit);
  assert_ok(ebw_model_set_misfit(model, NULL, NULL, NULL));
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* Scales and offsets that are powers of two or exact, so that the expected misfit has the same bits. */
static void observed_data_and_weights_enter_as_documented(void **state) {
  (void)state;
  small_result fresh, used;
  double zeros[RECEIVERS * SAMPLES] = {0}, halves[RECEIVERS] = {0.5, 0.5, 0.5, 0.5, 0.5}, one[RECEIVERS] = {0, 0, 1};
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_shot_set_observed(shot, zeros, RECEIVERS, SAMPLES, NULL)); /* absent data are zero */
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
  assert_ok(ebw_shot_set_weights(shot, halves, RECEIVERS));
  small_run(model, shot, &used);
  assert_true(used.misfit == 0.25 * fresh.misfit);
  for (int c = 0; c < CELLS_ALL; ++c) assert_true(used.gradient[c] == 0.25f * fresh.gradient[c]);
  assert_ok(ebw_shot_set_weights(shot, one, RECEIVERS));
  small_run(model, shot, &used);
  double sum = 0.0;
  for (int k = 0; k < SAMPLES; ++k) sum += fresh.traces[2 * SAMPLES + k] * fresh.traces[2 * SAMPLES + k];
  assert_true(used.misfit == 0.5 * sum);
  assert_ok(ebw_shot_set_observed(shot, fresh.traces, RECEIVERS, SAMPLES, NULL)); /* what is observed is explained */
  small_run(model, shot, &used);
  assert_true(used.misfit == 0.0);
  for (int c = 0; c < CELLS_ALL; ++c) assert_true(used.gradient[c] == 0.0f);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void strided_observed_data_are_read_where_they_lie(void **state) {
  (void)state;
  small_result fresh;
  double turned[RECEIVERS * SAMPLES], misfit = -1.0;
  const int64_t by_sample[2] = {1, RECEIVERS};
  small_reference(0, 115.0, &fresh);
  for (int r = 0; r < RECEIVERS; ++r)
    for (int k = 0; k < SAMPLES; ++k) turned[k * RECEIVERS + r] = fresh.traces[r * SAMPLES + k];
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_shot_set_observed(shot, turned, RECEIVERS, SAMPLES, by_sample));
  assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  assert_true(misfit == 0.0);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void added_receivers_drop_observed_data_and_weights(void **state) {
  (void)state;
  double data[SAMPLES], weight = 3.0, with = 0.0, plain = 0.0;
  for (int k = 0; k < SAMPLES; ++k) data[k] = 1.0;
  ebw_model *model = small_model();
  ebw_shot *shot = NULL, *bare = small_shot(model, 115.0);
  assert_ok(ebw_shot_create(model, &shot));
  small_add_source(shot, 115.0, 63.0, 1e4);
  small_add_receivers(shot, 1);
  assert_ok(ebw_shot_set_observed(shot, data, 1, SAMPLES, NULL));
  assert_ok(ebw_shot_set_adjoint_sources(shot, data, 1, SAMPLES, NULL));
  assert_ok(ebw_shot_set_weights(shot, &weight, 1));
  double positions[2 * (RECEIVERS - 1)];
  for (int r = 1; r < RECEIVERS; ++r) {
    positions[2 * (r - 1)] = 20.0 + 41.0 * r;
    positions[2 * (r - 1) + 1] = 37.0;
  }
  assert_ok(ebw_shot_add_receivers(shot, RECEIVERS - 1, positions));
  assert_ok(ebw_misfit(model, &shot, 1, &with));
  assert_ok(ebw_misfit(model, &bare, 1, &plain));
  assert_memory_equal(&with, &plain, sizeof with);
  float gradient[CELLS_ALL];
  assert_ok(ebw_adjoint(model, &shot, 1, 0, gradient, NULL));
  for (int c = 0; c < CELLS_ALL; ++c) assert_true(gradient[c] == 0.0f);
  ebw_shot_destroy(shot);
  ebw_shot_destroy(bare);
  ebw_model_destroy(model);
}

static void the_adjoint_of_the_residual_is_the_gradient(void **state) {
  (void)state;
  small_result fresh;
  float gradient[CELLS_ALL];
  double wavelet[SAMPLES];
  small_reference(0, 115.0, &fresh);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_shot_set_adjoint_sources(shot, fresh.traces, RECEIVERS, SAMPLES, NULL));
  assert_ok(ebw_adjoint(model, &shot, 1, 0, gradient, NULL));
  assert_memory_equal(gradient, fresh.gradient, sizeof gradient);
  assert_ok(ebw_adjoint(model, &shot, 1, 0, NULL, NULL));
  assert_ok(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES));
  assert_memory_equal(wavelet, fresh.wavelet, sizeof wavelet);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void shots_add_up(void **state) {
  (void)state;
  small_result a, b;
  float gradient[CELLS_ALL];
  double misfit = 0.0;
  small_reference(0, 60.0, &a);
  small_reference(0, 170.0, &b);
  ebw_model *model = small_model();
  ebw_shot *shots[2] = {small_shot(model, 60.0), small_shot(model, 170.0)};
  assert_ok(ebw_gradient(model, shots, 2, 0, &misfit, gradient, NULL));
  assert_true(misfit == a.misfit + b.misfit);
  float largest = 0.0f;
  for (int c = 0; c < CELLS_ALL; ++c) largest = fmaxf(largest, fabsf(a.gradient[c]) + fabsf(b.gradient[c]));
  assert_true(largest > 0.0f);
  /* The sum is taken before the division by c: three roundings of a float apart. */
  for (int c = 0; c < CELLS_ALL; ++c)
    ebw_assert_close(gradient[c], (double)a.gradient[c] + (double)b.gradient[c], 3 * 6e-8 * largest);
  ebw_shot_destroy(shots[0]);
  ebw_shot_destroy(shots[1]);
  ebw_model_destroy(model);
}

static void slowness_squared_is_taken_by_the_chain_rule(void **state) {
  (void)state;
  small_result by_v;
  float by_s[CELLS_ALL], v[CELLS_ALL];
  small_reference(0, 115.0, &by_v);
  small_velocity(v, 0);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_model_set_parameter(model, EBW_PARAMETER_SLOWNESS_SQUARED));
  assert_ok(ebw_gradient(model, &shot, 1, 0, NULL, by_s, NULL));
  /* s = v^-2: dJ/ds = -v^3 / 2 dJ/dv; each side was rounded to float once. */
  for (int c = 0; c < CELLS_ALL; ++c) {
    const double expected = -0.5 * pow((double)v[c], 3) * (double)by_v.gradient[c];
    ebw_assert_close(by_s[c], expected, 2 * 6e-8 * fabs(expected));
  }
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void handles_may_go_in_any_order(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  int64_t samples = 0;
  ebw_model_destroy(model);
  assert_ok(ebw_shot_get_sizes(shot, NULL, NULL, &samples));
  assert_int_equal(samples, SAMPLES);
  small_result fresh, used;
  small_reference(0, 115.0, &fresh);
  model = small_model(); /* a shot serves any model of its grid and steps */
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(used_handles_give_the_bits_of_fresh_ones),
      cmocka_unit_test(a_new_shot_is_not_taken_for_one_that_is_gone),
      cmocka_unit_test(slots_threads_and_budget_change_no_bits),
      cmocka_unit_test(the_least_budget_works_and_a_byte_less_does_not),
      cmocka_unit_test(the_most_slots_that_fit_are_taken_at_every_budget),
      cmocka_unit_test(a_plan_is_what_the_run_reports),
      cmocka_unit_test(a_forward_run_keeps_the_memory_of_a_gradient),
      cmocka_unit_test(unequal_shots_are_held_as_planned),
      cmocka_unit_test(strides_place_the_same_bits_elsewhere),
      cmocka_unit_test(outputs_that_are_not_wanted_change_nothing),
      cmocka_unit_test(a_misfit_of_ones_own_equal_to_least_squares_gives_the_same_bits),
      cmocka_unit_test(observed_data_and_weights_enter_as_documented),
      cmocka_unit_test(strided_observed_data_are_read_where_they_lie),
      cmocka_unit_test(added_receivers_drop_observed_data_and_weights),
      cmocka_unit_test(the_adjoint_of_the_residual_is_the_gradient),
      cmocka_unit_test(shots_add_up),
      cmocka_unit_test(slowness_squared_is_taken_by_the_chain_rule),
      cmocka_unit_test(handles_may_go_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
