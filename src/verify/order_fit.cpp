// SPDX-License-Identifier: MIT
// Orders of remainders.
#include "verify/order_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ebw::verify {

namespace {

struct Point {
  double x, y;  // log h, log |remainder|
};

std::vector<Point> points_above(std::span<const double> h, std::span<const double> remainder, double floor) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < h.size(); ++i)
    if (std::abs(remainder[i]) > floor) points.push_back({std::log(h[i]), std::log(std::abs(remainder[i]))});
  return points;
}

}  // namespace

Order fit_order(std::span<const double> h, std::span<const double> remainder, double floor) {
  const std::vector<Point> points = points_above(h, remainder, floor);
  Order order{0.0, static_cast<std::int64_t>(points.size()), points.size() >= 2};
  if (!order.known) return order;
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (const Point &p : points) {
    mean_x += p.x / points.size();
    mean_y += p.y / points.size();
  }
  for (const Point &p : points) {
    xx += (p.x - mean_x) * (p.x - mean_x);
    xy += (p.x - mean_x) * (p.y - mean_y);
  }
  order.value = xy / xx;
  return order;
}

Order median_order(std::span<const double> h, std::span<const double> remainder) {
  const std::vector<Point> points = points_above(h, remainder, 0.0);
  Order order{0.0, static_cast<std::int64_t>(points.size()), points.size() >= 3};
  if (!order.known) return order;
  std::vector<double> slopes;
  for (std::size_t i = 1; i < points.size(); ++i)
    slopes.push_back((points[i].y - points[i - 1].y) / (points[i].x - points[i - 1].x));
  std::sort(slopes.begin(), slopes.end());
  order.value = 0.5 * (slopes[slopes.size() / 2] + slopes[(slopes.size() - 1) / 2]);
  return order;
}

}  // namespace ebw::verify
