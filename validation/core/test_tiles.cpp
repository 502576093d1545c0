// SPDX-License-Identifier: MIT
// Time tiles on stamps: two buffers hold, per row, the time of the field that lies there. Every row's step must find
// its neighbours at its own time and overwrite the time before, whichever of the threads goes first.
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "expect.hpp"
#include "wave/acoustic/propagator.hpp"
#include "wave/acoustic/tiles.hpp"
#include "wave/acoustic/tuning.hpp"

namespace {

using ebw::Range;
using ebw::wave::acoustic::TileBlock;
using ebw::wave::acoustic::TilePlan;
using ebw::wave::acoustic::TileShape;
using ebw::wave::acoustic::TileTuner;

struct Size {
  std::int64_t nx, ny, radius;
};

class Stamps {
 public:
  explicit Stamps(const Size &size) : size_(size) {
    for (int parity = 0; parity < 2; ++parity)  // time -1 lies where time 1 will
      time_[static_cast<std::size_t>(parity)].assign(static_cast<std::size_t>(size.nx * size.ny), parity ? -1 : 0);
  }
  void run(const TileBlock &b) {
    if (b.i0 < 0 || b.i1 > size_.nx || b.j0 < 0 || b.j1 > size_.ny || b.i0 >= b.i1 || b.j0 >= b.j1) good_ = false;
    for (std::int64_t i = b.i0; good_ && i < b.i1; ++i)
      for (std::int64_t j = b.j0; good_ && j < b.j1; ++j) row(b.step, i, j);
  }
  bool all_at(std::int64_t time) {
    for (std::int64_t i = 0; good_ && i < size_.nx; ++i)
      for (std::int64_t j = 0; j < size_.ny; ++j) good_ = good_ && at(time, i, j) == time;
    return good_;
  }

 private:
  std::int64_t &at(std::int64_t time, std::int64_t i, std::int64_t j) {
    return time_[static_cast<std::size_t>(time & 1)][static_cast<std::size_t>(i * size_.ny + j)];
  }
  void row(std::int64_t step, std::int64_t i, std::int64_t j) {
    for (std::int64_t m = -size_.radius; m <= size_.radius; ++m) {
      if (i + m >= 0 && i + m < size_.nx && at(step, i + m, j) != step) good_ = false;
      if (j + m >= 0 && j + m < size_.ny && at(step, i, j + m) != step) good_ = false;
    }
    if (at(step + 1, i, j) != step - 1) good_ = false;
    at(step + 1, i, j) = step + 1;
  }

  Size size_;
  std::array<std::vector<std::int64_t>, 2> time_;
  bool good_ = true;
};

// A thread's blocks of its trapezoid, by how often its group has met before.
using Phases = std::vector<std::vector<TileBlock>>;
Phases phases_of(const TilePlan &plan, int thread) {
  Phases phases(1);
  plan.trapezoid(
      thread, [&](const TileBlock &block) { phases.back().push_back(block); }, [&] { phases.emplace_back(); });
  return phases;
}

// Groups one after the other, and between two meetings the threads of a group, the first or the last one first: of two
// that touch the same row without waiting for each other, one order would break a stamp.
bool holds(const Size &size, int team, const TileShape &shape, bool backwards) {
  Stamps stamps(size);
  const TilePlan plan(size.nx, size.ny, size.radius, team, shape);
  const auto run = [&](const TileBlock &block) { stamps.run(block); };
  const auto turn = [&](int n, int count) { return backwards ? count - 1 - n : n; };
  for (int g = 0; g < plan.groups(); ++g) {
    const int group = turn(g, plan.groups()), members = plan.threads_of_group(group);
    std::vector<Phases> of_member;
    for (int t = 0; t < team; ++t)
      if (plan.group_of(t) == group) of_member.push_back(phases_of(plan, t));
    if (static_cast<int>(of_member.size()) != members) return false;
    for (std::size_t phase = 0; phase < of_member[0].size(); ++phase)
      for (int m = 0; m < members; ++m) {
        const Phases &phases = of_member[static_cast<std::size_t>(turn(m, members))];
        if (phases.size() != of_member[0].size()) return false;
        for (const TileBlock &block : phases[phase]) run(block);
      }
  }
  if (plan.has_valleys()) {
    if (plan.valleys_need_meeting()) {
      for (std::int64_t s = 1; s < shape.steps; ++s)
        for (int t = 0; t < team; ++t) plan.valleys(s, turn(t, team), run);
    } else {
      for (int t = 0; t < team; ++t)
        for (std::int64_t s = 1; s < shape.steps; ++s) plan.valleys(s, turn(t, team), run);
    }
  }
  return stamps.all_at(shape.steps);
}

constexpr Size kSizes[] = {{40, 13, 1}, {41, 9, 1}, {33, 24, 2}, {64, 1, 1}, {67, 1, 2}, {70, 11, 3}, {131, 8, 4}};

// Alone, in pairs (of 3 threads a pair and one more), in threes, and all of a team together.
void every_row_of_every_step_finds_its_neighbours_at_its_time(void **) {
  int tried = 0, shared = 0;
  for (const Size &size : kSizes)
    for (int team = 1; team <= 4; ++team)
      for (int threads = 1; threads <= team; ++threads)
        for (std::int64_t steps = 1; steps <= 8; ++steps) {
          if (steps > TilePlan::most_steps(size.nx, size.radius, team, threads)) continue;
          for (const std::int64_t rows : {1, 3, 8, 100})
            for (const std::int64_t planes : {1, 2, 4, 7, 200})
              for (const bool backwards : {false, true}) {
                const bool good = holds(size, team, {steps, rows, planes, threads}, backwards);
                if (!good)
                  print_error("%d x %d rows, radius %d, %d threads by %d, %d steps, tiles of %d rows and %d planes\n",
                              int(size.nx), int(size.ny), int(size.radius), team, threads, int(steps), int(rows),
                              int(planes));
                assert_true(good);
                ++tried;
                shared += threads > 1 && steps > 1 ? 1 : 0;
              }
        }
  assert_true(tried > 4000 && shared > 2000);
}

// Stamps must see threads of a group that do not meet.
void members_that_do_not_meet_break(void **) {
  const Size size{40, 13, 2};
  Stamps stamps(size);
  const TilePlan plan(size.nx, size.ny, size.radius, 2, {3, 8, 4, 2});
  for (int t = 0; t < 2; ++t)
    for (const auto &blocks : phases_of(plan, t))
      for (const TileBlock &block : blocks) stamps.run(block);
  assert_false(stamps.all_at(3));
}

// Whatever the environment may ask for.
void tiles_of_any_size_do_not_overflow(void **) {
  for (const std::int64_t size : {INT64_MAX, INT64_MAX - 1, INT64_MAX / 2, std::int64_t{1} << 40})
    for (int team = 1; team <= 3; ++team)
      for (const bool backwards : {false, true}) {
        assert_true(holds({70, 11, 3}, team, {3, 8, size}, backwards));
        assert_true(holds({70, 11, 3}, team, {3, size, 4}, backwards));
        assert_true(holds({64, 1, 1}, team, {3, size, size}, backwards));
        assert_true(holds({70, 11, 3}, team, {3, 8, 4, size}, backwards));
        // The second block of such a tile lies beyond the grid.
        const TilePlan huge(70, 11, 3, team, {3, size, size});
        const auto none = [](const TileBlock &b) { assert_true(b.i0 >= b.i1); };
        for (const std::int64_t x : {0, 4, 69}) huge.ahead({0, x, 70, 0, 11}, none, none);
      }
}

// As many steps as there is room for; and so many that the valleys of a thread's two bounds meet.
void steps_beyond_the_limit_break(void **) {
  for (const Size &size : kSizes)
    for (int team = 2; team <= 4; ++team) {
      const std::int64_t most = TilePlan::most_steps(size.nx, size.radius, team);
      assert_true(most < 2 || holds(size, team, {most, 8, 4}, false));
      if (team == 2) continue;
      const Range inner = TilePlan::planes_of(size.nx, 1, team);
      assert_false(holds(size, team, {(inner.end - inner.begin) / (2 * size.radius) + 2, 8, 4}, false));
    }
}

// Stamps must see a tile that does not lean enough: that of a smaller radius.
void tiles_that_lean_too_little_break(void **) {
  for (const Size &size : kSizes) {
    if (size.radius < 2) continue;
    Stamps stamps(size);
    const TilePlan plan(size.nx, size.ny, size.radius - 1, 1, {4, 3, 4});
    plan.trapezoid(
        0, [&](const TileBlock &block) { stamps.run(block); }, [] {});
    assert_false(stamps.all_at(4));
  }
}

// Rows of both fields and of what belongs to nodes alone, by (kind, plane, row); kind 2: the latter.
using RowSet = std::set<std::array<std::int64_t, 3>>;

// Whatever a block reads was touched by a block before it in its tile, or has been listed by one before along x;
// and little is listed that it does not read.
void rows_ahead_are_those_that_the_next_block_reads(void **) {
  std::int64_t listed_rows = 0, of_use = 0, blocks = 0;
  for (const Size &size : kSizes)
    for (int team = 1; team <= 2; ++team)
      for (const TileShape &shape :
           {TileShape{2, 8, 2}, TileShape{3, 5, 4}, TileShape{4, 100, 2}, TileShape{4, 3, 2}}) {
        if (shape.steps > TilePlan::most_steps(size.nx, size.radius, team)) continue;
        const TilePlan plan(size.nx, size.ny, size.radius, team, shape);
        for (int thread = 0; thread < team; ++thread) {
          RowSet touched, listed, ahead;
          std::int64_t tile = -1, last = -1;  // of the blocks of step 0: first row and first plane
          const std::int64_t begin = TilePlan::planes_of(size.nx, thread, team).begin;
          bool follows = false;
          const auto add = [&](RowSet &to, std::int64_t kind, const TileBlock &b, std::int64_t reach) {
            const std::int64_t across = size.ny > 1 ? reach : 0;
            for (std::int64_t i = std::max<std::int64_t>(0, b.i0 - reach); i < std::min(size.nx, b.i1 + reach); ++i)
              for (std::int64_t j = std::max<std::int64_t>(0, b.j0 - across); j < std::min(size.ny, b.j1 + across); ++j)
                to.insert({kind, i, j});
          };
          plan.trapezoid(
              thread,
              [&](const TileBlock &b) {
                if (b.step == 0) {
                  follows = b.j0 == tile && b.i0 == last + shape.planes;
                  if (b.j0 != tile) touched.clear(), listed.clear(), ahead.clear();
                  tile = b.j0, last = b.i0;
                  listed.merge(ahead);
                  ahead.clear();
                  plan.ahead(
                      b, [&](const TileBlock &a) { add(ahead, a.step & 1, a, 0); },
                      [&](const TileBlock &a) {
                        if (a.step == 0) add(ahead, 1, a, 0);
                        add(ahead, 2, a, 0);
                      });
                }
                RowSet reads;
                add(reads, b.step & 1, b, size.radius);
                add(reads, (b.step + 1) & 1, b, 0);
                add(reads, 2, b, 0);
                for (const auto &row : reads) {
                  const bool here = touched.count(row) > 0;
                  // Not listed: a tile's first block and planes, and blocks after the last of step 0.
                  const std::int64_t x = b.i1 + size.radius * b.step;
                  const bool inner = row[1] >= begin + size.radius * shape.steps;
                  if (follows && inner && x <= last + shape.planes) assert_true(here || listed.count(row) > 0);
                  if (!here && listed.count(row) > 0) ++of_use;
                }
                touched.insert(reads.begin(), reads.end());
                if (b.step == 0) listed_rows += static_cast<std::int64_t>(ahead.size()), ++blocks;
              },
              [] {});
        }
      }
  assert_true(blocks > 500 && listed_rows > 1000);
  assert_true(of_use * 10 > listed_rows * 7);
}

void bounds_are_even_and_cover_all_planes(void **) {
  for (std::int64_t nx = 1; nx <= 40; ++nx)
    for (int team = 1; team <= 5; ++team) {
      std::int64_t next = 0;
      for (int thread = 0; thread < team; ++thread) {
        const Range own = TilePlan::planes_of(nx, thread, team);
        assert_int_equal(own.begin, next);
        assert_true(own.begin % 2 == 0 || own.begin == nx);
        next = own.end;
      }
      assert_int_equal(next, nx);
      assert_true(TilePlan::most_steps(nx, 2, team) >= 1);
    }
}

// Three shapes whose steps take 3, 1 and 2 s: each is tried twice, then the second one is kept; short ranges are taken
// with the best so far and tell nothing.
void the_tuner_keeps_the_fastest_shape(void **) {
  const std::vector<TileShape> shapes = {{}, {4, 64, 4}, {8, 64, 4}};
  const double seconds[] = {3.0, 1.0, 2.0};
  TileTuner tuner(shapes);
  for (int n = 0; n < 6; ++n) {
    assert_false(tuner.settled());
    assert_int_equal(tuner.piece(2), 2);
    assert_true(tuner.shape(2) == (n < 2 ? shapes[0] : shapes[1]));
    tuner.note(2, 1e-9);
    assert_true(tuner.shape(100) == shapes[static_cast<std::size_t>(n % 3)]);
    tuner.note(100, seconds[n % 3] * static_cast<double>(tuner.piece(100)));
  }
  assert_true(tuner.settled());
  assert_int_equal(tuner.piece(100), 100);
  assert_true(tuner.shape(100) == shapes[1] && tuner.shape(1) == shapes[1]);
}

void without_candidates_sweeps_are_plain(void **) {
  const TileTuner none, one({{8, 32, 4}});
  assert_true(none.settled() && none.shape(9) == TileShape{} && none.piece(9) == 9);
  assert_true(one.settled() && one.shape(9).steps == 8 && one.piece(9) == 9);
}

// A 2-D model whose gradient would take long enough to search for tiles.
struct LongRun {
  explicit LongRun(std::int64_t steps, int threads)
      : model(ebw::Dtype::f32, grid()), shot(grid(), 4), velocity(static_cast<std::size_t>(grid().nodes()), 2000.0f) {
    const std::int64_t shape[2] = {grid().shape[0], grid().shape[2]};
    model.set_field("velocity", velocity.data(), ebw::Dtype::f32, ebw::make_layout(2, shape, nullptr));
    model.set_face(-1, ebw::wave::make_face(static_cast<std::int32_t>(ebw::wave::FaceKind::zero), 0, 0.0, 0.0));
    model.set_time(1e-3, steps);
    ebw::wave::acoustic::Resources resources;
    resources.threads = threads;
    resources.tile = {true, {}};
    propagator = ebw::wave::acoustic::make_propagator(model.setup(), resources);
  }
  static ebw::wave::Grid grid() {
    const std::int64_t shape[2] = {120, 40};
    const double spacing[2] = {10.0, 10.0};
    return ebw::wave::make_grid(2, shape, spacing);
  }
  void begin() {
    ebw::wave::acoustic::ShotTask task;
    task.model = &model;
    task.shot = &shot;
    propagator->set_shot(task);
    propagator->allocate();
    propagator->start();
  }
  ebw::wave::Model model;
  ebw::wave::Shot shot;  // without points, so that its samples are not used
  std::vector<float> velocity;
  std::unique_ptr<ebw::wave::acoustic::Propagator> propagator;
};

std::string refusal(const auto &body) {
  try {
    body();
    return "";
  } catch (const ebw::Error &error) {
    return error.what();
  }
}

// Steps do run in tiles; and where eight threads' own planes are too few for two steps, in tiles that they share.
void forced_tiles_are_used(void **) {
  const struct {
    TileShape shape;
    int threads;
    std::int64_t tiled;
  } cases[] = {{{}, 2, 0}, {{4, 1, 8}, 2, 40}, {{4, 1, 8}, 8, 0}, {{4, 1, 8, 4}, 8, 40}, {{4, 1, 8, 8}, 8, 40}};
  for (const auto &c : cases) {
    LongRun run(40, c.threads);
    run.propagator->set_tile({false, c.shape});
    run.begin();
    run.propagator->advance(0, 40);
    assert_int_equal(run.propagator->tiled_steps(), c.tiled);
  }
}

// Plain first, no shape twice, every other one fused in truth: where a thread's planes are too few, tiles are shared.
void candidates_have_planes_enough(void **) {
  const std::int64_t shape[3] = {230, 120, 60};
  const double spacing[3] = {10.0, 10.0, 10.0};
  const ebw::wave::Grid grid = ebw::wave::make_grid(3, shape, spacing);
  ebw::wave::Model model(ebw::Dtype::f32, grid);
  const std::vector<float> velocity(static_cast<std::size_t>(grid.nodes()), 2000.0f);
  model.set_field("velocity", velocity.data(), ebw::Dtype::f32, ebw::make_layout(3, shape, nullptr));
  model.set_face(-1, ebw::wave::make_face(static_cast<std::int32_t>(ebw::wave::FaceKind::zero), 0, 0.0, 0.0));
  model.set_order(8);
  model.set_time(1e-3, 10);
  const ebw::wave::acoustic::Geometry geometry(model.setup());
  for (const int threads : {1, 2, 5, 16, 60}) {
    const std::vector<TileShape> all = ebw::wave::acoustic::tile_candidates(geometry, threads);
    assert_true(all.front() == TileShape{});
    assert_true(all.size() > 1);
    for (std::size_t n = 1; n < all.size(); ++n) {
      assert_true(TilePlan::most_steps(230, 4, threads, all[n].threads) > 1);
      for (std::size_t other = 0; other < n; ++other) assert_false(all[n] == all[other]);
    }
    const bool alone = TilePlan::most_steps(230, 4, threads) >= 4;
    assert_true(alone || all.back().threads > 1);
    assert_true(TilePlan::most_steps(230, 4, threads, all.back().threads) >= 4);
  }
}

// What one propagator has found another one takes over, however short its run; it searches no more.
void a_found_tiling_serves_another_propagator(void **) {
  constexpr std::int64_t kLong = std::int64_t{1} << 30;
  LongRun finder(kLong, 2);
  finder.begin();
  assert_non_null(std::strstr(refusal([&] { finder.propagator->tuning(); }).c_str(), "no tiles were found yet"));
  finder.propagator->advance(0, 400);
  const std::string found = finder.propagator->tuning();
  assert_non_null(std::strstr(found.c_str(), "nodes=120x1x40"));
  assert_null(std::strstr(found.c_str(), "advance=untried"));
  assert_non_null(std::strstr(found.c_str(), "taped=untried"));

  LongRun brief(10, 2), other(10, 1), searching(kLong, 2);
  brief.propagator->set_tuning(found);
  brief.begin();
  assert_string_equal(brief.propagator->tuning().c_str(), found.c_str());
  assert_int_equal(brief.propagator->trials(), 0);
  assert_non_null(
      std::strstr(refusal([&] { other.propagator->set_tuning(found); }).c_str(), "threads=2, here it is 1"));
  // Kinds that are not known are searched all the same where that pays.
  searching.propagator->set_tuning(found);
  searching.begin();
  const int untried = searching.propagator->trials();
  assert_true(untried > 0);
  searching.propagator->advance(0, 400);
  assert_int_equal(searching.propagator->trials(), untried);
  assert_string_equal(searching.propagator->tuning().c_str(), found.c_str());
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_of_every_step_finds_its_neighbours_at_its_time),
      cmocka_unit_test(members_that_do_not_meet_break),
      cmocka_unit_test(tiles_of_any_size_do_not_overflow),
      cmocka_unit_test(steps_beyond_the_limit_break),
      cmocka_unit_test(tiles_that_lean_too_little_break),
      cmocka_unit_test(rows_ahead_are_those_that_the_next_block_reads),
      cmocka_unit_test(bounds_are_even_and_cover_all_planes),
      cmocka_unit_test(the_tuner_keeps_the_fastest_shape),
      cmocka_unit_test(forced_tiles_are_used),
      cmocka_unit_test(candidates_have_planes_enough),
      cmocka_unit_test(a_found_tiling_serves_another_propagator),
      cmocka_unit_test(without_candidates_sweeps_are_plain),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
