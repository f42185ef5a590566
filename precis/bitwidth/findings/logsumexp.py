"""Sums of exponentials without a shift: exp overflows, or all terms underflow, before the logarithm or the quotient."""

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, Detector, elements, finding, where, worst
from precis.bitwidth.findings.reproduce import head, text, type_of, typed
from precis.bitwidth.findings.shadow import Step


class LogSumExp(Detector):
    kind = "log-sum-exp"
    ops = ("*",)

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.found: dict[str, tuple[Step, tuple[int, ...]]] = {}
        self.lost: set[str] = set()

    def see(self, s: Step) -> None:
        if s.gone is None:
            return
        name = s.node.output.name
        self.lost.add(name)
        if s.node.op in ("exp", "exp2") and name not in self.found and patterns.exponential_sum(self.graph, s.node):
            self.found[name] = s, worst(s.gone)

    def candidates(self) -> Iterator[Candidate]:
        for s, k in self.found.values():
            ((x, _),) = elements(s.inputs, k, np.shape(s.output.rounded))
            over = x > 0
            edge = float(np.log(float(s.format.max if over else s.format.min_subnormal)))
            what = "overflows" if over else "underflows to zero"
            t, op = type_of(s.format), s.node.op
            lines = [f"x = {typed(x, s.format)}", 'with np.errstate(all="ignore"):', f"    y = {t}(np.{op}(x))", "print(float(y))",
                     "assert np.isinf(y)" if over else "assert float(y) == 0.0"]  # fmt: skip
            yield Candidate(
                finding(self.kind, "error", s.node, f"exp {what} in a sum of exponentials that is not shifted", where(s.at, k),
                        [("exponent", float(x)), ("limit of the format", edge)], text(head(s.format), lines),
                        ("subtract the maximum first: m = max(x); m + log(sum(exp(x - m)))", "Blanchard, Higham & Higham 2021"), s.format),
                np.inf, frozenset(self.lost), node=s.node)  # fmt: skip
