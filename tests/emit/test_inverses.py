"""Inverses are computed from the factors of the matrix: within the bound of elimination, from the same pivots."""

import numpy as np
import pytest
import scipy.linalg

from precis.emit.engine import compile as compile_native
from precis.emit.plan.inverses import IDENTITY, with_identities
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(1)
GRADED = RNG.normal(size=(80, 80)) * np.logspace(-8, 0, 80)
SINGULAR = np.outer(np.arange(70.0), np.arange(70.0))


def inverse(a):
    return np.linalg.inv(a)


def by_system(a):
    return np.linalg.solve(a, np.eye(len(a)))


def shifted(a):
    return np.linalg.solve(a, np.eye(len(a), k=1))


def other(a):
    return np.linalg.solve(a, 2.0 * np.eye(len(a)))


def turned(a):
    return np.linalg.solve(a, np.arange(len(a))[:, None] == len(a) - 1 - np.arange(len(a)))


@pytest.mark.parametrize("function, marked", [(inverse, True), (by_system, True), (shifted, False), (other, False), (turned, False)])
def test_only_the_identity_is_marked(function, marked):
    solves = [n for n in with_identities(lift(function, np.eye(4) + 1.0).body).nodes if n.op == "solve"]
    assert [IDENTITY in n.attrs for n in solves] == [marked]


@pytest.fixture(scope="module")
def compiled():
    return {kind: compile_native(lift(inverse, np.eye(17, dtype=kind))) for kind in (float, complex)}


@needs_compiler
@pytest.mark.parametrize("a", [GRADED, GRADED.T, GRADED + 1j * GRADED[::-1], RNG.normal(size=(65, 65))], ids=["columns", "rows", "complex", "plain"])
def test_inverses_keep_the_bound_of_elimination(compiled, a):
    """|X A - I| <= 3 n u |X| |L| |U| (Higham, Accuracy and Stability, 2nd ed., section 14.3.2); complex products take 2 sqrt(2) u more."""
    native = compiled[complex if a.dtype.kind == "c" else float]
    found = native(a)
    assert "getri" in native.source
    p, low, up = scipy.linalg.lu(a)
    bound = (12 if a.dtype.kind == "c" else 3) * len(a) * 2.0**-53 * (np.abs(found) @ p @ np.abs(low) @ np.abs(up))
    wide = np.clongdouble if a.dtype.kind == "c" else np.longdouble
    assert (np.abs(found.astype(wide) @ a - np.eye(len(a))) <= bound).all()


@needs_compiler
def test_singular_matrices_have_no_inverse(compiled):
    assert np.isnan(compiled[float](SINGULAR)).all()
