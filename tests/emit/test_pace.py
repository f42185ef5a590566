"""Threads share loops where that is faster by the clock: the rule, given times."""

import ctypes
from importlib import resources

import pytest

from precis.emit.cpu.build import THREADS, build
from precis.emit.cpu.precompiled import HEADERS
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

SOURCE = """
#define PR_THREADS 2
#include "precis.hpp"

extern "C" int64_t divided(int64_t one, int64_t many, int64_t later, int64_t turns, int64_t work) {
    pr::Pace pace;
    int64_t found = 0;
    for (int64_t k = 0; k < 2 * turns; ++k) {
        const bool shared = pace.divides(work);
        found += shared && k >= turns;
        pace.took(shared, shared ? (k < turns ? many : later) : one, work);
    }
    return found;
}
"""


@pytest.fixture(scope="module")
def divided():
    """Turns divided among the second thousand, given nanoseconds alone and divided (in the first and in the second thousand)."""
    files = {h: resources.files("precis.emit").joinpath("runtime", h).read_text() for h in (*HEADERS, THREADS)}
    function = ctypes.CDLL(str(build({"m.cpp": SOURCE, **files}, "m.cpp"))).divided
    return lambda one, many, later, work=1_000_000: function(*map(ctypes.c_int64, (one, many, later, 1000, work)))


def test_what_threads_make_faster_is_divided(divided):
    assert divided(100_000, 60_000, 60_000) >= 970


@pytest.mark.parametrize(("one", "many"), [(100_000, 98_000), (100_000, 120_000), (30_000, 500_000), (9_000, 100), (200, 50)])
def test_what_threads_do_not_make_faster_runs_alone(divided, one, many):
    assert divided(one, many, many) <= 35


def test_trials_take_a_small_part_of_the_time(divided):
    one, many = 30_000, 3_000_000
    assert divided(one, many, many) * (many - one) <= 0.05 * 1000 * one


def test_a_machine_that_becomes_busy_or_idle_is_noticed(divided):
    assert divided(100_000, 60_000, 400_000) <= 100
    assert divided(100_000, 400_000, 60_000) >= 700
