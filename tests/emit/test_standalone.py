"""What precis writes, built by its own Makefile and called as its own header says: it errs as much as the compiled program that was
measured, on every case study, in binary32 throughout."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

import precis
from benchmarks.programs import CASES
from benchmarks.standalone import ROUTINE, arguments_of, built, errors, outputs_of
from benchmarks.standalone import error as error_of
from precis.formats import FORMATS, Assignment
from tests.emit.oracle import needs_compiler

SMALL = 12
ROOM, OTHER_ORDER = 1.1, 2.0  # the latter where precis has a library for products, and source without it has loops


def measured(program, assignment, function, case) -> float:
    """The error of the program as precis compiles it, which is what it measures."""
    run, args = precis.compile(program, assignment), case.arguments()
    given = [np.copy(a) if isinstance(a, np.ndarray) else a for a in args]
    found = outputs_of(run(*given), [])
    names = program.mutated
    wanted = outputs_of(function(*args), [])
    after, meant = arguments_of(function, given), arguments_of(function, args)
    pairs = [*zip(found, wanted), *((after[n], meant[n]) for n in names)]
    return max(error_of(f, w) for f, w in pairs if np.asarray(w).dtype.kind in "fcV")


@needs_compiler
@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_emitted_source_errs_as_it_was_measured(case, tmp_path):
    case = replace(case, size=SMALL)
    function, _ = case.load()
    program = precis.lift(function, *case.arguments())
    narrow = Assignment.uniform(FORMATS["binary32"])
    precis.emit(program, narrow, target="cpu").write(tmp_path / "out")
    library = built(tmp_path / "out")
    promised, found = measured(program, narrow, function, case), max(errors(library, function, case.arguments()))
    assert 0.0 < found <= (OTHER_ORDER if any(f.role == ROUTINE for f in library.fields) else ROOM) * promised
