"""What a proposal that missed the tolerance teaches."""

import math

import numpy as np
import pytest

from precis.bitwidth.breakdown import Failure
from precis.bitwidth.case import case_of
from precis.bitwidth.measure import Measurement
from precis.bitwidth.search import Search
from precis.formats import FORMATS, Assignment
from precis.lift import lift

NARROW = Assignment.uniform(FORMATS["binary32"])
ERROR = 1e-4


def relaxed(u):
    v = np.sqrt(u) + 1.0
    return v * v


def taught(shares):
    program = lift(relaxed, np.linspace(1.0, 2.0, 9))
    case, s = case_of(program, (np.linspace(1.0, 2.0, 9),), {}, 1e-6)
    search = Search([case], s, 1e-6, {})
    found = Measurement(ERROR, {}, "binary64", combined=ERROR, explained=1.0, shares=shares)
    search._learn(NARROW, found, Failure(NARROW, "", ERROR, shares), case)
    return search


@pytest.mark.parametrize("stray", [0.0, 1e-12])
def test_shares_of_lines_without_a_format_of_their_own_are_left_out(stray):
    search = taught({("storage", "u"): ERROR, ("compute", "elsewhere.py:1"): stray})
    ((place, name), factor), = search.corrections.items()
    assert (place, name) == (("storage", "u"), "binary32") and 1.0 < factor < math.inf
    assert search.safety == Search([], search.s, 1e-6, {}).safety


def test_where_such_lines_make_the_error_everything_gets_wider():
    search = taught({("compute", "elsewhere.py:1"): ERROR})
    assert search.corrections or search.safety < Search([], search.s, 1e-6, {}).safety
