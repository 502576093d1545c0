// SPDX-License-Identifier: MIT
// `ebbwave validate`: this library, or with `external` any program.
#pragma once

namespace CLI {
class App;
}

namespace ebw::cli {

void add_validate(CLI::App &app);

}  // namespace ebw::cli
