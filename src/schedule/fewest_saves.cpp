// SPDX-License-Identifier: MIT
// The recursion of the splits over distinct sub-ranges with multiplicities, one level per number of slots.
#include "schedule/fewest_saves.hpp"

#include <deque>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "schedule/binomial.hpp"

namespace ebw::schedule {

namespace {

// Sub-ranges of one length; they share their number of slots and hence all that happens in them.
struct Ranges {
  std::int64_t length;
  Repetition at;
  std::int64_t count;  // below the number of steps, as each has a split of its own
};

// Both parts of a split grow with the length split: ranges taken longest first give parts that come longest first.
template <class List>
void append(List &list, const Ranges &ranges) {
  if (!list.empty() && list.back().length == ranges.length)
    list.back().count += ranges.count;
  else
    list.push_back(ranges);
}

// All sub-ranges that have just s slots, longest first: those that came from s + 1 and the left parts of each other.
class Level {
 public:
  explicit Level(std::vector<Ranges> from_above) : from_above_(std::move(from_above)) {}

  bool empty() const { return next_ == from_above_.size() && lefts_.empty(); }

  Ranges take() {
    const bool above = next_ < from_above_.size(), left = !lefts_.empty();
    const std::int64_t length_above = above ? from_above_[next_].length : 0;
    const std::int64_t length_left = left ? lefts_.front().length : 0;
    Ranges longest{};
    if (above && length_above >= length_left) longest = from_above_[next_++];
    if (left && length_left >= length_above) {
      const std::int64_t count = longest.count;
      longest = lefts_.front();
      longest.count += count;
      lefts_.pop_front();
    }
    return longest;
  }

  void add_left(const Ranges &ranges) { append(lefts_, ranges); }

 private:
  std::vector<Ranges> from_above_;
  std::size_t next_ = 0;
  std::deque<Ranges> lefts_;
};

}  // namespace

std::int64_t fewest_saves(std::int64_t length, std::int64_t s) {
  if (length == 1) return 0;
  const std::int64_t all_slots = s;
  std::int64_t saves = 1, visited = 0;
  std::vector<Ranges> here{{length, repetition(length, s), 1}};
  // With one slot left nothing more is saved.
  for (; s > 1 && !here.empty(); --s) {
    std::vector<Ranges> below;
    for (Level level(std::move(here)); !level.empty();) {
      if (++visited > kMaxRanges)
        fail(Status::unsupported, "the saves of a chain of ", length, " steps with ", all_slots,
             " slots need more than ", kMaxRanges,
             " sub-ranges to be counted; run the schedule to count them, or change the number of slots");
      const Ranges ranges = level.take();
      if (ranges.at.r == 1) {  // a save at each of the steps but the first and the last
        saves += ranges.count * (ranges.length - 2);
        continue;
      }
      const Split parts = split(ranges.length, s, ranges.at);
      const std::int64_t right = ranges.length - parts.left;
      if (parts.left > 1) level.add_left({parts.left, parts.of_left, ranges.count});
      if (right == 1) continue;  // reversed at once, never saved
      saves += ranges.count;
      if (s > 2) append(below, {right, parts.of_right, ranges.count});
    }
    here = std::move(below);
  }
  return saves;
}

}  // namespace ebw::schedule
