"""Products of integers step over factors that are zero where most are: the same sums."""

import numpy as np
import pytest

from precis.emit.cpu.begin import begun
from precis.emit.cpu.program import PASSES
from precis.emit.cpu.zeros import zeros_skipped
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import If
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without


def products(a, b):
    return a @ b


def transposed(a, b):
    return a.T @ b


def batched(a, b):
    return np.einsum("pik,pkj->pij", np.stack([a, a + a]), np.stack([b, 1 - b]))


def added(a, b):
    """A sum that goes on."""
    c = 3 * b
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] -= a[i, k] * b[k]
    return c


def of_truths(a, b):
    return (a != 0) @ (b > 60), np.any((a > 0)[:, :, None] & (b > 100)[None], axis=1)


def one_row(a, b):
    """No rows of factors but one."""
    return np.sum(a[:, :1] * b, axis=0)


def with_its_rows(a, b):
    """In strips of rows with what is computed of them, where sums go on from one strip to the next."""
    c = np.zeros_like(b)
    for k in range(a.shape[1]):
        c += a[:, k:k + 1] * b[k]
    return np.maximum.accumulate(np.cumsum(c, axis=1), axis=1).max(axis=1), c.max(axis=1)


def of_reals(a, b):
    """0 times what is no number is none."""
    c = np.zeros(b.shape)
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] * (1.0 / b[k])
    return c


def of_sums(a, b):
    """No product."""
    c = np.zeros_like(b)
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] + b[k]
    return c


def into_itself(a, b):
    """Factors change on the way."""
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            a[i] += a[i, k] * b[k]


def data(given):
    n, density, kind = given
    rng = np.random.default_rng(n)
    a = np.where(rng.random((n, n)) < density, rng.integers(-3, 4, (n, n)), 0).astype(kind)
    return a, rng.integers(0, 200, (n, n)).astype(kind)


SKIPS = (products, transposed, batched, added, of_truths, one_row)


def _asks(function, given):
    program = lift(function, *data(given))
    made = begun(plan(program, default_assignment(program)))
    for made_by in PASSES:
        made = made_by(made)
    return any(isinstance(s, If) for s in walk(made.statements))


@pytest.mark.parametrize("function", SKIPS)
def test_zeros_are_asked_for(function):
    assert _asks(function, (40, 0.1, np.int64))


@pytest.mark.parametrize("function", [of_reals, of_sums, into_itself])
def test_other_sums_are_as_they_were(function):
    assert not _asks(function, (40, 0.1, np.int64))


@pytest.mark.parametrize("function", SKIPS)
def test_small_products_are_too(function):
    assert not _asks(function, (8, 0.1, np.int64))


@needs_compiler
@pytest.mark.parametrize(("function", "kind"), [*((f, np.int64) for f in (*SKIPS, with_its_rows)), (products, np.uint8), (products, np.int32)])
def test_sums_are_the_same(function, kind, monkeypatch):
    shapes = [(40, 0.1, kind), (40, 0.9, kind), (70, 0.0, kind), (33, 0.02, kind), (1, 1.0, kind), (0, 1.0, kind)]
    same_without(zeros_skipped, function, data, shapes, [(1, 1.0, kind), (0, 1.0, kind)], monkeypatch)
