/* SPDX-License-Identifier: MIT */
/* All ways of computing one gradient, compared bit by bit. */
#ifndef EBBWAVE_VALIDATION_WAVE_BITS_H
#define EBBWAVE_VALIDATION_WAVE_BITS_H

#include "wave_case.h"

/* Store-all and every number of slots 1 .. steps + 1, on the case's handles, against `expected`. */
void wave_assert_slots(wave *w, const wave_bits *expected, const char *how);

/* Every choice of ebw_model_set_schedule within less and less memory, from that of all tapes to the least that works,
 * and its bytes against the plan. */
/* Schedule two_level within less and less memory, the other states in a directory of its own: the same bits. */
void wave_assert_states_on_disk(wave *w, const wave_bits *expected);
void wave_assert_choices(wave *w, const wave_bits *expected, const char *how);

/* Every schedule of an executor: store_all in both kinds, with tapes and with states, revolve, segment with every leaf,
 * and mixed. One shot. */
void wave_assert_schedules(wave *w, const wave_bits *expected);

/* wave_assert_slots with 1, 2 and 4 threads; `isa` is what wave_choose_isa got, for messages. */
void wave_assert_everywhere(wave *w, const wave_bits *expected, const char *isa);

/* Makes runs use this instruction set, NULL the best, and fails unless the model's description names it; returns 0 when
 * the machine lacks it. */
int wave_choose_isa(wave *w, const char *isa);

#endif
