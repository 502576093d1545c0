/* SPDX-License-Identifier: MIT */
/* Fills a storage and reads it back, for a heap profiler: storage_memory KIND SLOTS BYTES FOLDER, KIND idle, memory,
 * zstd, disk or tiered (no slot in memory). Prints what the library counted. */
#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Half zeros, half noise, so that a lossless codec halves it. */
static void fill(unsigned char *bytes, int64_t size, int64_t step) {
  uint64_t x = (uint64_t)step + 1;
  memset(bytes, 0, (size_t)size);
  for (int64_t i = size / 2; i < size; ++i) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    bytes[i] = (unsigned char)(x >> 32);
  }
}

static int run(ebw_storage *storage, int64_t slots, int64_t size) {
  unsigned char *bytes = malloc((size_t)size), *back = malloc((size_t)size);
  int64_t peak = 0, held = 0;
  int failed = !bytes || !back || ebw_storage_reserve(storage, slots, size) != EBW_OK;
  for (int64_t slot = 0; slot < slots && !failed; ++slot) {
    fill(bytes, size, slot);
    failed = ebw_storage_save(storage, slot, slot, bytes) != EBW_OK;
  }
  for (int64_t slot = slots - 1; slot >= 0 && !failed; --slot) {
    fill(bytes, size, slot);
    failed = ebw_storage_load(storage, slot, slot, back) != EBW_OK || memcmp(bytes, back, (size_t)size) != 0;
  }
  failed = failed || ebw_storage_get_stat(storage, "peak_bytes", &peak) != EBW_OK ||
           ebw_storage_get_stat(storage, "peak_held_bytes", &held) != EBW_OK;
  if (failed) fprintf(stderr, "%s\n", ebw_last_error());
  printf("{\"own_peak\": %lld, \"held\": %lld}\n", (long long)peak, (long long)held);
  free(bytes);
  free(back);
  return failed;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  const char *kind = argv[1], *folder = argv[4];
  const int64_t slots = atoll(argv[2]), size = atoll(argv[3]);
  ebw_storage *storage = NULL;
  int32_t status;
  if (strcmp(kind, "disk") == 0)
    status = ebw_storage_create_disk(folder, 0, &storage);
  else if (strcmp(kind, "tiered") == 0)
    status = ebw_storage_create_tiered(folder, 0, 0, &storage);
  else
    status = ebw_storage_create_memory(&storage);
  if (status == EBW_OK && strcmp(kind, "zstd") == 0) status = ebw_storage_set_codec(storage, "zstd", 0);
  if (status != EBW_OK) {
    fprintf(stderr, "%s\n", ebw_last_error());
    return status == EBW_ERR_UNSUPPORTED ? 77 : 1;
  }
  /* idle: the same without any slot, the caller's own two buffers included. */
  const int failed = run(storage, strcmp(kind, "idle") == 0 ? 0 : slots, size);
  ebw_storage_destroy(storage);
  return failed;
}
