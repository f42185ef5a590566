"""Which contender is returned, and what is said of it."""

from types import SimpleNamespace

import pytest

from precis.bitwidth import verdict
from precis.bitwidth.contest import Contender
from precis.bitwidth.measure import Measurement
from precis.bitwidth.search import Proposal
from precis.formats import Assignment

OWN, WIDE = Assignment.uniform("binary32"), Assignment.uniform("binary64")


def held(assignment, error, timing=None):
    return Contender(Proposal(assignment, None, Measurement(error, {"y": error}, "binary64"), 1.0), timing)


@pytest.mark.parametrize(("second", "chosen"), [(5e-7, OWN), (5e-6, WIDE)])
def test_own_formats_have_to_hold_on_every_tuning_input(monkeypatch, second, chosen):
    """They were measured on the first input alone: "holds" could stand beside an error above the tolerance."""
    monkeypatch.setattr(verdict, "_measured", lambda case, formats: Measurement(case.error, {"y": case.error}, "binary64"))
    cases = [SimpleNamespace(label=f"input {k}", error=error) for k, error in enumerate((1e-7, second))]
    work = SimpleNamespace(memory=lambda formats: 8.0)
    search = SimpleNamespace(cases=cases, rtol=1e-6, s=None, limits={"pins": {}, "work": work})
    original = SimpleNamespace(formats=OWN, admitted=lambda pins: True, contender=lambda s: held(OWN, cases[0].error))
    slower = held(WIDE, 1e-16, SimpleNamespace(slower=True, tells=True, speedup=0.5))
    found, _ = verdict._fastest([slower], original, search)
    assert found.proposal.assignment == chosen and found.proposal.measurement.error <= search.rtol
    assert chosen is WIDE or found.proposal.measurement.error == second
