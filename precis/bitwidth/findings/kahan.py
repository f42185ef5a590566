"""Compensated summation is present: what is zero in real arithmetic carries the digits that a sum loses."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, Detector, Effect, finding, where, worst
from precis.bitwidth.findings.reproduce import head, text, type_of, typed
from precis.bitwidth.findings.shadow import Step

NOTHING = 2.0**-55  # of the terms: zero, as far as the exact run can tell


class Kahan(Detector):
    kind = "compensation"
    alone = False  # what is found is no fault
    ops = ("add", "sub")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.sums: dict[str, object] = {}
        self.found: dict[str, tuple[float, Step, tuple[int, ...]]] = {}

    def see(self, s: Step) -> None:
        name = s.node.output.name
        if name not in self.sums:
            self.sums[name] = patterns.compensation(self.graph, s.node)
        r, e = s.output.values
        if self.sums[name] is None or r is e or r.dtype.kind != "f" or not np.size(r):
            return
        size = sum(np.abs(p.rounded) for p in s.inputs)
        if np.any(np.abs(e) > NOTHING * np.maximum(size, 1e-300) * 2.0**float(s.format.precision) / 2**11):
            return
        share = np.asarray(np.abs(r))
        k = worst(share)
        if float(share[k]) > self.found.get(name, (0.0,))[0]:
            self.found[name] = float(share[k]), s, k

    def candidates(self) -> Iterator[Candidate]:
        for name, (rank, s, k) in self.found.items():
            t = type_of(s.format)
            term = s.inputs[1].rounded if s.node.op == "sub" else s.inputs[0].rounded
            y = float(np.broadcast_to(np.asarray(term), np.shape(s.output.rounded))[k])
            y = y if y else 1.0
            lines = [f"y = {typed(y, s.format)}  # a term as it was added", f"s = {t}(abs(float(y)) / float(np.finfo({t}).eps) * 0.7)"]
            if t.startswith("ml"):
                lines[1] = f"s = {t}(abs(float(y)) * 90.0)"
            lines += [f"t = {t}(s + y)", f"kept = {t}({t}(t - s) - y)  # zero in real arithmetic", "print(float(kept))",
                      "assert float(kept) != 0.0"]  # fmt: skip
            yield Candidate(
                finding(self.kind, "note", s.node, "this line is zero in real arithmetic and carries what the sum loses: it must stay",
                        where(s.at, k), [("largest compensation", rank)], text(head(s.format), lines),
                        ("keep it as it is: no -ffast-math, no algebra, all of it in one format",
                         patterns.HIGHAM + "section 4.3; Kahan 1965"),
                        s.format),
                rank, frozenset({name}), node=s.node)  # fmt: skip

    def accept(self, c: Candidate, e: Effect) -> bool:
        """It is there, whether or not it happens to help at this input; the rerun gives the effect."""
        return True
