// SPDX-License-Identifier: MIT
// Walks through model and shot, number by number: padding never enters.
#include "gradient/problem.hpp"

namespace ebw::gradient {

namespace {

void add_numbers(Fingerprint &to, const double *numbers, std::int64_t count) {
  to.add_bytes(numbers, numbers ? count * static_cast<std::int64_t>(sizeof(double)) : 0);
}

void add_positions(Fingerprint &to, const std::vector<wave::Position> &positions) {
  to.add(static_cast<std::int64_t>(positions.size()));
  for (const wave::Position &position : positions)
    for (const double metres : position) to.add(metres);
}

void add_bytes(Fingerprint &to, const Array<std::byte> &bytes) { to.add_bytes(bytes.data(), bytes.size()); }

void add_model(Fingerprint &to, const wave::Model &model) {
  const wave::Setup &s = model.setup();
  to.add(std::int64_t{s.grid.ndim});
  for (const std::int64_t nodes : s.grid.shape) to.add(nodes);
  for (const double metres : s.grid.spacing) to.add(metres);
  to.add(static_cast<std::int64_t>(s.dtype));
  for (const wave::Face &face : s.boundary) {
    to.add(static_cast<std::int64_t>(face.kind));
    to.add(face.cells);
    to.add(face.v_ref);
    to.add(face.f_ref);
  }
  to.add(std::int64_t{s.order});
  to.add(s.dt);
  to.add(s.n_steps);
  to.add(static_cast<std::int64_t>(model.field_kind()));
  to.add_bytes(model.field<std::byte>(), model.has_field() ? s.grid.nodes() * size_of(s.dtype) : 0);
}

void add_shot(Fingerprint &to, const wave::Shot &shot) {
  add_positions(to, shot.sources());
  add_positions(to, shot.receivers());
  const std::int64_t traces = shot.n_receivers() * shot.n_samples();
  add_numbers(to, shot.wavelets(), shot.n_sources() * shot.n_samples());
  add_numbers(to, shot.observed(), traces);
  add_numbers(to, shot.weights(), shot.n_receivers());
  add_numbers(to, shot.adjoint_sources(), traces);
  add_bytes(to, shot.initial_state());
  add_bytes(to, shot.final_cotangent());
  to.add(std::int64_t{shot.keep_states()});
}

}  // namespace

void add_to(Fingerprint &fingerprint, const wave::acoustic::ShotTask &task) {
  fingerprint.add(static_cast<std::int64_t>(task.task));
  fingerprint.add(static_cast<std::int64_t>(task.source));
  fingerprint.add(std::int64_t{task.misfit && *task.misfit});
  add_model(fingerprint, *task.model);
  add_shot(fingerprint, *task.shot);
}

}  // namespace ebw::gradient
