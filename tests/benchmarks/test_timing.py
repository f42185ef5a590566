"""Contenders are timed on one core, threads that they have made before among them."""

import os
import threading

import pytest

from benchmarks.timing import on_fresh

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system does not say which cores threads may use")


def test_all_threads_share_one_core_and_get_theirs_back():
    asked, answered, found = threading.Event(), threading.Event(), []

    def other():
        asked.wait(60)
        found.append(os.sched_getaffinity(0))
        answered.set()

    def run():
        found.append(os.sched_getaffinity(0))
        asked.set()
        answered.wait(60)
    before = os.sched_getaffinity(0)
    thread = threading.Thread(target=other, daemon=True)
    thread.start()
    times = on_fresh({"one": run}, tuple, turns=3)
    assert len(times["one"].seconds) == 3 and answered.is_set()
    assert len(found[0]) == 1 and all(cores == found[0] for cores in found)
    assert os.sched_getaffinity(0) == before
