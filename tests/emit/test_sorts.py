"""Sorts of the runtime (precis_sort.hpp), in vectors and without, against NumPy's stable ones."""
import ctypes
import itertools
import re
from importlib import resources

import numpy as np
import pytest

from precis.emit.cpu import build
from precis.emit.cpu.routines import SORTS, SORTS_BENEATH
from precis.emit.cpu.vector import INCLUDE as VECTORS
from precis.emit.engine import compile as compile_native
from precis.emit.plan.counted_searches import counted_searches
from precis.emit.plan.kernels import READ
from precis.emit.plan.prepare import prepare
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

ROWS = """
#include "precis_sort.hpp"
#define ROWS(T, name) \\
    extern "C" void sort_##name(const T* x, T* y, int64_t n, int64_t step) { pr::sort(1, n, step, x, y); } \\
    extern "C" void argsort_##name(const T* x, int64_t* y, int64_t n, int64_t step) { pr::argsort(1, n, step, x, y); } \\
    extern "C" void beside_##name(const T* x, T* y, int64_t outer, int64_t n, int64_t inner, int64_t from, int64_t count) { \\
        pr::sort(outer, n, inner, from, count, n - 1, 1, x, y); } \\
    extern "C" void places_##name(const T* x, int64_t* y, int64_t outer, int64_t n, int64_t inner, int64_t from, int64_t count, int64_t then) { \\
        pr::argsort(outer, n, inner, from, count, then, 2, x, y); } \\
    extern "C" void ends_##name(const T* x, int64_t* y, int64_t n, int64_t from, int64_t count) { \\
        pr::argsort(2, n, 1, from, count, 0, 0, x, y); } \\
    extern "C" void best_##name(const T* x, T* y, int64_t n, int64_t from, int64_t count) { pr::sort(2, n, 1, from, count, 0, 0, x, y); } \\
    extern "C" int64_t found_##name(const T* x, int64_t* y, int64_t n, int64_t count) { return pr::ends_of_order(x, n, count, true, y, 1); }
ROWS(double, float64)
ROWS(float, float32)
ROWS(int32_t, int32)
ROWS(int64_t, int64)
ROWS(uint8_t, uint8)
extern "C" int64_t pays(int64_t n, int64_t bits, int64_t bytes, int64_t vectors) { return pr::Radix(n, int(bits)).pays(n, bytes, vectors); }
extern "C" void badly_parted(uint64_t* x, uint64_t* spare, int64_t n, int64_t depth) {
#if defined(PR_SORTS_VECTORS)
    pr::VectorSort<uint64_t>::sort(x, n, spare, x, int(depth));
#else
    std::sort(x, x + n);
#endif
}
"""
SIZES = (*range(20), 63, 64, 65, 127, 129, 191, 192, 255, 256, 257, 300, 513, 1025, 5000)


@pytest.fixture(scope="module", params=[(), ("-mno-avx512f",)], ids=["native", "plain"])
def rows(request):
    folder = resources.files("precis.emit").joinpath("runtime")
    files = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in (SORTS, *SORTS_BENEATH, *build.HEADERS)}
    return ctypes.CDLL(str(build.build({**files, "rows.cpp": ROWS}, "rows.cpp", flags=(*build.QUICK, *request.param))))


def given(call, *args):
    call(*(ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else ctypes.c_int64(a) for a in args))


def numbers(n):
    rng, k = np.random.default_rng(n), np.arange(n)
    mixed = rng.choice([0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 5e-324, -5e-324, 1.0], n)
    close = 1 + rng.integers(0, 900, n) * np.finfo(float).eps  # less than the leading bits that fit beside a position
    apart = np.where(k % 50 == 7, rng.choice([-1e300, 1e300], n), close)
    patterns = rng.permutation(k), k, k[::-1], np.minimum(k, n - k), 0 * k, k % 2, k * 7919 % 101
    return [p.astype(dtype) for p in patterns for dtype in (float, np.int32)] + [rng.normal(size=n), mixed, close, apart,
            np.where(k % 3 == 0, 2**31 - 1, -2**31).astype(np.int32), np.full(n, np.nan), np.full(n, -0.0)]


@needs_compiler
@pytest.mark.parametrize("step", [1, 3])
def test_rows_are_sorted_as_numpy_sorts_them_stably(rows, step):
    for n in SIZES if step == 1 else SIZES[::4]:
        for x in numbers(n):
            order = np.argsort(x, kind="stable")
            spread = np.repeat(x, step)
            y, places = np.empty_like(spread), np.empty(n * step, np.int64)
            given(getattr(rows, f"sort_{x.dtype}"), spread, y, n, step)
            given(getattr(rows, f"argsort_{x.dtype}"), spread, places, n, step)
            np.testing.assert_array_equal(places[::step], order)
            assert y[::step].tobytes() == x[order].tobytes()


def long_numbers(n):
    """Told apart by few bits or by many, above those that all have alike; as many of each digit; in order, or nearly."""
    rng, k = np.random.default_rng(n), np.arange(n)
    apart = 7 * rng.integers(-3, 4, n), (rng.integers(0, 1 << 13, n) - 77) << 22, rng.permutation(n), rng.permutation(n) * 1024, np.sort(k % 7)
    wide = k[::-1] - n // 2, k + rng.integers(0, 9, n), rng.integers(-(1 << 62), 1 << 62, n), np.where(k == n // 2, -(1 << 63), (1 << 63) - 1)
    floats = [x.astype(float) for x in apart + wide] + [np.where(k % 5, rng.integers(-9, 9, n) * -0.5, rng.choice([0.0, -0.0, np.nan], n))]
    return [*apart, *wide, *floats, *(x.astype(np.int32) for x in apart[:4]), (k * k % 251).astype(np.uint8), rng.integers(0, 3, n).astype(np.uint8)]


@needs_compiler
def test_long_rows_that_few_bits_tell_apart(rows):
    for n in (128, 1000, 8193, 30_000):
        for x in long_numbers(n):
            order, y, places = np.argsort(x, kind="stable"), np.empty_like(x), np.empty(n, np.int64)
            given(getattr(rows, f"sort_{x.dtype}"), x, y, n, 1)
            given(getattr(rows, f"argsort_{x.dtype}"), x, places, n, 1)
            np.testing.assert_array_equal(places, order)
            assert y.tobytes() == x[order].tobytes()


@needs_compiler
@pytest.mark.parametrize("n, bits, size, vectors, pays", [
    (200_000, 18, 8, 1, True), (200_000, 64, 8, 1, False), (1000, 40, 8, 1, False), (1000, 10, 8, 1, True), (200_000, 20, 4, 1, True), (200_000, 32, 4, 1, False),
    (200_000, 20, 4, 0, True), (1 << 31, 8, 8, 1, False), (128, 1, 8, 0, True), (128, 60, 8, 0, False)])
def test_radix_sorts_are_taken_where_few_bits_tell_numbers_apart(rows, n, bits, size, vectors, pays):
    rows.pays.restype, rows.pays.argtypes = ctypes.c_int64, [ctypes.c_int64] * 4
    assert bool(rows.pays(n, bits, size, vectors)) == pays


@needs_compiler
@pytest.mark.parametrize("inner", [1, 9, 40, 67])
def test_short_rows_are_sorted_together(rows, inner):
    """Whole vectors of rows and the rest of them; NaN and zeros of both signs in some; where a part of each row is asked for, that part."""
    for n in (2, 3, 5, 8, 13, 31, 32, 33, 63, 64, 65, 1500):  # of the last, what is asked for alone is put in order
        for some in numbers(min(2 * 43, 4000 // n) * n)[::3 if inner > 1 else 2]:
            for x in (some, some.astype(np.float32)) if some.dtype == float else (some,):
                x = np.resize(x, (2 if inner > 1 else 86 if n < 99 else 3, n, inner))
                expected = np.take_along_axis(x, np.argsort(x, axis=1, kind="stable"), axis=1)
                for first, count in ((0, n), (n // 2, 1), (1, n // 3)):
                    y = np.empty_like(x)
                    given(getattr(rows, f"beside_{x.dtype}"), x, y, *x.shape, first, count)
                    assert y[:, first:first + count].tobytes() == expected[:, first:first + count].tobytes()
                    assert y[:, -1].tobytes() == expected[:, -1].tobytes()


@needs_compiler
@pytest.mark.parametrize("inner", [1, 3])
def test_parts_of_orders(rows, inner):
    """Of equal numbers those that come first; parts that begin or end amid equal ones, or have nothing."""
    for n in (8, 300, 1025, 5000):
        for some in numbers(2 * n * inner):
            with np.errstate(over="ignore"):
                kinds = (some, some.astype(np.float32)) if some.dtype == float else (some,)
            for x in kinds:
                x = x.reshape(2, n, inner)
                expected = np.argsort(x, axis=1, kind="stable")
                for first, count, then in ((0, n // 9, n - 2), (n // 2, 1, 3), (n // 3, n // 10, n // 3 - 1), (5, 0, n // 2)):
                    y = np.full(x.shape, -1)
                    given(getattr(rows, f"places_{x.dtype}"), x, y, *x.shape, first, count, then)
                    for part in (slice(first, first + count), slice(then, then + 2)):
                        np.testing.assert_array_equal(y[:, part], expected[:, part])


@needs_compiler
def test_few_at_an_end_of_an_order(rows):
    """Of equal numbers those that come first, or last; blocks without numbers; numbers that are all in one block."""
    for n in (256, 1025, 5000, 12345):
        one = np.arange(2 * n) % 64 + np.where(np.arange(2 * n) // 64 % 19 == 3, -500.0, 500.0)
        some_are_none = np.where(np.arange(2 * n) // 64 % 5 > 0, np.nan, one)
        for some in (*numbers(2 * n), one, -one, some_are_none, one % 7, (one % 7).astype(np.uint8), one.astype(np.int64)):
            with np.errstate(over="ignore"):
                kinds = (some, some.astype(np.float32)) if some.dtype == float else (some,)
            for x in kinds:
                expected = np.argsort(x.reshape(2, n), axis=1, kind="stable")
                ordered, few = np.take_along_axis(x.reshape(2, n), expected, axis=1), n // 256
                for first, count in {(0, 1), (0, few), (n - 1, 1), (n - few, few), (few - 1, 1), (n - few, 1), (few, 1), (n - few - 1, 2)}:
                    y, z, here = np.full((2, n), -1), np.full_like(ordered, -1 if x.dtype.kind == "i" else 3), slice(first, first + count)
                    given(getattr(rows, f"ends_{x.dtype}"), x, y, n, first, count)
                    given(getattr(rows, f"best_{x.dtype}"), x, z, n, first, count)
                    np.testing.assert_array_equal(y[:, here], expected[:, here])
                    np.testing.assert_array_equal(z[:, here], ordered[:, here])
                    np.testing.assert_array_equal(np.signbit(z[:, here]) & (z[:, here] == 0), np.signbit(ordered[:, here]) & (ordered[:, here] == 0))


@needs_compiler
def test_ends_of_orders_are_found_without_sorting(rows):
    y, x = np.full(3, -1), np.random.default_rng(0).normal(size=1000)
    assert rows.found_float64(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data), ctypes.c_int64(1000), ctypes.c_int64(3))
    np.testing.assert_array_equal(y, np.argsort(x)[-3:])
    x[500] = np.nan
    assert not rows.found_float64(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data), ctypes.c_int64(1000), ctypes.c_int64(3))


def test_parts_of_sorted_rows_that_are_read_are_known():
    """Where slices alone read them, behind names too, also of as many as a mask selects; not where they are returned, something else reads
    them, or how many takes more than a few numbers to tell."""
    def some(x):
        s = np.sort(x, axis=1)
        return s[:, 2:-2], s[:, 0]

    def all_of_it(x):
        s = np.sort(x, axis=1)
        return s[:, 2:-2], s

    def by_places(x):
        return np.sort(x, axis=0)[np.array([0, 2])]

    def as_many_as(x):
        s, count = np.sort(x, axis=0), np.count_nonzero(x > 0.5)
        return s[:count].sum()

    def greatest(x):
        places = np.argsort(x, axis=0)[::-1][:2]
        return x[places[0], 0], x[places[1], 1]

    def every_other(x):
        return np.argsort(x, axis=1)[:, ::2]

    def middle(x):
        return np.median(x[x > 0.5])

    def from_its_least(x):
        s = np.sort(x[x > 0.5])
        return s[int(s[0]):].sum()

    def middles_of_two(x):
        y = np.sort(x[x > 0.5])
        z = np.sort(y - y[y.size // 2])
        return y[y.size // 2], z[z.size // 4:z.size // 2 + 1].sum(), y[y.size // 4]

    x = np.ones((3, 8))
    for fn, parts in ((from_its_least, None), (middles_of_two, None), (middle, "((start, -start + stop), (max(0, n - 1), n - max(0, n - 1)))"),
                      (some, "((2, M - 4), (0, 1))"), (all_of_it, None), (by_places, None), (as_many_as, None),
                      (greatest, "((N - 2, 2), (0, 0))"), (every_other, None)):
        sorts = [n for n in prepare(lift(fn, x)).body.walk() if n.op in ("sort", "argsort")]
        found = sorts[0].attrs.get(READ)
        assert parts == (found and f"({', '.join(f'({a}, {b})' for a, b in found)})")


def middles(x, low, cut):
    """Medians, and a mean without the ends, of what is selected: it may be nothing."""
    some = x[x > low]
    s = np.sort(some)
    return np.median(some), np.sum(s[cut:s.size - cut]), np.max(np.abs(some - np.median(some)), initial=0.0)


@needs_compiler
def test_medians_of_what_is_selected():
    rng = np.random.default_rng(6)
    compiled = compile_native(lift(middles, rng.normal(size=40), 0.0, 2), quick=True)
    for n, low, cut in ((40, 0.0, 2), (700, -0.5, 30), (701, -9.0, 350), (9, 0.3, 0), (5, 0.0, 4), (1, -9.0, 0)):
        x = rng.normal(size=n)
        np.testing.assert_allclose(compiled(x, low, cut), middles(x, low, cut), rtol=1e-13)
    assert np.isnan(compiled(x, 9.0, 0)[0])
    x = np.where(np.arange(90) == 4, np.nan, rng.normal(size=90))
    assert np.isnan(compile_native(lift(lambda x: np.median(x[~(x > 0.0)]), x), quick=True)(x))


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rows_that_are_computed_to_be_sorted_are_not_stored(dtype):
    """Windows, of more elements than lie in vectors too; few of them; NaN and zeros of both signs."""
    def deviations(x, k):
        windows = np.lib.stride_tricks.sliding_window_view(x, 2 * k + 1, axis=1)
        middle = np.median(windows, axis=2)
        return middle, np.median(np.abs(windows - middle[:, :, None]), axis=2)

    def inner(x, k):
        return np.sort(np.lib.stride_tricks.sliding_window_view(x, 2 * k + 1, axis=1) * x[:, :1, None], axis=2)[:, :, 1:3]

    rng = np.random.default_rng(8)
    for fn, count in ((deviations, 2), (inner, 1)):
        run = compile_native(lift(fn, rng.normal(size=(3, 60)).astype(dtype), 4))
        assert run.source.count("pr::sorted_terms(") == count
        for rows, n, k in ((3, 60, 4), (5, 20, 7), (2, 200, 40), (1, 101, 1)):
            x = rng.normal(size=(rows, n)).astype(dtype)
            x[0, 5:9], x[-1, 11] = np.array([0.0, -0.0, 0.0, -0.0]), np.nan
            np.testing.assert_array_equal(np.stack(run(x.copy(), k)), np.stack(fn(x.copy(), k)))


@needs_compiler
@pytest.mark.parametrize("depth", [0, 1, 2, 5])
def test_rows_whose_partitions_fail_are_sorted_too(rows, depth):
    x = np.random.default_rng(depth).integers(0, 2**63, 4000).astype(np.uint64)
    expected, spare = np.sort(x), np.empty_like(x)
    given(rows.badly_parted, x, spare, 4000, depth)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_places_in_tables_that_rise_evenly_or_nearly(dtype):
    """Guessed from the numbers and verified, or found in parts of the range: numbers on nodes, beside them, outside, infinite and NaN; tables
    with steps of their own."""
    def places(table, x):
        return np.searchsorted(table, x), np.searchsorted(table, x, side="right")

    rng = np.random.default_rng(11)
    even = np.linspace(-1.3, 2.1, 101).astype(dtype)
    bent = even.copy()
    bent[50:60] = bent[50]
    run = compile_native(lift(places, even, even[:40]))
    rings = np.sqrt(np.linspace(0.5, 3.0, 101)).astype(dtype)
    for table in (even, bent, rings, np.sort(rng.normal(size=101)).astype(dtype), np.append(even[:-1], dtype(np.inf)), np.full(101, dtype(2))):
        beside = np.concatenate([np.nextafter(table, dtype(side)) for side in (9, -9)])
        for x in (rng.uniform(-2, 3, 4001), table[rng.integers(101, size=1000)], beside, np.tile(beside, 20)):
            x = x.astype(dtype)
            x[7::50] = rng.choice(np.array([np.nan, np.inf, -np.inf], dtype), len(x[7::50]))
            for found, expected in zip(run(table, x), places(table, x), strict=True):
                np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8])
def test_places_in_tables_of_few_numbers(dtype):
    """Compared with all of them: of every length, around that from which on they are searched; equal numbers, and NaN on both sides."""
    def places(table, x):
        return np.searchsorted(table, x), np.searchsorted(table, x, side="right")

    rng = np.random.default_rng(14)
    run = compile_native(lift(places, np.arange(9).astype(dtype), np.arange(5).astype(dtype)))
    for count in (*range(20), 31, 32, 33, 63, 64, 65):
        table, x = np.sort(rng.integers(0, 40, count)).astype(dtype), rng.integers(0, 45, 2 * count + 3).astype(dtype)
        if x.dtype.kind == "f":
            table[count - count // 5:], x[::4], x[1::6] = np.nan, np.nan, rng.choice([np.inf, -np.inf, -0.0], len(x[1::6]))
        for found, expected in zip(run(table, x), places(table, x), strict=True):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.int64])
def test_places_of_numbers_that_rise(dtype):
    """Many per gap of the table, and many gaps between two; equal ones; NaN at the end; runs that rise in between others."""
    def places(table, x):
        return np.searchsorted(table, x), np.searchsorted(table, x, side="right")

    rng = np.random.default_rng(12)
    run = compile_native(lift(places, np.arange(9).astype(dtype), np.arange(5).astype(dtype)))
    for most in (4, 300, 100_000):
        table = np.sort(rng.integers(-most, most, 500)).astype(dtype)
        x = np.concatenate([np.sort(rng.integers(-2 * most, 2 * most, n)) for n in (1, 15, 700, 40)]).astype(dtype)
        if dtype is np.float64:
            x[100], x[-60:-40], x[-20:] = np.nan, np.nan, np.nan
        for found, expected in zip(run(table, x), places(table, x), strict=True):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
def test_places_of_numbers_that_count():
    """They are not written down; rows of places longer and shorter than vectors; tables that begin below them and end behind, or nothing in one."""
    def places(table, counts, n):
        return np.searchsorted(table, np.arange(n)), np.searchsorted(table, np.arange(n), side="right"), np.repeat(np.arange(len(counts)), counts)

    rng = np.random.default_rng(13)
    run = compile_native(lift(places, np.arange(9), np.arange(5), 7))
    assert run.source.count("pr::searchsorted(") == 3 and not re.search(r"\w+\[i0\] = i0;", run.source)
    for count, n, most in itertools.product((0, 1, 2, 300), (1, 8, 100, 900), (1, 3, 40)):
        table, counts = np.sort(rng.integers(-n, 2 * n, count)), rng.integers(0, most, count)
        for found, expected in zip(run(table, counts, n), places(table, counts, n), strict=True):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("fmt", ["binary64", "binary32"])
def test_places_of_numbers_that_count_in_floating_point(fmt):
    """Also under a name, between infinities and NaN; in binary32 they are numbers like others: not all of them are whole."""
    def places(table, n):
        t = np.arange(n)
        return np.searchsorted(table, t.astype(float)), np.searchsorted(table, np.arange(float(n)) * 1.0, side="right"), np.interp(t, table, table)

    rng = np.random.default_rng(14)
    program = lift(places, np.arange(9.0), 7)
    run = compile_native(program, Assignment.uniform(FORMATS[fmt]))
    for count, n in itertools.product((2, 3, 300), (1, 8, 100, 900)):
        table = np.sort(np.where(rng.random(count) < 0.5, rng.integers(-3, n + 3, count), rng.uniform(-3, n + 3, count))).astype(np.float32) * 1.0
        table[count - count // 9:] = rng.choice([np.inf, np.nan])
        table[:count // 9] = -np.inf
        arrays, binding = bind(program, (table.astype(float), n))
        for found, expected in zip(run.run(arrays, binding), interpret(emulate(program, run.assignment), arrays, binding), strict=True):
            np.testing.assert_array_equal(found, expected)
    in_turn = [line for line in run.source.splitlines() if "pr::searchsorted(" in line]
    assert [line.count(",") for line in in_turn] == ([4, 5, 4] if fmt == "binary64" else [5, 5, 5])


@pytest.mark.parametrize("fmt, operands", [("binary64", 1), ("binary32", 2)])
def test_whole_numbers_count_where_the_site_holds_them(fmt, operands):
    body = lift(lambda table, n: np.searchsorted(table, np.arange(n).astype(float)), np.arange(9.0), 7).body
    made = counted_searches(body, {}, lambda node: FORMATS[fmt])
    assert [len(n.inputs) for n in made.nodes if n.op == "searchsorted"] == [operands]


def test_sorts_stand_beside_vectors():
    """Both headers in one source: what makes vectors of places is not taken for what runs along rows."""
    folder = resources.files("precis.emit").joinpath("runtime")
    names = {SORTS, *SORTS_BENEATH, VECTORS, *build.HEADERS}
    text = f'#include "{VECTORS}"\n#include "{SORTS}"\n' + """
    extern "C" void places(int64_t* out, int64_t first) {
        const auto found = pr::along(first, 1);
        for (int k = 0; k < 8; ++k) out[k] = found[k];
    }"""
    files = {**{name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}, "places.cpp": text}
    out = np.zeros(8, dtype=np.int64)
    given(ctypes.CDLL(str(build.build(files, "places.cpp", flags=build.QUICK))).places, out, 3)
    np.testing.assert_array_equal(out, np.arange(3, 11))


def test_counts_without_signs_are_gone_through_count_by_count():
    x, counts = np.arange(6.0), np.array([2, 0, 3, 1, 0, 4], np.uint32)
    run = compile_native(lift(lambda x, counts: np.repeat(x, counts), x, counts), quick=1)
    assert "pr::searchsorted" in run.source and "double(" not in run.source
    np.testing.assert_array_equal(run(x, counts), np.repeat(x, counts))
