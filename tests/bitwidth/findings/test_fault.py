"""What a rerun cures is the fault alone: errors from before and those of other elements are none of it."""

import numpy as np
import pytest

from precis.bitwidth.findings import findings
from precis.bitwidth.findings.fault import Execution, exactly, implanted, own_rounding
from precis.formats import FORMATS, Assignment
from precis.lift import lift


def total(x):
    y = np.sqrt(x)
    s = 0.0
    for i in range(x.shape[0]):
        s = s + y[i]
    return s


def growth(p, a, b):
    rate = a - b * p
    return 3.0 * rate


RNG = np.random.default_rng(1)
EVEN = np.full(2000, 0.7) + 1e-9 * RNG.uniform(size=2000)


@pytest.mark.parametrize(
    ("function", "args", "narrow"),
    [(total, (EVEN,), {"x": "binary32"}), (growth, (np.r_[RNG.uniform(1, 3, 299), 4.0 + 1e-4], 2.0, 0.5), {"p": "binary16"})],
    ids=["terms rounded before", "one element of three hundred"],
)
def test_errors_that_are_not_made_here_are_no_finding(function, args, narrow):
    program = lift(function, *args)
    stored = {c.name: "binary64" for c in program.containers} | narrow
    compute = "binary64" if function is total else "binary32"
    assignment = Assignment.uniform(compute).with_storage(stored)
    assert not [f for f in findings(program, args, assignment) if f.kind in ("summation", "cancellation")]


def product(a, b):
    return a @ b


def test_what_underflows_beside_larger_numbers_is_no_finding():
    """One factor of 400 is stored as 0: the error of the product is that of the others."""
    a, b = RNG.normal(size=(20, 20)), RNG.normal(size=(20, 20))
    b[3, 7] = 1e-6
    narrow = Assignment.uniform("binary64").with_storage({"b": "binary16*2^-14"})
    assert not [f for f in findings(lift(product, a, b), (a, b), narrow) if f.kind == "underflow"]


def test_the_same_sum_is_one_where_its_own_rounding_decides():
    (found,) = [f for f in findings(lift(total, EVEN), (EVEN,), Assignment.uniform("binary32")) if f.kind == "summation"]
    terms = np.sqrt(EVEN.astype(np.float32))
    running = np.float32(0)
    for t in terms:
        running = np.float32(running + t)
    by_hand = abs(float(running) - float(np.sum(terms, dtype=np.longdouble))) / float(np.sum(np.sqrt(EVEN)))
    assert found.effect == pytest.approx(by_hand, rel=0.01)


def test_one_fault_in_the_exact_run():
    x = Execution([(np.ones(3), np.ones(3))], np.array([1.5, 2.0, np.inf]), np.array([1.0, 2.0, 3.0]), lambda: np.array([1.25, 2.0, np.inf]),
                  FORMATS["binary32"])
    assert implanted(x, exactly(x)) is x.rounded
    assert implanted(x, own_rounding(x)).tolist() == [1.25, 2.0, 3.0]
