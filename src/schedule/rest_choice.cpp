// SPDX-License-Identifier: MIT
// Which stored states are kept: a search over all choices, in the order of their steps.
#include <algorithm>
#include <optional>
#include <utility>

#include "schedule/rest.hpp"

namespace ebw::schedule {

namespace {

// Choices up to one stored state, which is kept, that no other such choice is better than in all: forward steps below
// it, and what is taken.
struct Label {
  Wide steps = 0;
  std::int64_t own = 0, sharing = 0, bytes = 0;  // slots in use, and bytes of the room
  int before = -1;                               // the label that it goes on from
  std::size_t state = 0;

  bool is_no_worse_than(const Label &other) const {
    return steps <= other.steps && own <= other.own && sharing <= other.sharing && bytes <= other.bytes;
  }
};

constexpr std::size_t kMostLabels = 32;  // per state

// How the last range begins.
struct Ending {
  Wide steps = 0;
  bool with_work = false;
  std::int64_t split = -1;
};

class Choice {
 public:
  explicit Choice(const Remaining &remaining)
      : r_(remaining), work_(r_.work), own_(size(r_.own)), sharing_(size(r_.sharing)) {
    // Whatever is kept, the way begins at the last stored state when none is in work.
    for (const StoredState &s : r_.stored)
      if (r_.work < 0 && s.step < r_.end) work_ = s.step, load_ = s.slot;
    candidates();
    for (const StoredState &s : r_.stored) ++(s.bytes > 0 ? sharing_ : own_);
  }

  RestPlan plan() {
    RestPlan plan;
    plan.end = r_.end;
    plan.turn_step = r_.turn_step;
    plan.last_is_done = r_.last_is_done;
    plan.own = r_.own;
    plan.sharing = r_.sharing;
    // The state in work is all that is needed.
    if (work_ == 0 && r_.end == 1) {
      plan.work = plan.split = 0;
      plan.load = load_;
      plan.dropped = r_.stored;
      return plan;
    }
    search();
    plan.work = best_ending_.with_work ? work_ : -1;
    plan.load = best_ending_.with_work ? load_ : -1;
    plan.split = best_ending_.split;
    std::vector<int> chain;
    for (int at = best_; at >= 0; at = labels_[static_cast<std::size_t>(at)].before) chain.push_back(at);
    std::reverse(chain.begin(), chain.end());
    for (const int at : chain) {
      const Label &label = labels_[static_cast<std::size_t>(at)];
      const StoredState &state = states_[label.state];
      plan.ranges.push_back({state.step, state.slot, state.bytes > 0, slots_behind(label)});
      plan.slots = std::max(plan.slots, static_cast<std::int64_t>(plan.ranges.size()) - 1 + plan.ranges.back().slots);
    }
    for (const StoredState &state : r_.stored) {
      const bool kept = std::any_of(plan.ranges.begin(), plan.ranges.end(),
                                    [&](const RestPlan::Range &range) { return range.slot == state.slot; });
      if (kept) continue;
      plan.dropped.push_back(state);
      (state.bytes > 0 ? plan.sharing : plan.own).push_back(state.slot);
    }
    return plan;
  }

 private:
  static std::int64_t size(const std::vector<std::int64_t> &list) { return static_cast<std::int64_t>(list.size()); }

  // Those from which something is left to reverse.
  void candidates() {
    const std::int64_t below = work_ == r_.end - 1 ? work_ : r_.end;
    for (const StoredState &s : r_.stored)
      if (s.step < below) states_.push_back(s);
    if (states_.size() <= kMostStored) return;
    std::vector<StoredState> some;
    const std::size_t stride = (states_.size() - 1) / (kMostStored - 1) + 1;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (i % stride == 0 || i + 1 == states_.size()) some.push_back(states_[i]);
    states_ = std::move(some);
  }

  // Of the range from a state that is kept last: its own slot and all that are free.
  std::int64_t slots_behind(const Label &label) const {
    const std::int64_t fit = std::max<std::int64_t>(r_.room - label.bytes, 0) / r_.assumed;
    return 1 + own_ - label.own + std::min(sharing_ - label.sharing, fit);
  }

  // Room that was taken when there was more of it must be given back.
  bool has_room(const Label &label) const {
    return label.before < 0 || label.bytes <= std::max<std::int64_t>(r_.room, 0);
  }

  Label with(const Label *before, int index, std::size_t state, Wide steps) const {
    Label label = before ? *before : Label{};
    label.before = index;
    label.state = state;
    label.steps += steps;
    const bool shares = states_[state].bytes > 0;
    ++(shares ? label.sharing : label.own);
    label.bytes += states_[state].bytes;
    return label;
  }

  // Keeps those that others are not better than in all.
  static std::vector<Label> pruned(std::vector<Label> labels) {
    std::sort(labels.begin(), labels.end(), [](const Label &a, const Label &b) { return a.steps < b.steps; });
    std::vector<Label> kept;
    for (const Label &label : labels)
      if (std::none_of(kept.begin(), kept.end(), [&](const Label &k) { return k.is_no_worse_than(label); }))
        kept.push_back(label);
    if (kept.size() <= kMostLabels) return kept;
    std::vector<Label> some;
    for (std::size_t i = 0; i < kMostLabels; ++i) some.push_back(kept[i * (kept.size() - 1) / (kMostLabels - 1)]);
    return some;
  }

  // The fewest steps of the last range, from q on with so many slots.
  Ending ending(std::int64_t q, std::int64_t slots) const {
    const std::int64_t end = r_.end, work = work_;
    const Ending from_q{fewest_advances(end - q, slots), false, -1};
    if (work < q) return from_q;
    Ending on{0, true, end - 1};
    if (work < end - 1 && slots > 1) {
      const std::int64_t left = split(end - q, slots, repetition(end - q, slots)).left;
      on.split = std::clamp(q + left, work, end - 1);
    }
    on.steps = static_cast<Wide>(on.split - work) + fewest_advances(on.split - q, slots);
    if (on.split < end - 1) on.steps += fewest_advances(end - on.split, slots - 1);
    return on.steps <= from_q.steps ? on : from_q;
  }

  void search() {
    std::vector<std::pair<std::size_t, std::size_t>> of(states_.size());  // where a state's labels begin and end
    std::optional<Wide> least;
    for (std::size_t j = 0; j < states_.size(); ++j) {
      std::vector<Label> here;
      if (states_[j].step == 0) here.push_back(with(nullptr, -1, j, 0));
      for (std::size_t i = 0; i < j; ++i) {
        const std::int64_t length = states_[j].step - states_[i].step;
        if (length == 0) continue;
        for (std::size_t at = of[i].first; at < of[i].second; ++at) {
          const Label &before = labels_[at];
          const Label label = with(&before, static_cast<int>(at), j, fewest_advances(length, slots_behind(before)));
          if (has_room(label)) here.push_back(label);
        }
      }
      const std::vector<Label> kept = pruned(std::move(here));
      of[j] = {labels_.size(), labels_.size() + kept.size()};
      labels_.insert(labels_.end(), kept.begin(), kept.end());
      for (std::size_t at = of[j].first; at < of[j].second; ++at) {
        const Ending last = ending(states_[j].step, slots_behind(labels_[at]));
        if (least && labels_[at].steps + last.steps >= *least) continue;
        least = labels_[at].steps + last.steps;
        best_ = static_cast<int>(at);
        best_ending_ = last;
      }
    }
    if (best_ < 0) fail(Status::budget, "the state at 0 is not stored, from which all others could be computed again");
  }

  const Remaining &r_;
  std::int64_t work_, load_ = -1;  // the state that the way begins at, and its slot if it is to be loaded
  std::int64_t own_, sharing_;     // slots, free and in use by candidates
  std::vector<StoredState> states_;
  std::vector<Label> labels_;
  int best_ = -1;
  Ending best_ending_;
};

}  // namespace

RestPlan plan_rest(const Remaining &remaining) { return Choice(remaining).plan(); }

Wide forward_steps(const RestPlan &plan) {
  Wide steps = 0;
  std::int64_t end = plan.end;
  if (plan.work >= 0) {
    const std::int64_t free = plan.ranges.empty() ? 1 : std::max<std::int64_t>(plan.ranges.back().slots - 1, 1);
    steps += static_cast<Wide>(plan.split - plan.work) + fewest_advances(end - plan.split, free);
    end = plan.split;
  }
  for (auto range = plan.ranges.rbegin(); range != plan.ranges.rend(); ++range) {
    steps += fewest_advances(end - range->first, range->slots);
    end = range->first;
  }
  return steps;
}

}  // namespace ebw::schedule
