/* SPDX-License-Identifier: MIT */
/* The smallest user of an installed Ebbwave: one include, one call, built with nothing but pkg-config's flags. */
#include <ebbwave/ebbwave.h>
#include <stdio.h>

int main(void) {
  printf("%s %d\n", ebw_version(), (int)ebw_abi_version());
  return 0;
}
