"""Arrays that are filled and then written but for their rim: filled along the rim only, with every element as NumPy has it."""

import re
from operator import floordiv
from types import SimpleNamespace

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
NUMBER = re.compile(r"int64_t (\w+) = ([^;]+);")
LENGTH = re.compile(r", 0, (.*), 1\) \{$")  # of a loop


def inside(u):
    out = np.full_like(u, 7.0)
    out[1:-1, 1:-1] = u[1:-1, 2:] - u[:-2, 1:-1]
    return out


def differences(u):
    down, along = np.zeros_like(u), np.zeros_like(u)
    down[1:] = u[1:] - u[:-1]
    along[:, :-1] = u[:, 1:] - u[:, :-1]
    return down, along


def in_three(u):
    v = u.reshape(u.shape[0], u.shape[1] // 2, 2)
    out = np.ones_like(v)
    out[2:, :-1] = v[:-2, 1:] * 2.0
    return out


def read_where_filled(u):
    out = np.zeros_like(u)
    out[1:, :] = u[1:, :] + out[:-1, :]
    return out


def read_between(u):
    out = np.zeros_like(u)
    total = np.sum(out + u)
    out[1:] = u[1:] * total
    return out


def in_parts_by_a_mask(u):
    out = np.zeros_like(u)
    for k in range(1, u.shape[0] - 1):
        if u[k, 0] > 0.5:
            out[k, 1:] = u[k, 1:]
    return out


def rows_inside(u):
    out = np.full((u.shape[0] + 1, u.shape[1]), 7.0)
    out[1:-1] = u[1:] * u[:-1]
    return out[1:] - out[:-1]


def half(u):
    out = np.full_like(u, 7.0)
    out[u.shape[0] // 2:] = u[u.shape[0] // 2:]
    return out


FUNCTIONS = (inside, differences, in_three, rows_inside, half, read_where_filled, read_between, in_parts_by_a_mask)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_element_is_what_numpy_has(function):
    rng = np.random.default_rng(3)
    compiled = compile_native(lift(function, rng.random((20, 30))))
    for shape in ((20, 30), (3, 4), (3, 30), (20, 4)):
        u = rng.random(shape)
        found, expected = compiled(u), function(u)
        for f, e in zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]:
            np.testing.assert_allclose(f, e, rtol=1e-13)


def test_the_inside_is_not_filled():
    filling = [line for line in compile_native(lift(inside, np.ones((20, 30)))).source.splitlines() if line.endswith("= 7.0;")]
    assert len(filling) == 4


def test_whole_rows_are_no_rim_of_columns():
    """Rows and columns are one dimension there: what lies before and behind the rows inside is as long as a row."""
    source = compile_native(lift(rows_inside, np.ones((40, 50)))).source.splitlines()
    fills = [k for k, line in enumerate(source) if line.endswith("= 7.0;")]
    known = _numbers(source, N_n0=40, M_n1=50)
    assert [eval(LENGTH.search(source[k - 1]).group(1), known) for k in fills] == [50, 50]


def _numbers(source, **sizes):
    """The numbers that a source names, of arrays that are one strip."""
    known = {"args": SimpleNamespace(**sizes), "size_max": max, "size_min": min, "size_floordiv": floordiv, "PR_STRIP": max}
    for name, number in (m.groups() for m in map(NUMBER.search, source) if m):
        known[name] = eval(number.replace("pr::", ""), known)
    return known


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1)])
@pytest.mark.parametrize("function", [differences, rows_inside, half])
def test_nothing_is_inside(function, shape):
    u = np.random.default_rng(4).random(shape)
    for found, expected in zip(compile_native(lift(function, u))(u), function(u), strict=True):
        np.testing.assert_array_equal(found, expected)
