"""`precis tune --statistic`: a chaotic program, whose single runs mean nothing, tuned by the mean over an ensemble."""

import json

import pytest

from tests.cli.test_main import run

RING = """
import numpy as np

def ring(x, drive, dt, steps):
    energy = np.zeros(steps)
    for k in range(steps):
        slope = (np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + drive
        y = x + 0.5 * dt * slope
        x = x + dt * ((np.roll(y, -1) - np.roll(y, 2)) * np.roll(y, 1) - y + drive)
        energy[k] = 0.5 * np.mean(x * x)
    return x, energy

def late(x, energy):
    return np.mean(energy[500:])

def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    return 8.0 + rng.normal(size=size or 60), 8.0, 0.01, 1500
"""


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.py"
    path.write_text(RING, encoding="utf-8")
    return path


def test_the_mean_is_judged_and_the_pages_say_so(ring, tmp_path, capsys):
    out = tmp_path / "out"
    code, text, _ = run(capsys, "tune", f"{ring}:ring", "--statistic", "--qoi", f"{ring}:late", "--rtol", "0.1", "--members", "8",
                        "--formats", "binary32", "--objective", "memory", "--out", out, "--quiet")  # fmt: skip
    assert code == 0 and "all 6 variables stay" not in text and "can be binary32" in text
    assert "the mean of `late` differs by" in text and "and 2 held-out inputs, none of which a trial had seen (measured)" in text
    report = json.loads((out / "report.json").read_text())
    (row,) = report["outputs"]
    assert row["name"] == "late" and row["error"]["word"] == "measurement" and row["error"]["value"] < 0.1
    assert all(c["estimate"] is None and c["attributed"] is None for c in report["containers"])
    differences = [f for f in report["facts"] if f["group"] == "statistic"]
    assert len(differences) == 3 and all("standard error" in f["number"]["note"] and f["number"]["samples"] == 8 for f in differences)
    assert "8 members" in (out / "report.html").read_text() and (out / "Makefile").exists()


def test_where_nothing_holds_the_closest_is_told_and_the_code_is_one(ring, capsys):
    code, text, _ = run(capsys, "tune", f"{ring}:ring", "--statistic", "--qoi", f"{ring}:late", "--rtol", "1e-7", "--members", "4",
                        "--formats", "binary32", "--quiet")  # fmt: skip
    assert code == 1 and "no choice of formats was found" in text and "members would be needed (estimate; --members)" in text
    assert "6 binary32" in text


def test_pins_are_kept(ring, capsys):
    code, text, _ = run(capsys, "tune", f"{ring}:ring", "--statistic", "--qoi", f"{ring}:late", "--rtol", "0.2", "--members", "8", "--json",
                        "--formats", "binary32", "--objective", "memory", "--pin", "x=binary64", "--quiet")  # fmt: skip
    chosen = {c["name"]: c["chosen"] for c in json.loads(text)["containers"]}
    assert code == 0 and chosen["x"] == "binary64" and chosen["slope"] == "binary32"


@pytest.mark.parametrize("option", ["--worst-case 3", "--schedules", "--tune-on 2", "--reference mpmath", "--rounding stochastic",
                                    "--integers hold", "--tune-on-worst", "--bound"])  # fmt: skip
def test_options_of_single_runs_are_refused(ring, option, capsys):
    code, _, err = run(capsys, "tune", f"{ring}:ring", "--statistic", *option.split(), "--quiet")
    assert code == 2 and f"{option.split()[0]} speaks of single runs" in err and "hint:" in err
