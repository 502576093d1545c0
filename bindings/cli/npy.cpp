// SPDX-License-Identifier: MIT
// Arrays in .npy files: versions 1.0 to 3.0, little-endian f4 and f8, C and Fortran order.
#include "npy.hpp"

#include <ebbwave/base.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "refused.hpp"

namespace ebw::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are read and written as they lie in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPreambleBytes = 8;       // magic, major and minor version
constexpr std::int64_t kLongestHeader = 65536;  // that of two or three axes has about 120 characters
constexpr std::size_t kHeaderStep = 64;         // the data begin at a multiple of it

// Reads the header, a Python dictionary such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
 public:
  HeaderParser(const std::string &path, std::string_view text) : path_(path), rest_(text) {}

  Array parse() {
    Array array;
    bool seen[std::size(kKeys)] = {};
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      const auto place = static_cast<std::size_t>(std::find(std::begin(kKeys), std::end(kKeys), key) - kKeys);
      if (place == std::size(kKeys)) bad_key("has the unknown key", key);
      if (std::exchange(seen[place], true)) bad_key("has twice the key", key);
      expect(':');
      if (key == "descr") {
        array.dtype = element_type();
      } else if (key == "fortran_order") {
        array.fortran_order = truth();
      } else {
        array.shape = axes();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty()) damaged();
    for (std::size_t i = 0; i < std::size(kKeys); ++i)
      if (!seen[i]) bad_key("lacks the key", kKeys[i]);
    return array;
  }

 private:
  static constexpr std::string_view kKeys[] = {"descr", "fortran_order", "shape"};

  [[noreturn]] void bad_key(const char *fault, std::string_view key) const {
    refuse(EBW_ERR_CORRUPT, path_, ": the .npy header ", fault, " '", key, "'; write the file again");
  }

  [[noreturn]] void damaged() const {
    refuse(EBW_ERR_CORRUPT, path_, ": the .npy header is damaged near '", rest_.substr(0, 20),
           "'; write the file again");
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size())); }

  bool accept(char wanted) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) damaged();
  }

  std::string_view quoted() {
    const char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const auto end = rest_.find(quote);
    if (end == std::string_view::npos) damaged();
    const auto word = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return word;
  }

  std::int32_t element_type() {
    skip_blanks();
    if (!rest_.empty() && rest_.front() == '[')
      refuse(EBW_ERR_DTYPE, path_, " holds a structured type, need float32 or float64; save one field alone");
    const std::string_view name = quoted();
    if (name == "<f4") return EBW_F32;
    if (name == "<f8") return EBW_F64;
    if (name == ">f4" || name == ">f8")
      refuse(EBW_ERR_DTYPE, path_, " holds big-endian elements ('", name, "'), need little-endian ones; save it with ",
             "array.astype('<", name.substr(1), "')");
    refuse(EBW_ERR_DTYPE, path_, " holds elements of type '", name, "', need '<f4' or '<f8'; save it with ",
           "array.astype('<f4')");
  }

  bool truth() {
    skip_blanks();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    damaged();
  }

  std::vector<std::int64_t> axes() {
    std::vector<std::int64_t> shape;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      std::int64_t length;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
      if (error == std::errc::result_out_of_range)
        refuse(EBW_ERR_OVERFLOW, path_, ": axis ", shape.size(),
               " is longer than 64 bits can count; write the file again");
      if (error != std::errc() || length < 0) damaged();
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      shape.push_back(length);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  const std::string &path_;
  std::string_view rest_;
};

std::int64_t byte_count(const std::string &path, const Array &array) {
  std::int64_t bytes = element_bytes(array.dtype);
  bool empty = false;
  for (const std::int64_t length : array.shape) {
    // The strides step over the other axes even where one has no nodes.
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(length, 1), &bytes))
      refuse(EBW_ERR_OVERFLOW, path, ": ", shape_text(array.shape), " elements are more bytes than 64 bits can count; ",
             "write the file again");
    empty = empty || length == 0;
  }
  return empty ? 0 : bytes;
}

// Bytes of the length field by major version; 0 for a version that is not known.
std::size_t length_bytes(unsigned char major) { return major == 1 ? 2 : major == 2 || major == 3 ? 4 : 0; }

std::string read_header(const std::string &path, InputFile &file, std::int64_t &offset) {
  unsigned char preamble[kPreambleBytes + 4] = {};
  if (file.size() < static_cast<std::int64_t>(kPreambleBytes) + 2)
    refuse(EBW_ERR_CORRUPT, path, " has ", file.size(), " bytes, too few for a .npy file; write the file again");
  file.read(preamble, kPreambleBytes);
  if (std::memcmp(preamble, kMagic.data(), kMagic.size()) != 0)
    refuse(EBW_ERR_CORRUPT, path, " is not a .npy file (it begins otherwise); save it with numpy.save");
  const std::size_t length_size = length_bytes(preamble[6]);
  if (length_size == 0)
    refuse(EBW_ERR_UNSUPPORTED, path, " is of .npy version ", int{preamble[6]}, ".", int{preamble[7]},
           ", need 1.0, 2.0 or 3.0; save it with numpy.save");
  const std::int64_t begin = static_cast<std::int64_t>(kPreambleBytes + length_size);
  std::uint32_t length = 0;
  if (file.size() >= begin) file.read(&length, length_size);
  if (file.size() < begin + length || length > kLongestHeader)
    refuse(EBW_ERR_CORRUPT, path, ": a header of ", length, " bytes in a file of ", file.size(),
           " bytes; the file is cut off or damaged, write it again");
  std::string header(length, '\0');
  file.read(header.data(), header.size());
  offset = begin + length;
  return header;
}

}  // namespace

std::int64_t Array::count() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

std::vector<std::int64_t> Array::strides() const {
  std::vector<std::int64_t> stride(shape.size());
  std::int64_t step = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t axis = fortran_order ? i : shape.size() - 1 - i;
    stride[axis] = step;
    step *= shape[axis];
  }
  return stride;
}

std::int64_t element_bytes(std::int32_t dtype) { return dtype == EBW_F32 ? 4 : 8; }

const char *dtype_name(std::int32_t dtype) { return dtype == EBW_F32 ? "f32" : "f64"; }

std::string shape_text(const std::vector<std::int64_t> &shape) {
  std::string text;
  for (const std::int64_t length : shape) text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text.empty() ? "one element" : text;
}

Array make_array(std::int32_t dtype, bool fortran_order, const std::vector<std::int64_t> &shape) {
  Array array{.dtype = dtype, .fortran_order = fortran_order, .shape = shape, .bytes = {}};
  array.bytes.resize(static_cast<std::size_t>(array.count() * element_bytes(dtype)));
  return array;
}

Array converted(const Array &array, std::int32_t dtype, const std::string &subject, const char *remedy) {
  Array result = make_array(dtype, array.fortran_order, array.shape);
  const std::int64_t count = array.count();
  if (array.dtype == dtype) {
    result.bytes = array.bytes;
  } else if (dtype == EBW_F64) {
    std::copy_n(array.data<float>(), count, result.data<double>());
  } else {
    std::transform(array.data<double>(), array.data<double>() + count, result.data<float>(), [&](double value) {
      const auto narrow = static_cast<float>(value);
      if (std::isfinite(value) && !std::isfinite(narrow))
        refuse(EBW_ERR_NON_FINITE, subject, " holds ", value, ", which is beyond float32 (3.4e38); ", remedy);
      return narrow;
    });
  }
  return result;
}

Array read_npy(const std::string &path) {
  InputFile file(path);
  std::int64_t offset = 0;
  const std::string header = read_header(path, file, offset);
  Array array = HeaderParser(path, header).parse();
  const std::int64_t needed = byte_count(path, array);
  const std::int64_t present = file.size() - offset;
  if (present != needed)
    refuse(EBW_ERR_CORRUPT, path, " holds ", present, " bytes of data, its shape ", shape_text(array.shape), " needs ",
           needed, "; the file is ", present < needed ? "cut off" : "too long", ", write it again");
  array.bytes.resize(static_cast<std::size_t>(needed));
  file.read(array.bytes.data(), array.bytes.size());
  return array;
}

void write_npy(OutputFile &file, const Array &array) {
  std::string axes;
  for (const std::int64_t length : array.shape) axes += std::to_string(length) + ", ";
  // Python's tuple of one element keeps its comma.
  if (array.shape.size() > 1) axes.resize(axes.size() - 2);
  std::string header =
      joined("{'descr': '", array.dtype == EBW_F32 ? "<f4" : "<f8",
             "', 'fortran_order': ", array.fortran_order ? "True" : "False", ", 'shape': (", axes, "), }");
  const std::size_t before = kPreambleBytes + 2;
  header.append((kHeaderStep - (before + header.size() + 1) % kHeaderStep) % kHeaderStep, ' ');
  header.push_back('\n');
  const auto length = static_cast<std::uint16_t>(header.size());
  file.write(kMagic.data(), kMagic.size());
  file.write("\x01\x00", 2);
  file.write(&length, sizeof length);
  file.write(header.data(), header.size());
  file.write(array.bytes.data(), array.bytes.size());
  file.flush();
}

}  // namespace ebw::cli
