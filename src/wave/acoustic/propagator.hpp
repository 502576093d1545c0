// SPDX-License-Identifier: MIT
// The acoustic propagator, constant density: u^{k+1} = 2u^k - u^{k-1} + c (L u^k + B f^k), its exact adjoint and
// imaging by parts, for one shot at a time. Drives the row kernels; knows no schedule and no storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tape_places.hpp"
#include "wave/acoustic/geometry.hpp"
#include "wave/acoustic/tuning.hpp"
#include "wave/acoustic/tuning_text.hpp"
#include "wave/misfit.hpp"
#include "wave/stencil/dispatch.hpp"

namespace ebw::wave::acoustic {

// How a run computes; none of it changes a bit of the result but flush_to_zero.
struct Resources {
  int threads = 1;
  bool flush_to_zero = true;
  stencil::Isa isa = stencil::Isa::generic;
  TileChoice tile;
  bool operator==(const Resources &) const = default;
};

// What is computed beside the traces.
enum class Task {
  forward,  // traces and final state
  misfit,   // and J
  adjoint,  // and wavelet gradients and initial cotangent: the reverse needs no state
  image,    // and the gradient by the model: the reverse of step k needs u^k
};
enum class AdjointSource { misfit, given };

struct ShotTask {
  const Model *model = nullptr;
  Shot *shot = nullptr;
  std::int64_t number = 0;
  Task task = Task::forward;
  AdjointSource source = AdjointSource::misfit;
  const MisfitFunction *misfit = nullptr;  // NULL or empty: least squares
  std::int64_t shots = 1;                  // of the whole run: whether tuning pays
};

// Order of calls: set_shot, allocate, start, then as a stepper (reverse kind state_only). u^k lies in the buffer of k's
// parity, so that load(k) may come at any time.
class Propagator {
 public:
  virtual ~Propagator() = default;

  const Geometry &geometry() const { return geometry_; }
  const Resources &resources() const { return resources_; }
  const MemoryAccount &account() const { return account_; }

  // From the next allocate() on.
  void set_tile(const TileChoice &tile) {
    retune_ |= tile != resources_.tile;
    resources_.tile = tile;
  }

  // Ranges of steps of each kind until no more tiles are tried.
  virtual int trials() const = 0;

  // The tiles that were found or given, for another propagator that computes alike (tuning_text.hpp); Status::state
  // where there are none.
  virtual std::string tuning() const = 0;
  // Steps of all sweeps so far that ran in tiles of several steps.
  virtual std::int64_t tiled_steps() const = 0;
  // Uses these, from the next allocate() on, and tries none of a kind that is known; "": forgets them. Refuses
  // (Status::argument) what was found for another shape, number of threads or instruction set. EBW_TILE goes before.
  void set_tuning(std::string_view text);
  // Why set_tuning would refuse; empty: it would not.
  std::string why_not(std::string_view tuning) const;

  // What allocate() will hold for this task, shot included in `scratch` (points) and `residuals`.
  virtual MemoryBytes planned_bytes(const ShotTask &task) const = 0;
  // Takes the shot and the model's present field; memory of the last shot is reused where it has the same size.
  virtual void set_shot(const ShotTask &task) = 0;
  virtual void allocate() = 0;

  virtual void start() = 0;
  virtual void advance(std::int64_t from, std::int64_t to) = 0;
  // Step `from` streams the rows of u^from to its own tape; each step k those of u^{k+1} to that of k + 1.
  virtual void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) = 0;
  // advance and save(to): the last step streams its rows to the state as well.
  virtual void advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) = 0;
  virtual void turn(std::int64_t n) = 0;
  virtual void reverse(std::int64_t k) = 0;
  virtual void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) = 0;
  // Without imaging: steps from, from-1, ..., to with neither state nor tape.
  virtual void reverse_plain(std::int64_t from, std::int64_t to) = 0;
  virtual void save(std::int64_t k, std::byte *bytes) = 0;
  virtual void load(std::int64_t k, const std::byte *bytes) = 0;

  // The adjoint wavefields with their memories, residuals, gradients by model and wavelets; raw, for this build alone.
  virtual std::int64_t adjoint_bytes(const ShotTask &task) const = 0;
  virtual void save_adjoint(std::byte *bytes) = 0;
  virtual void load_adjoint(const std::byte *bytes) = 0;
  // What the forward sweep has left so far: traces, misfit and final state.
  virtual std::int64_t record_bytes(const ShotTask &task) const = 0;
  virtual void save_record(std::byte *bytes) = 0;
  virtual void load_record(const std::byte *bytes) = 0;

  double misfit() const { return misfit_; }
  // The adjoint sweep has reached step 0.
  bool finished() const { return finished_; }
  // Sum of u^k s^k of this shot, layers folded onto the grid's edge: dense, z fastest, the field's dtype.
  virtual void fold_gradient(std::byte *dense) = 0;

 protected:
  Propagator(const Setup &setup, const Resources &resources) : geometry_(setup), resources_(resources) {}

  std::vector<std::string> words() const {
    return tuning_words(geometry_, resources_.threads, stencil::name_of(resources_.isa));
  }

  Geometry geometry_;
  Resources resources_;
  std::optional<KnownTiles> known_;  // tiles that were given
  bool retune_ = true;               // at the next allocate()
  MemoryAccount account_;
  double misfit_ = 0.0;
  bool finished_ = false, folded_ = false;
};

std::unique_ptr<Propagator> make_propagator(const Setup &setup, const Resources &resources);

}  // namespace ebw::wave::acoustic
