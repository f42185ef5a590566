"""Overflow on the way to a result that fits, such as the squares under a hypotenuse."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, finding, where
from precis.bitwidth.findings.reproduce import head, text
from precis.bitwidth.findings.shadow import Step
from precis.bitwidth.findings.underflow import Range

HYPOT = "use hypot, or divide by the largest element before squaring", patterns.HIGHAM + "section 27.8; Blue 1978"
SCALE = "scale by a power of two, reorder, or keep it in a format of wider range", patterns.HIGHAM + "section 27.1"


MAKES = ("exp", "exp2", "expm1", "sinh", "cosh", "mul", "div", "add", "sub", "pow", "prod", "cumprod", "sum", "cumsum", "einsum",
         "round")  # fmt: skip


class Overflow(Range):
    kind = "overflow"

    def see(self, s: Step) -> None:
        if s.gone is None:
            return
        self.lost.add(s.node.output.name)
        gone = s.gone & ~np.isfinite(s.output.rounded)
        if s.node.op == "div":
            gone = gone & np.broadcast_to(s.inputs[1].rounded != 0, gone.shape)
        if s.node.op in MAKES and np.any(gone) and all(np.all(np.isfinite(p.rounded)) for p in s.inputs):
            self.keep(s, gone)

    def candidates(self) -> Iterator[Candidate]:
        for s, k in self.found.values():
            lines, value = self.shown(s, k)
            squares = patterns.sum_of_squares_under_root(self.graph, s.node)
            remedy = HYPOT if squares else SCALE
            what = "a square overflows under a root that would fit" if squares else f"an intermediate result overflows in {s.format}"
            yield Candidate(
                finding(self.kind, "error", s.node, what, where(s.at, k),
                        [("the number", value), ("largest number of the format", float(s.format.max))],
                        text(head(s.format), lines, "print(float(y))", "assert not np.isfinite(float(y))"), remedy, s.format),
                np.inf, frozenset(self.lost), node=s.node)  # fmt: skip
