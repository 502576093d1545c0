/* SPDX-License-Identifier: MIT */
/* Library group: version, status names, error text; and the test tool's own closeness check. */
#include <stdio.h>

#include "check.h"

static void version_and_abi_number_are_told(void **state) {
  (void)state;
  int major = -1, minor = -1, patch = -1;
  assert_int_equal(sscanf(ebw_version(), "%d.%d.%d", &major, &minor, &patch), 3);
  assert_true(ebw_abi_version() >= 0);
  assert_true(strlen(ebw_build_info()) > 0);
}

static void every_status_has_its_own_name(void **state) {
  (void)state;
  const int32_t statuses[] = {EBW_OK,
                              EBW_ERR_ARGUMENT,
                              EBW_ERR_SHAPE,
                              EBW_ERR_DTYPE,
                              EBW_ERR_OVERFLOW,
                              EBW_ERR_NOT_FOUND,
                              EBW_ERR_UNSUPPORTED,
                              EBW_ERR_STATE,
                              EBW_ERR_BUSY,
                              EBW_ERR_HANDLE,
                              EBW_ERR_CANCELLED,
                              EBW_ERR_NO_MEMORY,
                              EBW_ERR_BUDGET,
                              EBW_ERR_STORAGE,
                              EBW_ERR_NO_SPACE,
                              EBW_ERR_CORRUPT,
                              EBW_ERR_PERMISSION,
                              EBW_ERR_NOT_RESUMABLE,
                              EBW_ERR_NON_FINITE,
                              EBW_ERR_UNSTABLE,
                              EBW_ERR_NOT_CONVERGED,
                              EBW_ERR_CALLBACK,
                              EBW_ERR_MPI,
                              EBW_ERR_DECOMPOSITION,
                              EBW_ERR_RANKS_DISAGREE,
                              EBW_ERR_RANK_FAILED,
                              EBW_ERR_INTERNAL};
  const int count = (int)(sizeof statuses / sizeof *statuses);
  for (int i = 0; i < count; ++i) {
    assert_string_not_equal(ebw_status_name(statuses[i]), "unknown status");
    for (int j = 0; j < i; ++j) assert_string_not_equal(ebw_status_name(statuses[i]), ebw_status_name(statuses[j]));
  }
  assert_string_equal(ebw_status_name(31), "budget too small");
  assert_string_equal(ebw_status_name(12345), "unknown status");
}

static void closeness_fails_on_nan_infinity_and_small_numbers(void **state) {
  (void)state;
  assert_true(ebw_close(1.0, 1.0 + 1e-13, 1e-12));
  assert_false(ebw_close(NAN, 1.0, 1e-12));
  assert_false(ebw_close(1.0, NAN, 1e-12));
  assert_false(ebw_close(INFINITY, 1.0, 1e-12));
  assert_false(ebw_close(INFINITY, INFINITY, 1e-12));
  assert_false(ebw_close(1e-30, 5e-30, 1e-36));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(version_and_abi_number_are_told),
      cmocka_unit_test(every_status_has_its_own_name),
      cmocka_unit_test(closeness_fails_on_nan_infinity_and_small_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
