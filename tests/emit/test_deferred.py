"""Rows that only one statement of a block of iterations adds to are added up in front of it, with the same bits."""

import numpy as np
import pytest

import precis
from precis.emit.cpu.deferred import deferred
from precis.emit.cpu.program import ProgramPrinter
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(23)


def by_columns(a, b, c, d):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[:i, j] += 1.5 * b[i, j] * a[i, :i]
            c[i, j] = 0.5 * c[i, j] + a[i, i] * b[i, j] + a[i, :i] @ b[:i, j]


def kept_beside(a, b, c, d):
    total = np.empty(c.shape[1])
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[:i, j] += 1.5 * b[i, j] * a[i, :i]
            total[j] = b[:i, j] @ a[i, :i]
        c[i, :] += b[i, :] * a[i, i] + total


def by_rows(a, b, c, d):
    for i in range(c.shape[0]):
        c[:i] -= np.outer(a[i, :i], 2.0 * b[i])
        c[i] = 0.5 * c[i] + a[i, :i] @ b[:i]


def upwards(a, b, c, d):
    for i in range(c.shape[0] - 1, -1, -1):
        for j in range(c.shape[1]):
            c[i + 1:, j] += 1.5 * b[i, j] * a[i + 1:, i]
            c[i, j] = 0.5 * c[i, j] + a[i + 1:, i] @ b[i + 1:, j]


def read_meanwhile(a, b, c, d):
    for i in range(c.shape[0]):
        c[:i] -= np.outer(a[i, :i], b[i])
        d[i] = c[0] + a[i, :i] @ b[:i]


def written_meanwhile(a, b, c, d):
    for i in range(c.shape[0]):
        c[:i] -= np.outer(a[i, :i], d[i])
        d[i:] += 0.1
        c[i] = a[i, :i] @ b[:i]


def number_changes(a, b, c, d):
    """The number that a column is multiplied by is read before it is stored anew."""
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            old = d[0, j]
            d[0, j] = old * 0.5 + 1.0
            c[:i, j] += old * a[i, :i]
            c[i, j] = a[i, :i] @ b[:i, j]


AHEAD = (by_columns, kept_beside, by_rows, upwards)
MEANWHILE = (read_meanwhile, written_meanwhile, number_changes)


def _arguments(n=70, m=21):
    return RNG.normal(size=(n, n)), RNG.normal(size=(n, m)), RNG.normal(size=(n, m)), RNG.normal(size=(n, m))


def _results(run, arguments):
    given = [x.copy() for x in arguments]
    run(*given)
    return given


@pytest.mark.parametrize("function", (*AHEAD, *MEANWHILE), ids=lambda f: f.__name__)
def test_rows_have_the_bits_of_those_that_are_not_deferred(function, monkeypatch):
    program = precis.lift(function, *_arguments())
    made = precis.compile(program)
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not deferred))
    before = precis.compile(program)
    assert (made.source != before.source) == (function in AHEAD)
    for arguments in (_arguments(), _arguments(33, 40), _arguments(9, 9)):
        found = _results(made, arguments)
        for x, y, z in zip(found, _results(before, arguments), _results(function, arguments), strict=True):
            np.testing.assert_array_equal(x, y)
            np.testing.assert_allclose(x, z, rtol=1e-10, atol=1e-10)
