/* SPDX-License-Identifier: MIT */
/* Writes the gradient of the C example to a file, bytes as they are: docs/examples/acoustic_gradient.c itself with
 * another main, in double precision on demand, with a given number of slots (0: every step stored).
 *
 *   gradient_bytes FILE SLOTS
 */
#include <ebbwave/ebbwave.h>
#include <stdlib.h>

static int64_t slots;

static int32_t gradient_with_slots(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes,
                                   double *misfit, void *gradient, const int64_t *stride) {
  (void)memory_bytes;
  const int32_t status = ebw_model_set_slots(model, slots);
  return status ? status : ebw_gradient(model, shots, n_shots, 0, misfit, gradient, stride);
}

#ifdef IN_DOUBLE
#  undef EBW_F32
#  define EBW_F32 EBW_F64
#  define float double
#endif
#define ebw_gradient gradient_with_slots
#define main example
#include "docs/examples/acoustic_gradient.c"
#undef main

int main(int argc, char **argv) {
  if (argc != 3) return 3;
  slots = atoll(argv[2]);
  if (example()) return 1;
  FILE *file = fopen(argv[1], "wb");
  if (!file) return 1;
  const size_t written = fwrite(gradient, sizeof gradient, 1, file);
  return fclose(file) == 0 && written == 1 ? 0 : 1;
}
