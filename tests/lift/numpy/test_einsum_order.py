"""Which operands einsum multiplies first: as few products as the best order has, sums along last axes, and the same ones for statements that
have operands in common."""

import numpy as np
import pytest

from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Contract
from precis.emit.plan.walking import walk
from precis.lift import lift
from precis.lift.numpy.functions.einsum import _next_pair
from tests.lift.numpy.case import run

LENGTH = 30  # of every axis
TEXTS = ["ijk,jr,kr->ri", "ijk,ir,jr->kr", "ij,jk,kl->il", "ij,jk,k->i", "i,ij,j->", "abc,abc,bd->cd", "ia,jb,abcd,kc,ld->ijkl",
         "pi,qj,pqrs,rk,sl->ijkl", "ij,ik,il->jkl", "ab,bc,cd,de,ef->af", "abc,bd,ce,def->af", "i,j,k->", "ijk,ilm,njm,nlk->"]


def order(text):
    left, result = text.split("->")
    terms, found = left.split(","), []
    while len(terms) > 1:
        j, k = _next_pair(terms, result)
        other = terms.pop(k)
        found.append((terms[j], other))
        wanted = set(result).union(*(t for i, t in enumerate(terms) if i != j))
        terms[j] = "".join(c for c in dict.fromkeys(terms[j] + other) if c in wanted)
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_products_are_as_few_as_in_the_best_order(text):
    arrays = [np.broadcast_to(0.0, (LENGTH,) * len(labels)) for labels in text.split("->")[0].split(",")]
    path, _ = np.einsum_path(text, *arrays, optimize=("optimal", 10.0**18))
    terms, best = text.split("->")[0].split(","), 0
    for step in path[1:]:
        taken = [terms.pop(k) for k in sorted(step, reverse=True)]
        wanted = set(text.split("->")[1]).union(*terms)
        both = set().union(*taken)
        terms.append("".join(sorted(both & wanted)))
        best += LENGTH ** len(both)
    assert sum(LENGTH ** len(set(a + b)) for a, b in order(text)) <= best


def test_sums_run_along_last_axes_and_operands_that_statements_share():
    assert order("ijk,jr,kr->ri")[0] == ("ijk", "kr") == order("ijk,ir,kr->rj")[0]


def test_products_that_are_not_added_up_go_from_the_left():
    assert order("ij,j,i->ij") == [("ij", "j"), ("ij", "i")]


def test_many_operands_take_no_time():
    assert len(order(",".join(a + b for a, b in zip("abcdefghijkl", "bcdefghijklm")) + "->am")) == 11


def test_what_two_statements_multiply_is_multiplied_once():
    def fn(t, b, c):
        a = np.einsum("ijk,jr,kr->ir", t, b, c)
        return a, np.einsum("ijk,ir,kr->jr", t, a, c)
    rng = np.random.default_rng(1)
    program = lift(fn, *(given := (rng.random((6, 5, 4)), rng.random((5, 3)), rng.random((4, 3)))))
    found = plan(program, default_assignment(program))
    assert sum(isinstance(s, Contract) for s in walk(found.statements)) == 1
    for ours, numpys in zip(run(program, given), fn(*given)):
        np.testing.assert_allclose(ours, numpys, rtol=1e-14)
