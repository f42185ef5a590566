"""Lifted programs compute what the functions compute: on the arguments they were lifted on, and on other sizes."""

from __future__ import annotations

import pytest

from tests.lift.numpy import (
    programs_arrays,
    programs_control,
    programs_dense,
    programs_fields,
    programs_functions,
    programs_lengths,
    programs_library,
)
from tests.lift.numpy.case import Case, check

MODULES = (programs_dense, programs_fields, programs_control, programs_arrays, programs_functions, programs_lengths,
           programs_library)
CASES = [case for module in MODULES for case in module.CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_lifted_program_computes_what_the_function_computes(case: Case) -> None:
    check(case)
