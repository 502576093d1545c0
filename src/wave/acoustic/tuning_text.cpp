// SPDX-License-Identifier: MIT
// Words with one blank between them, always all and in one order.
#include "wave/acoustic/tuning_text.hpp"

#include "base/error.hpp"

namespace ebw::wave::acoustic {

namespace {

constexpr std::array<const char *, kSweeps> kNames = {"advance", "taped", "reverse", "imaging"};
constexpr const char *kNotKnown = "untried";

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t end = text.find(' ');
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

std::string_view name_in(std::string_view word) { return word.substr(0, word.find('=')); }
std::string_view value_in(std::string_view word) {
  return word.substr(std::min(word.size(), name_in(word).size() + 1));
}

}  // namespace

std::vector<std::string> tuning_words(const Geometry &geometry, int threads, const char *isa) {
  static constexpr std::array<const char *, 6> kKinds = {"none", "cpml", "sponge", "free", "rigid", "zero"};
  const Setup &s = geometry.setup;
  std::string faces;
  for (std::size_t n = 0; n < s.boundary.size(); ++n) {
    const Face &face = s.boundary[n];
    if (!s.grid.has(static_cast<int>(n / 2))) continue;
    faces += text(faces.empty() ? "" : ",", kKinds[static_cast<std::size_t>(face.kind)],
                  face.cells > 0 ? text(":", face.cells) : "");
  }
  return {"tiles=1",
          text("nodes=", geometry.n[0], "x", geometry.n[1], "x", geometry.n[2]),
          text("dtype=", name_of(s.dtype)),
          text("order=", s.order),
          "faces=" + faces,
          text("threads=", threads),
          text("isa=", isa)};
}

std::string write_tuning(const std::vector<std::string> &words, const KnownTiles &tiles) {
  std::string all;
  for (const std::string &word : words) all += word + " ";
  for (std::size_t kind = 0; kind < kSweeps; ++kind)
    all += text(kNames[kind], "=", tiles[kind] ? name_of(*tiles[kind]) : kNotKnown, kind + 1 < kSweeps ? " " : "");
  return all;
}

std::string read_tuning(std::string_view all, const std::vector<std::string> &words, KnownTiles &tiles) {
  constexpr std::size_t kQuoted = 80;
  const std::string broken = text("tuning = \"", all.substr(0, kQuoted), all.size() > kQuoted ? "..." : "",
                                  "\" is no tuning; pass a text as the library gave it");
  const std::vector<std::string_view> given = split(all);
  if (given.size() != words.size() + kSweeps) return broken;
  for (std::size_t n = 0; n < words.size(); ++n) {
    if (name_in(given[n]) != name_in(words[n])) return broken;
    if (given[n] != words[n])
      return text("the tuning was found with ", given[n], ", here it is ", value_in(words[n]),
                  "; give one that was found with the same nodes, dtype, order, faces, threads and isa");
  }
  KnownTiles read;
  for (std::size_t kind = 0; kind < kSweeps; ++kind) {
    const std::string_view word = given[words.size() + kind], value = value_in(word);
    TileShape shape;
    if (name_in(word) != kNames[kind]) return broken;
    if (value == kNotKnown) continue;
    if (!read_tile(value, shape)) return broken;
    read[kind] = shape;
  }
  tiles = read;
  return {};
}

}  // namespace ebw::wave::acoustic
