// SPDX-License-Identifier: MIT
// A report as JSON: the whole in one object, each check an object of its own.
#include "verify/markup.hpp"
#include "verify/report.hpp"

namespace ebw::verify {

namespace {

// Members of an object, one after the other.
class Members {
 public:
  // `value` is JSON.
  void add(std::string_view name, std::string_view value) {
    if (!text_.empty()) text_ += ", ";
    text_ += json_string(name);
    text_ += ": ";
    text_ += value;
  }
  void add(const Fact &fact) { add(fact.name, std::visit(Value{}, fact.value)); }
  std::string object() const { return "{" + text_ + "}"; }

 private:
  struct Value {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return json_number(value); }
    std::string operator()(const std::string &value) const { return json_string(value); }
  };
  std::string text_;
};

template <class Items, class Write>
std::string array_of(const Items &items, const Write &write, const char *separator = ", ") {
  std::string text = "[";
  for (const auto &item : items) {
    if (text.size() > 1) text += separator;
    text += write(item);
  }
  return text + "]";
}

std::string json_of(const Rung &rung, bool has_R2) {
  Members members;
  members.add("h", json_number(rung.h));
  members.add("R0", json_number(rung.R0));
  members.add("R1", json_number(rung.R1));
  if (has_R2) members.add("R2", json_number(rung.R2));
  return members.object();
}

void add_picture(Members &members, const LadderPicture &picture) {
  members.add("ladder", array_of(picture.rungs, [&](const Rung &rung) { return json_of(rung, picture.has_R2); }));
}

void add_picture(Members &members, const MemoryLine &line) {
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  members.add("slots", array_of(line.slots, number));
  members.add("peak_bytes", array_of(line.bytes, number));
}

void add_picture(Members &, std::monostate) {}

std::string json_of(const ReportCheck &check) {
  Members members;
  members.add("test", json_string(check.test));
  members.add("suite", json_string(check.suite));
  members.add("name", json_string(check.name));
  members.add("verdict", json_string(name_of(check.verdict)));
  members.add("words", json_string(check.words));
  members.add("seconds", json_number(check.seconds));
  for (const Fact &fact : check.facts) members.add(fact);
  std::visit([&](const auto &picture) { add_picture(members, picture); }, check.picture);
  return members.object();
}

}  // namespace

std::string to_json(const Report &report) {
  Members members;
  members.add("format", json_string("ebbwave-report"));
  members.add("format_version", "1");
  members.add("title", json_string(report.title));
  members.add("verdict", json_string(name_of(verdict_of(report))));
  for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::inconclusive})
    members.add(verdict == Verdict::pass   ? "passed"
                : verdict == Verdict::fail ? "failed"
                                           : "inconclusive",
                std::to_string(count_of(report, verdict)));
  members.add("seconds", json_number(seconds_of(report)));
  for (const Fact &fact : report.facts) members.add(fact);
  members.add("checks", array_of(
                            report.checks, [](const ReportCheck &check) { return json_of(check); }, ",\n  "));
  return members.object() + "\n";
}

}  // namespace ebw::verify
