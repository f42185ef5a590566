"""What a container or statement does alone: estimated against a run with nothing else rounded."""

import numpy as np
import pytest

import precis
from precis.bitwidth.alone import EXACT, computed_alone, storage_groups, stored_alone
from precis.formats import FORMATS

NARROW = FORMATS["bfloat16"]


def drift(a, dt, end):
    """Position and time of what is pulled towards a, with names for every part of a step."""
    t = 0.0
    x = np.zeros(a.size)
    while t < end:
        pull = np.sin(a - x)
        x = x + dt * pull
        t = t + dt
    return x, t


ARGS = (np.linspace(0.2, 1.7, 40), 0.037, 1.0)


@pytest.fixture(scope="module")
def known():
    program = precis.lift(drift, *ARGS)
    return program, precis.sensitivity(program, ARGS), {c.name for c in program.containers if c.kind == "real"}


def error(program, assignment):
    """Root sum square over the outputs, as estimates have it."""
    return precis.measure(program, assignment, ARGS).combined


@pytest.mark.parametrize("name", ["pull", "x", "t", "a"])
def test_storing_one_container_alone(known, name):
    """Each rounds at its stores, also what no statement rounds before: a uniform format leaves nothing to its stores."""
    program, s, names = known
    members = storage_groups(program, sorted(names))[name]
    measured = error(program, EXACT.with_storage(dict.fromkeys(members, NARROW)))
    assert 0.25 < stored_alone(s, members, NARROW).share / measured < 4.0


def test_computing_one_statement_alone(known):
    program, s, _ = known
    site = next(c.span.site for c in program.containers if c.name == "pull")
    measured = error(program, EXACT.with_compute({site: NARROW}))
    assert 0.25 < computed_alone(s, site, NARROW).share / measured < 4.0


def test_values_beyond_the_range_of_a_format_are_told():
    def scale(a):
        big = a * 1e5
        return big / 3e4

    program = precis.lift(scale, ARGS[0])
    s = precis.sensitivity(program, ARGS[:1])
    assert stored_alone(s, ["big"], FORMATS["binary16"]).overflow and not stored_alone(s, ["a"], FORMATS["binary16"]).overflow
