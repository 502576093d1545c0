// SPDX-License-Identifier: MIT
// A model and its shots, built from the options and checked: what `plan` and `gradient` work on.
#include "survey.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "boundary_option.hpp"
#include "numbers.hpp"
#include "pairing.hpp"
#include "points.hpp"
#include "refused.hpp"
#include "velocity.hpp"

namespace ebw::cli {
namespace {

constexpr double kSafetyOfDt = 0.9;  // of dt_max, where the user gives no dt

std::vector<double> read_spacing(const std::string &text, int ndim) {
  std::vector<double> spacing;
  for (const std::string_view part : split(text, ',')) {
    double value;
    if (!parse_real(part, value)) refuse_usage("--spacing = '", text, "': '", part, "' is no number; write metres");
    spacing.push_back(value);
  }
  if (spacing.size() == 1) spacing.assign(static_cast<std::size_t>(ndim), spacing.front());
  if (spacing.size() != static_cast<std::size_t>(ndim))
    refuse(EBW_ERR_ARGUMENT, "--spacing = '", text, "' has ", spacing.size(), " numbers, the model has ", ndim,
           " axes; write one number or one for each axis");
  return spacing;
}

// ---- Model

Model make_model(const Velocity &velocity, const SurveyOptions &options) {
  const auto spacing = read_spacing(options.spacing, velocity.ndim());
  ebw_model *raw = nullptr;
  check(ebw_model_create(velocity.values.dtype, velocity.ndim(), velocity.shape.data(), spacing.data(), &raw),
        velocity.path);
  Model model(raw);
  check(ebw_model_set_field(raw, "velocity", velocity.values.bytes.data(), velocity.values.dtype, velocity.ndim(),
                            velocity.shape.data(), velocity.stride.data()),
        velocity.path);
  check(ebw_model_set_order(raw, options.order), "--order");
  check(ebw_model_set_threads(raw, options.threads), "--threads");
  check(ebw_model_set_shots_at_once(raw, options.shots_at_once), "--shots-at-once");
  return model;
}

void set_boundary(ebw_model *model, const SurveyOptions &options, int ndim, double v_ref) {
  const Boundary boundary = parse_boundary(options.boundary);
  const std::optional<double> f_ref = options.layer_freq ? options.layer_freq : options.freq;
  if (!f_ref && boundary.has(EBW_BOUNDARY_CPML, ndim))
    refuse_usage("no frequency for the cpml layers; give --layer-freq F");
  for (int face = 0; face < static_cast<int>(boundary.faces.size()); ++face) {
    const auto [kind, cells] = boundary.faces[static_cast<std::size_t>(face)];
    if (face_exists(face, ndim)) {
      check(ebw_model_set_boundary(model, face, kind, cells, v_ref, f_ref.value_or(0.0)),
            joined("--boundary, ", face_name(face)));
    } else if (boundary.named[static_cast<std::size_t>(face)]) {
      refuse(EBW_ERR_ARGUMENT, "--boundary names ", face_name(face), ", a model with 2 axes has none; leave it out");
    }
  }
}

double default_dt(const Survey &survey) {
  double dt_max = 0.0;
  check(ebw_model_get_dt_max(survey.model.get(), &dt_max));
  if (survey.true_model) {
    double other = 0.0;
    check(ebw_model_get_dt_max(survey.true_model.get(), &other));
    dt_max = std::min(dt_max, other);
  }
  return kSafetyOfDt * dt_max;
}

// ---- Wavelets

struct Wavelets {
  std::string path;             // "" for a Ricker wavelet
  std::vector<double> samples;  // [row][sample]
  std::int64_t rows = 0;        // 1: the same for all sources
  std::int64_t n_samples = 0;

  const double *of(std::int64_t source) const { return samples.data() + (rows == 1 ? 0 : source * n_samples); }
};

Wavelets read_wavelets(const std::string &path, std::int64_t n_sources) {
  const Array file = converted(read_npy(path), EBW_F64, path, "");
  const std::size_t ndim = file.shape.size();
  if (ndim != 1 && ndim != 2)
    refuse(EBW_ERR_SHAPE, path, " has ", ndim,
           " axes, wavelets have 1 or 2; save them as [sample] or [source][sample]");
  Wavelets wavelets;
  wavelets.path = path;
  wavelets.rows = ndim == 1 ? 1 : file.shape[0];
  wavelets.n_samples = file.shape.back();
  if (ndim == 2 && wavelets.rows != n_sources)
    refuse(EBW_ERR_SHAPE, path, " has ", wavelets.rows, " wavelets for ", n_sources,
           " sources; give one for each row of --sources, or one alone as [sample]");
  const auto stride = file.strides();
  for (std::int64_t row = 0; row < wavelets.rows; ++row)
    for (std::int64_t k = 0; k < wavelets.n_samples; ++k)
      wavelets.samples.push_back(file.data<double>()[(ndim == 2 ? row * stride[0] : 0) + k * stride.back()]);
  return wavelets;
}

Wavelets make_ricker(const SurveyOptions &options, double dt, std::int64_t n_samples) {
  Wavelets wavelets{.path = {}, .samples = {}, .rows = 1, .n_samples = n_samples};
  wavelets.samples.resize(static_cast<std::size_t>(n_samples));
  const double t0 = options.delay.value_or(1.2 / *options.freq);
  check(ebw_ricker(*options.freq, t0, dt, n_samples, wavelets.samples.data()), "--freq, --delay");
  return wavelets;
}

// The given number of steps, or the one that the wavelets have.
std::int64_t choose_steps(const SurveyOptions &options, const Wavelets &from_file) {
  if (!options.wavelet) return *options.steps;
  const std::int64_t steps = from_file.n_samples - 1;
  if (options.steps && *options.steps != steps)
    refuse(EBW_ERR_SHAPE, "--steps = ", *options.steps, ", ", *options.wavelet, " has ", from_file.n_samples,
           " samples, that is ", steps, " steps; leave --steps out");
  if (steps < 1)
    refuse(EBW_ERR_SHAPE, *options.wavelet, " has ", from_file.n_samples,
           " samples, need at least 2; give a longer wavelet");
  return steps;
}

// ---- Shots

Shot make_shot(ebw_model *model, const ShotRows &rows, const Points &sources, const Points &receivers,
               const Wavelets &wavelets) {
  ebw_shot *raw = nullptr;
  check(ebw_shot_create(model, &raw));
  Shot shot(raw);
  for (const std::int64_t row : rows.sources)
    check(ebw_shot_add_source(raw, sources.at(row), wavelets.of(row), wavelets.n_samples),
          sources.name_of(row) + (wavelets.path.empty() ? "" : " with " + wavelets.path));
  std::vector<double> positions;
  for (const std::int64_t row : rows.receivers)
    positions.insert(positions.end(), receivers.at(row), receivers.at(row) + receivers.ndim);
  check(ebw_shot_add_receivers(raw, static_cast<std::int64_t>(rows.receivers.size()), positions.data()),
        joined(receivers.origin, ", shot ", rows.number));
  return shot;
}

void set_observed(const Survey &survey, const std::string &path) {
  const Array file = read_npy(path);
  if (file.dtype != EBW_F64)
    refuse(EBW_ERR_DTYPE, path, " holds float32, traces are float64; save it with array.astype('<f8')");
  const std::vector<std::int64_t> wanted{static_cast<std::int64_t>(survey.shots.size()), survey.n_receivers,
                                         survey.n_samples};
  if (file.shape != wanted)
    refuse(EBW_ERR_SHAPE, path, " is ", shape_text(file.shape), ", the survey has ", shape_text(wanted),
           " [shot][receiver][sample]; give the data of these shots");
  const auto stride = file.strides();
  for (std::size_t i = 0; i < survey.shots.size(); ++i)
    check(ebw_shot_set_observed(survey.shots[i].get(), file.data<double>() + static_cast<std::int64_t>(i) * stride[0],
                                survey.n_receivers, survey.n_samples, stride.data() + 1),
          joined(path, ", shot ", i));
}

// Zeros in the place of the true model's traces, which come later, so that the plan counts them.
void reserve_observed(const Survey &survey) {
  const std::vector<double> zeros(static_cast<std::size_t>(survey.n_receivers * survey.n_samples));
  for (const Shot &shot : survey.shots)
    check(ebw_shot_set_observed(shot.get(), zeros.data(), survey.n_receivers, survey.n_samples, nullptr));
}

// ---- Memory

void set_memory(Survey &survey, const SurveyOptions &options) {
  survey.memory_text = options.memory.value_or("");
  survey.memory_bytes = options.memory ? parse_bytes("--memory", *options.memory)
                                       : static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) / 2 * sysconf(_SC_PAGESIZE);
  // For the library 0 means half of the machine's memory; nobody who writes it here does.
  if (survey.memory_bytes < 1)
    refuse(EBW_ERR_ARGUMENT, "--memory = '", *options.memory, "', need at least 1 byte; leave it out for half of the ",
           "machine's memory");
  if (options.directory) {
    const std::int64_t disk = options.disk ? parse_bytes("--disk", *options.disk) : 0;
    if (options.disk && disk < 1)
      refuse(EBW_ERR_ARGUMENT, "--disk = '", *options.disk, "', need at least 1 byte; leave it out for no bound");
    check(ebw_model_set_directory(survey.model.get(), options.directory->c_str(), disk), "--directory");
  }
  if (!options.slots) return;
  if (*options.slots < 1)
    refuse(EBW_ERR_ARGUMENT, "--slots = ", *options.slots,
           ", need at least 1; leave it out for as many as --memory allows");
  check(ebw_model_set_slots(survey.model.get(), *options.slots), "--slots");
}

// Before anything of this length is made: a mistyped --steps must not fill the machine's memory. What does no harm is
// left to the plan, which names the least that works.
void require_room_for_wavelets(const Survey &survey, const SurveyOptions &options, std::int64_t sources) {
  constexpr std::int64_t kHarmless = std::int64_t{64} << 20;
  std::int64_t bytes = 0;
  const bool too_many = __builtin_mul_overflow(survey.n_samples, std::int64_t{sizeof(double)}, &bytes) ||
                        __builtin_mul_overflow(bytes, sources, &bytes);
  if (!too_many && bytes <= std::max(kHarmless, survey.memory_bytes)) return;
  refuse(EBW_ERR_BUDGET, "--memory", options.memory ? " = '" + *options.memory + "'" : " (half of the machine's)",
         " is ", survey.memory_bytes, " bytes, the wavelets of ", sources, " sources with ", survey.n_samples,
         " samples alone need ", too_many ? "more than 2^63" : std::to_string(bytes),
         "; take fewer --steps or sources, or raise --memory");
}

void set_choice(const Survey &survey, const SurveyOptions &options) {
  ebw_model *model = survey.model.get();
  check(ebw_model_set_schedule(model, options.schedule.c_str()), "--schedule");
  if (options.costs) {
    std::vector<double> costs;
    for (const std::string_view word : split(*options.costs, ','))
      costs.push_back(parse_real_option("--costs", std::string(word)));
    if (costs.size() != 4 && costs.size() != 6)
      refuse_usage("--costs = '", *options.costs, "', need four numbers F,FT,A,COPY, or six with W,R");
    check(ebw_model_set_costs(model, costs.data()), "--costs");
    if (costs.size() == 6) check(ebw_model_set_disk_costs(model, costs.data() + 4), "--costs");
  }
  if (options.measure) check(ebw_model_measure_costs(model, nullptr), "--measure");
}

std::int32_t dtype_of(const std::string &name) { return name.empty() ? 0 : name == "f32" ? EBW_F32 : EBW_F64; }

// Makes both models with their faces and time.
void add_models(Survey &survey, const SurveyOptions &options, const Wavelets &from_file, const Velocity &velocity) {
  double v_ref = velocity.largest;
  survey.model = make_model(velocity, options);
  if (options.true_model) {
    const Velocity truth = read_velocity(*options.true_model, options.axes, velocity.values.dtype);
    if (truth.shape != velocity.shape)
      refuse(EBW_ERR_SHAPE, truth.path, " is ", shape_text(truth.shape), ", ", velocity.path, " is ",
             shape_text(velocity.shape), "; both models need the same grid");
    v_ref = std::max(v_ref, truth.largest);
    survey.true_model = make_model(truth, options);
  }
  survey.dt = options.dt ? *options.dt : default_dt(survey);
  const std::int64_t steps = choose_steps(options, from_file);
  for (ebw_model *model : {survey.model.get(), survey.true_model.get()}) {
    if (!model) continue;
    check(ebw_model_set_time(model, survey.dt, steps), "--dt, --steps");
    set_boundary(model, options, velocity.ndim(), v_ref);
  }
  if (__builtin_add_overflow(steps, 1, &survey.n_samples))
    refuse(EBW_ERR_OVERFLOW, "--steps = ", steps, ": the samples do not fit 64 bits; take fewer steps");
}

}  // namespace

std::vector<ebw_shot *> Survey::shot_handles() const {
  std::vector<ebw_shot *> handles;
  for (const Shot &shot : shots) handles.push_back(shot.get());
  return handles;
}

void check_budget(const Survey &survey, std::int32_t status) {
  if (status == EBW_OK) return;
  constexpr std::string_view kArgument = "memory_bytes",
                             kSlots = "slots = ", kDisk = "disk_bytes = ", kDiskBytes = "disk_bytes";
  std::string text = ebw_last_error();
  if (text.starts_with(kSlots)) text.insert(0, "--");
  if (text.starts_with(kDisk))
    for (auto at = text.find(kDiskBytes); at != std::string::npos; at = text.find(kDiskBytes))
      text.replace(at, kDiskBytes.size(), "--disk");
  // The first time with what was typed, later the name alone.
  std::string name =
      survey.memory_text.empty() ? "--memory (half of the machine's)" : "--memory '" + survey.memory_text + "'";
  for (auto at = text.find(kArgument); at != std::string::npos; at = text.find(kArgument, at + name.size())) {
    text.replace(at, kArgument.size(), name);
    name = "--memory";
  }
  throw Refused(status, text);
}

Survey make_survey(const SurveyOptions &options) {
  check_survey_options(options);
  const Velocity velocity = read_velocity(options.model, options.axes, dtype_of(options.dtype));
  const Points sources = read_points("--sources", options.sources, velocity.ndim());
  const Points receivers = read_points("--receivers", options.receivers, velocity.ndim());
  const std::vector<ShotRows> rows = pair_shots(sources, receivers);

  Survey survey;
  survey.shape = velocity.shape;
  survey.stride = velocity.stride;
  survey.file_shape = velocity.values.shape;
  survey.fortran_order = velocity.values.fortran_order;
  survey.dtype = velocity.values.dtype;
  survey.file_dtype = velocity.file_dtype;
  Wavelets wavelets = options.wavelet ? read_wavelets(*options.wavelet, sources.count()) : Wavelets{};
  add_models(survey, options, wavelets, velocity);
  set_memory(survey, options);
  require_room_for_wavelets(survey, options, sources.count());
  if (!options.wavelet) wavelets = make_ricker(options, survey.dt, survey.n_samples);
  for (const ShotRows &shot : rows)
    survey.shots.push_back(make_shot(survey.model.get(), shot, sources, receivers, wavelets));
  survey.n_receivers = static_cast<std::int64_t>(rows.front().receivers.size());
  if (options.observed) set_observed(survey, *options.observed);
  if (options.true_model) reserve_observed(survey);
  set_choice(survey, options);
  return survey;
}

}  // namespace ebw::cli
