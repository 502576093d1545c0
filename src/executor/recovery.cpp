// SPDX-License-Identifier: MIT
// What a generation holds, and how a run is put back to where it stood.
#include "executor/recovery.hpp"

#include <algorithm>
#include <tuple>

#include "base/checked.hpp"
#include "base/log.hpp"

namespace ebw::executor {

using schedule::Action;
using storage::Bank;
using storage::Generation;
using storage::Part;

namespace {

// Kinds of parts; those from 100 on are the caller's.
constexpr std::uint32_t kState = 2, kSlot = 3, kAdjoint = 4, kRecord = 5;
constexpr std::uint32_t kFirstOuter = 100;
constexpr std::int64_t kGenerationsAtOnce = 3;  // two, and the one that is being written

Pace::Clock::duration duration_of(double seconds) {
  // The clock counts nanoseconds in 64 bits; ten years are as good as never.
  return std::chrono::duration_cast<Pace::Clock::duration>(std::chrono::duration<double>(std::min(seconds, 3e8)));
}

template <class... Words>
void tell(const std::string &directory, const Words &...words) {
  if (log_enabled()) log_info(text("directory '", directory, "': ", words...));
}

}  // namespace

void check(const RecoveryOptions &options) {
  if (options.disk_bytes < 0)
    fail(Status::argument, "disk_bytes = ", options.disk_bytes, ", need a number of bytes, or 0 for no bound");
  if (!(options.seconds >= 0.0))
    fail(Status::argument, "seconds = ", options.seconds, ", need at least 0 between two generations");
}

std::vector<std::int64_t> Standing::numbers() const {
  std::vector<std::int64_t> all{actions,
                                static_cast<std::int64_t>(hash),
                                next,
                                position,
                                reached,
                                next_reverse,
                                adjoint,
                                forward_steps,
                                reverse_steps,
                                recomputed,
                                saves,
                                loads,
                                peak_slots,
                                disk_saves,
                                disk_loads,
                                peak_disk_slots,
                                end};
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

Standing Standing::from(const std::vector<std::int64_t> &n) {
  return {n[0],  static_cast<std::uint64_t>(n[1]),
          n[2],  n[3],
          n[4],  n[5],
          n[6],  n[7],
          n[8],  n[9],
          n[10], n[11],
          n[12], n[13],
          n[14], n[15],
          n[16], {n.begin() + kNumbers, n.end()}};
}

std::uint64_t hash_action(std::uint64_t hash, const Action &a) {
  for (const std::int64_t number : {static_cast<std::int64_t>(a.kind), a.from, a.to, a.slot}) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9FB21C651E98DF25u;
    hash ^= hash >> 29;
  }
  return hash;
}

// ---- Opening

Recovery::Recovery(const RecoveryOptions &options, const Fingerprint &problem, bool resume)
    : options_(options),
      files_(options.directory, problem.value(), *options.calls),
      pace_(duration_of(options.seconds)) {
  if (!resume) {
    if (!files_.empty())
      fail(Status::state, "directory '", files_.path(),
           "' holds an unfinished run of this very problem; resume it, or ", "remove its files ebw-* to begin anew");
    return;
  }
  std::vector<std::string> damaged;
  const std::optional<Generation> found = files_.newest(damaged);
  for (const std::string &words : damaged) tell(files_.path(), words, found ? "; the one before it is used" : "");
  if (!found) {
    if (!damaged.empty())
      fail(Status::corrupt, "directory '", files_.path(), "': no generation is whole; ", damaged.front(),
           "; remove its files ebw-* to begin anew");
    tell(files_.path(), "nothing to resume, the run begins anew");
    return;
  }
  take_numbers(*found);
  for (const Part &part : found->parts) (part.kind >= kFirstOuter ? outer_parts_ : found_).push_back(part);
  if (!standing_)
    tell(files_.path(), "generation ", found->serial, " goes on with the next shot");
  else if (standing_->adjoint)
    tell(files_.path(), "generation ", found->serial, " goes on with the reverse of step ", standing_->next_reverse);
  else
    tell(files_.path(), "generation ", found->serial, " goes on forward from step ", standing_->reached);
}

// Two lists with their counts in front, and where the run stood when one was under way.
void Recovery::take_numbers(const Generation &found) {
  auto at = found.numbers.begin();
  const auto damaged = [&] {
    fail(Status::corrupt, "directory '", files_.path(), "': generation ", found.serial, " has ", found.numbers.size(),
         " numbers; remove its files ebw-* to begin anew");
  };
  for (std::vector<std::int64_t> *list : {&choice_, &outer_numbers_}) {
    if (at == found.numbers.end() || *at < 0 || *at > found.numbers.end() - at - 1) damaged();
    list->assign(at + 1, at + 1 + *at);
    at += 1 + *at;
  }
  const auto own = static_cast<std::size_t>(found.numbers.end() - at);
  if (own != 0 && own < Standing::kNumbers) damaged();
  if (own > 0) standing_ = Standing::from({at, found.numbers.end()});
}

std::vector<std::int64_t> Recovery::head_numbers() const {
  std::vector<std::int64_t> numbers;
  for (const std::vector<std::int64_t> *list : {&choice_, &outer_numbers_}) {
    numbers.push_back(static_cast<std::int64_t>(list->size()));
    numbers.insert(numbers.end(), list->begin(), list->end());
  }
  return numbers;
}

void Recovery::set_outer(std::vector<std::int64_t> numbers, std::vector<Part> parts) {
  outer_numbers_ = std::move(numbers);
  outer_parts_ = std::move(parts);
}

std::int64_t Recovery::buffer_bytes(const Stepper &stepper) {
  return std::max({stepper.state_bytes(), stepper.adjoint_bytes(), stepper.record_bytes()});
}

void Recovery::reserve(std::int64_t bytes) {
  if (buffer_.bytes() >= bytes) return;
  buffer_ = {};
  account_.reset_peak();
  buffer_ = AlignedBuffer(account_, MemoryUse::scratch, bytes);
}

std::int64_t Recovery::least_disk_bytes(const Stepper &stepper) {
  const std::int64_t sum = checked_add(checked_add(stepper.state_bytes(), stepper.adjoint_bytes(), "bytes"),
                                       stepper.record_bytes(), "bytes of a generation");
  return checked_multiply(kGenerationsAtOnce, sum, "bytes of generations");
}

void Recovery::require_room(const Stepper &stepper) const {
  const std::int64_t least = checked_add(least_disk_bytes(stepper), others_bytes_, "bytes of disk");
  if (options_.disk_bytes > 0 && least > options_.disk_bytes)
    fail(Status::budget, "disk_bytes = ", options_.disk_bytes, ", need at least ", least, " for ", kGenerationsAtOnce,
         " generations", others_bytes_ > 0 ? " and the schedule's states on disk" : "",
         "; raise it, or pass 0 for no bound");
}

std::span<std::byte> Recovery::buffer(std::int64_t bytes, const char *what) {
  if (bytes > buffer_.bytes())
    fail(Status::internal, "a generation's ", what, " has ", bytes, " bytes, its buffer ", buffer_.bytes());
  return {buffer_.data(), static_cast<std::size_t>(bytes)};
}

// ---- Keeping

void Recovery::keep(const Standing &standing, const LiveSlots &live, Room &store, Stepper &stepper) {
  Generation g;
  g.parts = outer_parts_;
  std::int64_t other = 0;
  for (const Part &part : outer_parts_) other += part.bytes;
  if (stepper.record_bytes() > 0) {
    const auto bytes = buffer(stepper.record_bytes(), "record");
    stepper.save_record(standing.reached, bytes.data());
    g.parts.push_back(files_.write(kRecord, -1, -1, bytes));
  }
  if (standing.adjoint) {
    const auto bytes = buffer(stepper.adjoint_bytes(), "adjoint");
    stepper.save_adjoint(standing.next_reverse + 1, bytes.data());
    g.parts.push_back(files_.write(kAdjoint, standing.next_reverse + 1, -1, bytes));
  }
  if (standing.position >= 0) {
    const auto bytes = buffer(stepper.state_bytes(), "state");
    stepper.save(standing.position, bytes.data());
    g.parts.push_back(files_.write(kState, standing.position, -1, bytes));
  }
  room_ = options_.disk_bytes - others_bytes_ - other - least_disk_bytes(stepper);
  Copies copies = copy_slots(live, stepper.state_bytes(), store);
  for (const auto &[key, copy] : copies) g.parts.push_back(copy.part);
  g.numbers = head_numbers();
  const std::vector<std::int64_t> own = standing.numbers();
  g.numbers.insert(g.numbers.end(), own.begin(), own.end());
  files_.commit(std::move(g));
  copies_ = std::move(copies);
  disk_saved_ = false;
  ++generations_;
  pace_.done();
}

void Recovery::keep_outer() {
  Generation g;
  g.parts = outer_parts_;
  g.numbers = head_numbers();
  files_.commit(std::move(g));
  copies_.clear();
  ++generations_;
  pace_.done();
}

// A state in a slot never changes: it is written once, by the first generation that meets it, or its file is linked.
// Tapes are not: they are many, and one sweep brings them back.
Recovery::Copies Recovery::copy_slots(const LiveSlots &live, std::int64_t state_bytes, Room &store) {
  Copies copies;
  for (const auto &[key, step] : live.slots()) {
    const auto old = copies_.find(key);
    if (key.first == Bank::state && old != copies_.end() && old->second.part.step == step) copies.insert(*old);
  }
  for (const auto &[key, step] : live.slots()) {
    const auto &[bank, slot] = key;
    if (bank != Bank::state || copies.contains(key)) continue;
    const storage::BlockFile *file = store.file_of(slot, step);
    if (file && file->header().payload == state_bytes)
      if (const std::optional<Part> part = files_.link(kSlot, step, slot, *file)) {
        copies[key] = {*part, true};
        continue;
      }
    if (!fits(state_bytes, copies)) continue;
    const std::byte *place = store.begin_load(bank, slot, step);
    copies[key] = {files_.write(kSlot, step, slot, std::span(place, static_cast<std::size_t>(state_bytes))), false};
    store.end_load(bank, slot);
  }
  return copies;
}

bool Recovery::fits(std::int64_t bytes, const Copies &copies) const {
  return options_.disk_bytes == 0 || bytes <= room_ - slot_bytes(copies);
}

std::int64_t Recovery::slot_bytes(const Copies &copies) const {
  std::int64_t sum = 0;
  const auto is_new = [&](const Part &part, const std::vector<Part> &kept) {
    return std::find(kept.begin(), kept.end(), part) == kept.end();
  };
  const auto is_shared = [&](const Part &part) {
    const auto copy = copies.find({Bank::state, part.slot});
    return copy != copies.end() && copy->second.shared && copy->second.part == part;
  };
  const std::vector<Part> kept = files_.parts();
  for (const Part &part : kept)
    if (part.kind == kSlot && !is_shared(part)) sum += part.bytes;
  for (const auto &[key, copy] : copies)
    if (!copy.shared && is_new(copy.part, kept)) sum += copy.part.bytes;
  return sum;
}

void Recovery::note_discard(std::int64_t slot) {
  const auto copy = copies_.find({Bank::state, slot});
  if (copy == copies_.end() || !copy->second.shared) return;
  copy->second.shared = false;
  if (fits(0, copies_)) return;
  files_.give_up(copy->second.part);
  copies_.erase(copy);
}

// ---- Restoring

std::optional<Standing> Recovery::take_standing() { return std::exchange(standing_, std::nullopt); }

const Part *Recovery::find(std::uint32_t kind) const {
  for (const Part &part : found_)
    if (part.kind == kind) return &part;
  return nullptr;
}

void Recovery::fail_missing(const char *what) const {
  fail(Status::corrupt, "directory '", files_.path(), "': the generation has no ", what,
       "; remove its files ebw-* to begin anew");
}

// States that the generation has go back into their slots; all else that is live is to be computed again.
void Recovery::begin_restore(const Standing &standing, const LiveSlots &live, Room &store, Stepper &stepper) {
  // First: steps that are taken again may read it.
  if (stepper.record_bytes() > 0) {
    const Part *part = find(kRecord);
    if (!part) fail_missing("records");
    const auto bytes = buffer(stepper.record_bytes(), "record");
    files_.read(*part, bytes);
    stepper.load_record(standing.reached, bytes.data());
  }
  missing_.clear();
  restored_.clear();
  copies_.clear();
  position_ = 0;
  for (const Part &part : found_) {
    if (part.kind != kSlot) continue;
    const auto slot = live.slots().find({Bank::state, part.slot});
    if (slot == live.slots().end() || slot->second != part.step)
      fail(Status::corrupt, "directory '", files_.path(), "': the generation has step ", part.step, " in slot ",
           part.slot, ", the schedule has not; remove its files ebw-* to begin anew");
    restore_slot(part, store, stepper.state_bytes());
    restored_.emplace_back(part.step, part.slot);
  }
  std::sort(restored_.begin(), restored_.end());
  for (const auto &[key, step] : live.slots())
    if (!copies_.contains(key)) missing_.push_back({step, key.first, key.second});
  // By step, a state before the tape of the same step, which moves on; then from the back.
  std::sort(missing_.begin(), missing_.end(),
            [](const Missing &a, const Missing &b) { return std::tie(a.step, a.bank) > std::tie(b.step, b.bank); });
}

// A file of a slot becomes one again.
void Recovery::restore_slot(const Part &part, Room &store, std::int64_t state_bytes) {
  if (part.linked) {
    storage::BlockFile file = files_.open(part);
    if (store.adopt(part.slot, part.step, file)) {
      copies_[{Bank::state, part.slot}] = {part, true};
      return;
    }
  }
  std::byte *place = store.begin_save(Bank::state, part.slot, part.step);
  files_.read(part, std::span(place, static_cast<std::size_t>(state_bytes)));
  store.end_save(Bank::state, part.slot);
  copies_[{Bank::state, part.slot}] = {part, false};
}

// One piece of the way to the next missing slot, or the slot itself; the steps taken, 0 when nothing is missing.
std::int64_t Recovery::restore_piece(Room &store, Stepper &stepper) {
  while (!missing_.empty()) {
    const Missing next = missing_.back();
    const auto after = std::upper_bound(restored_.begin(), restored_.end(), std::pair(next.step, INT64_MAX));
    if (after != restored_.begin() && std::prev(after)->first > position_) {
      const auto &[step, slot] = *std::prev(after);
      stepper.load(step, store.begin_load(Bank::state, slot, step));
      store.end_load(Bank::state, slot);
      position_ = step;
    }
    if (position_ < next.step) {
      const std::int64_t to = position_ + std::min(next.step - position_, pace_.chunk());
      const std::int64_t steps = to - position_;
      stepper.advance(position_, to);
      position_ = to;
      restored_steps_ += steps;
      pace_.add(steps);
      return steps;
    }
    missing_.pop_back();
    std::byte *place = store.begin_save(next.bank, next.slot, next.step);
    if (next.bank == Bank::state) {
      stepper.save(next.step, place);
      store.end_save(next.bank, next.slot);
      continue;
    }
    stepper.advance_taped(next.step, next.step + 1, {place, 0, next.step});
    store.end_save(next.bank, next.slot);
    ++position_;
    ++restored_steps_;
    return 1;
  }
  return 0;
}

void Recovery::end_restore(const Standing &standing, Stepper &stepper) {
  if (standing.adjoint) {
    const Part *part = find(kAdjoint);
    if (!part) fail_missing("adjoint state");
    const auto bytes = buffer(stepper.adjoint_bytes(), "adjoint");
    files_.read(*part, bytes);
    stepper.load_adjoint(standing.next_reverse + 1, bytes.data());
  }
  if (standing.position >= 0) {
    const Part *part = find(kState);
    if (!part || part->step != standing.position) fail_missing("state");
    const auto bytes = buffer(stepper.state_bytes(), "state");
    files_.read(*part, bytes);
    stepper.load(standing.position, bytes.data());
  }
  found_.clear();
  pace_.restart();
}

}  // namespace ebw::executor
