// SPDX-License-Identifier: MIT
// zstd: lossless. One frame per checkpoint.
#include <cmath>

#include "base/error.hpp"
#include "storage/codec/codec.hpp"

#if EBW_HAVE_ZSTD
#  include <zstd.h>
#endif

namespace ebw::storage {

#if EBW_HAVE_ZSTD

namespace {

class Zstd final : public Codec {
 public:
  explicit Zstd(int level) : level_(level) {}

  const char *name() const override { return "zstd"; }
  bool is_lossless() const override { return true; }

  std::int64_t encode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) override {
    if (!compressor_) compressor_.reset(ZSTD_createCCtx());
    if (!compressor_) fail(Status::no_memory, "zstd: the machine refuses its tables; use codec none");
    const std::size_t written = ZSTD_compressCCtx(compressor_.get(), to, static_cast<std::size_t>(room), from,
                                                  static_cast<std::size_t>(size), level_);
    // Room is the only thing that valid arguments can lack.
    return ZSTD_isError(written) ? -1 : static_cast<std::int64_t>(written);
  }

  void decode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) override {
    if (!decompressor_) decompressor_.reset(ZSTD_createDCtx());
    if (!decompressor_) fail(Status::no_memory, "zstd: the machine refuses its tables; use codec none");
    const std::size_t written = ZSTD_decompressDCtx(decompressor_.get(), to, static_cast<std::size_t>(room), from,
                                                    static_cast<std::size_t>(size));
    if (ZSTD_isError(written) || static_cast<std::int64_t>(written) != room)
      fail(Status::corrupt,
           "zstd: ", ZSTD_isError(written) ? ZSTD_getErrorName(written) : "the frame has another number of bytes");
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
  };
  int level_;
  std::unique_ptr<ZSTD_CCtx, Free> compressor_;
  std::unique_ptr<ZSTD_DCtx, Free> decompressor_;
};

}  // namespace

std::unique_ptr<Codec> make_zstd(double level) {
  const int most = ZSTD_maxCLevel();
  if (!(level >= 0.0 && level <= most) || level != std::floor(level))
    fail(Status::argument, "parameter = ", level, ", the level of zstd is a whole number, 1 to ", most,
         ", or 0 for level 1");
  return std::make_unique<Zstd>(level == 0.0 ? 1 : static_cast<int>(level));
}

#else

std::unique_ptr<Codec> make_zstd(double) {
  fail(Status::unsupported, "codec zstd: this library was built without libzstd; use codec none");
}

#endif

}  // namespace ebw::storage
