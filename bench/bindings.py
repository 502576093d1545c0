# SPDX-License-Identifier: MIT
"""What does a call cost from each language? Runs the programs in bindings/ in turn, round after round on one machine,
and prints one JSON object: ns per language, the best of all rounds, and their ratios to C. A language that is not there
is named under `missing`."""
import argparse
import json
import subprocess
import sys

ROUNDS = 3
# ns; an action of a schedule through the C ABI, read by the binding's own loop.
BARS = {"python": 1000.0, "julia": 60.0, "fortran": 60.0}
# Of these kinds an action is read by the function of the C ABI as the language calls it.
KINDS = ("revolve", "two_level", "online", "segment")


def run(command):
    """What a program measured; None and the reason when it cannot be had."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return json.loads(done.stdout), ""
    return None, f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"


def measure(commands):
    """The least of each figure over all rounds, and why a language is missing."""
    best, missing = {}, {}
    for _ in range(ROUNDS):
        for language, command in commands.items():
            if language in missing:
                continue
            figures, reason = run(command)
            if figures is None:
                # Exit code 127: the launcher found no Julia. Anything else is a program that broke.
                if language != "julia" or not reason.startswith("exit code 127"):
                    raise SystemExit(f"{language}: {reason}")
                missing[language] = reason
                continue
            known = best.setdefault(language, figures)
            best[language] = {name: min(value, known[name]) for name, value in figures.items()}
    return best, missing


def ratios(best):
    """Each figure over that of C; a language's own loop over C's plain one."""
    c = best["c"]
    measures = {"next": c["next"], "iterate": c["next"], "callback": c["callback"]}
    return {
        language: {name: round(figures[name] / measure, 2) for name, measure in measures.items()}
        for language, figures in best.items() if language != "c"
    }


def goals(best, missing):
    def goal(language, bar, what, value):
        absent = language not in best
        return {
            "name": f"bindings: ns per action of a schedule from {language.capitalize()}{what}",
            "value": 0.0 if absent else value(best[language]),
            "sense": "at most",
            "bar": bar,
            "judged": not absent,
            "note": missing.get(language, "not built here") if absent else "",
        }

    def slowest(figures):
        return max(figures[f"next_{kind}"] for kind in KINDS)

    return [goal(*item, "", lambda figures: figures["iterate"]) for item in BARS.items()] + [
        goal(*item, " through the C ABI, slowest kind", slowest) for item in BARS.items()
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for language in ("c", "python", "julia", "fortran"):
        parser.add_argument(f"--{language}", nargs="+", help="the command that measures it")
    commands = {language: command for language, command in vars(parser.parse_args()).items() if command}
    if "julia" in commands:
        commands["julia"].insert(1, "--startup-file=no")
    best, missing = measure(commands)
    print(json.dumps({"ns": best, "ratios_to_c": ratios(best), "missing": missing, "goals": goals(best, missing)}))


if __name__ == "__main__":
    sys.exit(main())
