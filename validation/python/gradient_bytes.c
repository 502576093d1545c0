/* SPDX-License-Identifier: MIT */
/* Writes the gradient of the C example, bytes as they are, to a file: docs/examples/acoustic_gradient.c itself, with
 * another main, and in double precision on demand. */
#include <ebbwave/ebbwave.h>

#ifdef IN_DOUBLE
#  undef EBW_F32
#  define EBW_F32 EBW_F64
#  define float double
#endif

#define main example
#include "docs/examples/acoustic_gradient.c"
#undef main

int main(int argc, char **argv) {
  if (argc != 2 || example()) return 1;
  FILE *file = fopen(argv[1], "wb");
  if (!file) return 1;
  const size_t written = fwrite(gradient, sizeof gradient, 1, file);
  return fclose(file) == 0 && written == 1 ? 0 : 1;
}
