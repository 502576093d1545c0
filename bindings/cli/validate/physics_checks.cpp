// SPDX-License-Identifier: MIT
// Suite `physics`: the programs of validation/physics, which are installed with the command, run and read.
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "shell.hpp"
#include "suite.hpp"
#include "tap_reader.hpp"

namespace ebw::cli {

namespace {

struct Program {
  const char *name, *subject, *full_argument;
};
constexpr Program kPrograms[] = {{"physics_standing_wave", "standing waves", ""},
                                 {"physics_energy", "energy", ""},
                                 {"physics_reciprocity", "reciprocity", ""},
                                 {"physics_time_step", "time step", ""},
                                 {"physics_absorption", "absorption", ""},
                                 {"physics_point_sources", "point sources", "convergence"},
                                 {"physics_layers", "layers", "3d"}};

// Beside the command: where it was installed, or where it was built.
std::string folder_of_programs() {
  const auto here = std::filesystem::path(own_program()).parent_path();
  for (const char *folder : {EBW_VALIDATION_FOLDER, "../../validation/physics"}) {
    const auto candidate = here / folder;
    if (access((candidate / kPrograms[0].name).c_str(), X_OK) == 0) return candidate.lexically_normal().string();
  }
  return "";
}

void run_program(Suite &suite, const std::string &folder, const Program &program, const char *argument) {
  const std::string path = folder + "/" + program.name;
  const Ended ended = suite.runner.run("CMOCKA_MESSAGE_OUTPUT=TAP OMP_WAIT_POLICY=passive exec " + shell_quoted(path) +
                                       (*argument ? joined(" ", argument) : ""));
  if (suite.interrupted()) return;
  const TapResult result = read_tap(ended.output);
  bool all_hold = true;
  for (const TapClaim &claim : result.claims) {
    const std::int32_t verdict = claim.skipped ? EBW_VERDICT_INCONCLUSIVE
                                 : claim.holds ? EBW_VERDICT_PASS
                                               : EBW_VERDICT_FAIL;
    all_hold = all_hold && claim.holds;
    suite.add(joined(program.subject, ": ", claim.claim), verdict,
              claim.skipped          ? "was not tried: " + claim.notes
              : !claim.notes.empty() ? claim.notes
              : claim.holds          ? "holds"
                                     : "does not hold");
    suite.text("program", program.name);
  }
  // A program that dies after its last claim, or says too little.
  if (!result.fault.empty() || (all_hold && !ended.well))
    suite.add(joined(program.subject, ": the program runs to its end"), EBW_VERDICT_FAIL,
              joined(result.fault, result.fault.empty() || ended.well ? "" : "; ", ended.reason));
}

}  // namespace

void check_physics(Suite &suite) {
  const std::string folder = folder_of_programs();
  if (folder.empty())
    return suite.add("physics programs", EBW_VERDICT_INCONCLUSIVE,
                     "not tried: the programs of validation/physics are not installed beside the command; build with "
                     "-Dtests=true, with cmocka, and install");
  for (const Program &program : kPrograms) {
    // The layers in all three dimensions take the longest, and have no short form.
    const bool is_long = !suite.full() && std::string_view(program.name) == "physics_layers";
    if (!is_long) suite.part(program.subject, [&] { run_program(suite, folder, program, ""); });
    if (suite.full() && *program.full_argument)
      suite.part(program.subject, [&] { run_program(suite, folder, program, program.full_argument); });
  }
}

}  // namespace ebw::cli
