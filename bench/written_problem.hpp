// SPDX-License-Identifier: MIT
// A problem and its gradient as files, so that other programs solve the very same one and compare.
#pragma once

#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>

#include "wave_problem.hpp"

namespace ebw::bench {

inline void write_file(const std::filesystem::path &path, const void *bytes, std::size_t size) {
  std::ofstream out(path, std::ios::binary);
  out.write(static_cast<const char *>(bytes), static_cast<std::streamsize>(size));
  if (!out.flush()) {
    std::fprintf(stderr, "%s cannot be written\n", path.c_str());
    std::exit(1);
  }
}

// velocity.f32 and gradient.f32, z fastest, and problem.json. Positions are in m. `amplitudes`: what the source's node
// gains at each sample over velocity^2 dt^2, when the source is on a node; the misfit is half the sum of the squares of
// all samples of the traces.
inline void write_problem(const std::filesystem::path &folder, const WaveProblem &problem, std::int64_t edge,
                          std::int64_t cells, std::int64_t steps, const std::vector<float> &gradient) {
  std::filesystem::create_directories(folder);
  const std::vector<float> velocity = problem.start();
  write_file(folder / "velocity.f32", velocity.data(), velocity.size() * sizeof(float));
  write_file(folder / "gradient.f32", gradient.data(), gradient.size() * sizeof(float));
  std::ostringstream text;
  text.precision(17);
  const auto position = [&text](const std::array<double, 3> &x) -> std::ostream & {
    return text << '[' << x[0] << ", " << x[1] << ", " << x[2] << ']';
  };
  text << "{\"edge\": " << edge << ", \"cells\": " << cells << ", \"steps\": " << steps
       << ", \"spacing\": " << WaveProblem::kSpacing << ", \"dt\": " << problem.dt() << ", \"source\": ";
  position(problem.source()) << ", \"receivers\": [";
  for (int r = 0; r < problem.receivers(); ++r) {
    text << (r ? ", " : "");
    position(problem.receiver(r));
  }
  text << "], \"amplitudes\": [";
  const double cell = WaveProblem::kSpacing * WaveProblem::kSpacing * WaveProblem::kSpacing;
  for (std::size_t k = 0; k < problem.wavelet().size(); ++k) text << (k ? ", " : "") << problem.wavelet()[k] / cell;
  text << "]}\n";
  write_file(folder / "problem.json", text.str().data(), text.str().size());
}

}  // namespace ebw::bench
