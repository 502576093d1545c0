// SPDX-License-Identifier: MIT
// A stepper whose states take as many bytes as a test wants, of which a part that changes from step to step does not
// compress.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>

#include "executor/stepper.hpp"
#include "scripted.hpp"

namespace ebw::validation {

class BulkyStepper final : public executor::Stepper {
 public:
  static constexpr std::int64_t kBytes = 1024;
  // Bytes of the state at k that do not compress.
  using Hard = std::function<std::int64_t(std::int64_t k)>;

  BulkyStepper(ReverseKind kind, bool tapes, Hard hard) : inner(kind, tapes), hard_(std::move(hard)) {}

  NumberStepper inner;
  std::function<void(std::int64_t reached)> advanced;  // called after each range

  ReverseKind reverse_kind() const override { return inner.reverse_kind(); }
  std::int64_t state_bytes() const override { return kBytes; }
  std::int64_t tape_bytes() const override { return inner.tape_bytes(); }
  std::int64_t adjoint_bytes() const override { return sizeof inner.gradient; }
  void start() override { inner.start(); }
  void advance(std::int64_t from, std::int64_t to) override {
    inner.advance(from, to);
    if (advanced) advanced(to);
  }
  void turn(std::int64_t n) override { inner.turn(n); }
  void reverse(std::int64_t k) override { inner.reverse(k); }
  void save(std::int64_t k, std::byte *bytes) override {
    std::uint64_t x = 0;
    inner.save(k, reinterpret_cast<std::byte *>(&x));
    fill(k, x, bytes);
  }
  // Every byte counts.
  void load(std::int64_t k, const std::byte *bytes) override {
    std::uint64_t x = 0;
    std::memcpy(&x, bytes, sizeof x);
    std::byte expected[kBytes];
    fill(k, x, expected);
    if (std::memcmp(bytes, expected, kBytes) != 0) fail(Status::corrupt, "the state at ", k, " came back changed");
    inner.load(k, bytes);
  }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    inner.advance_taped(from, to, tapes);
  }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    inner.reverse_taped(from, to, tapes);
  }
  void save_adjoint(std::int64_t, std::byte *bytes) override {
    std::memcpy(bytes, &inner.gradient, sizeof inner.gradient);
  }
  void load_adjoint(std::int64_t, const std::byte *bytes) override {
    std::memcpy(&inner.gradient, bytes, sizeof inner.gradient);
  }

 private:
  void fill(std::int64_t k, std::uint64_t x, std::byte *bytes) const {
    std::memset(bytes, 0, kBytes);
    std::memcpy(bytes, &x, sizeof x);
    const std::int64_t hard = std::clamp<std::int64_t>(hard_(k), 0, kBytes - 8);
    for (std::int64_t i = 0; i < hard; ++i) {
      x = NumberStepper::mix(x, i);
      bytes[8 + i] = static_cast<std::byte>(x >> 40);
    }
  }
  Hard hard_;
};

}  // namespace ebw::validation
