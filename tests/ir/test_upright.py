"""What is computed of transposes and turned back is computed upright: the same numbers, and no array across rows."""

import re

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.ir.interpret import interpret
from precis.ir.live import live
from precis.ir.text import parse
from precis.ir.upright import upright_program
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

HEAD = "@sizes(N=4, M=3)\ndef f(a: input[real[N, M]], b: input[real[N, M]], c: input[real[M, N]], d: input[real[2, N, M]], s: input[real]):\n"
A = "    p = transpose(a, perm=(1, 0))\n    q = transpose(b, perm=(1, 0))\n"
# text -> transposes that are left
PROGRAMS = {
    "    return transpose(exp(p) * s + q / p, perm=(1, 0))": 0,
    "    u = exp(p) + q\n    v = u * u\n    return transpose(v, perm=(1, 0)) + a, transpose(u - v, perm=(1, 0))": 0,
    "    return transpose(select(p > q, p, broadcast(0.0, shape=(M, N))), perm=(1, 0))": 0,
    "    u = exp(p)\n    return transpose(u, perm=(1, 0)), u": 2,  # of p and of u
    "    return transpose(exp(p) + c, perm=(1, 0))": 2,
    "    return transpose(p + broadcast(c[:, :1], shape=(M, N)), perm=(1, 0))": 2,
    "    u = exp(p)\n    t = transpose(u, perm=(1, 0))\n    w = t * 2.0\n    return transpose(w, perm=(1, 0)) + c": 1,  # that of w
    "    u = exp(p)\n    return transpose(u, perm=(1, 0)), transpose(u + c, perm=(1, 0))": 3,
    "    u = transpose(d, perm=(1, 2, 0)) * s\n    return transpose(u + u, perm=(2, 0, 1))": 0,
    "    u = transpose(d, perm=(1, 2, 0)) * s\n    return transpose(u + u, perm=(1, 2, 0))": 2,
    "    return p * 2.0, transpose(sum(d, axes=(0,)) * s, perm=(1, 0))": 2,
    "    def step(k, x):\n        return x + transpose(exp(p) - q, perm=(1, 0))\n    y = loop(step, trips=3, carry=a)\n    return y": 0,
    "    u = exp(p) - q\n    def step(k, x):\n        return x + transpose(u, perm=(1, 0))\n    y = loop(step, trips=3, carry=a)\n    return y": 3,
}
R = np.random.default_rng(0)
GIVEN = [R.normal(size=s) for s in ((4, 3), (4, 3), (3, 4), (2, 4, 3), ())]


@pytest.mark.parametrize("text", PROGRAMS)
def test_transposes_that_cancel_are_gone(text):
    program = parse(HEAD + re.sub(r"\b[p-rt-y]\b", lambda m: f"_{ord(m[0])}", A + text) + "\n")
    made = upright_program(program)
    made = made.with_body(live(made.body))
    verify(made)
    assert sum(n.op == "transpose" and n.attrs["perm"] != tuple(range(n.output.rank)) for n in made.nodes()) == PROGRAMS[text]
    for found, expected in zip(interpret(made, GIVEN), interpret(program, GIVEN), strict=True):
        np.testing.assert_array_equal(found, expected)


def flux(u, v):
    w = np.exp(u[1:] - u[:-1])
    return np.where(w > 1.0, w * v[:-1], w * v[1:]) * (w + v[1:])


def both_ways(u, v, steps):
    for _ in range(steps):
        x, y = flux(u, v), flux(u.T, v.T).T
        u[1:] -= 0.1 * x
        v[:, 1:] += 0.1 * y
    return u, v


@needs_compiler
def test_reverse_sweeps_keep_nothing_across_rows():
    u, v = np.random.default_rng(1).uniform(0.1, 0.5, (2, 9, 14))
    program = adjoint(lift(both_ways, u, v, 4))
    shapes = {b.shape for b in plan(program, default_assignment(program)).buffers.values() if b.element == default_assignment(program).default}
    n, m = program.body.params[0].shape
    assert not any(s[-2:] in ((m - 1, n), (m, n)) for s in shapes)
    given = [u, v, *np.random.default_rng(2).normal(size=(4, 9, 14))][:len(program.body.params)]
    for found, expected in zip(compile(program, quick=True).run(given), interpret(program, given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)
