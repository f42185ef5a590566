"""Constants of a narrower format than their statement's are numbers of that format: what they fill is seen, and bits are NumPy's."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.fills import filled
from precis.emit.plan.kernels import Nest
from precis.emit.plan.narrow_constants import constants_narrowed
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def filtered(x, k):
    """A pad of two axes of four, sums that begin with zeros, and numbers that binary32 has or has not."""
    n, h, w, c = x.shape
    p = np.pad(x, ((0, 0), (1, 1), (2, 0), (0, 0)))
    out = np.zeros((n, h, w, c), dtype=np.float32)
    for i in range(3):
        for j in range(3):
            out += p[:, i:i + h, j:j + w] * k[i, j]
    edge = np.pad(x[0], ((1, 0), (0, 0), (0, 2)), constant_values=-0.0)
    tenth = np.full((h, w), 0.1, dtype=np.float32)
    halves = np.full((h, w), np.float32(0.5))
    lost = np.pad(x[0, :, :, 0], 1, constant_values=np.nan)
    sides = np.pad(x[0, :, :, 0], ((1, 2), (0, 1)), constant_values=((1.0, 2.0), (3.0, 4.0)))
    return out, edge, tenth * x[0, :, :, 0], halves, lost, sides


def kept(x):
    """Copies, though nothing is added on any side."""
    p, q = np.pad(x, 0), np.pad(x, ((0, 0), (0, 0)), mode="edge")
    p[0, 0] = 7.0
    x[0, 1] = 3.0
    q[0, 0] = 9.0
    return p, q


def arguments(n, h, w, c):
    rng = np.random.default_rng(h)
    x = rng.standard_normal((n, h, w, c)).astype(np.float32)
    x[..., 0] *= np.float32(-0.0)
    return x, rng.standard_normal((3, 3, c)).astype(np.float32)


@needs_compiler
def test_bits_are_those_of_numpy():
    run = compile_native(lift(filtered, *arguments(2, 6, 7, 5)))
    for shape in ((2, 6, 7, 5), (1, 1, 1, 2), (3, 9, 4, 17), (2, 3, 33, 1)):
        for found, wanted in zip(run(*arguments(*shape)), filtered(*arguments(*shape)), strict=True):
            assert found.dtype == wanted.dtype
            np.testing.assert_array_equal(found.view(np.int32), wanted.view(np.int32))


@needs_compiler
def test_pads_by_nothing_are_copies():
    x, y = (np.arange(6.0, dtype=np.float32).reshape(2, 3) for _ in range(2))
    for found, wanted in zip((*compile_native(lift(kept, x.copy()))(x), x), (*kept(y), y), strict=True):
        np.testing.assert_array_equal(found, wanted)


def padded(x):
    p = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    return p[:, 2:, 1:-1] - p[:, :-2, 1:-1] + p[:, 1:-1, 2:] * p[:, 1:-1, :-2]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_pads_are_filled_once_by_a_number(dtype):
    program = lift(padded, np.ones((2, 5, 6), dtype=dtype))
    assert sum(n.op == "update" for n in program.nodes()) == 1
    made = plan(program, default_assignment(program))
    fills = [s for s in walk(made.statements) if isinstance(s, Nest) and s.axes and filled(s)]
    assert len(fills) == 1 and filled(fills[0])[1] == 0.0


def number(x, v):
    out = np.full(3, v, dtype=np.float32)
    out[0] = x[0]
    return out, np.zeros(3, dtype=np.float32)


@pytest.mark.parametrize(("value", "rounded"), [(0.5, 0), (0.1, 1), (1e300, 1)])
def test_numbers_that_the_format_has_not_are_rounded(value, rounded):
    program = lift(lambda x: number(x, value), np.ones(3, dtype=np.float32))
    narrowed = constants_narrowed(program, default_assignment(program))
    assert sum(n.op == "astype" for n in narrowed.nodes()) == rounded < sum(n.op == "astype" for n in program.nodes())
