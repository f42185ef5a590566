"""Sums whose order or format loses digits: every term of a long sum is rounded at the size of the sum."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.detector import Candidate, Detector, Effect, c_precision, finding, where
from precis.bitwidth.findings.reproduce import head, number, text, type_of
from precis.bitwidth.findings.shadow import WIDE, Step
from precis.formats import Format, round_array
from precis.ir.ops import OPS
from precis.ir.types import Node

LONG = 50  # additions
SHOWN = 2000  # terms in a reproducer
LOST = 48.0  # unit roundoffs


class Summation(Detector):
    kind = "summation"
    ops = ("add", "sub", "sum", "cumsum", "einsum")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.adding: dict[str, bool] = {}
        self.found: dict[str, tuple[float, Step]] = {}
        self.own: dict[str, Any] = {}  # errors that the additions themselves made, summed up
        self.terms: dict[str, tuple[int, float]] = {}

    def see(self, s: Step) -> None:
        r, e = s.output
        name = s.node.output.name
        if r is e or r.dtype.kind != "f" or not np.size(r):
            return
        if s.node.op in ("add", "sub"):
            if not self.adding.setdefault(name, self._accumulates(s.node)):
                return
            count = s.count + 1
            self.terms[name] = count, float(np.max(np.abs(s.inputs[1].rounded)))
        else:
            count = int(np.size(s.inputs[0].rounded) // max(1, np.size(r)))
            self.terms[name] = count, float(np.max(np.abs(s.inputs[0].rounded), initial=0.0))
        self.own[name] = self._own(s) + (self.own.get(name, 0.0) if s.count else 0.0)
        with np.errstate(all="ignore"):
            lost = np.abs(self.own[name]) / np.abs(r)
            lost = float(np.max(np.where(np.isfinite(lost), lost, 0.0)))
        if count >= LONG and lost >= LOST * float(s.format.u):
            self.found[name] = lost, s

    def _own(self, s: Step) -> Any:
        """Rounding errors of this execution, without those of its operands."""
        r, e = s.output
        if all(p.rounded is p.exact for p in s.inputs):
            return r - e
        attrs = {k: a for k, a in s.node.attrs.items() if k != "accumulate"}
        return r - OPS[s.node.op].evaluate(WIDE, [p.rounded for p in s.inputs], attrs, lambda size: size.value({}))

    def _accumulates(self, node: Node) -> bool:
        """Whether it adds to a carry something that does not depend on that carry."""
        other = self.graph.adds_to_itself(node)
        if other is None:
            return False
        mine = node.inputs[0] if other is node.inputs[1] else node.inputs[1]
        carry = self.graph.origin(mine).name
        behind = {self.graph.origin(v).name for n in self.graph.before(other, 10) for v in n.inputs}
        return carry not in behind | {self.graph.origin(other).name}

    def candidates(self) -> Iterator[Candidate]:
        for name, (lost, s) in self.found.items():
            count, term = self.terms[name]
            mean = max(float(np.max(np.abs(s.output.rounded))), abs(term), 1e-300) / count
            value, error = _telling(mean, min(count, SHOWN), s.format)
            t, shown = type_of(s.format), min(count, SHOWN)
            lines = [f"term, total = {t}({number(value)}), {t}(0.0)  # {shown} equal terms of about the mean size observed",
                     f"for _ in range({shown}):", f"    total = {t}(total + term)",
                     f"error = abs(float(total) / ({shown} * float(term)) - 1.0)",
                     "print(error)", f"assert error >= {error / 2!r}"]  # fmt: skip
            yield Candidate(
                finding(self.kind, "warning", s.node, f"a sum of {count} terms in {s.format} loses digits to rounding", where(s.at, ()),
                        [("relative error of the sum", lost), ("terms", count)], text(head(s.format), lines),
                        ("sum pairwise (numpy.sum), compensated, or in a wider accumulator", patterns.HIGHAM + "chapter 4"), s.format),
                lost, frozenset({name}), node=s.node)  # fmt: skip

    def accept(self, c: Candidate, e: Effect) -> bool:
        return e.change >= LOST * 2.0 ** -c_precision(c) and e.after <= 0.7 * e.before


def _telling(mean: float, count: int, fmt: Format) -> tuple[float, float]:
    """(a term of about the mean size whose recursive sum shows the loss, the relative error of that sum)."""
    found = [(_error(mean * factor, count, fmt), mean * factor) for factor in (1.0, 1.1, 0.7)]
    error, value = max(found)
    return value, error


def _error(value: float, count: int, fmt: Format) -> float:
    term = float(round_array(value, fmt))
    total = 0.0
    for _ in range(count):
        total = float(round_array(total + term, fmt))
    return abs(total / (count * term) - 1.0) if term else 0.0
