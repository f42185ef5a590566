"""Periodic functions of huge arguments: the rounding error of the argument is a visible part of a period."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, Detector, Effect, c_precision, elements, finding, where, worst
from precis.bitwidth.findings.reproduce import exact, head, number, text, typed
from precis.bitwidth.findings.shadow import Step
from precis.bitwidth.findings.subtraction import ACCURATE, LUCKY

HUGE = 2.0**8  # radians: eight bits of the argument count whole periods
REMEDY = ("count periods apart: take the remainder before multiplying by 2*pi (x - floor(x), fmod), or keep the phase within one period",
          patterns.HIGHAM + "problem 1.5; Muller, Elementary Functions, chapter 11")  # fmt: skip


class Argument(Detector):
    """Keeps the worst execution of every node."""

    kind = "argument"
    ops = ("sin", "cos", "tan")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.found: dict[str, tuple[float, Step, tuple[int, ...]]] = {}

    def see(self, s: Step) -> None:
        x, e = s.inputs[0].values
        if x is e or x.dtype.kind != "f" or not np.size(x):
            return
        u = float(s.format.u)
        off, half = np.abs(x - e), u**0.5
        with np.errstate(all="ignore"):
            bad = (np.abs(e) >= HUGE) & (off >= LUCKY * half) & (np.maximum(off, u * np.abs(e)) >= half) & (off <= ACCURATE * u * np.abs(e))
        counted = np.asarray(np.where(bad, off, 0.0))
        k = worst(counted)
        if float(counted[k]) > self.found.get(s.node.output.name, (0.0,))[0]:
            self.found[s.node.output.name] = float(counted[k]), s, k

    def candidates(self) -> Iterator[Candidate]:
        for name, (off, s, k) in self.found.items():
            ((x, e),) = elements(s.inputs, k, np.shape(s.output.rounded))
            ((r, y),) = elements([s.output], k, np.shape(s.output.rounded))
            lines = ["from fractions import Fraction",
                     f"x, a = {typed(x, s.format)}, {exact(e)}  # the argument as it was computed, and without rounding errors",
                     "error = abs(float(Fraction(float(x)) - a))  # radians", "print(error)",
                     f"assert error >= {number(off / 2)}"]  # fmt: skip
            yield Candidate(
                finding(self.kind, "error" if off > 0.01 else "warning", s.node,
                        f"{s.node.op} of an argument so large that its rounding error is a visible part of a period", where(s.at, k),
                        [("the argument, radians", float(e)), ("its error, radians", off), ("error of the result", float(abs(r - y)))],
                        text(head(s.format), lines), REMEDY, s.format),
                off, frozenset({name}), node=s.node)  # fmt: skip

    def accept(self, c: Candidate, e: Effect) -> bool:
        return super().accept(c, e) and e.change >= 2.0 ** (-c_precision(c) / 2) / 16
