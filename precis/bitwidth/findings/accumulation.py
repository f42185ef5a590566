"""The watch of all detectors of sums: the error that their additions make, and how far their terms cancel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector
from precis.bitwidth.findings.fault import Cure, exactly
from precis.bitwidth.findings.finding import Finding
from precis.bitwidth.findings.shadow import WIDE, Step, products
from precis.ir.ops import OPS
from precis.ir.types import Node

LONG = 50  # additions


@dataclass(frozen=True, slots=True)
class Total:
    """A sum as it stood after one of its additions, per element.

    count      additions so far; term: largest of the last ones
    own        errors that the additions made, summed up
    magnitude  sum of the sizes of all terms: beside |sum| the condition number of the sum (Higham, section 4.1)
    inexact    whether terms carry errors from before
    """

    step: Step
    count: int
    term: float
    own: Any
    magnitude: Any
    inexact: bool

    @property
    def lost(self) -> float:
        """Relative error that the additions made, of the worst element."""
        return _largest(np.abs(self.own), np.abs(self.step.output.rounded))

    @property
    def condition(self) -> float:
        return _largest(self.magnitude, np.abs(self.step.output.exact))


def _largest(x: Any, size: Any) -> float:
    with np.errstate(all="ignore"):
        ratio = np.asarray(x / size, float)
    return float(np.max(np.where(np.isfinite(ratio), ratio, 0.0), initial=0.0))


class Accumulation(Detector, ABC):
    """Keeps the last state of every sum in which something is rounded. Subclasses say which of them are faults."""

    ops = ("add", "sub", "sum", "cumsum", "einsum")
    cure: Cure = staticmethod(exactly)

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.adding: dict[str, bool] = {}
        self.totals: dict[str, Total] = {}
        self.found: dict[str, Total] = {}

    def see(self, s: Step) -> None:
        r, e = s.output.values
        if r is e or r.dtype.kind != "f" or not np.size(r):
            return
        name = s.node.output.name
        if s.node.op in ("add", "sub"):
            if name not in self.adding:
                self.adding[name] = self._accumulates(s.node)
            if not self.adding[name]:
                return
        before = self.totals.get(name)
        if before is not None and (self._begins(s) or np.shape(r) != np.shape(before.own)):
            self._judge(name, before)
            before = None
        self.totals[name] = self._added(s, before)

    def _begins(self, s: Step) -> bool:
        """Whether a sum starts again: it is complete in one operation, or starts from zero."""
        return s.node.op not in ("add", "sub") or not np.any(s.inputs[self._carry(s.node)].rounded)

    def _judge(self, name: str, total: Total) -> None:
        """Of complete sums the worst is kept."""
        if self.at_fault(total) and (name not in self.found or total.lost > self.found[name].lost):
            self.found[name] = total

    @abstractmethod
    def at_fault(self, total: Total) -> bool:
        """Whether the sum is a candidate."""

    @abstractmethod
    def told(self, total: Total) -> Finding:
        """The finding about it."""

    def candidates(self) -> Iterator[Candidate]:
        for name, total in self.totals.items():
            self._judge(name, total)
        for name, total in self.found.items():
            yield Candidate(self.told(total), total.lost, frozenset({name}), self.cure, node=total.step.node)

    def _added(self, s: Step, before: Total | None) -> Total:
        own = _own(s) + (before.own if before else 0.0)
        if s.node.op not in ("add", "sub"):
            terms = s.inputs[0]
            count = _terms(s)
            magnitude = _evaluated(s, [np.abs(p.exact) for p in s.inputs])
            inexact = any(p.rounded is not p.exact for p in s.inputs)
        else:
            terms = s.inputs[1 - self._carry(s.node)]
            count = (before.count if before else 0) + 1
            sizes = [np.abs(p.exact) for p in s.inputs]
            magnitude = (before.magnitude if before else sizes[self._carry(s.node)]) + sizes[1 - self._carry(s.node)]
            inexact = (before is not None and before.inexact) or bool(np.any(terms.rounded != terms.exact))
        return Total(s, count, float(np.max(np.abs(terms.rounded), initial=0.0)), own, magnitude, inexact)

    def _carry(self, node: Node) -> int:
        """Which operand of an addition is the sum so far."""
        return 0 if self.graph.adds_to_itself(node) is node.inputs[1] else 1

    def _accumulates(self, node: Node) -> bool:
        """Whether it adds to a carry something that does not depend on that carry."""
        other = self.graph.adds_to_itself(node)
        if other is None:
            return False
        carry = self.graph.origin(node.inputs[self._carry(node)]).name
        behind = {self.graph.origin(v).name for n in self.graph.before(other, 10) for v in n.inputs}
        return carry not in behind | {self.graph.origin(other).name}


def _terms(s: Step) -> int:
    """Of each sum that one operation forms."""
    if s.node.op == "cumsum":
        return np.shape(s.output.rounded)[s.node.attrs["axis"]]
    total = products(s.node, s.inputs) if s.node.op == "einsum" else np.size(s.inputs[0].rounded)
    return total // max(1, np.size(s.output.rounded))


def _own(s: Step) -> Any:
    """Rounding errors of this execution, without those of its operands."""
    r, e = s.output.values
    if all(p.rounded is p.exact for p in s.inputs):
        return r - e
    return r - _evaluated(s, [p.rounded for p in s.inputs])


def _evaluated(s: Step, inputs: list[Any]) -> Any:
    attrs = {k: a for k, a in s.node.attrs.items() if k != "accumulate"}
    return OPS[s.node.op].evaluate(WIDE, inputs, attrs, lambda size: size.value({}))
