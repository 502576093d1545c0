// SPDX-License-Identifier: MIT
// Somebody's program, run by the shell.
#include "program.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "../numbers.hpp"
#include "../refused.hpp"

namespace ebw::cli {

namespace {

constexpr double kGraceSeconds = 2.0;  // between SIGTERM and SIGKILL
constexpr off_t kMostOutput = 65536;
constexpr std::size_t kLinesOfStderr = 5;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int create(const std::string &path) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0)
    refuse(EBW_ERR_STORAGE, path, ": cannot be written (", std::strerror(errno), "); give TMPDIR room");
  return descriptor;
}

std::string end_of(const std::string &path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return "";
  struct stat facts;
  std::string text;
  if (fstat(descriptor, &facts) == 0) {
    const off_t begin = std::max<off_t>(0, facts.st_size - kMostOutput);
    text.resize(static_cast<std::size_t>(facts.st_size - begin));
    const ssize_t got = pread(descriptor, text.data(), text.size(), begin);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  }
  close(descriptor);
  return text;
}

// Lines that are not blank, without the blanks around them.
std::vector<std::string_view> lines_of(const std::string &text) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split(text, '\n'))
    if (!trimmed(line).empty()) lines.push_back(trimmed(line));
  return lines;
}

std::string last_lines(const std::string &text, std::size_t count) {
  const auto lines = lines_of(text);
  std::string all;
  for (auto i = lines.size() > count ? lines.size() - count : 0; i < lines.size(); ++i)
    all.append(all.empty() ? "" : " | ").append(lines[i]);
  return all;
}

// After fork only what is safe among threads.
[[noreturn]] void become(const char *command, int out, int err, const sigset_t &mask) {
  setpgid(0, 0);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execl("/bin/sh", "sh", "-c", command, static_cast<char *>(nullptr));
  _exit(127);
}

// Whether the child has ended; it is not reaped, so that its number stays its own.
bool has_ended(pid_t child) {
  siginfo_t facts{};
  return waitid(P_PID, static_cast<id_t>(child), &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && facts.si_pid == child;
}

bool wait_until(HeldSignals &signals, pid_t child, double deadline) {
  const bool before = signals.came();
  while (!has_ended(child)) {
    const double left = deadline - now();
    if (left <= 0.0 || signals.came() != before) return false;
    signals.wait(left);
  }
  return true;
}

std::string signal_text(int number) { return joined("signal ", number, " (", strsignal(number), ")"); }

std::string reason_of(int status) {
  if (WIFSIGNALED(status)) return "died by " + signal_text(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  if (code == 127) return "exit code 127: the shell found no such program";
  // What a shell says when a program that it ran died by a signal.
  if (code > 128 && code < 128 + NSIG) return joined("exit code ", code, ": died by ", signal_text(code - 128));
  return joined("exit code ", code);
}

}  // namespace

// ---- Signals --------------------------------------------------------------------------------------------------------

HeldSignals::HeldSignals() {
  sigemptyset(&ending_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present;  // who has a signal ignored, as nohup does, means it
    if (sigaction(number, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) sigaddset(&ending_, number);
  }
  held_ = ending_;
  sigaddset(&held_, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;  // who started us may have it ignored, and children then leave no status
  sigaction(SIGCHLD, &usual, &child_before_);
}

HeldSignals::~HeldSignals() {
  sigaction(SIGCHLD, &child_before_, nullptr);
  if (signal_) raise(signal_);  // comes when the mask is gone
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void HeldSignals::wait(double seconds) {
  const double whole = std::floor(std::clamp(seconds, 0.0, 1e6));
  const timespec time{static_cast<time_t>(whole), static_cast<long>((std::clamp(seconds, 0.0, 1e6) - whole) * 1e9)};
  remember(sigtimedwait(&held_, nullptr, &time));
}

bool HeldSignals::came() {
  const timespec at_once{0, 0};
  if (!signal_) remember(sigtimedwait(&ending_, nullptr, &at_once));
  return signal_ != 0;
}

void HeldSignals::remember(int number) {
  if (number > 0 && number != SIGCHLD) signal_ = number;
}

// ---- Run ------------------------------------------------------------------------------------------------------------

Runner::Runner(HeldSignals &signals, PrivateFolder &folder, double timeout_seconds)
    : signals_(signals), out_(folder.file("stdout")), err_(folder.file("stderr")), timeout_(timeout_seconds) {}

Ended Runner::run(const std::string &command) {
  if (interrupted()) return {false, "interrupted", ""};
  const int out = create(out_), err = create(err_);
  const pid_t child = fork();
  if (child == 0) become(command.c_str(), out, err, signals_.before());
  const int error = errno;
  close(out);
  close(err);
  if (child < 0)
    refuse(EBW_ERR_NO_MEMORY, "the system starts no process (", std::strerror(error), "); try again later");
  setpgid(child, child);  // whoever comes first, parent or child

  const bool in_time = wait_until(signals_, child, now() + timeout_);
  if (!in_time) {
    kill(-child, SIGTERM);
    wait_until(signals_, child, now() + kGraceSeconds);
  }
  kill(-child, SIGKILL);  // what it has left behind, too
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Ended ended{in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0, "", end_of(out_)};
  if (ended.well) return ended;
  ended.reason = interrupted() ? "interrupted"
                 : in_time     ? reason_of(status)
                               : joined("ran longer than ", timeout_, " s and was ended; --timeout allows more");
  const std::string said = last_lines(end_of(err_), kLinesOfStderr);
  if (!said.empty()) ended.reason += "; it said: " + said;
  return ended;
}

// ---- Its number -----------------------------------------------------------------------------------------------------

namespace {

std::string lower(std::string_view word) {
  std::string small(word);
  for (char &letter : small)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return small;
}

bool parse_any_real(std::string_view word, double &value) {
  std::string text = lower(word);
  const bool minus = !text.empty() && text.front() == '-';
  const std::string bare = !text.empty() && (minus || text.front() == '+') ? text.substr(1) : text;
  if (bare == "nan") return value = std::nan(""), true;
  if (bare == "inf" || bare == "infinity") return value = minus ? -HUGE_VAL : HUGE_VAL, true;
  std::replace(text.begin(), text.end(), 'd', 'e');  // Fortran
  return parse_real(text, value);
}

int digits_of(std::string_view number) {
  int digits = 0;
  for (const char letter : number) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit && letter != '.' && letter != '+' && letter != '-') break;  // the exponent, or a word
    digits += digit && (digits > 0 || letter != '0');
  }
  return digits;
}

}  // namespace

bool last_number(const std::string &output, Printed &number, std::string &reason) {
  const auto lines = lines_of(output);
  if (lines.empty()) {
    reason = "printed nothing on stdout; its last line must be J";
    return false;
  }
  const std::string_view last = lines.back();
  if (parse_any_real(last, number.value)) {
    number.digits = digits_of(last);
    return true;
  }
  reason = joined("the last line on stdout is \"", last.substr(0, 80), "\", not one number");
  return false;
}

}  // namespace ebw::cli
