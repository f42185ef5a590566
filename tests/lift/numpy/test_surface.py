"""Programs of many fields, unmodified: lifted once, run in every way on three sizes, with their adjoints."""

from __future__ import annotations

import pytest

from tests.lift.numpy import programs_grids, programs_matrices, programs_more, programs_sciences
from tests.lift.numpy.surface import Sample, check

SAMPLES = [s for module in (programs_matrices, programs_grids, programs_sciences, programs_more) for s in module.PROGRAMS]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.program.__name__)
def test_program_runs_in_every_way(sample: Sample) -> None:
    check(sample)
