// SPDX-License-Identifier: MIT
// The user's own propagator: a stepper over C callbacks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "executor/stepper.hpp"

namespace ebw::executor {

// What the user has set; NULL where nothing is set yet.
struct UserCallbacks {
  std::int32_t (*start)(void *user) = nullptr;
  std::int32_t (*advance)(std::int64_t from, std::int64_t to, void *user) = nullptr;
  std::int32_t (*turn)(std::int64_t n, void *user) = nullptr;
  std::int32_t (*reverse)(std::int64_t k, void *user) = nullptr;
  std::int32_t (*save)(std::int64_t k, void *bytes, void *user) = nullptr;
  std::int32_t (*load)(std::int64_t k, const void *bytes, void *user) = nullptr;

  std::int64_t tape_bytes = 0;
  std::int32_t (*advance_taped)(std::int64_t k, void *user) = nullptr;
  std::int32_t (*save_tape)(std::int64_t k, void *bytes, void *user) = nullptr;
  std::int32_t (*load_tape)(std::int64_t k, const void *bytes, void *user) = nullptr;

  std::int64_t adjoint_bytes = 0;
  std::int32_t (*save_adjoint)(std::int64_t k, void *bytes, void *user) = nullptr;
  std::int32_t (*load_adjoint)(std::int64_t k, const void *bytes, void *user) = nullptr;

  std::int64_t record_bytes = 0;
  std::int32_t (*save_record)(std::int64_t reached, void *bytes, void *user) = nullptr;
  std::int32_t (*load_record)(std::int64_t reached, const void *bytes, void *user) = nullptr;
};

// Hands each call on to the user; a non-zero answer becomes Status::callback with its number. Its memory is the user's
// own and appears in no plan.
class UserStepper final : public Stepper {
 public:
  UserStepper(ReverseKind kind, std::int64_t state_bytes, void *user);

  UserCallbacks callbacks;
  storage::Layout layout;  // of a state

  ReverseKind reverse_kind() const override { return kind_; }
  std::int64_t state_bytes() const override { return state_bytes_; }
  std::int64_t tape_bytes() const override { return callbacks.tape_bytes; }
  storage::Layout state_layout() const override { return layout; }
  std::int64_t adjoint_bytes() const override { return callbacks.adjoint_bytes; }
  void require_ready(bool states, bool tapes) const override;
  void require_turn() const override;

  void start() override;
  void advance(std::int64_t from, std::int64_t to) override;
  void turn(std::int64_t n) override;
  void reverse(std::int64_t k) override;
  void save(std::int64_t k, std::byte *bytes) override;
  void load(std::int64_t k, const std::byte *bytes) override;
  // Ranges, step by step: the user's callbacks know single steps.
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override;
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override;
  void save_adjoint(std::int64_t k, std::byte *bytes) override;
  void load_adjoint(std::int64_t k, const std::byte *bytes) override;
  std::int64_t record_bytes() const override { return callbacks.record_bytes; }
  void save_record(std::int64_t reached, std::byte *bytes) override;
  void load_record(std::int64_t reached, const std::byte *bytes) override;

 private:
  ReverseKind kind_;
  std::int64_t state_bytes_;
  void *user_;
};

}  // namespace ebw::executor
