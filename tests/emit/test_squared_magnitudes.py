"""Squares of magnitudes take no roots: where nothing else wants these, and with what NumPy gives for zeros, infinities and what is no number."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.formats import FORMATS
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def density(z):
    return np.abs(z) ** 2


def products(z):
    return np.abs(z) * np.abs(z[::-1]) + abs(z) * 2.0


def both(z):
    m = abs(z[:-1] * z[1:])
    return m * m, m


def in_loops(z, steps=3):
    total = np.zeros(z.shape)
    for k in range(steps):
        total += np.abs(z * k + 1.0) ** 2
    return total


def number(z):
    return np.sum(np.abs(z) ** 2), np.abs(z[0]) ** 2


def fourth(z):
    return np.abs(z) ** 4


ROOTS = {density: 0, products: 2, both: 1, in_loops: 0, number: 0}
KINDS = (np.complex128, np.complex64)
EDGES = (0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan)
SPECIAL = np.array([complex(a, b) for scale in (1.0, 1e-160, 1e155) for a in scale * np.array(EDGES) for b in scale * np.array(EDGES)])


def _numbers(n):
    rng = np.random.default_rng(n)
    return rng.normal(size=n) + 1j * rng.normal(size=n)


@pytest.mark.parametrize("function", ROOTS, ids=lambda f: f.__name__)
def test_roots_are_taken_where_they_are_wanted(function):
    program = lift(function, _numbers(9))
    assert emit(program, default_assignment(program)).text.count("pr::hypot(") == ROOTS[function]


def test_chosen_formats_round_roots():
    """A magnitude that was given a format is computed."""
    program = lift(density, _numbers(9))
    name = next(n.output.name for n in program.body.walk() if n.op == "magnitude")
    assignment = default_assignment(program)
    chosen = type(assignment)(**{**{f: getattr(assignment, f) for f in assignment.__dataclass_fields__}, "values": {name: FORMATS["binary32"]}})
    assert "pr::hypot(" in emit(program, chosen).text


@needs_compiler
@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("function", [*ROOTS, fourth], ids=lambda f: f.__name__)
def test_values_are_those_of_numpy(function, kind):
    run = compile_native(lift(function, _numbers(9).astype(kind)))
    for z in (_numbers(9), _numbers(1 if function is not both else 2), _numbers(70), SPECIAL):
        with np.errstate(all="ignore"):
            z = z.astype(kind)
            expected = function(z)
        given = z.copy()
        found = run(given)
        assert given.tobytes() == z.tobytes()
        tolerance = 8 * np.finfo(kind).eps
        for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,)):
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=4 * np.finfo(kind).smallest_subnormal)


@needs_compiler
def test_no_elements():
    run = compile_native(lift(density, _numbers(9)))
    assert run(np.zeros(0, complex)).shape == (0,)
