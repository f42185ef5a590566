"""np.einsum of several operands: the cheap pairs first where something is added up, NumPy's order of roundings where nothing is."""

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run

RNG = np.random.default_rng(3)
SIZES = {"i": 3, "j": 4, "k": 5, "l": 2}
# subscripts -> those of the contractions, in order
ORDERS = {
    "ij,jk,k->i": ["jk,k->j", "ij,j->i"],
    "ijk,ij,j->ik": ["ij,j->ij", "ijk,ij->ik"],
    "ij,jk,kl->il": ["ij,jk->ik", "ik,kl->il"],
    "i,j,ij->": ["i,ij->j", "j,j->"],
    "i,ij,j,j->": ["j,j->j", "i,ij->j", "j,j->"],
    "i,i,i->i": ["i,i->i", "i,i->i"],
    "ij,i,j->ij": ["ij,i->ij", "ij,j->ij"],
}


@pytest.mark.parametrize("subscripts", ORDERS)
def test_pairs_are_taken_where_they_cost_least(subscripts):
    def product(*xs):
        return np.einsum(subscripts, *xs)
    inputs, result = subscripts.split("->")
    xs = [RNG.normal(size=[SIZES[c] for c in labels]) for labels in inputs.split(",")]
    program, expected = lift(product, *xs), product(*xs)
    found = run(program, xs)
    assert [n.attrs["spec"] for n in program.nodes() if n.op == "einsum"] == ORDERS[subscripts]
    summed = set(inputs) - set(result) - {","}
    np.testing.assert_allclose(found, expected, rtol=1e-12 if summed else 0.0)
