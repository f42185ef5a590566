"""Positions of extremes along rows that are long enough for lanes: the first one of the best, or the first NaN, as NumPy says."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def positions(x):
    return np.argmin(x, axis=1), np.argmax(x, axis=1), np.argmax(x[0]), np.argmin(-x, axis=1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int16])
def test_the_first_of_the_best_however_long_the_row(dtype):
    """Ties, zeros of both signs, infinities and NaN in every place."""
    rng = np.random.default_rng(7)
    compiled = compile_native(lift(positions, np.ones((3, 9), dtype)))
    assert "pr::arg_row" in compiled.source
    for n in (1, 7, 8, 9, 15, 16, 17, 31, 40, 127, 128, 129, 150, 167, 300):
        x = rng.integers(-5, 6, (12, n)).astype(dtype)
        x[-1] = 3
        if x.dtype.kind == "f":
            x[0, rng.integers(n)], x[1, rng.integers(n, size=2)], x[2], x[3, n // 2:] = np.nan, np.nan, np.nan, -np.inf
            x[4] = rng.choice([0.0, -0.0], n)
            x[5] = np.inf
        for found, expected in zip(compiled(x), positions(x), strict=True):
            np.testing.assert_array_equal(found, expected)


def columns(x):
    return np.argmin(x, axis=0), np.argmax(x, axis=0), np.argmax(x[None] + x[0], axis=1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_the_first_of_the_best_in_columns_side_by_side(dtype):
    """Ties, zeros of both signs and NaN, in columns that fill strips and in those left over."""
    rng = np.random.default_rng(8)
    compiled = compile_native(lift(columns, np.ones((5, 9), dtype)))
    assert "pr::arg_rows" in compiled.source
    for rows, n in ((1, 3), (7, 32), (40, 47), (3, 100)):
        x = rng.integers(-3, 4, (rows, n)).astype(dtype)
        if x.dtype.kind == "f":
            x[rng.integers(rows, size=n // 3), rng.integers(n, size=n // 3)] = np.nan
            x[0, ::4] = rng.choice([0.0, -0.0, np.inf, -np.inf], len(x[0, ::4]))
        for found, expected in zip(compiled(x), columns(x), strict=True):
            np.testing.assert_array_equal(found, expected)


def scattered(x, at):
    return np.argmin(x[:, 1]), np.argmax(x[::-1, 0]), np.argmax(x[:, 1] + x[0, 0]), np.argmin(x[at, 0]), np.argmax(x[at, 1])


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8])
def test_the_first_of_the_best_of_numbers_that_lie_apart(dtype):
    """At equal distances and at places that are read; none better than the least number that there is among them."""
    rng = np.random.default_rng(9)
    compiled = compile_native(lift(scattered, np.ones((9, 3), dtype), np.arange(9)))
    assert "pr::SPREAD" in compiled.source and "pr::ArgExtreme" in compiled.source
    least, most = (-np.inf, np.inf) if np.dtype(dtype).kind == "f" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    for n in (1, 7, 8, 17, 40, 140):
        same, few = np.full((n, 3), least, dtype), rng.integers(0, 4, (n, 3)).astype(dtype)
        same[:, 0] = most
        worst = few.copy()
        worst[n // 2:, :2] = least if least == -np.inf else 0
        late = few.copy()
        late[n // 3::2] = np.nan if least == -np.inf else most
        for x in (same, few, worst, late):
            at = rng.permutation(n)
            with np.errstate(invalid="ignore"):
                np.testing.assert_array_equal(compiled(x, at), scattered(x, at))


def chosen(x, free, y, k):
    """Of what truth values in memory choose, from the front and from the back; one that holds none is among them."""
    return (np.argmax(np.where(free, x, -1)), np.argmin(np.where(free & (y > 0.5), y, np.inf)), np.argmax(np.where(free, y + y[::-1], np.nan)),
            np.argmin(np.where(free, x, 3) + x[k]), np.argmax(np.where(free[::-1], y, 0.0)), np.argmax(free & (y > 0.5)))


def test_the_first_of_the_best_among_what_truth_values_choose():
    """In lanes beside copies that are as wide as numbers, where they lie in order: ties and NaN, and numbers of which one is the best."""
    rng = np.random.default_rng(12)

    def drawn(n, apart):
        x, free, y = rng.permutation(n) if apart else rng.integers(-4, 5, n), rng.random(n) < rng.random(), rng.random(n)
        y[rng.integers(n, size=0 if apart else n // 5)] = np.nan
        return x, free, y, int(rng.integers(n))

    compiled = compile_native(lift(chosen, *drawn(40, False)))
    assert compiled.source.count("pr::arg_beside<") == 4 and compiled.source.count("pr::widen(") == 4
    for n in (*range(1, 50), 127, 150, 300, 301, 399):
        for arguments in (drawn(n, False), drawn(n, True)):
            np.testing.assert_array_equal(compiled(*arguments), chosen(*arguments))


def beside(x, y):
    """Positions and the extremes that lie there, of columns, rows, a row, and of what is computed."""
    least = (x - y).argmin(axis=1)
    return x.argmax(axis=0), x.max(axis=0), least, (x - y).min(axis=1), np.argmin(y[0]), x[:, 0].max() + x.max(axis=0).sum()


@pytest.mark.parametrize("dtype", [np.float64, np.int32])
def test_extremes_are_read_at_their_positions(dtype):
    rng = np.random.default_rng(10)
    x = rng.integers(-9, 9, (20, 30)).astype(dtype)
    compiled = compile_native(lift(beside, x, x))
    assert compiled.source.count("pr::maximum(") == 0 and "pr::Minimum" not in compiled.source
    for n, m in ((20, 30), (1, 1), (50, 7)):
        x, y = rng.integers(-9, 9, (2, n, m)).astype(dtype)
        if x.dtype.kind == "f":
            x[rng.integers(n, size=2), rng.integers(m, size=2)] = np.nan
            x[0], y[-1] = -np.inf, 7
        for found, expected in zip(compiled(x, y), beside(x, y), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_extremes_at_their_positions_are_rounded_as_emulated():
    """What is compared is rounded on the way where a site computes in a narrower format than it reads."""
    x, y = np.random.default_rng(11).normal(size=(2, 6, 40))
    program = lift(beside, x, y)
    assignment = Assignment(default=FORMATS["binary64"], compute={n.site: FORMATS["binary32"] for n in program.body.nodes})
    expected = interpret(emulate(program, assignment), [x, y])
    for found, wanted in zip(compile_native(program, assignment).run([x, y]), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


def spans(x):
    """Of rows as long as loops say: the position before the extreme, and behind it; at first there is one element."""
    n = len(x)
    best, at = np.zeros((n, n)), np.zeros((n, n), dtype=np.int64)
    for width in range(1, n):
        for i in range(n - width):
            both = x[i, i:i + width] + best[i + 1:i + width + 1, i + width]
            at[i, i + width] = i + np.argmax(both)
            best[i, i + width] = both.max()
            rest = x[i, i + width:] - x[i + width:, i]
            best[i, i + width] -= rest.min()
            at[i, i + width] -= np.argmin(rest)
    return best, at


def test_extremes_of_rows_that_loops_make_are_read_at_their_positions():
    x = np.random.default_rng(13).integers(-9, 9, (12, 12)).astype(float)
    compiled = compile_native(lift(spans, x))
    assert "pr::Maximum" not in compiled.source and "pr::Minimum" not in compiled.source
    for n in (1, 2, 3, 40):
        x = np.random.default_rng(n).integers(-9, 9, (n, n)).astype(float)
        x[n // 3, n // 2] = np.nan
        for found, expected in zip(compiled(x), spans(x), strict=True):
            np.testing.assert_array_equal(found, expected)


def some(x):
    """Of rows that may have no element, where nobody asks for their extremes."""
    best = 0.0
    for i in range(len(x)):
        row = x[:i]
        if i > 0:
            best += row.max() * np.argmax(row)
    return best


def test_extremes_of_rows_that_may_be_empty_are_looked_for():
    x = np.random.default_rng(14).normal(size=30)
    compiled = compile_native(lift(some, x))
    assert "pr::Maximum" in compiled.source
    assert compiled(x) == pytest.approx(some(x), rel=1e-15)
