// SPDX-License-Identifier: MIT
// Doubles for the executor: a schedule that is a list, a stepper whose states are numbers, a store without places.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "executor/stepper.hpp"
#include "schedule/schedule.hpp"
#include "storage/memory.hpp"

namespace ebw::validation {

using schedule::Action;
using schedule::ActionKind;

// Plays a list of actions; its counts are those of the list unless a test makes them lie.
class ScriptedSchedule final : public schedule::Schedule {
 public:
  ScriptedSchedule(std::int64_t steps, ReverseKind kind, std::int64_t state_slots, std::int64_t tape_slots,
                   std::int64_t peak, std::vector<Action> actions)
      : steps_(steps),
        kind_(kind),
        state_slots_(state_slots),
        tape_slots_(tape_slots),
        peak_(peak),
        actions_(std::move(actions)) {
    std::int64_t fused_reverses = 0;
    bool tape = false;
    for (const Action &a : actions_) {
      if (a.kind == ActionKind::advance) advances += a.to - a.from;
      if (a.kind == ActionKind::advance_taped) (kind == ReverseKind::fused ? taped : advances) += a.to - a.from;
      if (a.kind == ActionKind::advance_taped && a.slot >= 0) saves += a.to - a.from;
      if (a.kind == ActionKind::save || a.kind == ActionKind::save_tape) ++saves;
      if (a.kind == ActionKind::load || a.kind == ActionKind::load_tape) ++loads;
      if (a.kind == ActionKind::load_tape) tape = true;
      if (a.kind != ActionKind::reverse) continue;
      if (a.slot >= 0)
        loads += a.from - a.to + 1;
      else if (!std::exchange(tape, false) && kind == ReverseKind::fused)
        ++fused_reverses;
    }
    taped += fused_reverses;
  }

  std::int64_t advances = 0, taped = 0, saves = 0, loads = 0;

  Action next() override { return at_ < actions_.size() ? actions_[at_++] : Action{}; }
  void reset() override { at_ = 0; }
  std::unique_ptr<schedule::Schedule> fresh() const override {
    auto copy = std::make_unique<ScriptedSchedule>(*this);
    copy->reset();
    return copy;
  }
  const char *name() const override { return "scripted"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool uses_tapes() const override { return tape_slots_ > 0; }
  std::int64_t count_advances() const override { return advances; }
  std::int64_t count_taped() const override { return taped; }
  std::int64_t count_saves() const override { return saves; }
  std::int64_t count_loads() const override { return loads; }
  std::int64_t peak_slots() const override { return peak_; }
  std::int64_t count_actions() const override { return static_cast<std::int64_t>(actions_.size()); }
  std::int64_t state_slots() const override { return state_slots_; }
  std::int64_t tape_slots() const override { return tape_slots_; }

 private:
  std::int64_t steps_;
  ReverseKind kind_;
  std::int64_t state_slots_, tape_slots_, peak_;
  std::vector<Action> actions_;
  std::size_t at_ = 0;
};

// x_{k+1} = mix(x_k, k); the adjoint mixes in the state at k that its reverse sees, so that every wrong state, tape or
// order shows in the last number. Writes down its calls; throws at one of them when told to.
class NumberStepper final : public executor::Stepper {
 public:
  explicit NumberStepper(ReverseKind kind, bool tapes = true) : kind_(kind), tapes_(tapes) {}

  static std::uint64_t mix(std::uint64_t x, std::int64_t k) {
    x = (x ^ (static_cast<std::uint64_t>(k) + 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
    return x ^ (x >> 29);
  }
  // What `gradient` must be after any right run of n steps.
  static std::uint64_t expected(std::int64_t n) {
    std::vector<std::uint64_t> x{kFirst};
    for (std::int64_t k = 0; k < n; ++k) x.push_back(mix(x.back(), k));
    std::uint64_t gradient = 0;
    for (std::int64_t k = n - 1; k >= 0; --k) gradient = mix(gradient ^ x[k], k);
    return gradient;
  }

  std::uint64_t gradient = 0;
  std::string calls;
  std::int64_t made = 0, throw_at = -1;
  bool spares_copies = false;  // states are saved in passing, and serve as tapes
  MemoryBytes planned{};
  const MemoryAccount *counted = nullptr;

  ReverseKind reverse_kind() const override { return kind_; }
  std::int64_t state_bytes() const override { return sizeof state_; }
  std::int64_t tape_bytes() const override { return tapes_ ? sizeof state_ : 0; }
  MemoryBytes planned_bytes() const override { return planned; }
  const MemoryAccount *account() const override { return counted; }

  void start() override {
    note("start");
    state_ = kFirst;
    gradient = 0;
  }
  void advance(std::int64_t from, std::int64_t to) override {
    note(text("advance ", from, " ", to));
    for (std::int64_t k = from; k < to; ++k) state_ = mix(state_, k);
  }
  void turn(std::int64_t n) override { note(text("turn ", n)); }
  void reverse(std::int64_t k) override {
    note(text("reverse ", k));
    gradient = mix(gradient ^ state_, k);
    state_ = 0xDEAD;
  }
  void save(std::int64_t k, std::byte *bytes) override {
    note(text("save ", k));
    std::memcpy(bytes, &state_, sizeof state_);
  }
  void load(std::int64_t k, const std::byte *bytes) override {
    note(text("load ", k));
    std::memcpy(&state_, bytes, sizeof state_);
  }
  bool saves_in_passing() const override { return spares_copies; }
  void advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) override {
    note(text("advance_saving ", from, " ", to));
    for (std::int64_t k = from; k < to; ++k) state_ = mix(state_, k);
    std::memcpy(bytes, &state_, sizeof state_);
  }
  bool states_hold_tapes() const override { return spares_copies; }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    note(text("advance_taped ", from, " ", to));
    for (std::int64_t k = from; k < to; ++k) {
      std::memcpy(tapes.of(k), &state_, sizeof state_);
      state_ = mix(state_, k);
    }
  }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    note(text("reverse_taped ", from, " ", to));
    for (std::int64_t k = from; k >= to; --k) {
      std::uint64_t tape;
      std::memcpy(&tape, tapes.of(k), sizeof tape);
      gradient = mix(gradient ^ tape, k);
    }
    state_ = 0xDEAD;
  }

 private:
  static constexpr std::uint64_t kFirst = 0x123456789ABCDEFu;
  void note(const std::string &call) {
    calls += (calls.empty() ? "" : ", ") + call;
    if (made++ == throw_at) fail(Status::non_finite, "told to fail at ", call);
  }

  ReverseKind kind_;
  bool tapes_;
  std::uint64_t state_ = 0;
};

// A store whose places are not side by side, as one on disk would be. What is being loaded must not be discarded, and
// nothing else be begun.
class ScatteredStore final : public storage::Store {
 public:
  using Bank = storage::Bank;
  MemoryBytes planned_bytes(Bank b, std::int64_t n, std::int64_t size) const override {
    return inner_.planned_bytes(b, n, size);
  }
  void reserve(Bank b, std::int64_t n, std::int64_t size) override { inner_.reserve(b, n, size); }
  std::byte *begin_save(Bank b, std::int64_t slot, std::int64_t step) override {
    require_idle();
    return inner_.begin_save(b, slot, step);
  }
  void end_save(Bank b, std::int64_t slot) override { inner_.end_save(b, slot); }
  const std::byte *begin_load(Bank b, std::int64_t slot, std::int64_t step) override {
    require_idle();
    loading_ = true;
    return inner_.begin_load(b, slot, step);
  }
  void end_load(Bank b, std::int64_t slot) override {
    inner_.end_load(b, slot);
    loading_ = false;
  }
  void discard(Bank b, std::int64_t slot) override {
    require_idle();
    inner_.discard(b, slot);
  }
  void clear(Bank b) noexcept override {
    inner_.clear(b);
    loading_ = false;
  }
  bool holds(Bank b, std::int64_t slot, std::int64_t step) const override { return inner_.holds(b, slot, step); }
  storage::StoreStats stats(Bank b) const override { return inner_.stats(b); }
  const MemoryAccount &account() const override { return inner_.account(); }

 private:
  void require_idle() const {
    if (loading_) fail(Status::internal, "a place is used while another is being loaded");
  }

  storage::MemoryStore inner_;
  bool loading_ = false;
};

}  // namespace ebw::validation
