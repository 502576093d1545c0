// SPDX-License-Identifier: MIT
// The tiles that a propagator has found, as a text that can be kept and given to another one that computes alike:
// "tiles=1 nodes=230x230x230 dtype=f32 order=8 faces=zero,... threads=2 isa=v4 advance=4,64,4 taped=plain ...".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "wave/acoustic/geometry.hpp"
#include "wave/acoustic/tuning.hpp"

namespace ebw::wave::acoustic {

// The kinds of sweep, each with tiles of its own.
enum Sweep { kAdvance, kAdvanceTaped, kReverse, kReverseImaging, kSweeps };

// Of each kind the shape, where it is known.
using KnownTiles = std::array<std::optional<TileShape>, kSweeps>;

// What decides which tiles are fast, word by word: the first words of the text.
std::vector<std::string> tuning_words(const Geometry &geometry, int threads, const char *isa);

std::string write_tuning(const std::vector<std::string> &words, const KnownTiles &tiles);

// Why the text is of no use where these are the words; empty: it is, and `tiles` are its shapes.
std::string read_tuning(std::string_view text, const std::vector<std::string> &words, KnownTiles &tiles);

}  // namespace ebw::wave::acoustic
