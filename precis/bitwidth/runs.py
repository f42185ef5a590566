"""Running Programs for analysis: compiled code in a uniform carrier format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from precis.bitwidth.cost import work_of
from precis.bitwidth.effort import Effort, Meter, TooLong, effort_of, is_counted
from precis.bitwidth.kept import kept
from precis.emit import engine
from precis.formats import FORMATS, Assignment, Format, dtype_of
from precis.ir.arithmetic import MpArithmetic, Quiet
from precis.ir.bounded import UNLIMITED, bounded
from precis.ir.emulate import ROUNDED
from precis.ir.interpret import interpret
from precis.ir.types import Program

BINARY64 = FORMATS["binary64"]
CARRIERS = (BINARY64, FORMATS["binary80"], FORMATS["binary128"])
MP_EMAX = 2**20
FURTHER, AT_LEAST = 10, 1000  # iterations that a while loop may take: times those of the reference, and in any case
QUICK = 1e9  # floating-point operations of a run, below which compiling fast beats running fast
SAVED, SLOWER, SEVERAL = 1.5e-3, 1e-9, 16  # of compiling faster still: seconds per operation of the text, and lost per one that runs; runs
HASTY = 1  # quickness of programs whose work only the run itself knows: as well as is known, they run a few times
KEPT = 8  # compiled programs that may be asked for again: a choice is measured, timed, validated and told


def is_quick(program: Program, binding: Mapping[str, int] | None = None) -> bool:
    """Whether a run takes well under a second, at the example binding or another."""
    return work_of(program, binding).operations < QUICK


def quickness(program: Program, binding: Mapping[str, int] | None = None, runs: int | None = None) -> int:
    """How little the compiler has to optimise (`precis.emit.engine.compile`)."""
    operations = work_of(program, binding).operations
    if operations >= QUICK:
        return 0
    return 2 if operations * SLOWER * (runs or SEVERAL) < SAVED * sum(1 for _ in program.nodes()) else 1


def multiprecision(bits: int) -> Format:
    """A carrier of any precision, in which mpmath interprets programs. Not a row of FORMATS: nothing is stored in it."""
    return Format(f"mpmath {bits} bits", bits, -MP_EMAX, MP_EMAX, 8 * (bits // 8 + 4), storable=False)


class Multiprecision:
    """A Program interpreted in mpmath numbers; inlined `approx` nodes run their impl."""

    backend = "mpmath"

    def __init__(self, program: Program, bits: int):
        self.program, self.bits = program, bits

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None) -> list[np.ndarray]:
        found = interpret(self.program, inputs, binding, arithmetic=MpArithmetic(self.bits), spec=False)
        return [np.asarray(r) for r in found]


class Interpreted:
    """A Program interpreted in a carrier, open formats as a table says; inlined `approx` nodes run their impl. Where arrays are small
    and runs few, that takes less time than compiling."""

    backend = "interpreter"

    def __init__(self, program: Program, carrier: Format, binding: Mapping[str, int] | None = None):
        self.program, self.binding, self.real = program, binding, dtype_of(carrier).type

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None, formats: Sequence[Format] = (),
            meter: Meter | None = None) -> list[np.ndarray]:
        sizes = self.binding if binding is None else binding
        arithmetic = Quiet(self.real, formats)
        return [np.asarray(r) for r in interpret(self.program, inputs, sizes, arithmetic=arithmetic, watch=meter, spec=False)]


class Attempted:
    """A Program of which only the run itself knows how long it takes: interpreted, and compiled from the run on that takes too long."""

    def __init__(self, interpreted: Interpreted, effort: Effort, compiled: Callable[[], Any]):
        self.interpreted, self.effort, self.make = interpreted, effort, compiled
        self.compiled: Any = None

    @property
    def backend(self) -> str:
        return self.compiled.backend if self.compiled else self.interpreted.backend

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None, *formats: Sequence[Format]) -> list[np.ndarray]:
        if self.compiled is None:
            try:
                return self.interpreted.run(inputs, binding, *formats, meter=self.effort.meter())
            except TooLong:
                self.compiled = self.make()
        return self.compiled.run(inputs, binding, *formats)


def prepare(program: Program, carrier: Format = BINARY64, binding: Mapping[str, int] | None = None, runs: int | None = None) -> Any:
    """`program` compiled with every value in `carrier`; `.run(arrays, binding)` gives one array per result (object
    arrays of mpmath numbers in a carrier of `multiprecision`).

    binding: sizes of the runs to come, by which the compiler's effort is chosen (default: the example binding).
    runs: how many there will be, where that is known: the interpreter takes so few that compiling would take longer.
    """
    if carrier.precision > CARRIERS[-1].precision:
        return Multiprecision(program, carrier.precision)
    def make(least: int = 0) -> engine.Compiled:
        return engine.compile(program, Assignment.uniform(carrier), quick=max(least, quickness(program, binding, runs)))

    effort = effort_of(program, carrier, binding, runs) if runs is not None and carrier != CARRIERS[-1] else None
    if effort is None or not effort.serves:
        return make()
    interpreted = Interpreted(program, carrier, binding)
    return interpreted if is_counted(program) else Attempted(interpreted, effort, partial(make, HASTY))


@kept(KEPT)
def compiled(program: Program, assignment: Assignment) -> engine.Compiled:
    """`program` compiled under `assignment`, `approx` nodes running their impl; `.run(arrays, binding)` as above."""
    return engine.compile(program, assignment)


@dataclass(frozen=True, slots=True, eq=False)
class Ran:
    """The results of a run, NaN where it was stopped; trips: the most iterations of a while loop; endless: site of the one that was
    stopped, or ""."""

    results: list[np.ndarray]
    trips: int = 0
    endless: str = ""

    @property
    def allowed(self) -> int:
        """Iterations that a while loop may take in another format before it is said to go on for ever."""
        return FURTHER * self.trips + AT_LEAST


class Counting:
    """A Program whose while loops are counted, and stopped: in a narrow format a residual may never reach its threshold."""

    def __init__(self, program: Program, make: Callable[[Program], Any]):
        """make: compiles a Program, such as `prepare`."""
        self.bounded = bounded(program)
        self.ready = make(self.bounded.program if self.bounded else program)

    def run(self, arrays: Sequence[Any], binding: Mapping[str, int], most: int = UNLIMITED, formats: Sequence[Format] = ()) -> Ran:
        """Run with while loops of at most `most` iterations; formats: the table of open ones."""
        table = (formats,) if formats else ()
        if self.bounded is None:
            return Ran([np.asarray(r) for r in self.ready.run(list(arrays), dict(binding), *table)])
        *results, last = map(np.asarray, self.ready.run(list(arrays), {**binding, self.bounded.limit: most}, *table))
        trips, site = self.bounded.most(int(last))
        if trips < most:
            return Ran(results, trips)
        kinds = (v.kind for v in self.bounded.program.body.results)
        return Ran([np.full_like(r, np.nan) if kind in ROUNDED else r for r, kind in zip(results, kinds)], trips, site)


@kept(KEPT)
def counting(program: Program, assignment: Assignment) -> Counting:
    """`compiled`, with while loops counted and stopped: then it is another text, which nobody times."""
    def make(made: Program) -> Any:
        return compiled(made, assignment) if made is program else engine.compile(made, assignment, quick=quickness(made))
    return Counting(program, make)


def run(
    program: Program, arrays: Sequence[Any], binding: Mapping[str, int], carrier: Format = BINARY64
) -> list[np.ndarray]:
    """Run once. `approx` nodes must have been inlined where their spec is meant."""
    return [np.asarray(r) for r in prepare(program, carrier, binding, 1).run(list(arrays), dict(binding))]
