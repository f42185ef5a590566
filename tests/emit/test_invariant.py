"""Positions of masks that loops leave as they are are found in front of them; results are NumPy's."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.plan.prepare import prepare
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def lines(edge, angles):
    ys, xs = np.nonzero(edge)
    votes = np.zeros((len(angles), 40), dtype=np.int64)
    for a in range(len(angles)):
        np.add.at(votes[a], np.round(xs * np.cos(angles[a]) + ys * np.sin(angles[a])).astype(np.int64) + 20, 1)
    return votes


def thresholds(edge, angles):
    chosen = (angles[:, None] * angles)[np.outer(angles, angles) > 0.1]
    out = np.zeros((3, 4))
    for i in range(3):
        for j in range(4):
            out[i, j] = np.sum(chosen > 0.1 * i + 0.2 * j) + chosen[0]
    return out


def shrinking(edge, angles):
    x = angles.copy()
    alive = x > -1.0
    for _ in range(len(angles)):
        x = np.where(alive, x - 0.3 * x[alive][0] * x[alive][-1], x)
        alive = alive & (x > -0.9)
    return x, alive


def updated(edge, angles):
    x = angles.copy()
    some = np.nonzero(edge[0])[0]
    for k in range(len(angles)):
        y = x * 2.0 + k
        x[some] = y[some] - x[0]
        x[k] += np.sort(y[some])[0]
    return x


FUNCTIONS = {lines: 0, thresholds: 0, shrinking: 1, updated: 0}  # -> searches that stay in loops


@pytest.fixture(scope="module", params=FUNCTIONS, ids=lambda f: f.__name__)
def lifted(request):
    rng = np.random.default_rng(5)
    program = lift(request.param, rng.random((9, 11)) < 0.3, rng.normal(size=11))
    return request.param, program, compile_native(program)


def test_positions_are_searched_for_in_front_of_loops(lifted):
    function, program, _ = lifted
    loops = [n for n in prepare(program).body.walk() if n.op in ("loop", "while")]
    assert loops and any(n.op == "places" for n in program.body.walk())
    inside = {id(n) for loop in loops for b in loop.blocks for n in b.walk() if n.op == "places"}
    assert len(inside) == FUNCTIONS[function]


@pytest.mark.parametrize("seed", [1, 2])
def test_results_are_numpys(lifted, seed):
    function, _, compiled = lifted
    rng = np.random.default_rng(seed)
    arguments = rng.random((9, 11)) < 0.3 * seed, rng.normal(size=11)
    expected = function(*arguments)
    found = compiled(*arguments)
    for f, e in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, expected)), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-13)
