// SPDX-License-Identifier: MIT
// Somebody's program, run by the shell: never longer than allowed, and nothing of it runs on afterwards.
#pragma once

#include <csignal>
#include <string>

#include "private_folder.hpp"

namespace ebw::cli {

// Holds back SIGINT, SIGTERM and SIGHUP, so that they come when programs can be ended and files removed. A signal that
// has come is raised again at the end, when everything that was made later is gone.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

  const sigset_t &before() const { return before_; }
  // Waits for a child to change or for one of the signals, which is then remembered.
  void wait(double seconds);
  bool came();

 private:
  void remember(int number);

  sigset_t held_, ending_, before_;
  struct sigaction child_before_;
  int signal_ = 0;
};

// How a run ended.
struct Ended {
  bool well = false;   // exit code 0
  std::string reason;  // why not, in words, with the last lines of stderr
  std::string output;  // the end of stdout, at most 64 KiB
};

class Runner {
 public:
  Runner(HeldSignals &signals, PrivateFolder &folder, double timeout_seconds);

  // Runs `/bin/sh -c command` in a process group of its own, stdin empty.
  Ended run(const std::string &command);
  bool interrupted() { return signals_.came(); }

 private:
  HeldSignals &signals_;
  std::string out_, err_;
  double timeout_;
};

struct Printed {
  double value = 0.0;
  int digits = 0;  // from the first that is not 0 to the last that is printed; 0 for 0, nan and inf
};

// The number on the last line of a program's output that is not blank; "nan" and "inf" are numbers, "1.0D+00" is 1.
// False, with a reason, when there is none.
bool last_number(const std::string &output, Printed &number, std::string &reason);

}  // namespace ebw::cli
