// SPDX-License-Identifier: MIT
// `ebbwave gradient`: the misfit's exact gradient by the velocity model.
#include "gradient.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "file.hpp"
#include "plan_facts.hpp"
#include "progress.hpp"
#include "resident_peak.hpp"

namespace ebw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct GradientOptions {
  SurveyOptions survey;
  ResumeOptions resume;
  std::string out;
  std::optional<std::string> traces;
};

struct Result {
  double misfit = 0.0;
  double norm = 0.0;
  Array gradient;                                       // in the model file's form
  std::vector<std::pair<std::string, double>> seconds;  // by phase, in their order
};

class Stopwatch {
 public:
  // Seconds since the last call, or since it was made.
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(begin_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

// ---- Before the run

void check_outputs(const GradientOptions &options) {
  check_writable(options.out);
  if (options.traces) check_writable(*options.traces);
  const SurveyOptions &in = options.survey;
  std::vector<std::pair<std::string, std::string>> others{{"the model", in.model}};
  others.emplace_back("--sources", in.sources);
  others.emplace_back("--receivers", in.receivers);
  for (const auto &[name, path] : {std::pair{"--wavelet", in.wavelet},
                                   {"--observed", in.observed},
                                   {"--true-model", in.true_model},
                                   {"--traces", options.traces}})
    if (path) others.emplace_back(name, *path);
  for (const auto &[name, path] : others) {
    if (same_place(options.out, path))
      refuse(EBW_ERR_ARGUMENT, "--out = ", path, " is also ", name, "; name another file");
    if (options.traces && name != "--traces" && same_place(*options.traces, path))
      refuse(EBW_ERR_ARGUMENT, "--traces = ", path, " is also ", name, "; name another file");
  }
}

// ---- The run

Array traces_of(const Survey &survey) {
  Array traces = make_array(EBW_F64, false,
                            {static_cast<std::int64_t>(survey.shots.size()), survey.n_receivers, survey.n_samples});
  double *place = traces.data<double>();
  for (const Shot &shot : survey.shots) {
    check(ebw_shot_get_traces(shot.get(), place, survey.n_receivers, survey.n_samples, nullptr));
    place += survey.n_receivers * survey.n_samples;
  }
  return traces;
}

// Makes the traces of the true model the observed ones, and gives its memory back.
void observe_true_model(Survey &survey) {
  const auto shots = survey.shot_handles();
  {
    const Progress progress(survey.true_model.get(), "true model");
    check(ebw_forward(survey.true_model.get(), shots.data(), static_cast<std::int64_t>(shots.size())), "--true-model");
  }
  survey.true_model.reset();
  const Array traces = traces_of(survey);
  const double *data = traces.data<double>();
  for (ebw_shot *shot : shots) {
    check(ebw_shot_set_observed(shot, data, survey.n_receivers, survey.n_samples, nullptr));
    data += survey.n_receivers * survey.n_samples;
  }
}

// Euclidean norm, summed in logical order, so that the axes of the file do not change its bits. The values are scaled
// by a power of two, which rounds nothing, so that no square leaves the range of a double.
template <class T>
double norm_of(const Survey &survey, const T *values) {
  const bool is_2d = survey.shape.size() == 2;
  const std::int64_t ny = is_2d ? 1 : survey.shape[1], nz = survey.shape.back();
  const std::int64_t stride_y = is_2d ? 0 : survey.stride[1], stride_z = survey.stride.back();
  const auto magnitude = [](double largest, T value) {
    return std::max(largest, std::abs(static_cast<double>(value)));
  };
  const double largest = std::accumulate(values, values + survey.shape[0] * ny * nz, 0.0, magnitude);
  if (largest == 0.0) return 0.0;
  const int exponent = std::ilogb(largest);
  double sum = 0.0;
  for (std::int64_t i = 0; i < survey.shape[0]; ++i)
    for (std::int64_t j = 0; j < ny; ++j)
      for (std::int64_t k = 0; k < nz; ++k) {
        const T unscaled = values[i * survey.stride[0] + j * stride_y + k * stride_z];
        const double value = std::scalbn(static_cast<double>(unscaled), -exponent);
        sum += value * value;
      }
  const double norm = std::scalbn(std::sqrt(sum), exponent);
  if (!std::isfinite(norm))
    refuse(EBW_ERR_NON_FINITE, "the gradient's norm is beyond float64; scale wavelets and data down");
  return norm;
}

// What the library says of the directory goes to stderr while one lives.
class DirectoryLog {
 public:
  DirectoryLog() { ebw_set_log(&DirectoryLog::print, nullptr); }
  ~DirectoryLog() { ebw_set_log(nullptr, nullptr); }
  DirectoryLog(const DirectoryLog &) = delete;
  DirectoryLog &operator=(const DirectoryLog &) = delete;

 private:
  static void print(std::int32_t, const char *message, void *) {
    if (std::string_view(message).starts_with("directory ")) std::fprintf(stderr, "%s\n", message);
  }
};

void set_resume(const GradientOptions &options, ebw_model *model) {
  check(ebw_model_set_resume(model, options.resume.resume));
  check(ebw_model_set_generation_seconds(model, options.resume.seconds), "--generation-seconds");
  check(ebw_model_set_disk_generations(model, options.resume.every_disk_checkpoint));
}

Result compute(const GradientOptions &options, const Survey &survey) {
  Result result;
  const auto shots = survey.shot_handles();
  result.gradient = make_array(survey.dtype, survey.fortran_order, survey.file_shape);
  set_resume(options, survey.model.get());
  {
    const DirectoryLog log;
    const Progress progress(survey.model.get(), "gradient");
    const std::int32_t status =
        ebw_gradient(survey.model.get(), shots.data(), static_cast<std::int64_t>(shots.size()), survey.memory_bytes,
                     &result.misfit, result.gradient.bytes.data(), survey.stride.data());
    if (status == EBW_ERR_CANCELLED && options.survey.directory)
      refuse(status, "stopped by a signal; run again with --resume to go on from --directory '",
             *options.survey.directory, "'");
    if (status == EBW_ERR_CANCELLED) Interruption::check();
    check_budget(survey, status);
  }
  result.norm = survey.dtype == EBW_F32 ? norm_of(survey, result.gradient.data<float>())
                                        : norm_of(survey, result.gradient.data<double>());
  if (survey.dtype != survey.file_dtype)
    result.gradient = converted(result.gradient, survey.file_dtype, "--out = " + options.out + ", the gradient",
                                "save the model as float64");
  return result;
}

// All outputs appear once all are on the disk.
void write_outputs(const GradientOptions &options, const Survey &survey, const Result &result) {
  OutputFile gradient(options.out);
  write_npy(gradient, result.gradient);
  std::optional<OutputFile> traces;
  if (options.traces) {
    traces.emplace(*options.traces);
    write_npy(*traces, traces_of(survey));
  }
  Interruption::check();
  if (traces) traces->commit();
  gradient.commit();
}

// ---- After the run

std::int64_t count_of(const Survey &survey, const char *name) {
  std::int64_t value = 0;
  check(ebw_model_get_count(survey.model.get(), name, &value));
  return value;
}

double seconds_of(const Survey &survey, const char *phase) {
  double value = 0.0;
  check(ebw_model_get_seconds(survey.model.get(), phase, &value));
  return value;
}

void print_json(const Survey &survey, const Result &result) {
  Json seconds = Json::object();
  for (const auto &[phase, value] : result.seconds) seconds[phase] = value;
  const Json object{{"misfit", result.misfit},
                    {"gradient_norm", result.norm},
                    {"steps", count_of(survey, "steps")},
                    {"forward_steps", count_of(survey, "forward_steps")},
                    {"slots", count_of(survey, "slots")},
                    {"planned_bytes", count_of(survey, "planned_bytes")},
                    {"peak_bytes", count_of(survey, "peak_bytes")},
                    {"rss_peak_bytes", resident_peak()},
                    {"seconds", seconds}};
  std::puts(object.dump().c_str());
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return text;
}

void print_table(const GradientOptions &options, const Survey &survey, const PlanFacts &plan, const std::string &hint,
                 const Result &result) {
  std::printf("gradient of %s, written to %s\n", options.survey.model.c_str(), options.out.c_str());
  print_survey(survey, plan);
  if (!hint.empty()) print_row("hint", hint);
  print_row("misfit", joined(result.misfit));
  print_row("gradient norm", joined(result.norm));
  print_bytes(plan);
  std::puts("bytes measured");
  print_row("own count", bytes_text(count_of(survey, "peak_bytes")));
  print_row("resident (VmHWM)", bytes_text(resident_peak()));
  std::puts("seconds");
  for (const auto &[phase, value] : result.seconds) print_row(phase, seconds_text(value));
}

int run_gradient(const GradientOptions &options, bool json) {
  Stopwatch whole, phase;
  const Interruption interruption;
  check_outputs(options);
  Survey survey = make_survey(options.survey);
  PlanFacts plan;
  std::string hint;
  {
    // Its tables go before the run.
    const Plan made = make_plan(survey);
    plan = facts_of(made.get());
    if (options.survey.schedule.empty()) hint = hint_of(plan, alternatives_of(made.get()));
  }
  std::vector<std::pair<std::string, double>> seconds{{"read", phase.lap()}};
  if (survey.true_model) {
    observe_true_model(survey);
    seconds.emplace_back("true_model", phase.lap());
  }
  Result result = compute(options, survey);
  for (const char *name : {"prepare", "forward", "reverse"}) seconds.emplace_back(name, seconds_of(survey, name));
  phase.lap();
  write_outputs(options, survey, result);
  seconds.emplace_back("write", phase.lap());
  seconds.emplace_back("total", whole.lap());
  result.seconds = std::move(seconds);
  if (json) {
    print_json(survey, result);
  } else {
    print_table(options, survey, plan, hint, result);
  }
  flush_stdout(options.traces ? "the files of --out and --traces are complete" : "the file of --out is complete");
  return kDone;
}

}  // namespace

void add_gradient(CLI::App &app) {
  auto *subcommand = app.add_subcommand("gradient", "Compute the misfit's exact gradient by a velocity model");
  const auto options = std::make_shared<GradientOptions>();
  add_survey_options(*subcommand, options->survey);
  subcommand->add_option("--out", options->out, "Gradient, .npy, in the model file's axes and dtype")->required();
  add_resume_options(*subcommand, options->resume);
  subcommand->add_option("--traces", options->traces, "Also write the traces, .npy float64 [shot][receiver][sample]");
  set_body(*subcommand, [options](bool json) { return run_gradient(*options, json); });
}

}  // namespace ebw::cli
