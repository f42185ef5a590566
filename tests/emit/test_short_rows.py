"""Short rows are reduced side by side: the bits of the interpreter, for all numbers and lengths of rows."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SHAPES = [(1, 1, 1), (2, 15, 5), (3, 16, 31), (1, 17, 3), (2, 40, 32), (1, 33, 33)]


REDUCTIONS = {"sum": lambda x: (x * 0.7).sum(axis=-1), "prod": lambda x: x.prod(axis=-1), "max": lambda x: x.max(axis=-1),
              "any": lambda x: (x > 0.25).any(axis=-1), "all": lambda x: (x > -1.0).all(axis=-1)}
CASES = [*((op, "binary64") for op in REDUCTIONS), ("sum", "binary32"), ("prod", "bfloat16"), ("sum", "bfloat16")]


def distances(x, y):
    return np.sqrt(((x[:, None, :] - y[None, :, :])**2).sum(axis=-1))


@pytest.mark.parametrize(("op", "name"), CASES)
def test_rows_side_by_side_have_the_bits_of_the_interpreter(op, name):
    rng = np.random.default_rng(0)
    program = lift(REDUCTIONS[op], np.ones((9, 10, 11)))
    formats = Assignment.uniform(FORMATS[name])
    compiled = compile_native(program, formats)
    assert "pr::rows<" in compiled.source
    emulated = emulate(program, formats)
    for shape in [*SHAPES, *([(2, 16, 0)] if op != "max" else [])]:
        x = rng.normal(size=shape).astype(np.float32).astype(float)
        binding = dict(zip((s for s, _ in program.sizes), shape))
        for found, expected in zip(compiled.run((x,), binding), interpret(emulated, [x], binding), strict=True):
            np.testing.assert_array_equal(found, expected)


COLUMNS = [(3, 5), (31, 70), (32, 15), (33, 64), (100, 147), (64, 96)]


@pytest.mark.parametrize(("op", "name"), CASES)
def test_columns_side_by_side_have_the_bits_of_the_interpreter(op, name):
    """Rows that are columns in memory have the lanes of any row, and the lanes of many rows lie side by side."""
    rng = np.random.default_rng(2)
    program = lift(lambda x: REDUCTIONS[op](x.T), np.ones((5, 4)))
    formats = Assignment.uniform(FORMATS[name])
    compiled = compile_native(program, formats)
    assert ("pr::columns<" in compiled.source) == (op not in ("any", "all"))
    emulated = emulate(program, formats)
    for shape in COLUMNS:
        x = (1.0 + 0.1 * rng.normal(size=shape)).astype(np.float32).astype(float)
        x[shape[0] // 2, 1] = np.nan
        binding = dict(zip((s for s, _ in program.sizes), shape))
        for found, expected in zip(compiled.run((x,), binding), interpret(emulated, [x], binding), strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", ["binary64", "binary32"])
def test_columns_of_dear_terms_are_added_like_any(name):
    """One copy of the terms goes to all lanes: the bits of what adds them where they lie in memory."""
    rng = np.random.default_rng(3)
    formats = Assignment.uniform(FORMATS[name])
    powers = compile_native(lift(lambda x: np.exp(0.5 * x), np.ones((5, 4))), formats)
    compiled = compile_native(lift(lambda x: np.exp(0.5 * x.T).sum(axis=-1), np.ones((5, 4))), formats)
    sums = lift(lambda x: x.T.sum(axis=-1), np.ones((5, 4)))
    assert "pr::columns<" in compiled.source and "pr::DEAR" in compiled.source
    for shape in COLUMNS:
        x = rng.normal(size=shape).astype(np.float32).astype(float)
        binding = dict(zip((s for s, _ in sums.sizes), shape))
        terms = powers.run((x,), binding)
        for found, expected in zip(compiled.run((x,), binding), interpret(emulate(sums, formats), terms, binding), strict=True):
            np.testing.assert_array_equal(found, expected)


def two_sums(x, v):
    """In a scalar loop, and row by row."""
    out = np.zeros((3, x.shape[0]))
    for i in range(x.shape[0]):
        out[0, i] = 2.0 * np.sum(x[i] * v) + np.sum(x[i] * x[i])
    out[1], out[2] = np.sum(x * v, axis=1), np.sum(x / (2.0 + v), axis=1)
    return out


@pytest.mark.parametrize("name", ["binary32", "binary64"])
def test_two_sums_of_a_row_have_the_bits_of_the_interpreter(name):
    """Of binary32 sixteen terms make a vector."""
    rng = np.random.default_rng(3)
    program, formats = lift(two_sums, np.ones((5, 4)), np.ones(4)), Assignment.uniform(FORMATS[name])
    compiled = compile_native(program, formats)
    assert ("lanes<16>" in compiled.source, "terms<count(), 16>" in compiled.source) == (name == "binary32", name == "binary32")
    emulated = emulate(program, formats)
    for n in (1, 7, 31, 32, 45, 63, 64, 100):
        x, v = (rng.uniform(1.0, 2.0, size=shape).astype(np.float32).astype(float) for shape in ((4, n), (n,)))
        binding = {s: {5: 4, 4: n}[length] for s, length in program.sizes}
        for found, expected in zip(compiled.run((x, v), binding), interpret(emulated, [x, v], binding), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_distances_are_numpys():
    rng = np.random.default_rng(1)
    compiled = compile_native(lift(distances, np.ones((2, 3)), np.ones((4, 3))))
    for n, m, d in [(3, 37, 2), (1, 16, 7), (5, 5, 3)]:
        x, y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
        total = np.zeros((n, m))
        for k in range(d):
            total = total + (x[:, None, k] - y[None, :, k])**2
        np.testing.assert_array_equal(compiled(x, y), np.sqrt(total))


def moments(start, x):
    """Sum and root sum square of the parts of x between places found at run time."""
    sums, roots = np.zeros(start.shape[0] - 1), np.zeros(start.shape[0] - 1)
    for i in range(start.shape[0] - 1):
        part = x[start[i]:start[i + 1]]
        sums[i] = part.sum()
        roots[i] = np.sqrt((part * part).sum() + sums[i])
    return sums, roots


def test_rows_of_a_loop_have_as_many_lanes_as_their_length_asks_for():
    """Empty rows, rows of fewer elements than there are lanes, and longer ones, one sum in an array, one in a scalar."""
    start = np.cumsum([0, 3, 0, 1, 31, 32, 33, 100])
    x = np.random.default_rng(1).uniform(size=start[-1])
    program = lift(moments, start, x)
    compiled = compile_native(program)
    assert "with_lanes" in compiled.source
    for found, expected in zip(compiled(start, x), moments(start, x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-14)
    inputs, binding = bind(program, (start, x))
    for found, expected in zip(compiled.run(inputs, binding), interpret(program, inputs, binding), strict=True):
        np.testing.assert_array_equal(found, expected)


def extremes(x, ends):
    least, most = np.zeros(len(ends) - 1, x.dtype), np.zeros(len(ends) - 1, x.dtype)
    for k in range(len(ends) - 1):
        least[k] = np.min(x[ends[k]:ends[k + 1]])
        most[k] = np.max(x[ends[k]:ends[k + 1]] * 2)
    return least, most


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_extremes_of_short_rows_know_nan_wherever_it_stands(dtype):
    rng = np.random.default_rng(5)
    x = rng.integers(-9, 9, 120).astype(dtype)
    ends = np.concatenate([[0], np.cumsum(rng.integers(1, 7, 25))])
    if x.dtype.kind == "f":
        x[ends[3]], x[ends[6] - 1], x[ends[8]:ends[9]], x[ends[12] + 1] = np.nan, np.nan, np.nan, np.nan
        x[ends[15]:ends[16]], x[ends[17]:ends[18]] = np.inf, -np.inf
    for found, expected in zip(compile_native(lift(extremes, x, ends))(x, ends), extremes(x, ends), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_windows_at_computed_places_lie_along_memory():
    """Sums of positions are places, also where what is added is data: `x[i[:, None] + np.arange(n)]`."""
    def windows(x, start, w):
        slid = np.lib.stride_tricks.sliding_window_view(x, w)
        ends = np.minimum(start, 5)
        return np.max(np.abs(slid), axis=1), np.argmin(slid, axis=1), x[ends[:, None] + np.arange(w)].sum(axis=1)

    rng = np.random.default_rng(5)
    compiled = compile_native(lift(windows, rng.normal(size=30), np.arange(4), 6))
    assert "pr::columns<" in compiled.source and "pr::arg_rows<" in compiled.source
    for n, w in ((40, 3), (300, 17), (90, 40)):
        x, start = rng.normal(size=n), rng.integers(0, 5, 21)
        for found, expected in zip(compiled(x, start, w), windows(x, start, w), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize("op", ["sum", "prod", "max"])
def test_rows_of_a_list_are_columns_side_by_side(op):
    """Places that a list tells are read once for all columns: the bits of the interpreter."""
    def of_list(x, at):
        return REDUCTIONS[op](x[at].T)

    program = lift(of_list, np.ones((12, 11)), np.arange(9))
    compiled, emulated = compile_native(program), emulate(program, program.original)
    assert "pr::columns<" in compiled.source
    rng = np.random.default_rng(8)
    for shape, count in (((3, 5), 1), ((70, 31), 9), ((64, 130), 200), ((9, 64), 16), ((5, 3), 0)):
        if count or op != "max":
            x, at = 1.0 + 0.1 * rng.normal(size=shape), rng.integers(-shape[0], shape[0], count)
            x[shape[0] // 2, 1] = np.nan
            inputs, binding = bind(program, (x, at))
            for found, expected in zip(compiled.run(inputs, binding), interpret(emulated, inputs, binding), strict=True):
                np.testing.assert_array_equal(found, expected)


def test_lists_that_rows_have_of_their_own_are_read_row_by_row():
    compiled = compile_native(lift(lambda x, at: np.take_along_axis(x, at, axis=0).sum(axis=0), np.ones((6, 5)), np.zeros((4, 5), dtype=int)))
    assert "pr::columns<" not in compiled.source
