// SPDX-License-Identifier: MIT
// Codecs of reals: how large their errors are, what they refuse, and that padding and layout are as told.
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "expect.hpp"
#include "storage/codec/codec.hpp"
#include "storage/configured.hpp"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::Codec;
using storage::ConfiguredStore;
using storage::Layout;
using storage::LayoutPart;
using storage::Real;

namespace {

// As fail_msg, whose inside would be ebw::fail.
template <class... Parts>
void failed(const Parts &...parts) {
  print_error("%s\n", text(parts...).c_str());
  _fail(__FILE__, __LINE__);
}

// A built-in codec, or NULL where the library was built without it, which the log then shows.
std::unique_ptr<Codec> codec_or_skip(const char *name, double parameter = 0.0) {
  std::unique_ptr<Codec> codec;
  bool missing = false;
  try {
    codec = storage::make_codec(name, parameter);
  } catch (const Error &error) {
    missing = error.status() == Status::unsupported;
  }
  if (missing) skip();
  assert_non_null(codec.get());
  return codec;
}

template <class T>
constexpr Real real_of() {
  return sizeof(T) == 4 ? Real::f32 : Real::f64;
}

// Rows of 13 of 16 elements, as a state of waves has them: smooth, over many magnitudes from row to row.
template <class T>
struct Field {
  static constexpr std::int64_t kNx = 4, kNy = 6, kNz = 13, kStride = 16;
  Layout layout{{real_of<T>(), 0, {kNx, kNy, kNz}, kStride}};
  std::vector<T> values = std::vector<T>(kNx * kNy * kStride);
  double largest = 0.0;

  explicit Field(double scale) {
    for (std::int64_t r = 0; r < kNx * kNy; ++r)
      for (std::int64_t k = 0; k < kNz; ++k) {
        T &value = values[static_cast<std::size_t>(r * kStride + k)];
        value = static_cast<T>(scale * std::pow(10.0, -static_cast<double>(r) / 8) * std::sin(0.7 * k + r));
        largest = std::max(largest, std::abs(static_cast<double>(value)));
      }
  }
  std::int64_t bytes() const { return static_cast<std::int64_t>(values.size() * sizeof(T)); }

  // Encodes and decodes over garbage; the number of coded bytes.
  std::int64_t through(Codec &codec, std::vector<T> &back) const {
    codec.set_layout(layout);
    codec.reset_error();
    std::vector<std::byte> coded(static_cast<std::size_t>(codec.room(bytes(), layout)));
    const std::int64_t written = codec.encode(reinterpret_cast<const std::byte *>(values.data()), bytes(), coded.data(),
                                              static_cast<std::int64_t>(coded.size()));
    assert_true(written > 0);
    back.assign(values.size(), T{42});
    codec.decode(coded.data(), written, reinterpret_cast<std::byte *>(back.data()), bytes());
    return written;
  }
};

// bound: largest |x - y| of a row as a part of the row's, or of the array's, largest value.
template <class T>
void assert_error(const char *name, double parameter, double scale, double bound, bool of_row) {
  const std::unique_ptr<Codec> codec = codec_or_skip(name, parameter);
  const Field<T> field(scale);
  std::vector<T> back;
  field.through(*codec, back);
  double worst = 0.0;
  for (std::int64_t r = 0; r < field.kNx * field.kNy; ++r) {
    double row = 0.0, error = 0.0;
    for (std::int64_t k = 0; k < field.kStride; ++k) {
      const auto i = static_cast<std::size_t>(r * field.kStride + k);
      if (k >= field.kNz) {
        assert_true(back[i] == T{0});  // padding
        continue;
      }
      row = std::max(row, std::abs(static_cast<double>(field.values[i])));
      error = std::max(error, std::abs(static_cast<double>(field.values[i]) - static_cast<double>(back[i])));
    }
    worst = std::max(worst, error);
    if (!(error <= bound * (of_row ? row : field.largest)))
      failed(name, ", row ", r, ": error ", error, " of ", row, ", bound ", bound);
  }
  assert_true(worst > 0.0);  // it is lossy indeed
  // What it says of itself bounds what happened. 1e-6: decoded values are rounded to their type once more.
  assert_true(worst <= codec->largest_error() * field.largest * (1.0 + 1e-6));
  assert_true(codec->largest_error() <= bound);
}

template <class T>
void assert_errors_at(double scale) {
  // Half a unit in the last of 8 places.
  assert_error<T>("bf16", 0, scale, 0x1p-8, true);
  // Half a unit in the last of 11 places, of values up to the row's largest.
  assert_error<T>("fp16", 0, scale, 0x1p-11, true);
  // Half a step; a little for the roundings of division and product in the type itself.
  assert_error<T>("int16", 0, scale, 0.5 / 32767 * (1 + 1e-3), true);
}

void errors_are_within_their_bounds_at_every_scale(void **) {
  for (const double scale : {1.0, 3e-20, 7e18}) {
    assert_errors_at<float>(scale);
    assert_errors_at<double>(scale);
  }
  // fp16 and int16 have a scale per row: also far outside of half's own range.
  for (const double scale : {1e-290, 1e300}) {
    assert_error<double>("fp16", 0, scale, 0x1p-11, true);
    assert_error<double>("int16", 0, scale, 0.5 / 32767 * (1 + 1e-3), true);
  }
}

void zfp_keeps_its_tolerance(void **) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6})
    for (const double scale : {1.0, 3e-20, 7e18}) {
      assert_error<float>("zfp", tolerance, scale, tolerance, false);
      assert_error<double>("zfp", tolerance, scale, tolerance, false);
    }
}

// Every finite half and bf16 number is met exactly; between two neighbours the nearer one, the even one in the middle.
void sixteen_bit_floats_round_to_nearest_even(void **) {
  const std::unique_ptr<Codec> half = codec_or_skip("fp16"), brain = codec_or_skip("bf16");
  const auto round = [](Codec &codec, double value, double largest) {
    // A row whose largest value lies in [2^14, 2^15) is divided by nothing.
    double row[2] = {value, largest}, back[2];
    std::byte coded[16];
    codec.set_layout({{Real::f64, 0, {1, 1, 2}, 2}});
    const std::int64_t written = codec.encode(reinterpret_cast<const std::byte *>(row), 16, coded, 16);
    codec.decode(coded, written, reinterpret_cast<std::byte *>(back), 16);
    return back[0];
  };
  for (int e = -24; e <= 14; ++e)
    for (int m = 0; m < 1024; m += 31) {
      const double unit = std::ldexp(1.0, std::max(e, -14) - 10);  // last place
      const double value = e < -14 ? m % 16 * unit : std::ldexp(1.0 + m / 1024.0, e);
      const bool even = std::fmod(value / unit, 2.0) == 0.0;
      assert_true(round(*half, value, 20000.0) == value);
      assert_true(round(*half, -value, 20000.0) == -value);
      assert_true(round(*half, value + 0.49 * unit, 20000.0) == value);
      assert_true(round(*half, value + 0.51 * unit, 20000.0) == value + unit);
      assert_true(round(*half, value + 0.5 * unit, 20000.0) == (even ? value : value + unit));
    }
  for (int e = -100; e <= 100; e += 5)
    for (int m = 0; m < 128; ++m) {
      const double unit = std::ldexp(1.0, e - 7), value = std::ldexp(1.0 + m / 128.0, e);
      assert_true(round(*brain, value, 1.0) == value);
      assert_true(round(*brain, value + 0.49 * unit, 1.0) == value);
      assert_true(round(*brain, value + 0.51 * unit, 1.0) == value + unit);
      assert_true(round(*brain, value + 0.5 * unit, 1.0) == (m % 2 == 0 ? value : value + unit));
    }
}

void coded_bytes_are_as_few_as_they_should(void **) {
  const Field<float> field(1.0);
  std::vector<float> back;
  const std::int64_t rows = field.kNx * field.kNy, reals = rows * field.kNz;
  assert_int_equal(field.through(*codec_or_skip("bf16"), back), 2 * reals);
  assert_int_equal(field.through(*codec_or_skip("fp16"), back), 2 * (reals + rows));
  assert_int_equal(field.through(*codec_or_skip("int16"), back), 2 * reals + 8 * rows);
}

void zeros_come_back_as_zeros(void **) {
  for (const char *name : {"bf16", "fp16", "int16", "zfp"}) {
    const std::unique_ptr<Codec> codec = codec_or_skip(name, name[0] == 'z' ? 1e-6 : 0.0);
    const Field<double> field(0.0);
    std::vector<double> back;
    field.through(*codec, back);
    for (const double value : back) assert_true(value == 0.0);
    assert_true(codec->largest_error() == 0.0);
  }
}

void values_that_are_not_finite_are_refused(void **) {
  for (const char *name : {"bf16", "fp16", "int16", "zfp"})
    for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      const std::unique_ptr<Codec> codec = codec_or_skip(name, name[0] == 'z' ? 1e-6 : 0.0);
      Field<float> field(1.0);
      field.values[21] = bad;
      std::vector<float> back;
      expect_refused(Status::non_finite, name, [&] { field.through(*codec, back); });
      // In the padding it is nobody's.
      field.values[21] = 0.0f;
      field.values[15] = bad;
      field.through(*codec, back);
    }
  Field<double> field(1e39);
  std::vector<double> back;
  expect_refused(Status::non_finite, "too large", [&] { field.through(*codec_or_skip("bf16"), back); });
}

void lossy_codecs_are_refused_without_a_layout_that_fits(void **) {
  for (const char *name : {"bf16", "fp16", "int16"}) {
    ConfiguredStore store({.codec = name});
    expect_refused(Status::unsupported, "layout", [&] { store.reserve(Bank::state, 1, 64); });
    expect_refused(Status::unsupported, "layout", [&] { store.planned_bytes(Bank::state, 1, 64); });
    store.set_layout(Bank::state, {{Real::f32, 0, {1, 1, 15}, 15}});
    expect_refused(Status::shape, "60 bytes, a checkpoint 64", [&] { store.reserve(Bank::state, 1, 64); });
    store.set_layout(Bank::state, {{Real::f32, 4, {1, 1, 15}, 15}});
    expect_refused(Status::shape, "must begin at byte 0", [&] { store.reserve(Bank::state, 1, 64); });
    store.set_layout(Bank::state, {{Real::f32, 0, {1, 1, 16}, 16}});
    store.reserve(Bank::state, 1, 64);
    expect_refused(Status::unsupported, "tape", [&] { store.reserve(Bank::tape, 1, 64); });
  }
  ConfiguredStore lossless({.codec = "zstd"});
  lossless.reserve(Bank::state, 1, 64);
}

void a_store_with_a_lossy_codec_holds_half_the_bytes(void **) {
  ConfiguredStore store({.codec = "bf16"});
  const Field<float> field(1.0);
  store.set_layout(Bank::state, field.layout);
  store.reserve(Bank::state, 2, field.bytes());
  std::memcpy(store.begin_save(Bank::state, 1, 3), field.values.data(), static_cast<std::size_t>(field.bytes()));
  store.end_save(Bank::state, 1);
  assert_int_equal(store.stats(Bank::state).held_bytes, 2 * field.kNx * field.kNy * field.kNz);
  const auto *back = reinterpret_cast<const float *>(store.begin_load(Bank::state, 1, 3));
  for (std::size_t i = 0; i < field.values.size(); ++i)
    assert_true(std::abs(back[i] - field.values[i]) <= 0x1p-8f * std::abs(field.values[i]));
  assert_true(store.largest_codec_error() > 0.0 && store.largest_codec_error() <= 0x1p-8);
}

void damaged_streams_are_refused(void **) {
  for (const char *name : {"zstd", "bf16", "fp16", "int16", "zfp"}) {
    const std::unique_ptr<Codec> codec = codec_or_skip(name, strcmp(name, "zfp") == 0 ? 1e-3 : 0.0);
    Field<float> field(1.0);
    codec->set_layout(field.layout);
    std::vector<std::byte> coded(static_cast<std::size_t>(codec->room(field.bytes(), field.layout)));
    const std::int64_t written = codec->encode(reinterpret_cast<const std::byte *>(field.values.data()), field.bytes(),
                                               coded.data(), static_cast<std::int64_t>(coded.size()));
    std::vector<std::byte> back(static_cast<std::size_t>(field.bytes()));
    for (const std::int64_t shorter : {std::int64_t{0}, written / 2, written - 1})
      expect_refused(Status::corrupt, name, [&] { codec->decode(coded.data(), shorter, back.data(), field.bytes()); });
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(errors_are_within_their_bounds_at_every_scale),
      cmocka_unit_test(zfp_keeps_its_tolerance),
      cmocka_unit_test(sixteen_bit_floats_round_to_nearest_even),
      cmocka_unit_test(coded_bytes_are_as_few_as_they_should),
      cmocka_unit_test(zeros_come_back_as_zeros),
      cmocka_unit_test(values_that_are_not_finite_are_refused),
      cmocka_unit_test(lossy_codecs_are_refused_without_a_layout_that_fits),
      cmocka_unit_test(a_store_with_a_lossy_codec_holds_half_the_bytes),
      cmocka_unit_test(damaged_streams_are_refused),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
