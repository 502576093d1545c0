// SPDX-License-Identifier: MIT
// CRC-32C (Castagnoli; RFC 3720, appendix B.4): finds damage by accident, not by intent.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebw::storage {

// The checksum of `count` more bytes after those whose checksum is `before` (0: none). By the processor's instruction
// where it has one, else by tables; both give the same number.
std::uint32_t crc32c(std::uint32_t before, const void *data, std::size_t count) noexcept;

// By tables, on every machine.
std::uint32_t crc32c_portable(std::uint32_t before, const void *data, std::size_t count) noexcept;

}  // namespace ebw::storage
