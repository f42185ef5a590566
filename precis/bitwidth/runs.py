"""Running Programs for analysis: compiled code in a uniform carrier format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from precis.bitwidth.cost import work_of
from precis.emit import engine
from precis.formats import FORMATS, Assignment, Format, dtype_of
from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.interpret import interpret
from precis.ir.types import Program

BINARY64 = FORMATS["binary64"]
CARRIERS = (BINARY64, FORMATS["binary80"], FORMATS["binary128"])
MP_EMAX = 2**20
QUICK = 1e9  # floating-point operations of a run, below which compiling fast beats running fast


def is_quick(program: Program, binding: Mapping[str, int] | None = None) -> bool:
    """Whether a run takes well under a second, at the example binding or another."""
    return work_of(program, binding).operations < QUICK


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

    def run(self, inputs: Sequence[Any], binding: Mapping[str, int] | None = None, formats: Sequence[Format] = ()) -> list[np.ndarray]:
        sizes = self.binding if binding is None else binding
        arithmetic = NumpyArithmetic(self.real, formats)
        return [np.asarray(r) for r in interpret(self.program, inputs, sizes, arithmetic=arithmetic, spec=False)]


def prepare(program: Program, carrier: Format = BINARY64, binding: Mapping[str, int] | None = None) -> Any:
    """`program` compiled with every value in `carrier`; `.run(arrays, binding)` gives one array per result (object
    arrays of mpmath numbers in a carrier of `multiprecision`).

    binding: sizes of the runs to come, by which the compiler's effort is chosen (default: the example binding).
    """
    if carrier.precision > CARRIERS[-1].precision:
        return Multiprecision(program, carrier.precision)
    return engine.compile(program, Assignment.uniform(carrier), quick=is_quick(program, binding))


def compiled(program: Program, assignment: Assignment) -> Any:
    """`program` compiled under `assignment`, `approx` nodes running their impl; `.run(arrays, binding)` as above."""
    return engine.compile(program, assignment)


def run(
    program: Program, arrays: Sequence[Any], binding: Mapping[str, int], carrier: Format = BINARY64
) -> list[np.ndarray]:
    """Compile and run once. `approx` nodes must have been inlined where their spec is meant."""
    return [np.asarray(r) for r in prepare(program, carrier, binding).run(list(arrays), dict(binding))]
