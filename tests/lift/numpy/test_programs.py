"""Lifted programs compute what the functions compute: on the arguments they were lifted on, and on other sizes."""

from __future__ import annotations

import pytest

from tests.lift.numpy import (
    programs_control,
    programs_corners,
    programs_designs,
    programs_dtypes,
    programs_events,
    programs_functions,
    programs_given,
    programs_indexing,
    programs_labels,
    programs_lengths,
    programs_library,
    programs_members,
    programs_patterns,
    programs_returns,
    programs_shared,
    programs_states,
    programs_texts,
    programs_views,
)
from tests.lift.numpy.case import Case, check

MODULES = (programs_views, programs_indexing, programs_dtypes, programs_control, programs_functions, programs_lengths, programs_library,
           programs_corners, programs_shared, programs_patterns, programs_labels, programs_designs,
           programs_members, programs_given, programs_states, programs_events, programs_returns, programs_texts)
CASES = [case for module in MODULES for case in module.CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_lifted_program_computes_what_the_function_computes(case: Case) -> None:
    check(case)
