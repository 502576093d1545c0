// SPDX-License-Identifier: MIT
// The cheapest way to reverse a few steps on two media, by search over everything that can be done.
#pragma once

#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "schedule/costs.hpp"

namespace ebw::validation {

// Dijkstra over all (steps left, state in work, states in memory, states on disk), n <= 10. The cost of reverse
// steps and of one forward step each, which every schedule of kind fused has, is left out.
class Exhaustive {
 public:
  Exhaustive(int slots, int disk_slots, const schedule::Costs &costs)
      : slots_(slots), disk_slots_(disk_slots), costs_(costs) {}

  double cheapest(int steps) {
    known_.clear();
    reach({steps, 0, 0, 0}, 0.0);
    while (!queue_.empty()) {
      const auto [cost, code] = queue_.top();
      queue_.pop();
      if (cost > known_[code]) continue;
      const Node node = decoded(code);
      if (node.left == 0) {
        queue_ = {};
        return cost;
      }
      expand(node, cost);
    }
    return -1.0;
  }

 private:
  static constexpr int kNoWork = 15;
  struct Node {
    int left, work;         // steps left to reverse; the state in work
    unsigned memory, disk;  // sets of states
  };

  void expand(const Node &node, double cost) {
    const int last = node.left - 1;
    if (node.work == last) reach({last, kNoWork, node.memory, node.disk}, cost);
    if (node.work < last) {
      reach({node.left, node.work + 1, node.memory, node.disk}, cost + costs_.forward);
      const unsigned bit = 1u << node.work;
      if (!(node.memory & bit) && __builtin_popcount(node.memory) < slots_)
        reach({node.left, node.work, node.memory | bit, node.disk}, cost);
      if (!(node.disk & bit) && __builtin_popcount(node.disk) < disk_slots_)
        reach({node.left, node.work, node.memory, node.disk | bit}, cost + costs_.disk_save);
    }
    for (int k = 0; k <= last; ++k) {
      const unsigned bit = 1u << k;
      if (node.memory & bit) {
        reach({node.left, k, node.memory, node.disk}, cost);
        reach({node.left, node.work, node.memory & ~bit, node.disk}, cost);
      }
      if (node.disk & bit) {
        reach({node.left, k, node.memory, node.disk}, cost + costs_.disk_load);
        reach({node.left, node.work, node.memory, node.disk & ~bit}, cost);
      }
    }
  }

  // States that no step is left for are dropped.
  void reach(Node node, double cost) {
    const unsigned of_use = (1u << node.left) - 1;
    const std::uint32_t code = static_cast<std::uint32_t>(node.left) | static_cast<std::uint32_t>(node.work) << 4 |
                               (node.memory & of_use) << 8 | (node.disk & of_use) << 18;
    const auto [at, first] = known_.emplace(code, cost);
    if (!first && at->second <= cost) return;
    at->second = cost;
    queue_.push({cost, code});
  }

  static Node decoded(std::uint32_t code) {
    return {static_cast<int>(code & 15), static_cast<int>(code >> 4 & 15), code >> 8 & 1023, code >> 18 & 1023};
  }

  struct Entry {
    double cost;
    std::uint32_t code;
    bool operator<(const Entry &other) const { return cost > other.cost; }  // the cheapest on top
  };

  int slots_, disk_slots_;
  schedule::Costs costs_;
  std::unordered_map<std::uint32_t, double> known_;
  std::priority_queue<Entry> queue_;
};

}  // namespace ebw::validation
