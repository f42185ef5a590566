"""Products of a row by a matrix in loops: computed for blocks of iterations, where the loop leaves alone what they read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.emit.plan.blocked import _Pass
from precis.formats import FORMATS, Assignment
from precis.ir.build import Names
from precis.ir.interpret import interpret
from precis.ir.types import Node, Value
from tests.emit.oracle import needs_compiler

SIZES = (70, 3, 33, 64, 130)


def columns_with_columns(x: np.ndarray) -> np.ndarray:
    c = np.zeros((x.shape[1], x.shape[1]))
    for i in range(x.shape[1]):
        c[i:, i] = x[:, i] @ x[:, i:] / 2.0
        c[i, i:] = c[i:, i]
    return c


def rows_with_rows(x: np.ndarray) -> np.ndarray:
    c = np.ones((x.shape[0], x.shape[0]))
    for i in range(x.shape[0] - 1):
        row = x[: i + 1] @ x[i]
        c[i + 1, : i + 1] = row - c[i, : i + 1]
    return c


def inner_products(x: np.ndarray) -> np.ndarray:
    c = np.zeros((x.shape[0], x.shape[0]))
    for i in range(x.shape[0]):
        for j in range(i, x.shape[0]):
            c[i, j] = c[j, i] = np.dot(x[i], x[j])
    return c


def triangle_times_matrix(x: np.ndarray) -> np.ndarray:
    """Reads rows that come later, of the matrix that it changes."""
    b = x.copy()
    for i in range(x.shape[0]):
        b[i, :] += x[i + 1:, i] @ b[i + 1:, :]
    return b


def triangle_by_elements(x: np.ndarray) -> np.ndarray:
    b = x.copy()
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            b[i, j] += np.dot(x[i + 1:, i], b[i + 1:, j])
    return b


def forward(x: np.ndarray) -> np.ndarray:
    b = x.copy()
    for i in range(x.shape[0]):
        b[i] = (b[i] - 0.1 * x[i, 0] - x[i, :i] @ b[:i] / 100.0) / 2.0
    return b


def backward(x: np.ndarray) -> np.ndarray:
    b = x.copy()
    for i in range(x.shape[0] - 1, -1, -1):
        b[i] = (b[i] - x[i, i + 1:] @ b[i + 1:] / 100.0) / 2.0
    return b


def squares_backward(x: np.ndarray) -> np.ndarray:
    """What is squared is in no array: the reverse wants it of a tape."""
    b = x.copy()
    for i in range(x.shape[0] - 1, -1, -1):
        b[i] = ((b[i] - x[i, i + 1:] @ b[i + 1:] / 100.0) / 2.0) ** 2
    return b


def cholesky(x: np.ndarray) -> np.ndarray:
    n = x.shape[0]
    a, lower = x @ x.T + n * np.eye(n), np.zeros((n, n))
    for j in range(n):
        c = a[j:, j] - lower[j:, :j] @ lower[j, :j]
        lower[j:, j] = c / np.sqrt(c[0])
    return lower


def states(x: np.ndarray) -> np.ndarray:
    """Names the row, which the loop hands on."""
    h, out = np.zeros(x.shape[1]), np.zeros_like(x)
    for t in range(x.shape[0]):
        given = x[t] @ x
        h = np.tanh(given + 0.5 * h)
        out[t] = h
    return out


def computed_rows(x: np.ndarray) -> np.ndarray:
    out = np.zeros_like(x)
    for i in range(x.shape[0]):
        d = x[i] - 0.5 * x[0]
        out[i] = (d / 2.0) @ x - d
    return out


def computed_columns(x: np.ndarray) -> np.ndarray:
    """The number of each iteration meets a column."""
    out = np.zeros_like(x)
    for i in range(x.shape[1]):
        out[:, i] = x @ (-x[0, i] * x[:, i] + x[:, 0])
    return out


def triangle_with_diagonal(x: np.ndarray) -> np.ndarray:
    """Each row is multiplied itself before it is written."""
    b = x.copy()
    for i in range(x.shape[0]):
        b[i] = x[i:, i] @ b[i:]
    return b


def triangle_from_the_right(x: np.ndarray) -> np.ndarray:
    b = x.copy()
    for j in range(x.shape[0] - 1, -1, -1):
        b[:, j] = b[:, :j + 1] @ x[:j + 1, j]
    return b


BLOCKED = [columns_with_columns, rows_with_rows, inner_products, triangle_times_matrix, triangle_by_elements, forward, backward, cholesky,
           states, computed_rows, computed_columns, triangle_with_diagonal, triangle_from_the_right]


def behind_diagonal(x: np.ndarray) -> np.ndarray:
    """Two rows that iterations of a block write are among what all of them multiply."""
    b = x.copy()
    for i in range(1, x.shape[0]):
        b[i] = x[i - 1:, i] @ b[i - 1:] / 10.0
    return b


def overwritten(x: np.ndarray) -> np.ndarray:
    """Reads rows that earlier iterations wrote."""
    b = x.copy()
    for i in range(x.shape[0]):
        b[i] = x[i] @ b / 100.0
    return b


def overwritten_behind(x: np.ndarray) -> np.ndarray:
    """Reads what the iteration itself, and the one before it, wrote."""
    b = x.copy()
    for i in range(x.shape[0] - 1):
        b[:, i] = b[:, i] / 2.0
        b[:, i + 1] = b[:, i] @ b[:, :] / 100.0
    return b


def windows(x: np.ndarray) -> np.ndarray:
    """Both ends move."""
    out = np.zeros((x.shape[0], x.shape[1]))
    for i in range(x.shape[0] - 2):
        out[i] = x[0, :3] @ x[i:i + 3]
    return out


def vectors(x: np.ndarray) -> np.ndarray:
    """Rows times a vector: nothing is read again."""
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = x[i] @ x[0]
    return out


def handed_on(x: np.ndarray) -> np.ndarray:
    """The row is made of what the iteration before left."""
    h = x[0]
    for t in range(x.shape[0]):
        h = (0.1 * h + x[t]) @ x / 10.0
    return h


APART = [behind_diagonal, overwritten, overwritten_behind, windows, vectors, handed_on]


def _text(program: Callable[..., Any], x: np.ndarray) -> str:
    return precis.emit(precis.lift(program, x), None).files[f"{program.__name__}_run.cpp"]


@needs_compiler
@pytest.mark.parametrize("program", BLOCKED + APART, ids=lambda f: f.__name__)
def test_loops_with_products_are_numpys(program: Callable[..., Any]) -> None:
    run = None
    for n in (*SIZES, *((1,) if program in BLOCKED else ())):
        x = np.random.default_rng(n).normal(size=(n, n)) / np.sqrt(n)
        run = run or precis.compile(precis.lift(program, x), quick=1)
        assert run.backend == "native"
        wanted = program(x)
        np.testing.assert_allclose(run(x), wanted, rtol=0, atol=4e-15 * n * np.max(np.abs(wanted)))


@pytest.mark.parametrize("program", BLOCKED + APART, ids=lambda f: f.__name__)
def test_loops_are_blocked_where_nothing_is_in_the_way(program: Callable[..., Any]) -> None:
    text = _text(program, np.ones((70, 70)))
    assert ("int64_t block" in text) == (program in BLOCKED)


@needs_compiler
@pytest.mark.parametrize(("function", "count"), [(states, 2), (squares_backward, 3)], ids=lambda f: getattr(f, "__name__", ""))
def test_loops_with_tapes_are_blocked(function: Callable[..., Any], count: int) -> None:
    """The forward loop of an adjoint stacks rows, which blocks fill one after the other; products of the reverse may have a loop (ADR 198)."""
    back = adjoint(precis.lift(function, np.ones((70, 70))), keep_results=True)
    forward, *others = (loop for loop in back.body.nodes if loop.op == "loop")
    assert len(forward.outputs) > len(forward.inputs) and len(others) == count - 1
    assert "int64_t block" in next(t for name, t in precis.emit(back, None).files.items() if name.endswith(".cpp"))
    run = compile_native(back, Assignment.uniform(FORMATS["binary64"]))
    for n in (70, 33, 130, 1):
        rng, binding = np.random.default_rng(n), dict.fromkeys(back.binding, n)
        given = [rng.normal(size=(n, n)) / np.sqrt(n), rng.normal(size=(n, n))]
        assert run.native_call(given, binding), run.reason
        for found, wanted in zip(run.run(given, binding), interpret(replace(back, sizes=tuple(binding.items())), given)):
            np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-13 * max(1.0, np.max(np.abs(wanted))))


def test_stacks_of_other_kinds_stay_stacks() -> None:
    """A branch on the tape is a truth value, which no row of numbers is filled with."""
    def clipped(x: np.ndarray) -> np.ndarray:
        h = np.zeros(x.shape[1])
        for t in range(x.shape[0]):
            h = np.where(x[t] @ x > h, h * h, x[t])
        return h

    back = adjoint(precis.lift(clipped, np.ones((70, 70))))
    forward = next(n for n in back.body.nodes if n.op == "loop")
    assert any(v.kind == "bool" for v in forward.outputs[len(forward.inputs):])
    assert "int64_t block" not in next(t for name, t in precis.emit(back, None).files.items() if name.endswith(".cpp"))


@pytest.mark.parametrize("length", [3, 30])
def test_short_rows_stay_in_loops(length: int) -> None:
    """A library gains nothing from three numbers."""
    def turned(x: np.ndarray, r: np.ndarray) -> np.ndarray:
        out = np.zeros_like(x)
        for i in range(x.shape[0]):
            out[i] = x[i] @ r
        return out

    text = precis.emit(precis.lift(turned, np.ones((70, length)), np.eye(length)), None).files["turned_run.cpp"]
    assert ("int64_t block" in text) == (length == 30)


@needs_compiler
def test_what_other_iterations_do_not_read_stays_out() -> None:
    """NaN of an element that no iteration multiplies reaches nothing."""
    x = np.random.default_rng(0).normal(size=(70, 70))
    x[np.tril_indices(70)] = np.nan
    run = precis.compile(precis.lift(_strict_columns, x, np.ones((70, 5))), quick=1)
    b = np.ones((70, 5))
    np.testing.assert_allclose(run(x, b.copy()), _strict_columns(x, b.copy()), rtol=1e-12)


def _strict_columns(x: np.ndarray, b: np.ndarray) -> np.ndarray:
    for i in range(x.shape[0]):
        b[i] += x[i, i + 1:] @ b[i + 1:]
    return b


def test_rows_are_computed_ahead_in_binary64_only() -> None:
    """Elsewhere, what a line computes in has to be that of the line of the product."""
    program = precis.lift(computed_rows, np.ones((70, 70)))
    other = Assignment.uniform(FORMATS["binary64"])
    assert "int64_t block" in precis.emit(program, other).files["computed_rows_run.cpp"]
    line = next(n.site for n in program.nodes() if n.op == "sub")
    text = precis.emit(program, other.with_compute({line: FORMATS["binary32"]})).files["computed_rows_run.cpp"]
    assert "int64_t block" not in text


@needs_compiler
def test_rows_of_lanes_keep_their_order_in_binary32() -> None:
    x = np.random.default_rng(1).normal(size=(70, 70)).astype(np.float32)
    assert "int64_t block" not in _text(rows_of_binary32, x)
    assert "int64_t block" in _text(columns_of_binary32, x)


def rows_of_binary32(x: np.ndarray) -> np.ndarray:
    c = np.zeros((x.shape[0], x.shape[0]), np.float32)
    for i in range(x.shape[0]):
        c[i] = x @ x[i]
    return c


def columns_of_binary32(x: np.ndarray) -> np.ndarray:
    c = np.zeros((x.shape[0], x.shape[0]), np.float32)
    for i in range(x.shape[0]):
        c[i] = x[i] @ x
    return c


def substitution_of_binary32(u: np.ndarray, x: np.ndarray) -> None:
    for i in range(u.shape[0])[::-1]:
        x[i] -= u[i, i + 1:] @ x[i + 1:]
        x[i] /= u[i, i]


def _sides(n: int, m: int) -> list[np.ndarray]:
    rng = np.random.default_rng(n)
    return [(np.triu(rng.normal(size=(n, n))) / n + np.eye(n)).astype(np.float32), rng.normal(size=(n, m)).astype(np.float32)]


@needs_compiler
@pytest.mark.parametrize(("n", "m", "ordered"), [(70, 9, True), (1, 9, True), (33, 40, True), (130, 64, False), (65, 700, False)])
def test_shares_of_binary32_come_first_where_a_library_is_asked(n: int, m: int, ordered: bool) -> None:
    """What is smaller keeps the order of the row."""
    run = precis.compile(precis.lift(substitution_of_binary32, *_sides(70, 70)), quick=1)
    found, wanted, numpys = _sides(n, m), _sides(n, m), _sides(n, m)
    assert run(*found) is None and run.backend == "native"
    substitution_of_binary32(*numpys)
    np.testing.assert_allclose(found[1], numpys[1], rtol=0, atol=1e-7 * n)
    _one_after_the_other(*wanted)
    assert np.array_equal(found[1], wanted[1]) == ordered


def _one_after_the_other(u: np.ndarray, x: np.ndarray) -> None:
    for i in range(u.shape[0])[::-1]:
        total = np.zeros_like(x[i])
        for k in range(i + 1, u.shape[0]):
            total += u[i, k] * x[k]
        x[i] = (x[i] - total) / u[i, i]


class _Asked(dict):
    """A table that counts how often it is asked."""

    times = 0

    def get(self, key: Any, default: Any = None) -> Any:
        self.times += 1
        return super().get(key, default)


def test_what_is_used_twice_is_looked_at_once():
    values = [Value(f"v{k}") for k in range(17)]
    made = _Asked({v.name: Node("add", (before, before), (v,)) for before, v in pairwise(values)})
    state = _Pass(Names(), Assignment(), {}, {})
    assert state.wide([values[-1]], made) and made.times <= len(values)
    assert not replace(state, formats={"v0": FORMATS["binary32"]}).wide([values[-1]], made)
