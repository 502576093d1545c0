// SPDX-License-Identifier: MIT
// Words and numbers of anybody's in JSON, XML and HTML: nothing that they hold can leave its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ebw::verify {

// The text as UTF-8 without control characters but tab and line end; what is none becomes U+FFFD.
std::string clean_text(std::string_view text);

// A JSON string with its quotes.
std::string json_string(std::string_view text);
// The shortest decimal that is read back as the same number; "null" for NaN and infinities, which JSON lacks.
std::string json_number(double value);

// For text between tags and for values between double quotes, in XML and HTML.
std::string escaped(std::string_view text);

// Three digits for reading, such as 1.23e-9; "not finite" where it is.
std::string readable(double value);

}  // namespace ebw::verify
