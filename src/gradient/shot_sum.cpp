// SPDX-License-Identifier: MIT
// The tree as a stack of partial sums, like a binary counter.
#include "gradient/shot_sum.hpp"
#include "base/threads.hpp"

#include <bit>

namespace ebw::gradient {

namespace {

std::int64_t arrays_for(std::int64_t shots) { return std::bit_width(static_cast<std::uint64_t>(shots)); }

template <class T>
void add(std::byte *to, const std::byte *from, std::int64_t count, int threads) {
  T *a = reinterpret_cast<T *>(to);
  const T *b = reinterpret_cast<const T *>(from);
#pragma omp parallel num_threads(safe_threads(threads))
  {
    const FloatMode mode(false);
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < count; ++i) a[i] += b[i];
  }
}

}  // namespace

std::int64_t ShotSum::bytes(Dtype dtype, std::int64_t count, std::int64_t shots) {
  return checked_product({arrays_for(shots), count, size_of(dtype)}, "gradients of the shots");
}

ShotSum::ShotSum(Dtype dtype, std::int64_t count, std::int64_t shots, MemoryAccount &account)
    : dtype_(dtype), count_(count) {
  for (std::int64_t i = 0; i < arrays_for(shots); ++i) {
    arrays_.emplace_back(account, MemoryUse::gradient, checked_multiply(count, size_of(dtype), "gradient bytes"));
    unused_.push_back(static_cast<std::size_t>(i));
  }
}

bool ShotSum::serves(Dtype dtype, std::int64_t count, std::int64_t shots) const {
  return dtype == dtype_ && count == count_ && static_cast<std::size_t>(arrays_for(shots)) == arrays_.size();
}

void ShotSum::begin() {
  for (const Partial &partial : partials_) unused_.push_back(partial.array);
  partials_.clear();
}

std::byte *ShotSum::place() { return arrays_[unused_.back()].data(); }

void ShotSum::push(int threads) {
  partials_.push_back({unused_.back(), 1});
  unused_.pop_back();
  while (partials_.size() > 1 && partials_[partials_.size() - 2].shots == partials_.back().shots) merge_top(threads);
}

void ShotSum::merge_top(int threads) {
  const Partial top = partials_.back();
  partials_.pop_back();
  Partial &below = partials_.back();
  std::byte *to = arrays_[below.array].data();
  const std::byte *from = arrays_[top.array].data();
  if (dtype_ == Dtype::f32)
    add<float>(to, from, count_, threads);
  else
    add<double>(to, from, count_, threads);
  below.shots += top.shots;
  unused_.push_back(top.array);
}

std::byte *ShotSum::total(int threads) {
  while (partials_.size() > 1) merge_top(threads);
  return arrays_[partials_.back().array].data();
}

std::vector<ShotSum::View> ShotSum::partials() const {
  std::vector<View> views;
  for (const Partial &partial : partials_) {
    const AlignedBuffer &array = arrays_[partial.array];
    views.push_back({partial.shots, {array.data(), static_cast<std::size_t>(array.bytes())}});
  }
  return views;
}

std::span<std::byte> ShotSum::restore(std::int64_t shots) {
  partials_.push_back({unused_.back(), shots});
  unused_.pop_back();
  return partials().back().bytes;
}

}  // namespace ebw::gradient
