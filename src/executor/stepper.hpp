// SPDX-License-Identifier: MIT
// What the executor drives: a state, its advance and its reverse. Waves and the user's callbacks implement it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/memory_account.hpp"
#include "base/reverse_kind.hpp"
#include "base/tape_places.hpp"
#include "storage/layout.hpp"

namespace ebw::executor {

// Order of calls: start, then what the schedule says. reverse(k) is called with the state at k, k = n-1 first. After a
// reverse the forward state is undefined until the next load. Whenever the forward sweep reaches the state at n,
// turn(n) is called once with it, and seeds; reverse(n-1) seeds itself only when turn was not called.
class Stepper {
 public:
  virtual ~Stepper() = default;

  virtual ReverseKind reverse_kind() const = 0;
  // 0: any number of steps will do.
  virtual std::int64_t steps() const { return 0; }
  virtual std::int64_t state_bytes() const = 0;
  // 0: no tapes are offered.
  virtual std::int64_t tape_bytes() const { return 0; }
  // The arrays of a state and of a tape, for codecs; empty: not told.
  virtual storage::Layout state_layout() const { return {}; }
  virtual storage::Layout tape_layout() const { return {}; }
  // 0: the adjoint state cannot be saved.
  virtual std::int64_t adjoint_bytes() const { return 0; }

  // Refuses (Status::state) while something is missing that a run needs which keeps states, tapes, or both.
  virtual void require_ready(bool /*states*/, bool /*tapes*/) const {}
  // The same for a run that turns at the state at n.
  virtual void require_turn() const {}

  // What a run holds beside slots, by name, when it holds most; known before anything is allocated.
  virtual MemoryBytes planned_bytes() const { return {}; }
  // At the begin of every run: makes sure of the memory, keeping what is there, and begins the account's peak anew.
  virtual void allocate() {}
  // Counts what planned_bytes() names; NULL when the stepper's memory is not ours to count.
  virtual const MemoryAccount *account() const { return nullptr; }

  // state := x_0, gradient and adjoint := 0; once at the begin of every run.
  virtual void start() = 0;
  virtual void advance(std::int64_t from, std::int64_t to) = 0;
  virtual void turn(std::int64_t n) = 0;
  virtual void reverse(std::int64_t k) = 0;
  virtual void save(std::int64_t k, std::byte *bytes) = 0;
  virtual void load(std::int64_t k, const std::byte *bytes) = 0;

  // True when advance_saving() takes less time than its two parts.
  virtual bool saves_in_passing() const { return false; }
  // advance(from, to) and save(to, bytes); at least one step.
  virtual void advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) {
    advance(from, to);
    save(to, bytes);
  }
  // True when a state begins with the tape of its step, so that reverse_taped() can use it where it is stored.
  virtual bool states_hold_tapes() const { return false; }

  // Steps from..to-1, the tape of each written to its place while it runs.
  virtual void advance_taped(std::int64_t, std::int64_t, const TapePlaces &) { no_tapes(); }
  // Adjoint of steps from, from-1, ..., to, each with its tape and without a state.
  virtual void reverse_taped(std::int64_t, std::int64_t, const TapePlaces &) { no_tapes(); }

  // After reverse(k), or with k = n after turn(n): adjoint state and gradient. Neither moves the state.
  virtual void save_adjoint(std::int64_t, std::byte *) { no_adjoint(); }
  virtual void load_adjoint(std::int64_t, const std::byte *) { no_adjoint(); }

  // What the forward sweep leaves beside its state (traces); at any time, and it moves neither state nor adjoint.
  virtual std::int64_t record_bytes() const { return 0; }
  // reached: the steps below it were taken at least once.
  virtual void save_record(std::int64_t /*reached*/, std::byte *) {}
  virtual void load_record(std::int64_t /*reached*/, const std::byte *) {}

  // Adds all that the bits of the gradient hang on, as far as it is known.
  virtual void add_to(Fingerprint &fingerprint) const {
    fingerprint.add(static_cast<std::int64_t>(reverse_kind()));
    fingerprint.add(state_bytes());
    fingerprint.add(tape_bytes());
    fingerprint.add(adjoint_bytes());
    fingerprint.add(record_bytes());
  }

 private:
  [[noreturn]] static void no_tapes() {
    fail(Status::unsupported, "this propagator keeps no tapes; set its tape callbacks or use revolve");
  }
  [[noreturn]] static void no_adjoint() {
    fail(Status::unsupported, "this propagator cannot save its adjoint state; set its adjoint callbacks");
  }
};

}  // namespace ebw::executor
