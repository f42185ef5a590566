"""Programs of many fields, unmodified: lifted once, run in every way on three sizes, with their adjoints."""

from __future__ import annotations

import pytest

from tests.lift.numpy import (
    corpus,
    programs_absent,
    programs_aliases,
    programs_classes,
    programs_columns,
    programs_complex,
    programs_effects,
    programs_equations,
    programs_exceptions,
    programs_fits,
    programs_grids,
    programs_growing,
    programs_idioms,
    programs_integers,
    programs_keys,
    programs_layouts,
    programs_lists,
    programs_masked,
    programs_matrices,
    programs_meetings,
    programs_multiples,
    programs_names,
    programs_objects,
    programs_pools,
    programs_protocols,
    programs_python,
    programs_raising,
    programs_records,
    programs_roots,
    programs_sciences,
    programs_scipy,
    programs_selections,
    programs_series,
    programs_signals,
    programs_sized,
    programs_special,
    programs_stretches,
    programs_tables,
    programs_worklists,
)
from tests.lift.numpy.surface import Library, Sample, batches, check

MODULES = (programs_matrices, programs_grids, programs_sciences, programs_complex, programs_integers, programs_selections,
           programs_layouts, programs_meetings, programs_objects, programs_growing, programs_names, programs_idioms, programs_scipy,
           programs_classes, programs_python, programs_exceptions, programs_raising, programs_records, programs_effects, programs_worklists,
           programs_aliases, programs_multiples, programs_protocols, programs_roots,
           programs_special, programs_tables, programs_series, programs_fits, programs_signals, programs_equations, programs_absent,
           programs_keys, programs_masked, programs_sized, programs_columns, programs_lists, programs_pools, programs_stretches)
SAMPLES = [*(sample for module in MODULES for sample in module.PROGRAMS), *corpus.SAMPLES]


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest) -> Library:
    """Of the samples that are asked for."""
    asked = (item.callspec.params["sample"] for item in request.session.items  # type: ignore[attr-defined]
             if "sample" in getattr(item, "fixturenames", ()))
    return Library(SAMPLES, [sample for sample in asked if isinstance(sample, Sample)])


@pytest.mark.parametrize("sample", batches(SAMPLES), ids=lambda s: s.program.__name__)
def test_program_runs_in_every_way(sample: Sample, library: Library) -> None:
    check(sample, *library.compiled(sample))
