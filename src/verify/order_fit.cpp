// SPDX-License-Identifier: MIT
// Orders of remainders.
#include "verify/order_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "verify/student.hpp"

namespace ebw::verify {

namespace {

struct Point {
  double x, y;      // log h, log |remainder|
  double variance;  // of y, by the noise
};

std::vector<Point> points_above(std::span<const double> h, std::span<const double> remainder, double floor,
                                double noise) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < h.size(); ++i)
    if (const double size = std::abs(remainder[i]); size > floor)
      points.push_back({std::log(h[i]), std::log(size), (noise / size) * (noise / size)});
  return points;
}

}  // namespace

Order fit_order(std::span<const double> h, std::span<const double> remainder, double noise) {
  const std::vector<Point> points = points_above(h, remainder, kFloor * noise, noise);
  Order order{0.0, 0.0, static_cast<std::int64_t>(points.size()), points.size() >= 2};
  if (!order.known) return order;
  // Next to the noise, 1 % for what the leading power leaves out: else the largest remainder would count alone.
  const auto weight = [](const Point &p) { return 1.0 / (p.variance + 1e-4); };
  double sum = 0.0, mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
  for (const Point &p : points) sum += weight(p);
  for (const Point &p : points) {
    mean_x += weight(p) / sum * p.x;
    mean_y += weight(p) / sum * p.y;
  }
  for (const Point &p : points) {
    xx += weight(p) * (p.x - mean_x) * (p.x - mean_x);
    xy += weight(p) * (p.x - mean_x) * (p.y - mean_y);
  }
  order.value = xy / xx;
  // What the noise does to the slope, and what the points' distances from the line say of it.
  double by_noise = 0.0, squares = 0.0;
  for (const Point &p : points) {
    by_noise += std::pow(weight(p) * (p.x - mean_x), 2) * p.variance;
    squares += weight(p) * std::pow(p.y - mean_y - order.value * (p.x - mean_x), 2);
  }
  order.half_width = 1.96 * std::sqrt(by_noise) / xx;
  if (const std::int64_t degrees = order.points - 2; degrees > 0)
    order.half_width =
        std::max(order.half_width, student_95(degrees) * std::sqrt(squares / static_cast<double>(degrees) / xx));
  return order;
}

Order median_order(std::span<const double> h, std::span<const double> remainder) {
  const std::vector<Point> points = points_above(h, remainder, 0.0, 0.0);
  Order order{0.0, 0.0, static_cast<std::int64_t>(points.size()), points.size() >= 3};
  if (!order.known) return order;
  std::vector<double> slopes;
  for (std::size_t i = 1; i < points.size(); ++i)
    slopes.push_back((points[i].y - points[i - 1].y) / (points[i].x - points[i - 1].x));
  std::sort(slopes.begin(), slopes.end());
  order.value = 0.5 * (slopes[slopes.size() / 2] + slopes[(slopes.size() - 1) / 2]);
  return order;
}

}  // namespace ebw::verify
