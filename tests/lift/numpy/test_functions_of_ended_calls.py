"""Functions that calls have given back, of which the data tell which one is called."""

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run


def index(a, b):
    return lambda wave: a + b / wave**2


def counter(n):
    def count(d):
        nonlocal n
        n += d
        return n
    return count


def scaled(a):
    def scale(v, by=2 * a):
        return v * by + a
    return scale


def by_number(x, wave):
    high, low = index(2.2, 0.02), index(1.45, 0.004)
    return sum(v * (high if k % 2 == 0 else low)(wave) for k, v in enumerate(x))


def of_what_is_computed(x, wave):
    made, total = [index(x[k], wave) for k in range(3)], 0.0
    for k, v in enumerate(x):
        f = made[k % 3] if v > 0.3 else scaled(wave)
        total += f(v)
    return total


def with_defaults(x, wave):
    f, g, total = scaled(x[0]), scaled(wave), 0.0
    for v in x:
        total += (f if v > 0.5 else g)(v)
    return total


def that_change_what_they_hold(x, wave):
    a, b, total = counter(1.0), counter(100.0), 0.0
    for v in x:
        total += (a if v > 0.5 else b)(v) * wave
    return total, a(0.0), b(0.0)


def exchanged(x, wave):
    best, f, g = -1.0, index(1.0, 1.0), index(2.0, wave)
    for v in x:
        if v > best:
            best = v
            f, g = g, f
    return f(wave) + 2.0 * g(wave)


def made_in_a_branch(x, wave):
    total = 0.0
    for v in x:
        f = index(v, 1.0) if v > 0.5 else index(wave, v)
        total += f(v)
    return total


@pytest.mark.parametrize("f", [by_number, with_defaults, that_change_what_they_hold, exchanged], ids=lambda f: f.__name__)
def test_one_of_several_functions_of_calls_that_have_ended(f):
    program = lift(f, np.random.default_rng(0).random(7), 0.6)
    for seed, n in ((0, 7), (1, 12)):
        x = np.random.default_rng(seed).random(n)
        np.testing.assert_allclose(run(program, (x, 0.7)), f(x, 0.7), rtol=1e-14)


@pytest.mark.parametrize("f", [made_in_a_branch, of_what_is_computed], ids=lambda f: f.__name__)
def test_functions_of_one_way_alone_are_none_of_several(f):
    with pytest.raises(UnsupportedProgram, match="function"):
        lift(f, np.random.default_rng(0).random(7), 0.6)
