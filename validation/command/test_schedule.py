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


# Each kind with what it needs beside --steps and --slots.
KINDS = {"store_all": [], "revolve": [], "online": [], "two_level": ["--disk-slots", "2"], "disk": [],
         "periodic": ["--period", "7"], "async": ["--period", "7"],
         "mixed": ["--restart-units", "2", "--tape-units", "3"],
         "segment": ["--restart-units", "3", "--tape-units", "1"]}
SLOTS = {"store_all": "40", "mixed": "12", "segment": "20"}
STEPS = 40


def done_by(actions, memory_slots):
    """What a stream of actions does: the counts of the keys, and the order of its reverses."""
    did = dict.fromkeys(("advances", "taped", "saves", "loads", "disk_saves", "disk_loads", "states"), 0)
    did["reverses"], loaded = [], False
    for kind, start, stop, slot in actions:
        disk = "disk_" if slot >= memory_slots else ""
        if kind == 1:
            did["advances"] += stop - start
        elif kind in (2, 3):
            did[disk + ("saves" if kind == 2 else "loads")] += 1
            did["states"] += 1
        elif kind == 6:
            did["reverses"] += range(start, stop - 1, -1)
            did["loads"] += start - stop + 1 if slot >= 0 else 0
            did["taped"] += slot < 0 and not loaded
            loaded = False
        elif kind == 7:
            did["taped"] += stop - start
            did["saves"] += stop - start if slot >= 0 else 0
        elif kind == 8:
            did["saves"] += 1
        elif kind == 9:
            did["loads"] += 1
            loaded = True
    return did


def check_counts(checks, kind, reverse, words):
    """The documented keys, and that the actions do what they count."""
    name = f"{kind}, {reverse}"
    out = run(*words, "--actions")
    counts = json.loads(out.stdout) if out.returncode == 0 else {"actions": []}
    actions = counts.pop("actions")
    more = ["state_slots", "tape_slots"] if kind == "segment" else []
    checks.ok(list(counts) == KEYS + more, f"{name}: prints the documented keys", said(out)[:3])
    on_disk = counts.get("disk_saves", 0) > 0
    did = done_by(actions, counts.get("peak_slots", 0) if on_disk else STEPS * 100)
    if reverse == "state_only":  # no reverse takes a forward step of its own
        kept = sum(action[2] - action[1] for action in actions if action[0] == 7)
        did["advances"], did["taped"] = did["advances"] + kept, 0
    keys = ("advances", "taped", "saves", "loads", "disk_saves", "disk_loads")
    differ = [f"{key}: {did[key]} done, {counts.get(key)} counted" for key in keys if did[key] != counts.get(key)]
    checks.none(differ, f"{name}: the actions do what it counts")
    checks.ok(did["reverses"] == list(range(STEPS - 1, -1, -1)), f"{name}: reverses every step once",
              [str(did["reverses"])])
    whole = counts.get("advances", -1) + counts.get("taped", 0)
    checks.ok(counts.get("total_forward") == whole, f"{name}: total_forward is advances and taped", [str(counts)])
    checks.ok(counts.get("left_on_disk") == 0, f"{name}: leaves nothing on disk", [str(counts)])
    turns = sum(action[0] == 5 for action in actions)
    expected = reverse != "fused" or kind in ("store_all", "segment")
    checks.ok(turns == expected, f"{name}: turns as its reverse kind says", [f"{turns} turns"])
    return counts


def check_costs(checks, kind, words):
    weighed = json.loads(run(*words, "--costs", "1,2,5,0.5").stdout)
    sum_of = weighed["total_forward"] + 2 * STEPS + 5 * weighed["disk_saves"] + 0.5 * weighed["disk_loads"]
    # async counts of its transfers only what the steps do not hide.
    fits = weighed["cost"] <= sum_of if kind == "async" else weighed["cost"] == sum_of
    checks.ok(fits, f"{kind} weighs with --costs", [str(weighed)])


def check_segment_costs(checks):
    """F, FT, A, COPY choose leaf and slots, and weigh all work."""
    words = ("segment", "--steps", str(STEPS), "--slots", "20", "--restart-units", "3", "--json", "--actions")
    leaves = {}
    for costs in ("1,1.25,1.5,0", "1,1.25,1.5,50"):
        advance, taped, reverse, copy = map(float, costs.split(","))
        ran = json.loads(run(*words, "--costs", costs).stdout)
        kept = sum(action[2] - action[1] for action in ran["actions"] if action[0] == 7)
        plain = sum(action[2] - action[1] for action in ran["actions"] if action[0] == 1)
        copies = sum(action[0] in (2, 3) for action in ran["actions"])
        want = advance * plain + taped * kept + reverse * STEPS + copy * copies
        checks.ok(abs(ran["cost"] - want) <= 1e-12 * want, f"segment weighs with --costs {costs}",
                  [f"cost {ran['cost']}, its actions cost {want}"])
        leaves[costs] = max(action[2] - action[1] for action in ran["actions"] if action[0] == 7)
    first, dear = leaves.values()
    checks.ok(dear > first, "where copies of states are dear segment takes longer leaves", [str(leaves)])
    given = json.loads(run(*words, "--leaf", "5").stdout)
    longest = max(action[2] - action[1] for action in given["actions"] if action[0] == 7)
    checks.ok(longest == 5, "--leaf says the tapes of a leaf", [f"{longest} tapes"])
    check_refused(checks, 10, "argument", "COPY", "segment", "--steps", "10", "--slots", "9", "--costs", "1,1,1,-1")
    check_refused(checks, 31, "budget too small", "at least 4", "segment", "--steps", "9", "--slots", "3",
                  "--restart-units", "3")


def check_kinds(checks):
    """Each kind of schedule, in every way that its sweep can end."""
    for kind, more in KINDS.items():
        words = (kind, "--steps", str(STEPS), "--slots", SLOTS.get(kind, "2"), *more, "--json")
        ways = ["fused", "state_only", "unfused"]
        if kind in ("store_all", "segment", "mixed"):
            ways.remove("unfused")
        if kind == "online":
            ways.remove("fused")
        for reverse in ways:
            check_counts(checks, kind, reverse, (*words, "--reverse", reverse))
        if kind in ("two_level", "disk", "periodic", "async"):
            check_costs(checks, kind, words)
    check_segment_costs(checks)
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


def check_huge(checks):
    """Sizes that no run has: an answer or a refusal, at once."""
    for power in (20, 31, 32, 40, 53, 60, 62):
        for words in (("--period", "50"), ("--costs", "1,1,5,1"), ("--costs", "1,1,1e9,1e9"), ("--period", str(2**40))):
            out = run("periodic", "--steps", str(2**power), "--slots", "3", *words, "--json")
            told = json.loads(out.stdout)
            right = out.returncode == 0 and min(told.values()) >= 0 and told["taped"] == 2**power
            refused = out.returncode == 1 and told.get("error", {}).get("status") in (13, 15)
            checks.ok(right or refused, f"periodic of 2^{power} steps with {' '.join(words)} is counted or refused",
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
    for check in (check_json, check_table, check_store_all, check_kinds, check_huge, check_library, check_numbers,
                  check_actions, check_parser):
        check(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
