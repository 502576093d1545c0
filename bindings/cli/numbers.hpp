// SPDX-License-Identifier: MIT
// Numbers in words: reals, integers and bytes, read and written alike in every locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ebw::cli {

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);

// True when the whole text is one finite real (decimal point) or one integer of 64 bits; blanks around it are fine.
bool parse_real(std::string_view text, double &value);
bool parse_integer(std::string_view text, std::int64_t &value);

// The same for the value of an option; other words are refused by its name.
double parse_real_option(const std::string &option, const std::string &text);
std::int64_t parse_integer_option(const std::string &option, const std::string &text, std::int64_t limit);

// The shortest decimal that is read back as the same real.
std::string exact_text(double value);

// "2GB", "1.5 GiB", "800000": kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024. `option` is named in a
// refusal.
std::int64_t parse_bytes(const std::string &option, std::string_view text);

// "1.23 GB", three digits, powers of 1000.
std::string readable_bytes(std::int64_t bytes);

}  // namespace ebw::cli
