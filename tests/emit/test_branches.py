"""A branch may update the array that a value from before the branch was read from."""

from __future__ import annotations

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit import compile as compile_native
from precis.emit.cpu import compiler
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import If, Rotate
from precis.emit.plan.lower import _origins
from precis.emit.plan.walking import walk
from precis.errors import BuildError
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import At, Container, Cut, Program, shape_of
from precis.lift import lift
from tests.ad.programs import branches


def rows() -> Program:
    """Inside a branch, row 0 of `a` is overwritten; the row as it was before is used after that, in the branch."""
    b = Build()
    a = b.value("a", shape_of("N", "M"), container="a")
    at = (At(Size.of(0)), Cut(Size.of(0), Size.of("M")))
    before = b.slice(a, at=at)
    then, otherwise = b.child(), b.child()
    new = then.call("update", a, then.mul(before, before), at=at, container="a")
    doubled = then.add(before, then.slice(new, at=at))
    test = b.gt(b.sum(before, axes=(0,)), b.const(0.0))
    out = b.cond(test, then.block((), (new, doubled)), otherwise.block((), (a, before)), ("a", None))
    return Program("rows", (("N", 3), ("M", 4)), (Container("a", a.shape, "real", "inout"),), b.block((a,), (out[1], out[0])),
                   (("a", Leaf("value", "a")),), Leaf("value", out[1].name), ("a",))


def rows_and_columns(a):
    for k in range(len(a)):
        s = a[k, k]
        if s > 0.0:
            a[k] = s * a[k]
            a.T[k] = s * a.T[k]


def taped() -> Program:
    """The tape of the loop keeps the array that a branch updates; what the branch makes goes to the next row of the tape."""
    return adjoint(lift(rows_and_columns, np.ones((4, 4))), keep_results=True)


@pytest.mark.parametrize("program", [branches(), rows(), taped()], ids=["element", "row", "tape"])
def test_values_read_before_a_branch_keep_their_meaning_in_it(program):
    try:
        compiler()
    except BuildError:
        pytest.skip("needs a C++ compiler")
    program = getattr(program, "program", program)
    rng = np.random.default_rng(0)
    inputs = [rng.uniform(0.5, 1.5, tuple(d.value(program.binding) for d in v.shape)) for v in program.body.params]
    compiled = compile_native(program)
    assert compiled.backend == "native"
    for expected, got in zip(interpret(program, inputs), compiled.run([x.copy() for x in inputs], program.binding), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-14)


def piled(grains):
    h, rounds = grains.copy(), 0
    while True:
        t = h // 4
        if not t.any():
            return h, rounds
        h -= 4 * t
        h[1:] += t[:-1]
        h[:-1] += t[1:]
        rounds += 1


def relaxed(d, w):
    for _ in range(6):
        new = np.minimum(d, (d[:, None] + w).min(axis=0))
        if new.sum() < d.sum():
            d = new
    return d, w


def swapped(a, b, w):
    """Both arrays change places in one branch, one is turned around in the other."""
    for k in range(w.shape[0]):
        if w[k] > 0:
            a, b = w[k] * b, a
        else:
            a = a[::-1] + b
    return a, b


def twice(a, b, w):
    """One array goes to two places."""
    for k in range(w.shape[0]):
        if w[k] > 0:
            a = a[::-1] * w[k]
            b = a
        else:
            b = b[::-1] + a
    return a, b


SWAPPED = {  # and how many arrays are exchanged in branches
    piled: 1, relaxed: 1, swapped: 1, twice: 0,
}


def _given(function, n):
    rng = np.random.default_rng(n)
    if function is piled:
        return (rng.integers(0, 9, (n, 5)),)
    return (rng.random(n), rng.random((n, n))) if function is relaxed else (rng.random(n), rng.random(n), rng.normal(size=7))


def _exchanged(statements):
    return sum(len(t.pairs) // 2 for s in walk(statements) if isinstance(s, If) for t in walk((s,)) if isinstance(t, Rotate))


@pytest.mark.parametrize("function", SWAPPED)
def test_arrays_change_places_in_branches_of_loops(function):
    program = lift(function, *_given(function, 9))
    assert _exchanged(plan(program, default_assignment(program)).statements) == SWAPPED[function]
    compiled = compile_native(program)
    for n in (9, 2, 30):
        mine, theirs = _given(function, n), _given(function, n)
        for found, expected in zip(compiled(*mine), function(*theirs), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)
        for a, b in zip(mine, theirs, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("function", [relaxed, swapped, twice])
def test_adjoints_of_loops_whose_branches_exchange_arrays(function):
    arguments = _given(function, 6)
    program = adjoint(lift(function, *arguments))
    inputs = [*arguments, np.ones(6), np.ones((6, 6) if function is relaxed else 6)]
    for found, expected in zip(compile_native(program, quick=True).run(inputs), interpret(program, inputs), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_chains_of_branches_in_a_branch_are_planned_once():
    """Each looked through for both of its sides: in 2^40 ways, if one by one."""
    block = Build()
    test, start = block.value("", (), "bool"), block.value("", (Size.of("N"),))
    inner = block.child()
    v = start
    for _ in range(40):
        sides = [inner.child() for _ in range(2)]
        (v,) = inner.cond(test, *(side.block((), (v,)) for side in sides))
    assert _origins(inner.block((), (v,)), v) == [start]
