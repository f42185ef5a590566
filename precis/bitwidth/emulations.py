"""Many assignments of one program at one input: emulated and attributed runs whose formats are read at run time.

What differs between two assignments is a table of formats. Each place has an open format (`precis.formats.open_format`), so that one
emulated Program and one pair of sweeps serve every assignment, prepared once: compiled, or where runs are few and arrays small
interpreted. Rounding a value of a format to a wider one changes nothing, so results are those of `precis.ir.emulate`, which leaves
such roundings out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.attribution import Attribution, Trajectories, attribute
from precis.bitwidth.measure import Measurement, judged
from precis.bitwidth.outputs import Question
from precis.bitwidth.places import Place, format_at, operand_place, places_of
from precis.bitwidth.reference import Reference, checked
from precis.bitwidth.runs import BINARY64, CARRIERS, Counting, Interpreted, Ran, prepare
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.formats import Assignment, Format, open_format
from precis.ir.approx import inline_approx
from precis.ir.emulate import emulate, runs_in_format
from precis.ir.types import Program

WIDE = CARRIERS[1]  # of the reference and the sweeps


@dataclass(frozen=True, slots=True)
class _Runs:
    """What serves assignments: an emulated run, paired sweeps, and the places whose formats a table says."""

    emulated: Counting
    sweeps: Trajectories
    places: tuple[Place, ...] = ()


class Emulations:
    """Measurements of one program at one input. Errors are against a run in binary80."""

    def __init__(self, question: Question, arrays: Sequence[Any], binding: Mapping[str, int], count: int = 1):
        """count: how many are to come, against which the time that a compiler takes is weighed (precis.bitwidth.effort)."""
        self.question, self.arrays, self.binding, self.count = question, list(arrays), dict(binding), count
        self.ran = self._interpreted(inline_approx(question.program, "spec"), WIDE, self.arrays, self.binding)
        self.reference = self.ran.results

    def _interpreted(self, program: Program, carrier: Format, arrays: Sequence[Any], binding: Mapping[str, int]) -> Ran:
        ran = Counting(program, lambda bounded: Interpreted(bounded, carrier)).run(list(arrays), dict(binding))
        return replace(ran, results=self.question.pick(ran.results))

    @cached_property
    def sensitivity(self) -> Sensitivity:
        """As `precis.sensitivity` finds it at this input."""
        outputs = self._interpreted(inline_approx(self.question.program, "spec"), BINARY64, self.arrays, self.binding).results
        return sweep(self.question, self.arrays, self.binding, outputs)

    def measure(self, assignment: Assignment) -> Measurement:
        """As `precis.measure` does, but for the check of the reference."""
        whole = self.question.unrounded(assignment)
        runs, formats = self._serving(whole)
        ran = runs.emulated.run(self.arrays, self.binding, self.ran.allowed, formats)

        def divided(found: Sequence[np.ndarray], reference: Sequence[np.ndarray], carrier: Format) -> Attribution | None:
            if carrier != WIDE:
                return attribute(self.question, whole, self.arrays, self.binding, found, reference, carrier, self.ran.allowed)
            return runs.sweeps.divide(self.arrays, self.binding, found, reference, formats, self.ran.allowed)

        found = judged(self.question, self.question.pick(ran.results), self.reference, WIDE, self.sensitivity, divided)
        return replace(found, endless=ran.endless)

    def elsewhere(self, assignment: Assignment, arrays: Sequence[Any], binding: Mapping[str, int]) -> Measurement:
        """The errors at another input of the program, undivided."""
        runs, formats = self._serving(self.question.unrounded(assignment))
        meant = self._interpreted(inline_approx(self.question.program, "spec"), WIDE, arrays, binding)
        ran = runs.emulated.run(list(arrays), dict(binding), meant.allowed, formats)
        return replace(judged(self.question, self.question.pick(ran.results), meant.results, WIDE), endless=ran.endless)

    def _serving(self, whole: Assignment) -> tuple[_Runs, list[Format]]:
        """What runs an assignment, and the table of its formats."""
        runs = self._open if self._is_open(whole) else self._closed(whole)
        return runs, [format_at(place, whole) for place in runs.places]

    def checked(self, error: float) -> Reference:
        """The reference beside another run; errors down to `error` are told of it."""
        return checked(self.question, self.arrays, self.binding, WIDE, self.ran, error)

    def _is_open(self, assignment: Assignment) -> bool:
        """Whether a table can say these formats: some operations run in binary32 or binary64, multiplicands round by themselves."""
        formats = {assignment.compute_of(name) for kind, name in places(self.question.program) if kind == "compute"}
        return not self._in_formats and not assignment.values and all(f.storable and BINARY64.contains(f) for f in formats)

    @cached_property
    def _in_formats(self) -> bool:
        return any(map(runs_in_format, self.question.program.nodes()))

    @cached_property
    def _open(self) -> _Runs:
        where = places(self.question.program)
        return self._runs(_opened(where, BINARY64), _opened(where, WIDE), where)

    def _closed(self, assignment: Assignment) -> _Runs:
        return self._runs(assignment, assignment)

    def _runs(self, narrow: Assignment, wide: Assignment, where: tuple[Place, ...] = ()) -> _Runs:
        """Runs under an assignment that is given for both carriers; those that serve once only are interpreted."""
        def ready(program: Program, carrier: Format) -> Any:
            return prepare(program, carrier, self.binding, self.count) if where else Interpreted(program, carrier, self.binding)

        program = inline_impl(self.question.program)
        swept = Trajectories(self.question, emulate(program, wide, WIDE), lambda p: ready(p, WIDE))
        emulated = Counting(program, lambda bounded: ready(emulate(bounded, narrow, BINARY64), BINARY64))
        return _Runs(emulated, swept, where)



def places(program: Program) -> tuple[Place, ...]:
    """The places that store, compute and accumulate, in the order of a table of formats."""
    found = {p for p in places_of(program).values() if p} | {p for n in program.nodes() if (p := operand_place(n))}
    sites = {(kind, name) for k, name in found if k != "storage" for kind in ("compute", "accumulate")}
    return tuple(sorted({p for p in found if p[0] == "storage"} | sites))


def _opened(where: Sequence[Place], carrier: Format) -> Assignment:
    tables: dict[str, dict[str, Format]] = {"storage": {}, "compute": {}, "accumulate": {}}
    for k, (kind, name) in enumerate(where):
        tables[kind][name] = open_format(k, carrier)
    return Assignment(**tables, default=BINARY64)
