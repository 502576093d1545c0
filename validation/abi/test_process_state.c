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

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  library_path = argv[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_changed_handler_mode_or_locale_is_seen),
      cmocka_unit_test(loading_and_calling_leave_the_process_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
