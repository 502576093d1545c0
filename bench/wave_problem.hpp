// SPDX-License-Identifier: MIT
// The problem of the memory benchmarks, on the C ABI: a layered 3-D model with a lateral change, order 8, f32, a source
// and a line of receivers below the upper face; and what a process needs to tell how much memory it took.
#pragma once

#include <ebbwave/ebbwave.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/fingerprint.hpp"

namespace ebw::bench {

inline void check(std::int32_t status) {
  if (status == EBW_OK) return;
  std::fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  std::exit(1);
}

// A line of /proc/self/status in bytes, such as VmHWM, the most that the whole process ever had in memory.
inline std::int64_t process_bytes(const char *name) {
  std::FILE *file = std::fopen("/proc/self/status", "r");
  long long kibibytes = -1;
  char line[256];
  while (file && std::fgets(line, sizeof line, file))
    if (std::strncmp(line, name, std::strlen(name)) == 0 &&
        std::sscanf(line + std::strlen(name), ": %lld", &kibibytes) == 1)
      break;
  if (file) std::fclose(file);
  if (kibibytes < 0) {
    std::fprintf(stderr, "/proc/self/status does not tell %s\n", name);
    std::exit(1);
  }
  return kibibytes * 1024;
}

// Tells whether two results have the same bits.
inline std::string hash_of(const std::vector<float> &values) {
  Fingerprint fingerprint;
  fingerprint.add_bytes(values.data(), static_cast<std::int64_t>(values.size() * sizeof(float)));
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(fingerprint.value()[0]),
                static_cast<unsigned long long>(fingerprint.value()[1]));
  return text;
}

class WaveProblem {
 public:
  static constexpr double kSpacing = 10.0;
  static constexpr int kReceivers = 24;

  // `edge` nodes along each axis, of them `cells` on either side in CPML; 0: zero faces. `comparable`: for programs
  // that interpolate in another way and ask for smaller steps; source and receivers move to the nodes next to them.
  WaveProblem(std::int64_t edge, std::int64_t cells, std::int64_t steps, std::int32_t threads,
              int receivers = kReceivers, bool comparable = false)
      : inner_(edge - 2 * cells), receivers_(receivers), comparable_(comparable) {
    const std::int64_t shape[3] = {inner_, inner_, inner_};
    const double spacing[3] = {kSpacing, kSpacing, kSpacing};
    check(ebw_model_create(EBW_F32, 3, shape, spacing, &model_));
    set_velocity(start().data());
    check(ebw_model_set_boundary(model_, EBW_FACE_ALL, cells > 0 ? EBW_BOUNDARY_CPML : EBW_BOUNDARY_ZERO, cells,
                                 cells > 0 ? 2500.0 : 0.0, cells > 0 ? kFrequency : 0.0));
    check(ebw_model_get_dt_max(model_, &dt_));
    dt_ *= comparable ? 0.75 : 0.9;  // deepwave admits 0.764 of it
    check(ebw_model_set_time(model_, dt_, steps));
    check(ebw_model_set_threads(model_, threads));
    check(ebw_shot_create(model_, &shot_));
    wavelet_.resize(static_cast<std::size_t>(steps + 1));
    check(ebw_ricker(kFrequency, 1.2 / kFrequency, dt_, steps + 1, wavelet_.data()));
    check(ebw_shot_add_source(shot_, source().data(), wavelet_.data(), steps + 1));
    for (int r = 0; r < receivers_; ++r) check(ebw_shot_add_receivers(shot_, 1, receiver(r).data()));
  }
  ~WaveProblem() {
    ebw_shot_destroy(shot_);
    ebw_model_destroy(model_);
  }
  WaveProblem(const WaveProblem &) = delete;
  WaveProblem &operator=(const WaveProblem &) = delete;

  ebw_model *model() const { return model_; }
  ebw_shot *shot() const { return shot_; }
  double dt() const { return dt_; }
  const std::vector<double> &wavelet() const { return wavelet_; }
  int receivers() const { return receivers_; }
  std::array<double, 3> source() const { return placed({0.51 * far(), 0.48 * far(), 0.13 * far()}); }
  std::array<double, 3> receiver(int r) const {
    return placed({far() * (r + 0.5) / receivers_, 0.5 * far(), 0.07 * far()});
  }
  std::size_t nodes() const { return static_cast<std::size_t>(inner_ * inner_ * inner_); }

  void set_velocity(const float *velocity) {
    const std::int64_t shape[3] = {inner_, inner_, inner_};
    check(ebw_model_set_field(model_, "velocity", velocity, EBW_F32, 3, shape, nullptr));
  }
  // The model that the problem begins with, m/s.
  std::vector<float> start() const {
    std::vector<float> velocity;
    velocity.reserve(nodes());
    for (std::int64_t x = 0; x < inner_; ++x)
      for (std::int64_t y = 0; y < inner_; ++y)
        for (std::int64_t z = 0; z < inner_; ++z)
          velocity.push_back(static_cast<float>(1500 + 200 * (5 * z / inner_) + 100 * (x + y) / inner_));
    return velocity;
  }

 private:
  static constexpr double kFrequency = 12.0;

  double far() const { return kSpacing * static_cast<double>(inner_ - 1); }
  std::array<double, 3> placed(std::array<double, 3> position) const {
    if (comparable_)
      for (double &x : position) x = kSpacing * std::round(x / kSpacing);
    return position;
  }

  std::int64_t inner_;
  int receivers_;
  bool comparable_;
  double dt_ = 0.0;
  std::vector<double> wavelet_;
  ebw_model *model_ = nullptr;
  ebw_shot *shot_ = nullptr;
};

}  // namespace ebw::bench
