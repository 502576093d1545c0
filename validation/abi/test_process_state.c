/* SPDX-License-Identifier: MIT */
/* Loading the library and calling it leaves the host process as it was: floating-point modes, signals, locale. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <ebbwave/ebbwave.h>
#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#if defined(__x86_64__)
#  include <xmmintrin.h>
#endif

enum { kSignals = 65 };

/* What a library could spoil for everyone in its process. */
typedef struct {
  unsigned modes; /* MXCSR without its sticky exception flags; elsewhere the rounding mode */
  int subnormals; /* half of the smallest normal number is not zero */
  void (*handlers[kSignals])(int);
  char locale[256];
} ProcessState;

static unsigned floating_point_modes(void) {
#if defined(__x86_64__)
  return _mm_getcsr() & ~0x3Fu;
#else
  return (unsigned)fegetround();
#endif
}

static ProcessState read_process_state(void) {
  ProcessState now;
  memset(&now, 0, sizeof now);
  now.modes = floating_point_modes();
  volatile double smallest = DBL_MIN;
  now.subnormals = smallest / 2 != 0.0;
  for (int number = 1; number < kSignals; ++number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0) now.handlers[number] = action.sa_handler;
  }
  strncpy(now.locale, setlocale(LC_ALL, NULL), sizeof now.locale - 1);
  return now;
}

static int same(const ProcessState *a, const ProcessState *b) { return memcmp(a, b, sizeof *a) == 0; }

static const char *library_path;

static void ignore(int number) { (void)number; }

static void a_changed_handler_mode_or_locale_is_seen(void **state) {
  (void)state;
  const ProcessState before = read_process_state();
  ProcessState after = read_process_state();
  assert_true(same(&before, &after));

  void (*old)(int) = signal(SIGUSR1, ignore);
  after = read_process_state();
  signal(SIGUSR1, old);
  assert_false(same(&before, &after));

  fesetround(FE_UPWARD);
  after = read_process_state();
  fesetround(FE_TONEAREST);
  assert_false(same(&before, &after));

#if defined(__x86_64__)
  const unsigned modes = _mm_getcsr();
  _mm_setcsr(modes | 0x8040u); /* flush to zero, subnormals are zeros */
  after = read_process_state();
  _mm_setcsr(modes);
  assert_false(same(&before, &after));
  assert_false(after.subnormals);
#endif

  after = read_process_state();
  after.locale[0] = '+';
  assert_false(same(&before, &after));
}

static void loading_and_calling_leave_the_process_as_it_was(void **state) {
  (void)state;
  const ProcessState before = read_process_state();
  void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail_msg("%s", dlerror());
  const ProcessState loaded = read_process_state();
  assert_true(same(&before, &loaded));

  int32_t (*abi_version)(void);
  const char *(*status_name)(int32_t), *(*last_error)(void);
  void (*set_log)(ebw_log_fn, void *);
  *(void **)&abi_version = dlsym(library, "ebw_abi_version");
  *(void **)&status_name = dlsym(library, "ebw_status_name");
  *(void **)&last_error = dlsym(library, "ebw_last_error");
  *(void **)&set_log = dlsym(library, "ebw_set_log");
  assert_true(abi_version && status_name && last_error && set_log);
  assert_true(abi_version() >= 0);
  assert_string_equal(status_name(EBW_OK), "ok");
  assert_string_equal(last_error(), "");
  set_log(NULL, NULL);
  const ProcessState called = read_process_state();
  assert_true(same(&before, &called));
}

/* The library's function, from the library that was loaded by hand. */
#define FIND(library, name)  \
  __typeof__(name) *name##_; \
  *(void **)&name##_ = dlsym(library, #name)

enum { NODES = 16, LAST = 20 };

/* A gradient on a small grid; 0 when any call fails, or when nothing came out. */
static int run_gradient(void *library, int32_t threads) {
  FIND(library, ebw_model_create);
  FIND(library, ebw_model_set_field);
  FIND(library, ebw_model_set_boundary);
  FIND(library, ebw_model_set_time);
  FIND(library, ebw_model_set_threads);
  FIND(library, ebw_shot_create);
  FIND(library, ebw_shot_add_source);
  FIND(library, ebw_shot_add_receivers);
  FIND(library, ebw_gradient);
  FIND(library, ebw_shot_destroy);
  FIND(library, ebw_model_destroy);
  static float velocity[NODES * NODES], gradient[NODES * NODES];
  static double wavelet[LAST + 1];
  const int64_t shape[2] = {NODES, NODES};
  const double spacing[2] = {10.0, 10.0}, source[2] = {73.0, 71.0}, receiver[2] = {40.0, 90.0};
  ebw_model *model = NULL;
  ebw_shot *shot = NULL;
  double misfit = 0.0;
  for (int i = 0; i < NODES * NODES; ++i) velocity[i] = 2000.0f;
  for (int k = 0; k < LAST; ++k) wavelet[k] = k % 5 - 2.0;
  int good = ebw_model_create_(EBW_F32, 2, shape, spacing, &model) == EBW_OK;
  good &= ebw_model_set_field_(model, "velocity", velocity, EBW_F32, 2, shape, NULL) == EBW_OK;
  good &= ebw_model_set_boundary_(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 5, 2000.0, 25.0) == EBW_OK;
  good &= ebw_model_set_time_(model, 1e-3, LAST) == EBW_OK;
  good &= ebw_model_set_threads_(model, threads) == EBW_OK;
  good &= ebw_shot_create_(model, &shot) == EBW_OK;
  good &= ebw_shot_add_source_(shot, source, wavelet, LAST + 1) == EBW_OK;
  good &= ebw_shot_add_receivers_(shot, 1, receiver) == EBW_OK;
  good &= ebw_gradient_(model, &shot, 1, 0, &misfit, gradient, NULL) == EBW_OK;
  ebw_shot_destroy_(shot);
  ebw_model_destroy_(model);
  return good && misfit > 0.0 && gradient[7 * NODES + 7] != 0.0f;
}

static void a_gradient_leaves_the_process_as_it_was(void **state) {
  (void)state;
  void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail_msg("%s", dlerror());
  for (int32_t threads = 1; threads <= 2; ++threads) {
    const ProcessState before = read_process_state();
    assert_true(run_gradient(library, threads));
    const ProcessState after = read_process_state();
    assert_true(same(&before, &after));
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  library_path = argv[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_changed_handler_mode_or_locale_is_seen),
      cmocka_unit_test(loading_and_calling_leave_the_process_as_it_was),
      cmocka_unit_test(a_gradient_leaves_the_process_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
