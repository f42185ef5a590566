"""Real programs, as front ends lift them: verified, printed, read back."""

import pytest

from precis.formats import Assignment
from precis.ir.canonical import canonical
from precis.ir.emulate import emulate
from precis.ir.text import parse, show
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.test_programs import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_lifted_programs_round_trip(case):
    p = lift(case.program, *case.args)
    for q in (p, canonical(emulate(p, Assignment.uniform("binary32")))):
        verify(q)
        assert canonical(q) == q
        text = show(q)
        read = parse(text, q.constants, original=q.original)
        assert read == q and read.assumed == q.assumed
        assert show(parse(text)) == text
