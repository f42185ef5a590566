"""Bytes and other narrow integers that rows add up, beside what they store: of every length, with wrap-around, and nests that have to stay."""

import numpy as np
import pytest

from precis.emit.cpu.narrow_totals import totals
from precis.emit.engine import compile
from precis.emit.plan.kernels import Access, Axis, Instr, Nest, Reduction
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (0, 1, 3, 7, 8, 9, 15, 16, 17, 18, 23, 31, 32, 33, 47, 49, 62, 64, 65, 67, 100, 127, 128, 129, 200)


def taken_away(a):
    """What is counted is written over, in rows with a border."""
    b, n = a.copy(), 0
    gone = (a[1:-1, 1:-1] > 2) & (a[:-2, 1:-1] != a[2:, 1:-1])
    b[1:-1, 1:-1][gone] = 0
    n += np.count_nonzero(gone)
    return b, n


def in_rows(a):
    """Sums of rows, and of all of them; products wrap around before they are added up."""
    return a.sum(axis=1, dtype=np.int64), np.sum(a * a, dtype=np.int64), np.count_nonzero(a > 3, axis=1), np.sum(a, dtype=np.int32), a.sum(axis=1, dtype=float)


def of_masks(a):
    """Nothing but truth values in memory, counted one by one and together."""
    m = a > 2
    k = m.copy()
    k[:, 1:] &= ~m[:, :-1]
    return m, k, np.count_nonzero(k), m.sum(axis=1), np.sum(k ^ m), k.mean()


def given(rows, n, dtype):
    return (np.random.default_rng(n).integers(0, 250, size=(rows, n)) % 11 * 23).astype(dtype)


@pytest.mark.parametrize(("function", "dtype"), [(taken_away, np.uint8), (taken_away, np.int16), (in_rows, np.int8), (in_rows, np.uint16),
                                                 (of_masks, np.uint8)])
def test_rows_of_every_length(function, dtype):
    compiled = compile(lift(function, given(5, 41, dtype)))
    assert "pr::narrow_totals<" in compiled.source
    for n in LENGTHS if function is in_rows else LENGTHS[2:]:
        a = given(5, n, dtype)
        for found, expected in zip(compiled(a.copy()), function(a), strict=True):
            np.testing.assert_array_equal(found, expected)


def all_of(a):
    return np.sum(a, dtype=np.int64), np.sum(a, dtype=np.int32), np.sum(a, dtype=np.float64)


@pytest.mark.parametrize("value", [np.uint16(65535), np.int16(-32768), np.uint8(255), np.int8(-128)])
def test_sums_that_32_bits_do_not_hold(value):
    a = np.full(200_003, value)
    compiled = compile(lift(all_of, a[:50]))
    assert "pr::narrow_totals<" in compiled.source
    for found, expected in zip(compiled(a), all_of(a), strict=True):
        assert found == expected


def of_neighbours(a):
    """What is written is read beside its place by the next row."""
    n = 0
    for i in range(1, len(a)):
        a[i, 1:] = a[i - 1, :-1] ^ a[i, 1:]
        n += np.count_nonzero(a[i] > 2)
    return a, n


def of_wide(a):
    return np.count_nonzero(a.astype(np.int64) * 1000 > 3000), np.sum(a.astype(np.int64) * 300)


def of_columns(a):
    return np.sum(a[:, 1:].T, axis=1, dtype=np.int64), np.sum(a[::-1, ::-2], dtype=np.int64)


def of_selected(a):
    return np.count_nonzero(a[a > 3] > 40), np.sum(a[np.argsort(a[:, 0])] * a, dtype=np.int64)


@pytest.mark.parametrize("function", [of_neighbours, of_wide, of_columns, of_selected])
def test_what_else_is_added_up(function):
    compiled = compile(lift(function, given(9, 41, np.uint8)))
    for n in (41, 60, 70):
        a = given(9, n, np.uint8)
        for found, expected in zip(compiled(a.copy()), function(a.copy()), strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("shift", "kind"), [(0, "uint8"), (1, ""), (-1, "")])
def test_what_is_written_is_read_in_its_place_alone(shift, kind):
    """The last vector is computed first: what it reads must not be what others write, nor what it writes what they read."""
    row, i = (Size.of("N"),), Size.of("%i0")
    body = (Instr("%0", "load", (), "uint8", Access("a", (i + shift,), row)), Instr("%1", "store", ("%0",), "uint8", Access("a", (i,), row)),
            Instr("%2", "cast", ("%0",), "int64"))
    added = Reduction("sum", ("%2",), "int64", "int64", Access("n", (), ()), 0)
    assert totals(Nest((Axis("%i0", Size.of("N")),), body, (added,))) == kind
