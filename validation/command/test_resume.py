# SPDX-License-Identifier: MIT
"""`ebbwave gradient --directory --resume`: killed runs go on with the same bits. Usage: test_resume.py COMMAND"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from survey_files import Survey
from tap import Checks

SHOTS = "x,z\n103.5,42\n61,30\n150,77\n"


def manifests(folder):
    return sorted(path.name for path in folder.glob("ebw-*-g*") if not path.name.endswith(".tmp"))


def killed(survey, folder, after, number=signal.SIGKILL, **changes):
    """Starts a run in `folder`, stops it once `after` more generations were seen; (exit code, stderr)."""
    words = survey.arguments("gradient", {"directory": str(folder), "generation-seconds": "0", **changes})
    process = subprocess.Popen(words + ["--json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seen = set()
    while process.poll() is None and len(seen) < after:
        seen.update(manifests(folder) if folder.exists() else [])
        time.sleep(0.001)
    process.send_signal(number)
    _, errors = process.communicate(timeout=100)
    return process.returncode, errors


def goes_on(checks, survey, folder):
    _, reference = survey.gradient()
    extra = {"directory": str(folder), "extra": ["--resume"], "generation-seconds": "0"}
    for after in (1, 5, 20):
        code, _ = killed(survey, folder, after)
        left = manifests(folder)
        checks.ok(code == -signal.SIGKILL and left, f"kill -9 after {after} generations leaves some", [str(left)])
        ran = survey.run(**extra)
        said = "goes on" in ran.stderr and ("step" in ran.stderr or "shot" in ran.stderr)
        checks.ok(ran.returncode == 0 and said, "--resume says where it goes on", [ran.stderr])
        checks.ok(survey.out.read_bytes() == reference, "and gives the same bits")
        checks.ok(list(folder.iterdir()) == [], "and leaves no file")
    ran = survey.run(**extra)
    checks.ok(ran.returncode == 0 and "begins anew" in ran.stderr, "an empty directory starts anew and says so",
              [ran.stderr])
    code, _ = killed(survey, folder, 3)
    code, _ = killed(survey, folder, 10, extra=["--resume"])
    checks.ok(code == -signal.SIGKILL and survey.run(**extra).returncode == 0, "a resumed run can be killed too")
    checks.ok(survey.out.read_bytes() == reference, "and resumed again")


def at_disk_checkpoints(checks, survey, folder):
    changes = {"slots": None, "schedule": "two_level", "memory": "0.5MB", "costs": "1,1,1,0,0.01,0.01"}
    _, reference = survey.gradient(**changes, directory=str(folder))
    often = {**changes, "directory": str(folder), "generation-seconds": "1000000"}
    extra = ["--generation-every-disk-checkpoint"]
    code, _ = killed(survey, folder, 2, **often, extra=extra)
    left = manifests(folder)
    checks.ok(code == -signal.SIGKILL and left, "each state on disk leaves a generation", [str(code), str(left)])
    ran = survey.run(**often, extra=extra + ["--resume"])
    checks.ok(ran.returncode == 0 and survey.out.read_bytes() == reference, "from which a run goes on", [ran.stderr])


def another_choice(checks, survey, folder):
    """Budgets and costs that would choose otherwise now: the run goes on with the schedule that it had."""
    def chosen(changes):
        plan = json.loads(survey.run("plan", **changes).stdout)
        return plan["schedule"], plan["total_bytes"]

    common = {"slots": None, "schedule": "auto", "directory": str(folder)}
    before = {**common, "memory": "0.5MB", "disk": "1GB", "costs": "1,1,1,0,0.01,0.01"}
    _, reference = survey.gradient(**before)
    schedule, held = chosen(before)
    for after in ({**common, "memory": "0.5MB", "costs": "1,1,1,0,1000,1000"}, {**common, "memory": "2GB"},
                  {**common, "memory": "0.5MB", "disk": "900MB"}):
        other, _ = chosen(after)
        code, _ = killed(survey, folder, 4, **before)
        left = manifests(folder)
        checks.ok(code == -signal.SIGKILL and left, f"{schedule} is killed", [str(code), str(left)])
        ran = survey.run(**after, extra=["--resume"])
        goes_on = "goes on" in ran.stderr and survey.out.read_bytes() == reference
        checks.ok(ran.returncode == 0 and goes_on, f"and goes on where {other} would be chosen now", [ran.stderr])
        checks.ok(json.loads(ran.stdout)["planned_bytes"] == held, "as it was", [ran.stdout])
    checks.ok(schedule != chosen({**common, "memory": "2GB"})[0], "the choices differ", [schedule])
    killed(survey, folder, 4, **before)
    ran = survey.run(**{**before, "memory": str(held - 1)}, extra=["--resume"])
    found = json.loads(ran.stdout)["error"]
    checks.ok(found["status"] == 31 and str(held) in found["message"], "its memory is named when it is not there",
              [str(found)])
    ran = survey.run(**{**before, "memory": str(held)}, extra=["--resume"])
    checks.ok(ran.returncode == 0 and survey.out.read_bytes() == reference, "and is enough", [ran.stderr])


def least_disk(checks, survey, folder):
    """What a refusal of --disk names is what was typed and the least that works."""
    for schedule in ("two_level", "async", "segment_disk", "disk", "revolve", "auto"):
        changes = {"slots": None, "schedule": schedule, "directory": str(folder), "memory": "0.3MB",
                   "costs": "1,1,1,0,0.01,0.01"}
        message = json.loads(survey.run(**changes, disk="1").stdout)["error"]["message"]
        least = int(re.search(r"at least (\d+)", message).group(1))
        checks.ok("--disk = 1" in message, f"{schedule}: the number typed is named", [message])
        ran = survey.run(**changes, disk=str(least))
        checks.ok(ran.returncode == 0, f"{schedule}: {least} works", [message, ran.stdout])
        ran = survey.run(**changes, disk=str(least - 1))
        words = json.loads(ran.stdout).get("error", {"message": "", "status": 0})
        named = f"--disk = {least - 1}" in words["message"] and f"at least {least}" in words["message"]
        checks.ok(words["status"] == 31 and named, f"{schedule}: one byte less does not", [str(words)])


def refusals(checks, survey, folder):
    def error(ran, code=1):
        return json.loads(ran.stdout)["error"] if ran.returncode == code else {"message": ran.stderr, "status": None}

    code, errors = killed(survey, folder, 3, signal.SIGTERM)
    checks.ok(code == 1 and "--resume" in errors, "a run ended by SIGTERM says how to go on", [errors])
    left = sorted(path.name for path in folder.iterdir())
    found = error(survey.run(directory=str(folder)))
    checks.ok(found["status"] == 20 and "resume" in found["message"], "an unfinished run is not overwritten",
              [str(found)])
    for changes in ({"freq": "16"}, {"slots": "4"}, {"steps": "61"}, {"sources": "line:50,40:90,40:3"}):
        found = error(survey.run(directory=str(folder), extra=["--resume"], **changes))
        checks.ok(found["status"] == 44 and str(folder) in found["message"], f"{changes}: not resumable", [str(found)])
    checks.ok(sorted(path.name for path in folder.iterdir()) == left, "a refusal leaves the directory as it was")
    found = error(survey.run(directory=str(folder), disk="9kB", extra=["--resume"]))
    checks.ok(found["status"] == 31 and "--disk" in found["message"], "--disk too small names the least", [str(found)])
    found = error(survey.run(directory=str(folder), disk="0", extra=["--resume"]))
    checks.ok(found["status"] == 10 and "--disk" in found["message"], "--disk 0 is refused", [str(found)])
    found = error(survey.run(extra=["--resume"]), 3)
    checks.ok("--directory" in found["message"], "--resume needs --directory", [str(found)])
    ran = survey.run(directory=str(folder), extra=["--resume"])
    checks.ok(ran.returncode == 0, "the right problem still goes on", [ran.stderr])
    found = error(survey.run(directory="/nowhere/at/all"))
    checks.ok(found["status"] == 40 and "/nowhere" in found["message"], "no such place is an error", [str(found)])


def plan(checks, survey, folder):
    def total(**changes):
        return json.loads(survey.run("plan", **changes).stdout)["total_bytes"]

    more = total(directory=str(folder)) - total()
    checks.ok(more > 0 and not list(folder.iterdir()), "the plan counts the buffer and touches nothing", [str(more)])


def main():
    checks = Checks()
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        survey = Survey(sys.argv[1], folder)
        survey.options |= {"sources": survey.write("shots.csv", SHOTS), "slots": "5", "threads": "1"}
        generations = pathlib.Path(folder) / "generations"
        goes_on(checks, survey, generations)
        at_disk_checkpoints(checks, survey, generations)
        another_choice(checks, survey, generations)
        least_disk(checks, survey, generations)
        refusals(checks, survey, generations)
        plan(checks, survey, generations)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
