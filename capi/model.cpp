// SPDX-License-Identifier: MIT
// Models in the wave group of the C ABI.
#include "gradient/measure.hpp"
#include "named.hpp"
#include "recovery.hpp"
#include "wave.hpp"

namespace ebw::capi {

namespace {

using wave::acoustic::Geometry;

template <class Set>
std::int32_t set_model(ebw_model *model, const Set &set) {
  return entry([&] {
    const auto used = use(model, "model");
    set(*used);
  });
}
Geometry geometry_of(const ModelObject &object) {
  object.model.check_structure();
  return Geometry(object.model.setup());
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_model_create(int32_t dtype, int32_t ndim, const int64_t *shape, const double *spacing, ebw_model **model) {
  return entry([&] {
    require(model, "model");
    const Dtype type = checked_dtype(dtype);
    const wave::Grid grid = wave::make_grid(ndim, shape, spacing);
    *model = new ebw_model(std::make_shared<ModelObject>(type, grid));
  });
}

int32_t ebw_model_set_field(ebw_model *model, const char *name, const void *data, int32_t dtype, int32_t ndim,
                            const int64_t *shape, const int64_t *stride) {
  return set_model(model, [&](ModelObject &object) {
    require(name, "name");
    object.model.set_field(name, data, checked_dtype(dtype), make_layout(ndim, shape, stride));
  });
}

int32_t ebw_model_get_field(const ebw_model *model, const char *name, void *data, int32_t dtype, int32_t ndim,
                            const int64_t *shape, const int64_t *stride) {
  return entry([&] {
    const auto used = use(model, "model");
    require(name, "name");
    used->model.get_field(name, data, checked_dtype(dtype), make_layout(ndim, shape, stride));
  });
}

int32_t ebw_model_set_boundary(ebw_model *model, int32_t face, int32_t kind, int64_t cells, double v_ref,
                               double f_ref) {
  return set_model(
      model, [&](ModelObject &object) { object.model.set_face(face, wave::make_face(kind, cells, v_ref, f_ref)); });
}

int32_t ebw_model_set_time(ebw_model *model, double dt, int64_t n_steps) {
  return set_model(model, [&](ModelObject &object) { object.model.set_time(dt, n_steps); });
}

int32_t ebw_model_get_dt_max(const ebw_model *model, double *dt_max) {
  return entry([&] {
    require(dt_max, "dt_max");
    *dt_max = use(model, "model")->model.dt_max();
  });
}

int32_t ebw_model_set_order(ebw_model *model, int32_t order) {
  return set_model(model, [&](ModelObject &object) { object.model.set_order(order); });
}

int32_t ebw_model_set_parameter(ebw_model *model, int32_t parameter) {
  return set_model(model, [&](ModelObject &object) {
    if (parameter != EBW_PARAMETER_VELOCITY && parameter != EBW_PARAMETER_SLOWNESS_SQUARED)
      fail(Status::argument, "parameter = ", parameter,
           ", need EBW_PARAMETER_VELOCITY (1) or EBW_PARAMETER_SLOWNESS_SQUARED (2)");
    object.options.parameter = static_cast<wave::Parameter>(parameter);
  });
}

int32_t ebw_model_set_threads(ebw_model *model, int32_t threads) {
  return set_model(model, [&](ModelObject &object) {
    if (threads < 0 || threads > 1024)
      fail(Status::argument, "threads = ", threads, ", need 1 to 1024, or 0 for OpenMP's own");
    object.options.threads = threads;
  });
}

int32_t ebw_model_set_shots_at_once(ebw_model *model, int32_t shots) {
  return set_model(model, [&](ModelObject &object) {
    if (shots < 0 || shots > 1024)
      fail(Status::argument, "shots = ", shots, ", need 1 to 1024, or 0 to choose by the size of the grid");
    object.options.shots_at_once = shots;
  });
}

int32_t ebw_model_set_flush_to_zero(ebw_model *model, int32_t on) {
  return set_model(model, [&](ModelObject &object) { object.options.flush_to_zero = checked_flag(on, "on"); });
}

int32_t ebw_model_set_slots(ebw_model *model, int64_t slots) {
  return set_model(model, [&](ModelObject &object) {
    if (slots < 0) fail(Status::argument, "slots = ", slots, ", need at least 1, or 0 to choose by memory_bytes");
    object.options.slots = slots;
  });
}

int32_t ebw_model_set_schedule(ebw_model *model, const char *name) {
  return set_model(model, [&](ModelObject &object) { object.options.choice = executor::checked_choice(name); });
}

int32_t ebw_model_set_costs(ebw_model *model, const double *costs) {
  return set_model(model, [&](ModelObject &object) {
    if (costs)
      object.options.costs = schedule::checked_segment_costs(costs);
    else
      object.options.costs.reset();
  });
}

int32_t ebw_model_set_disk_costs(ebw_model *model, const double *costs) {
  return set_model(model, [&](ModelObject &object) {
    if (costs)
      object.options.disk = {checked_seconds(costs[0], "costs: W"), checked_seconds(costs[1], "costs: R")};
    else
      object.options.disk.reset();
  });
}

int32_t ebw_model_measure_costs(ebw_model *model, double *costs) {
  return set_model(model, [&](ModelObject &object) {
    gradient::Options &options = object.options;
    const gradient::MeasuredCosts all =
        gradient::measure_costs(object.model, gradient::resources_of(options), options.recovery.directory);
    const schedule::SegmentCosts &measured = all.steps;
    options.costs = measured;
    options.disk = all.disk;
    if (!costs) return;
    costs[0] = measured.advance;
    costs[1] = measured.taped;
    costs[2] = measured.reverse;
    costs[3] = measured.copy;
  });
}

int32_t ebw_model_set_directory(ebw_model *model, const char *directory, int64_t disk_bytes) {
  return set_model(model, [&](ModelObject &object) { set_directory(object.options.recovery, directory, disk_bytes); });
}

int32_t ebw_model_set_generation_seconds(ebw_model *model, double seconds) {
  return set_model(model, [&](ModelObject &object) { set_generation_seconds(object.options.recovery, seconds); });
}

int32_t ebw_model_set_disk_generations(ebw_model *model, int32_t on) {
  return set_model(
      model, [&](ModelObject &object) { object.options.recovery.every_disk_checkpoint = checked_flag(on, "on"); });
}

int32_t ebw_model_set_resume(ebw_model *model, int32_t on) {
  return set_model(model, [&](ModelObject &object) { object.options.resume = checked_flag(on, "on"); });
}

int32_t ebw_model_set_misfit(ebw_model *model, ebw_misfit_fn function, void *user, ebw_release_fn release) {
  return set_model(model, [&](ModelObject &object) {
    object.misfit_user = UserPointer(user, release);
    object.options.misfit = {};
    if (!function) return;
    object.options.misfit = [function, user](std::int64_t shot, const wave::Shot &s, const double *traces,
                                             double *residual) {
      double j = 0.0;
      if (residual) std::fill_n(residual, s.n_receivers() * s.n_samples(), 0.0);
      check_callback(function(shot, s.n_receivers(), s.n_samples(), traces, &j, residual, user), "misfit");
      return j;
    };
  });
}

int32_t ebw_model_set_progress(ebw_model *model, ebw_progress_fn function, int64_t every, void *user,
                               ebw_release_fn release) {
  return set_model(model, [&](ModelObject &object) {
    if (every < 0) fail(Status::argument, "every = ", every, ", need a number of steps, or 0 for ten calls a second");
    object.progress_user = UserPointer(user, release);
    object.options.progress = {};
    object.options.progress_every = every;
    if (!function) return;
    object.options.progress = [function, user](std::int64_t done, std::int64_t total, std::int64_t recomputed) {
      return function(done, total, recomputed, user);
    };
  });
}

int32_t ebw_model_get_state_bytes(const ebw_model *model, int64_t *bytes) {
  return entry([&] {
    require(bytes, "bytes");
    *bytes = geometry_of(*use(model, "model")).state_bytes;
  });
}

int32_t ebw_model_get_state_field(const ebw_model *model, int32_t index, const char **name, int64_t *offset,
                                  int64_t *shape, int64_t *stride) {
  return entry([&] {
    require(name, "name");
    require(offset, "offset");
    require(shape, "shape");
    require(stride, "stride");
    const Geometry geometry = geometry_of(*use(model, "model"));
    if (index < 0 || static_cast<std::size_t>(index) >= geometry.state.size())
      fail(Status::not_found, "index = ", index, ", the state has ", geometry.state.size(), " fields (from 0)");
    const wave::acoustic::StateField &field = geometry.state[static_cast<std::size_t>(index)];
    // The names are a fixed set; those of `field` go with the geometry.
    static constexpr const char *kNames[] = {"u",          "u_prev",    "pi_left",  "pi_right",   "zeta_left",
                                             "zeta_right", "pi_front",  "pi_back",  "zeta_front", "zeta_back",
                                             "pi_top",     "pi_bottom", "zeta_top", "zeta_bottom"};
    for (const char *known : kNames)
      if (field.name == known) *name = known;
    *offset = field.offset;
    const wave::Grid &grid = geometry.setup.grid;
    for (int d = 0; d < grid.ndim; ++d) {
      shape[d] = field.shape[static_cast<std::size_t>(grid.axis_of(d))];
      stride[d] = field.stride[static_cast<std::size_t>(grid.axis_of(d))];
    }
  });
}

int32_t ebw_model_get_count(const ebw_model *model, const char *name, int64_t *value) {
  return entry([&] {
    require(value, "value");
    const auto used = use(model, "model");
    const auto &report = used->survey.report();
    const gradient::Report r = report.value_or(gradient::Report{});
    const std::int64_t found = find_named<std::int64_t>({{"steps", r.steps},
                                                         {"forward_steps", r.forward_steps},
                                                         {"reverse_steps", r.reverse_steps},
                                                         {"slots", r.slots},
                                                         {"generations", r.generations},
                                                         {"restored_steps", r.restored_steps},
                                                         {"planned_bytes", r.planned_bytes},
                                                         {"peak_bytes", r.peak_bytes},
                                                         {"threads", r.threads},
                                                         {"shots_at_once", r.shots_at_once}},
                                                        name);
    if (!report) fail(Status::state, "nothing was run on this model; run ebw_gradient first");
    *value = found;
  });
}

int32_t ebw_model_get_seconds(const ebw_model *model, const char *name, double *seconds) {
  return entry([&] {
    require(seconds, "seconds");
    const auto used = use(model, "model");
    const auto &report = used->survey.report();
    const gradient::Report r = report.value_or(gradient::Report{});
    const double found = find_named<double>({{"prepare", r.seconds_prepare},
                                             {"forward", r.seconds_forward},
                                             {"reverse", r.seconds_reverse},
                                             {"total", r.seconds_total}},
                                            name);
    if (!report) fail(Status::state, "nothing was run on this model; run ebw_gradient first");
    *seconds = found;
  });
}

int32_t ebw_model_get_description(const ebw_model *model, const char **description) {
  return entry([&] {
    require(description, "description");
    const auto used = use(model, "model");
    const wave::acoustic::Resources r = gradient::resources_of(used->options);
    used->description = text(name_of(used->model.setup().dtype), ", order ", used->model.setup().order, ", ",
                             wave::stencil::name_of(r.isa), " kernels, ", r.threads, " threads, flush-to-zero ",
                             r.flush_to_zero ? "on" : "off", ", tiles ", name_of(r.tile));
    *description = used->description.c_str();
  });
}

int32_t ebw_model_get_tuning(const ebw_model *model, const char **tuning) {
  return entry([&] {
    require(tuning, "tuning");
    const auto used = use(model, "model");
    used->tuning = used->survey.tuning(used->model, used->options);
    *tuning = used->tuning.c_str();
  });
}

int32_t ebw_model_set_tuning(ebw_model *model, const char *tuning) {
  return set_model(model, [&](ModelObject &object) {
    object.survey.set_tuning(object.model, object.options, tuning ? tuning : "");
  });
}

int32_t ebw_model_release_memory(ebw_model *model) {
  return set_model(model, [](ModelObject &object) { object.survey.release_memory(); });
}

void ebw_model_destroy(ebw_model *model) { delete model; }

}  // extern "C"
