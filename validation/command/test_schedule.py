# SPDX-License-Identifier: MIT
"""The command `ebbwave schedule`: keys, actions, exit codes and the form of errors. Usage: test_schedule.py COMMAND"""
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

KEYS = ["advances", "taped", "total_forward", "saves", "loads", "disk_saves", "disk_loads", "peak_slots",
        "peak_disk_slots", "left_on_disk", "cost"]
SMALL = ("revolve", "--steps", "10", "--slots", "3", "--json")


def run(*words):
    return subprocess.run([sys.argv[1], "schedule", *words], capture_output=True, text=True, timeout=60, check=False)


def said(out):
    return [f"exit code {out.returncode}", *out.stdout.splitlines(), *out.stderr.splitlines()]


def check_json(checks):
    counts = json.loads(run(*SMALL).stdout)
    checks.ok(list(counts) == KEYS, "JSON has the documented keys, and actions only when asked", [str(counts)])
    whole = counts["advances"] + counts["taped"]
    checks.ok(counts["total_forward"] == whole, "total_forward is advances and taped", [str(counts)])
    actions = json.loads(run(*SMALL, "--actions").stdout)["actions"]
    steps = sum(action[2] - action[1] for action in actions if action[0] == 1)
    checks.ok(steps == counts["advances"], "the actions advance by as many steps as counted", [f"{steps}"])
    saves = sum(action[0] == 2 for action in actions)
    checks.ok(saves == counts["saves"], "the actions save as often as counted", [f"{saves}"])
    reversed_steps = [action[1] for action in actions if action[0] == 6]
    checks.ok(reversed_steps == list(range(9, -1, -1)), "steps are reversed from last to first", [str(reversed_steps)])


def check_table(checks):
    out = run("store_all", "--steps", "3", "--actions")
    checks.ok(out.returncode == 0, "a table is printed", said(out))
    words = KEYS + ["advance_taped", "turn", "reverse"]
    checks.none([word for word in words if word not in out.stdout], "the table names every key and action")


def check_refused(checks, status, name, word, *words):
    """Exit code 1, the error as JSON on standard output when asked for, as one line on standard error."""
    out, plain = run(*words, "--json"), run(*words)
    claim = " ".join(words)
    checks.ok(out.returncode == plain.returncode == 1, f"refused with exit code 1: {claim}", said(out))
    try:
        error = json.loads(out.stdout)["error"]
    except (ValueError, KeyError) as fault:
        checks.ok(False, f"an error in JSON: {claim}", [repr(fault), *said(out)])
        return
    right = (error["status"], error["name"]) == (status, name) and word in error["message"]
    checks.ok(right, f"status {status}, {name}, names {word}: {claim}", said(out))
    one_line = out.stderr.count("\n") == 1 and error["message"] in out.stderr
    checks.ok(one_line, f"one line on standard error: {claim}", said(out))
    checks.ok(plain.stdout == "", f"nothing on standard output without --json: {claim}", said(plain))


def check_store_all(checks):
    peak = json.loads(run("store_all", "--steps", "5", "--json").stdout)["peak_slots"]
    checks.ok(peak == 5, "store_all needs no --slots", [f"{peak} slots"])
    out = run("store_all", "--steps", "5", "--slots", "5")
    checks.ok(out.returncode == 0, "store_all takes as many slots as steps", said(out))
    check_refused(checks, 31, "budget too small", "5", "store_all", "--steps", "5", "--slots", "4")


def check_kinds(checks):
    """Each kind prints the documented keys, its own options matter, and its actions do what it counts."""
    options = {"online": [], "two_level": ["--disk-slots", "2"], "disk": [], "periodic": ["--period", "7"],
               "async": ["--period", "7"]}
    for kind, more in options.items():
        words = (kind, "--steps", "40", "--slots", "2", *more, "--json")
        out = run(*words, "--actions")
        counts = json.loads(out.stdout) if out.returncode == 0 else {"actions": []}
        actions = counts.pop("actions")
        checks.ok(list(counts) == KEYS, f"{kind} prints the documented keys", said(out)[:3])
        first_on_disk = counts.get("peak_slots")
        saves = [action[3] >= first_on_disk for action in actions if action[0] == 2]
        seen = [saves.count(False), saves.count(True)]
        checks.ok(seen == [counts.get("saves"), counts.get("disk_saves")], f"{kind} saves as counted", [str(seen)])
        reverses = [action[1] for action in actions if action[0] == 6]
        checks.ok(reverses == list(range(39, -1, -1)), f"{kind} reverses every step once", [str(reverses)])
        checks.ok(counts.get("left_on_disk") == 0, f"{kind} leaves nothing on disk", [str(counts)])
        turns = sum(action[0] == 5 for action in actions)
        checks.ok(turns == (kind == "online"), f"{kind} turns as its reverse kind says", [f"{turns} turns"])
        weighed = json.loads(run(*words, "--costs", "1,2,5,0.5").stdout)
        sum_of = weighed["total_forward"] + 2 * 40 + 5 * weighed["disk_saves"] + 0.5 * weighed["disk_loads"]
        # async counts of its transfers only what the steps do not hide.
        fits = weighed["cost"] <= sum_of if kind == "async" else weighed["cost"] == sum_of
        checks.ok(fits, f"{kind} weighs with --costs", [str(weighed)])
    states = json.loads(run("online", "--steps", "40", "--slots", "5", "--reverse", "state_only", "--json").stdout)
    checks.ok(states["taped"] == 0, "online of kind state_only tapes nothing", [str(states)])
    unfused = json.loads(run("revolve", "--steps", "39", "--slots", "5", "--reverse", "unfused", "--json").stdout)
    known = json.loads(run("revolve", "--steps", "40", "--slots", "5", "--json").stdout)
    checks.ok(unfused["advances"] == known["advances"], "unfused is one step more", [str(unfused), str(known)])
    check_refused(checks, 15, "unsupported", "periodic", "two_level", "--steps", str(10**9), "--slots", "3",
                  "--disk-slots", "3")
    check_refused(checks, 10, "argument", "period", "periodic", "--steps", "10", "--slots", "3")
    check_refused(checks, 10, "argument", "wd", "disk", "--steps", "10", "--slots", "3", "--costs", "1,1,-1,1")
    for costs in ("1,2,3", "1,2,3,x", "1,2,3,4,5", ""):
        out = run("disk", "--steps", "10", "--slots", "3", "--costs", costs)
        checks.ok((out.returncode, out.stdout) == (3, "") and "--costs" in out.stderr, f"--costs '{costs}' is refused",
                  said(out))


def check_library(checks):
    check_refused(checks, 10, "argument", "steps", "revolve", "--steps", "0", "--slots", "3")
    check_refused(checks, 10, "argument", "slots", "revolve", "--steps", "10", "--slots", "0")
    check_refused(checks, 13, "overflow", "advances", "revolve", "--steps", str(10**10), "--slots", "1")


def check_parser(checks):
    for words in ((), ("revolve", "--steps", "10"), ("revolve", "--steps", "ten", "--slots", "3"), ("none",),
                  ("revolve", "--steps", "10", "--slots", "3", "--reverse", "other")):
        out = run(*words)
        right = (out.returncode, out.stdout, out.stderr.count("\n")) == (3, "", 1)
        checks.ok(right, f"exit code 3 and one line: schedule {' '.join(words)}", said(out))


def check_numbers(checks):
    known = run("revolve", "--steps", "100", "--slots", "3", "--json").stdout
    same = run("revolve", "--steps", "0100", "--slots", "+03", "--json")
    checks.ok(same.stdout == known, "numbers with leading zeros and signs are decimal", said(same))
    for text in ("0x10", "99999999999999999999", "", "1e3"):
        for steps, slots, option in ((text, "3", "--steps"), ("10", text, "--slots")):
            out = run("revolve", "--steps", steps, "--slots", slots)
            right = (out.returncode, out.stdout) == (3, "") and f"{option} = '{text}'" in out.stderr
            checks.ok(right, f"{option} '{text}' is refused by what was typed", said(out))
    out = run("revolve", "--steps", "10", "--slots", "3", "--reverse", "0")
    checks.ok(out.returncode == 3, "--reverse takes its two names only", said(out))


def check_actions(checks):
    words = ("revolve", "--steps", "100000000", "--slots", "3", "--actions")
    check_refused(checks, 10, "argument", "at most 10000000", *words)
    check_refused(checks, 10, "argument", "--actions: the schedule has", *words)


def main():
    checks = Checks()
    for check in (check_json, check_table, check_store_all, check_kinds, check_library, check_numbers, check_actions,
                  check_parser):
        check(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
