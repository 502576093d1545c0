// SPDX-License-Identifier: MIT
// Codecs by their names.
#include "storage/codec/codec.hpp"

#include "base/error.hpp"

namespace ebw::storage {

std::unique_ptr<Codec> make_codec(const std::string &name, double parameter) {
  const bool takes_parameter = name == "zstd" || name == "zfp";
  if (!takes_parameter && parameter != 0.0)
    fail(Status::argument, "parameter = ", parameter, ", codec ", name, " takes none; pass 0");
  if (name == "none") return nullptr;
  if (name == "zstd") return make_zstd(parameter);
  if (name == "bf16") return make_bf16();
  if (name == "fp16") return make_fp16();
  if (name == "int16") return make_int16();
  if (name == "zfp") return make_zfp(parameter);
  fail(Status::not_found, "name = \"", name, "\" is no codec; pass one of none, zstd, bf16, fp16, int16, zfp");
}

}  // namespace ebw::storage
