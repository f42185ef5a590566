"""Axes of few elements are taken as long as they were; arguments with others are served all the same, with the same bits."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from precis.emit.cpu.arguments import library_routines
from precis.emit.engine import Compiled, compile, default_assignment
from precis.emit.short_axes import short_axes
from precis.ir.call import bind
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def pairs(x, q, reach):
    """Bodies in space, pair by pair."""
    f = np.zeros_like(x)
    for i in range(x.shape[0]):
        for j in range(i):
            d = x[i] - x[j]
            r = np.sqrt(np.sum(d * d))
            if r < reach:
                f[i] += q[i] * q[j] / r * d
                f[j] -= q[i] * q[j] / r * d
    return f


def given(n, axes):
    rng = np.random.default_rng(n + axes)
    return rng.normal(size=(n, axes)), rng.normal(size=n), 2.0


def test_only_axes_beside_many_elements_are_taken():
    assert short_axes(lift(pairs, *given(90, 3))) == {"M": 3}
    assert short_axes(lift(pairs, *given(12, 3))) == {"M": 3}
    assert short_axes(lift(pairs, *given(12, 5))) == {"M": 5}
    assert short_axes(lift(pairs, *given(9, 2))) == {"M": 2}  # more rows than an axis of few has elements
    assert short_axes(lift(pairs, *given(4, 5))) == short_axes(lift(pairs, *given(6, 3))) == {}  # 20 and 18 elements
    assert short_axes(lift(pairs, *given(90, 40))) == {}


def populations(demands, waits, first, second):
    """A table of short rows of few numbers."""
    length = np.zeros((first + 1, second + 1, waits.size))
    for a in range(1, first + 1):
        for b in range(second + 1):
            stay = demands[0] * (1.0 + waits * length[a - 1, b])
            length[a, b] = a / (1.0 + stay.sum()) * stay
    return length


def outer(x, y):
    return (np.outer(x, x) + x[:, None] * y).sum(axis=0)


def test_axes_of_tables_that_programs_make_are_taken():
    demands, waits = np.ones((2, 6)), np.ones(6)
    assert short_axes(lift(populations, demands, waits, 14, 12)) == {"M": 6}
    assert short_axes(lift(populations, demands, waits, 1, 2)) == {}  # 6 rows
    assert short_axes(lift(outer, np.ones(8), np.ones(8))) == {}  # all axes are short
    assert short_axes(lift(populations, np.ones((2, 9)), np.ones(9), 14, 12)) == {}


@needs_compiler
def test_other_lengths_are_compiled_for_when_they_come():
    program = lift(pairs, *given(90, 3))
    compiled, general = compile(program), Compiled(program, default_assignment(program))
    assert compiled.source != general.source
    for n, axes in ((90, 3), (40, 3), (90, 2), (90, 2), (90, 3), (50, 11), (90, 3)):
        args = given(n, axes)
        found = compiled(*args)
        np.testing.assert_allclose(found, pairs(*args), rtol=1e-12)
        assert found.tobytes() == general(*args).tobytes()
        inputs, binding = bind(program, args)
        assert compiled.run(inputs, binding)[0].tobytes() == found.tobytes()
        assert compiled.peak_bytes(binding) == general.peak_bytes(binding) and compiled.workspace_bytes() == general.workspace_bytes()
        call = compiled.native_call(inputs, binding)
        assert call is not None
        call()
        assert call.results()[0].tobytes() == found.tobytes()


@needs_compiler
def test_what_served_is_told_to_each_thread():
    program = lift(pairs, *given(90, 3))
    compiled, general = compile(program), Compiled(program, default_assignment(program))
    mine = compiled.source
    with ThreadPoolExecutor(1) as other:
        compiled(*given(90, 2))
        assert compiled.source == general.source
        for _ in range(3):  # the later calls are direct
            other.submit(compiled, *given(90, 3)).result()
            assert other.submit(lambda: compiled.source).result() == mine
            assert compiled.source == general.source
    for _ in range(2):
        compiled(*given(90, 3))
        assert compiled.source == mine
    compiled.run(*bind(program, given(90, 2)))
    assert compiled.source == general.source
    compiled(*given(90, 3))
    assert compiled.source == mine


def colours(x, m):
    return np.sum(x @ m, axis=1), np.max(x, axis=1)


@needs_compiler
@pytest.mark.parametrize("axes", [2, 3, 5, 8])
def test_sums_over_short_axes_keep_their_order(axes):
    rng = np.random.default_rng(axes)
    args = rng.normal(size=(150, axes)).astype(np.float32), rng.normal(size=(axes, axes)).astype(np.float32)
    program = lift(colours, *args)
    for mine, any_length in zip(compile(program)(*args), Compiled(program, default_assignment(program))(*args)):
        assert mine.tobytes() == any_length.tobytes()


def peaks(x, p):
    """Heights, centres and widths, one behind another, on a sloping ground."""
    k = (p.shape[0] - 2) // 3
    z = (x[:, None] - p[2 + k:2 + 2 * k]) / p[2 + 2 * k:]
    return p[0] + p[1] * x + np.exp(-z * z) @ p[2:2 + k]


def packed(n, k):
    rng = np.random.default_rng(n + k)
    return rng.normal(size=n), np.concatenate((rng.normal(size=2 + 2 * k), rng.uniform(1.0, 2.0, k)))


def test_axes_that_are_divided_into_short_rows_of_many_are_taken():
    assert short_axes(lift(peaks, *packed(200, 3))) == {"M": 11}
    assert short_axes(lift(peaks, *packed(900, 3))) == {"M": 11}
    assert short_axes(lift(peaks, *packed(5, 3))) == {}  # 15 elements
    assert short_axes(lift(peaks, *packed(200, 9))) == {}  # rows of 9
    assert short_axes(lift(lambda x: np.outer(x, x[::5]), np.ones(40))) == {}  # rows of 8, but of an axis of 40


@needs_compiler
def test_packed_rows_of_other_lengths_are_served():
    program = lift(peaks, *packed(200, 3))
    compiled, general = compile(program), Compiled(program, default_assignment(program))
    assert compiled.source != general.source
    for n, k in ((200, 3), (90, 3), (200, 2), (90, 9), (1, 1), (0, 3)):
        args = packed(n, k)
        assert compiled(*args).tobytes() == general(*args).tobytes()
        np.testing.assert_allclose(compiled(*args), peaks(*args), rtol=1e-11)


def whitened(z):
    """Points as far from the middle as others were before, along every axis."""
    spread, found = np.eye(3), np.zeros_like(z)
    for k in range(len(z)):
        spread = 0.8 * spread + 0.2 * np.outer(z[k], z[k])
        along, axes = np.linalg.eigh(spread)
        found[k] = axes @ ((axes.T @ z[k]) / np.sqrt(along))
    return found


@needs_compiler
def test_routines_are_passed_where_products_need_none():
    """Products of known lengths are loops (ADR 435): the caller must not pass what multiplies matrices in place of what follows it."""
    args = (np.random.default_rng(5).normal(size=(100, 3)),)
    compiled = compile(lift(whitened, *args))
    assert "dgemv" not in compiled.source and compiled.plan is not None and "dgemv_" in library_routines(compiled.plan)
    np.testing.assert_allclose(compiled(*args), whitened(*args), rtol=1e-9)
