"""Operands that loops multiply again and again lie as products read them: a matrix in front of the loop."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.plan.operands import operands_along
from precis.formats import FORMATS
from precis.ir.emulate import value_formats
from precis.ir.ops.reductions import contraction_labels
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def rests(x, field):
    r = x[:, None, :] - x[None, :, :]
    tensor = r[:, :, :, None] * r[:, :, None, :] / (5.0 + np.sum(r**2, axis=2))[:, :, None, None]
    mu, change = 0.01 * field, 1.0
    while change > 1e-8:
        new = 0.01 * (field + np.einsum("ijab,jb->ia", tensor, mu))
        change = np.max(np.abs(new - mu))
        mu = new
    return mu


def given(tensor, v):
    for _ in range(6):
        v = np.einsum("jb,ijab->ia", v, tensor)
    return v


def columns(tensor, v):
    total = np.zeros(v.shape)
    for t in range(5):
        total += np.einsum("ijab,jbc->iac", tensor, v) * t
    return total


def summed_first(tensor, v):
    for _ in range(5):
        v = np.einsum("jiab,jb->ia", tensor, v)
    return v


def nested(tensor, v):
    for _ in range(3):
        for _ in range(4):
            v = np.einsum("ijab,jb->ia", tensor, v)
    return v


def changed(tensor, v):
    for _ in range(6):
        v = np.einsum("ijab,jb->ia", tensor, v)
        tensor = tensor * 0.5
    return v


def seldom(tensor, v):
    for _ in range(2):
        v = np.einsum("ijab,jb->ia", tensor, v)
    return v


def even(tensor, v):
    for _ in range(6):
        v = np.einsum("iajb,jb->ia", tensor, v)
    return v


def batches(tensor, v):
    for _ in range(6):
        v = np.einsum("ijab,ib->ia", tensor, v)
    return v


def arguments(fn, n, short=3):
    rng = np.random.default_rng(n)
    if fn is rests:
        return rng.normal(size=(n, short)), rng.normal(size=(n, short))
    shape = {even: (n, short, n, short)}.get(fn, (n, n, short, short))
    return rng.normal(size=shape) / (n + 1), rng.normal(size=(n, short, 2) if fn is columns else (n, short))


def made(program, assignment=None):
    assignment = assignment or program.original
    return program.with_body(operands_along(program.body, assignment, value_formats(program, assignment), dict(program.sizes)))


APPLIES, REFUSES = (rests, given, columns, summed_first, nested), (changed, seldom, even, batches)


@pytest.mark.parametrize("fn", [*APPLIES, *REFUSES])
def test_products_in_loops_are_of_matrices(fn):
    program = lift(fn, *arguments(fn, 6))
    found = made(program)
    verify(found)
    copies = [n for n in found.body.nodes if n.op == "transpose"]
    specs = [contraction_labels(n.attrs["spec"]) for n in found.nodes() if n.op == "einsum"]
    assert (len(copies) == 1 and all(len(a) == 2 for a, _, _ in specs)) == (fn in APPLIES)
    assert fn in APPLIES or found.body == program.body


def test_long_axes_fill_vectors_as_they_are():
    program = lift(given, *arguments(given, 6, short=12))
    assert made(program).body == program.body


def test_factors_that_are_rounded_stay_where_they_are():
    program = lift(given, *arguments(given, 6))
    rounded = program.original.with_storage({"tensor": FORMATS["binary32"]})
    assert made(program, rounded).body == program.body


@needs_compiler
@pytest.mark.parametrize("fn", [*APPLIES, *REFUSES])
def test_results_are_those_of_numpy(fn):
    compiled = compile_native(lift(fn, *arguments(fn, 6)), quick=True)
    for n in (6, 1, 5, 40, *([0] if fn is not rests else [])):
        args = arguments(fn, n)
        copies = [a.copy() for a in args]
        expected = fn(*[a.copy() for a in args])
        np.testing.assert_allclose(compiled(*args), expected, rtol=1e-12, atol=1e-15)
        for a, b in zip(args, copies):
            np.testing.assert_array_equal(a, b)
