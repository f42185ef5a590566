"""Functions that Numba compiles are lifted by their texts: with Numba where it is installed, else with what looks like it."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy import like_numba
from tests.lift.numpy.case import run

X = np.random.default_rng(3).uniform(-1, 1, (5, 7))
Y = np.random.default_rng(4).uniform(-1, 1, (5, 7))


@pytest.fixture(scope="module", params=["like_numba", pytest.param("numba", marks=pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="numba is not installed"))])
def nb(request):
    return like_numba if request.param == "like_numba" else importlib.import_module("numba")


def in_parallel(nb):
    @nb.njit(parallel=True)
    def total(x, y):
        s = 0.0
        for i in nb.prange(1, x.shape[0]):
            s += nb.float64(x[i, 0]) * y[i, 1]
        return s
    return total


def of_its_types(nb):
    @nb.njit
    def f(x, y):
        out = np.zeros(x.shape, dtype=nb.float32)
        for i in range(x.shape[0]):
            out[i] = nb.float32(x[i, 0]) + x[i] * y[i]
        return out
    return f


def by_element(nb):
    @nb.vectorize
    def larger(x, y):
        if x > y:
            return x
        return 0.5 * y
    return lambda x, y: larger(x, y[0]) + larger(x[0, 0], 2.0)


def by_element_in_declared_types(nb):
    @nb.vectorize(["f4(f4,f4)", "f8(f8,f8)"])
    def fused(x, y):
        return x * y + 1.0

    def f(x, y):
        return fused(x.astype(np.float32), y.astype(np.float32)), fused(x.astype(np.float32), y), fused(np.arange(3), 2)
    return f


def by_row(nb):
    @nb.guvectorize(["(f8[:],f8,f8[:])"], "(n),()->(n)")
    def running(x, scale, out):
        s = 0.0
        for i in range(x.shape[0]):
            s += scale * x[i]
            out[i] = s
    return lambda x, y: running(x, 2.0) - running(y[1], 0.5)


def by_neighbours(nb):
    @nb.stencil(cval=2.0)
    def mean(a, weight):
        if a[0, 0] < 0.0:
            return weight * a[-1, 0]
        return weight * (a[0, 1] + a[0, -1] + a[1, 0] + a[-1, 0])
    return lambda x, y: mean(x, 0.25) * y


def within_a_neighbourhood(nb):
    @nb.stencil(neighborhood=((-1, 1),))
    def smooth(a, weight):
        s = 0.0
        for k in range(-1, 2):
            s += weight * a[k]
        return s
    return lambda x, y: smooth(x[0], 1 / 3)


PROGRAMS = (in_parallel, of_its_types, by_element, by_element_in_declared_types, by_row, by_neighbours, within_a_neighbourhood)


@pytest.mark.parametrize("made", PROGRAMS)
def test_what_numba_compiles_is_lifted_by_its_text(made, nb):
    function = made(nb)
    wanted = function(X, Y)
    program = lift(function, X, Y)
    for ours, theirs in zip(_listed(run(program, (X, Y))), _listed(wanted), strict=True):
        assert np.asarray(ours).dtype == np.asarray(theirs).dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-14)


def _listed(found):
    return found if isinstance(found, tuple) else (found,)


def test_offsets_that_are_computed_need_a_neighbourhood():
    @like_numba.stencil
    def f(a, weight):
        return a[-1 * len("x")] * weight
    with pytest.raises(UnsupportedProgram, match="has to state its neighborhood"):
        lift(lambda x: f(x, 1.0), X[0])


@pytest.mark.parametrize("function", [like_numba.vectorize(lambda x: x + 1.0), np.vectorize(lambda x: x + 1.0)])
def test_functions_of_elements_are_lifted_where_they_are_called(function):
    with pytest.raises(UnsupportedProgram, match="is no Python function") as refused:
        lift(function, X)
    assert "give a function that calls it" in str(refused.value)
