# SPDX-License-Identifier: MIT
"""The command `ebbwave schedule`: keys, actions, exit codes and the form of errors. Usage: test_schedule.py COMMAND"""
import json
import subprocess
import sys
import unittest

KEYS = ["advances", "taped", "total_forward", "saves", "loads", "peak_slots", "cost"]


def run(*args):
    return subprocess.run([COMMAND, "schedule", *args], capture_output=True, text=True, timeout=60)


class Schedule(unittest.TestCase):
    def refused(self, status, name, word, *args):
        out = run(*args, "--json")
        self.assertEqual(out.returncode, 1)
        error = json.loads(out.stdout)["error"]
        self.assertEqual((error["status"], error["name"]), (status, name))
        self.assertIn(word, error["message"])
        self.assertEqual(out.stderr.count("\n"), 1)
        self.assertIn(error["message"], out.stderr)
        self.assertEqual(run(*args).stdout, "")

    def test_json_has_the_documented_keys_and_actions_only_when_asked(self):
        args = ("revolve", "--steps", "10", "--slots", "3", "--json")
        counts = json.loads(run(*args).stdout)
        self.assertEqual(list(counts), KEYS)
        self.assertEqual(counts["total_forward"], counts["advances"] + counts["taped"])
        actions = json.loads(run(*args, "--actions").stdout)["actions"]
        self.assertEqual(sum(a[2] - a[1] for a in actions if a[0] == 1), counts["advances"])
        self.assertEqual(sum(a[0] == 2 for a in actions), counts["saves"])
        self.assertEqual([a[1] for a in actions if a[0] == 6], list(range(9, -1, -1)))

    def test_table_names_every_key_and_action(self):
        out = run("store_all", "--steps", "3", "--actions")
        self.assertEqual(out.returncode, 0)
        for word in KEYS + ["advance_taped", "turn", "load_tape", "reverse", "discard"]:
            self.assertIn(word, out.stdout)

    def test_store_all_needs_no_slots_and_refuses_too_few(self):
        self.assertEqual(json.loads(run("store_all", "--steps", "5", "--json").stdout)["peak_slots"], 5)
        self.assertEqual(run("store_all", "--steps", "5", "--slots", "5").returncode, 0)
        self.refused(31, "budget too small", "5", "store_all", "--steps", "5", "--slots", "4")

    def test_what_the_library_refuses_exits_with_1(self):
        self.refused(10, "argument", "steps", "revolve", "--steps", "0", "--slots", "3")
        self.refused(10, "argument", "slots", "revolve", "--steps", "10", "--slots", "0")
        self.refused(13, "overflow", "advances", "revolve", "--steps", str(10**10), "--slots", "1")

    def test_what_the_parser_refuses_exits_with_3_and_one_line(self):
        for args in ((), ("revolve", "--steps", "10"), ("revolve", "--steps", "ten", "--slots", "3"), ("none",),
                     ("revolve", "--steps", "10", "--slots", "3", "--reverse", "other")):
            out = run(*args)
            self.assertEqual((out.returncode, out.stdout, out.stderr.count("\n")), (3, "", 1), args)


if __name__ == "__main__":
    COMMAND = sys.argv.pop(1)
    unittest.main()
