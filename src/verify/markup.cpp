// SPDX-License-Identifier: MIT
// Words and numbers of anybody's in JSON, XML and HTML.
#include "verify/markup.hpp"

#include <charconv>
#include <cmath>

#include "verify/brief.hpp"

namespace ebw::verify {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Length of the UTF-8 sequence at the begin of the text; 0 when it is none, or one that XML 1.0 forbids.
std::size_t sequence_length(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (at(0) < 0x80) return at(0) >= 0x20 && at(0) != 0x7f ? 1 : at(0) == '\t' || at(0) == '\n' ? 1 : 0;
  const std::size_t length = at(0) >= 0xf0 ? 4 : at(0) >= 0xe0 ? 3 : 2;
  if (at(0) < 0xc2 || at(0) > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = at(0) & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool control = code < 0xa0;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool no_character = (code & 0xfffe) == 0xfffe;
  return code < kLeast[length] || code > 0x10ffff || control || surrogate || no_character ? 0 : length;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    clean += length ? text.substr(0, length) : kReplacement;
    text.remove_prefix(length ? length : 1);
  }
  return clean;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char letter : clean_text(text)) {
    if (letter == '"' || letter == '\\') out += '\\';
    if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\t') {
      out += "\\t";
    } else {
      out += letter;
    }
  }
  return out += '"';
}

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return {digits, end};
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : clean_text(text)) {
    switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      // In an attribute a plain one would be read as a blank.
      case '\n': out += "&#10;"; break;
      default: out += letter;
    }
  }
  return out;
}

std::string readable(double value) { return std::isfinite(value) ? brief(value) : "not finite"; }

}  // namespace ebw::verify
