"""Cotangents of what slices are taken of are computed in the nests that tally them, element by element, against the interpreter."""

from importlib import import_module

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.vector import vectorisable
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
SHAPES = [(3, 3), (4, 5), (3, 9), (5, 34), (40, 11)]


def drained(h, q):
    """Fluxes through the faces of cells, along both axes; a scalar and a row beside what is sliced."""
    u = q / (2.0 + h * h)
    s = q * u + 0.5 * h * np.abs(u)
    x = 0.5 * (s[1:, 1:-1] + s[:-1, 1:-1]) - np.maximum(u[1:, 1:-1], u[:-1, 1:-1]) * q[0, 1]
    y = s[1:-1, 1:] * u[1:-1, :-1] - q[1, 1:]
    return x[1:] - x[:-1] + y[:, 1:] - y[:, :-1]


def _sweep(shape):
    rng = np.random.default_rng(sum(shape))
    arguments = rng.normal(size=shape), rng.normal(size=shape)
    program = lift(drained, *arguments)
    inputs, binding = bind(program, arguments)
    return adjoint(instrument(program, binding)), [*inputs, rng.choice([-1.0, 1.0], (shape[0] - 2, shape[1] - 2))], binding


@needs_compiler
@pytest.mark.parametrize("shape", SHAPES)
def test_cotangents_of_slices_of_any_size(shape):
    made, given, binding = _sweep(shape)
    found, expected = compile_program(made, BINARY64, quick=True).run(given, binding), interpret(made, given, binding)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-9, atol=1e-12 * np.abs(e[np.isfinite(e)]).max(initial=1.0))


def _passes(made):
    """(nests that choose between what updates put somewhere, passes along the rims of chains of updates)."""
    nests = [s for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)]
    return [n for n in nests if any(i.op == "choose" for i in n.body)], sum(bool(n.hole) for n in nests)


def test_they_take_no_pass_of_their_own(monkeypatch):
    made, _, _ = _sweep((9, 40))
    choosing, rims = _passes(made)
    assert choosing and all(any(r.op == "tally" for r in n.reductions) and vectorisable(n) for n in choosing)
    monkeypatch.setattr(import_module("precis.emit.plan.roots"), "SPREAD", 0)
    assert rims < _passes(made)[1]


def test_what_is_cheap_is_computed_again_where_nests_tally(monkeypatch):
    """Fluxes that the reverse of both axes wants take no array and no pass of their own, as they would at the price of the nearest cache.
    What is dear and has a name is read from where it lies at either price (ADR 469), which is left out here."""
    monkeypatch.setattr(import_module(plan.__module__), "read_where_kept", lambda block, formats: block)
    def of_all_cells():
        made, _, _ = _sweep((9, 40))
        planned = plan(made, BINARY64)
        nests = [s for s in walk(planned.statements) if isinstance(s, Nest)]
        stored = {i.access.buffer for n in nests for i in n.body if i.op == "store" and i.access and i.access.shape}
        return sum(planned.buffers[name].shape == made.body.params[0].shape for name in stored), len(nests)
    arrays, passes = of_all_cells()
    monkeypatch.setattr(import_module("precis.emit.plan.roots"), "STREAMED", 6)
    nearest = of_all_cells()
    assert arrays < nearest[0] and passes < nearest[1]
