// SPDX-License-Identifier: MIT
// Ways to write a checkpoint with fewer bytes. Lossless ones take any bytes; those of reals need the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/memory_account.hpp"
#include "storage/layout.hpp"

namespace ebw::storage {

class Codec {
 public:
  Codec() = default;
  virtual ~Codec() = default;
  Codec(const Codec &) = delete;
  Codec &operator=(const Codec &) = delete;

  virtual const char *name() const = 0;
  virtual bool is_lossless() const = 0;
  // The layout of what encode() and decode() work on next; empty when nothing is known.
  virtual void set_layout(const Layout &layout) { layout_ = layout; }

  // The room that encode() needs for `size` bytes with the given layout, whatever they are.
  virtual std::int64_t room(std::int64_t size, const Layout &) const { return size; }
  // Bytes written to `to`, at most `room`; -1 when they would not fit there, which is no error.
  virtual std::int64_t encode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) = 0;
  // Writes just `room` bytes; Status::corrupt when `from` is not what encode() made of so many.
  virtual void decode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) = 0;

  // Largest error of any real since reset_error(), as a part of the largest magnitude in its array; 0 when lossless.
  double largest_error() const { return largest_error_; }
  void reset_error() { largest_error_ = 0.0; }

 protected:
  Layout layout_;
  double largest_error_ = 0.0;
};

// name: "none" (NULL is returned), "zstd", "bf16", "fp16", "int16", "zfp"; Status::not_found with the list.
// parameter: level of zstd, relative tolerance of zfp; 0 for the default (1, and none for zfp).
std::unique_ptr<Codec> make_codec(const std::string &name, double parameter);

// Each in its file; Status::unsupported where it was not built in.
std::unique_ptr<Codec> make_zstd(double level);
std::unique_ptr<Codec> make_bf16();
std::unique_ptr<Codec> make_fp16();
std::unique_ptr<Codec> make_int16();
std::unique_ptr<Codec> make_zfp(double tolerance);

}  // namespace ebw::storage
