# SPDX-License-Identifier: GPL-3.0-or-later
"""resources/python/plateau.py asks the built program. python.py FOLDER_OF_MODULE EXECUTABLE"""
import os
import sys
import unittest

FOLDER, os.environ["PLATEAU"] = sys.argv[1:3]
sys.path.insert(0, FOLDER)
import plateau  # noqa: E402


class Asked(unittest.TestCase):
    def test_an_estimate_follows_its_changes(self):
        few = plateau.estimate(gpus=64)
        many = plateau.estimate(gpus=2048)
        self.assertEqual((few["scenario"]["gpus"], many["scenario"]["gpus"]), (64, 2048))
        self.assertLess(many["mfu"], few["mfu"])

    def test_rows_of_a_sweep(self):
        rows = plateau.sweep(over={"gpus": [8, 64], "tp": "1,2"})
        self.assertEqual([(row["gpus"], row["tp"]) for row in rows], [(8, 1), (8, 2), (64, 1), (64, 2)])

    def test_plans_and_options(self):
        plans = plateau.plans("llama3-70b-h100", top=3, options={"objective": "memory"})
        self.assertEqual(len(plans), 3)
        self.assertLessEqual(plans[0]["memory_bytes_per_gpu"], plans[1]["memory_bytes_per_gpu"])

    def test_what_does_not_fit_is_an_answer(self):
        self.assertFalse(plateau.estimate(model="llama3_405b", gpus=8)["fits"])

    def test_what_is_refused_says_why(self):
        with self.assertRaisesRegex(plateau.Refused, "gpu"):
            plateau.estimate(gpuz=8)
        self.assertEqual(plateau.estimate(gpus=8)["exit"], 0)  # it goes on

    def test_many_at_once_keep_their_order(self):
        asked = [{"id": n, "command": "estimate", "scenario": plateau.SCENARIO, "set": {"gpus": 8 * (1 + n % 50)}}
                 for n in range(2500)]
        answers = plateau.running().ask_all(asked)
        self.assertEqual([answer["id"] for answer in answers], list(range(2500)))
        self.assertTrue(all(answer["scenario"]["gpus"] == 8 * (1 + n % 50) for n, answer in enumerate(answers)))

    def test_collectives(self):
        rows = plateau.collective("all_reduce", options={"ranks": 64, "size": "1MB,1GB"})
        self.assertLess(rows[0]["seconds"], rows[1]["seconds"])

    def test_a_program_that_is_not_there(self):
        with self.assertRaises(OSError):
            plateau.Plateau("/no/such/plateau")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
