"""Capture: the points of real runs, kept so that a kill loses nothing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from precis.errors import UsageError
from precis.surrogate.capture import capture, fingerprint, source_hash
from precis.surrogate.region import select
from tests.surrogate import programs as P

ROOT = Path(__file__).parents[2]


def rows(*columns):
    return np.stack([np.ravel(c) for c in columns], 1)


def test_points_of_a_run(tmp_path):
    program = P.newton()
    found = capture(program, select(program, "root"), P.newton_inputs, [5], tmp_path, size=30)
    a, c = P.newton_inputs(5, 30)
    assert np.array_equal(found.inputs, rows(a * c + 1.0, c)) and found.outputs.shape == (30, 1)


def test_points_of_every_iteration(tmp_path):
    program = P.columns()
    found = capture(program, select(program, "blend"), P.column_inputs, [1], tmp_path, size=8)
    u, v = P.column_inputs(1, 8)
    x, y = u.T.ravel(), np.tile(v, 5)
    assert np.array_equal(found.inputs, rows(x, y))
    assert np.array_equal(found.outputs, rows(x * y - 0.5 * x + y * y))


def test_many_points_are_drawn_evenly(tmp_path):
    program = P.columns()
    found = capture(program, select(program, "blend"), P.column_inputs, [0], tmp_path, size=4000, points=1000)
    assert len(found) == 1000 and abs(found.inputs[:, 1].mean() - 1.5) < 0.1


def test_shards_are_read_again_and_other_settings_are_not_mixed(tmp_path, capsys):
    program = P.newton()
    region = select(program, "root")
    first = capture(program, region, P.newton_inputs, [0, 1], tmp_path, size=20)
    names = sorted(os.listdir(tmp_path))
    capsys.readouterr()
    again = capture(program, region, P.newton_inputs, [0, 1], tmp_path, size=20)
    assert np.array_equal(first.inputs, again.inputs) and sorted(os.listdir(tmp_path)) == names
    assert capsys.readouterr().err == ""
    assert len(capture(program, region, P.newton_inputs, [0, 1], tmp_path, size=7)) == 14


def test_fingerprints_follow_the_code_and_nothing_else():
    program, other = P.newton(), P.newton(trips=7)
    same = fingerprint(program, select(program, "root"))
    assert same == fingerprint(P.newton(), select(P.newton(), "root")) != fingerprint(other, select(other, "root"))
    twice = P.twice()
    assert fingerprint(twice, select(twice, "f#1")) == fingerprint(twice, select(twice, "f#2"))
    assert source_hash(P.newton_inputs) != source_hash(P.column_inputs)


def test_runs_without_finite_points_are_refused(tmp_path):
    program = P.newton()

    def inputs(seed, size=None):
        return np.full(4, np.nan), np.ones(4)
    with pytest.raises(UsageError, match="no finite values on sample 0"):
        capture(program, select(program, "root"), inputs, [0], tmp_path)


KILLED = """
import sys, time
from pathlib import Path
from precis.surrogate.capture import capture
from precis.surrogate.region import select
from tests.surrogate import programs as P
from tests.surrogate.test_capture import slow_inputs
program = P.newton()
capture(program, select(program, "root"), slow_inputs, range(int(sys.argv[2])), Path(sys.argv[1]))
"""


def slow_inputs(seed, size=None):
    time.sleep(0.02)
    return P.newton_inputs(seed, 3000)


def test_a_killed_capture_goes_on(tmp_path):
    """Kill -9 at several moments: every file under its final name is whole, and the next process goes on from there."""
    for delay in (0.0, 0.013, 0.05):
        before = len(list(tmp_path.glob("*.h5")))
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path), "1000"], cwd=ROOT, stderr=subprocess.DEVNULL)
        wait_for(lambda before=before: len(list(tmp_path.glob("*.h5"))) > before + 2, process)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    written = {p.name: p.stat().st_mtime_ns for p in tmp_path.glob("*.h5")}
    program = P.newton()
    points = capture(program, select(program, "root"), slow_inputs, range(len(written)), tmp_path)
    assert len(points) == 3000 * len(written)
    assert {p.name: p.stat().st_mtime_ns for p in tmp_path.glob("*.h5")} == written


def wait_for(condition, process, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.003)
