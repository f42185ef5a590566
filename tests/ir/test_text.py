"""The text form: exact round trips."""

import numpy as np
from hypothesis import HealthCheck, given, note, settings

from precis.ir.interpret import interpret
from precis.ir.rewrite import canonical
from precis.ir.text import parse, show
from precis.ir.verify import verify
from tests.ir.programs import arrays, programs


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_verify_and_round_trip(p):
    note(show(p))
    verify(p)
    q = canonical(p)
    verify(q)
    assert show(canonical(q)) == show(q)
    text = show(q)
    r = parse(text)
    assert show(r) == text and r == q
    assert show(r) == text
    assert show(parse(show(p))) == text and parse(show(p)) == q
    inputs = arrays()
    for a, b in zip(interpret(p, inputs), interpret(r, inputs), strict=True):
        np.testing.assert_array_equal(a, b)
