"""The watch of all detectors of cancellation: results much smaller than their operands that inherit the operands' errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, Effect, c_precision, elements, finding, where
from precis.bitwidth.findings.fault import Execution
from precis.bitwidth.findings.reproduce import exact, head, number, text, typed
from precis.bitwidth.findings.shadow import Pair, Step
from precis.ir.types import Node

CANCELLED = 2.0**10  # (|a| + |b|) / |a - b|: ten bits are lost
LUCKY = 1 / 8  # of half of the digits, where roundings as large as they may be would lose half
ACCURATE = 2.0**10  # unit roundoffs that the operands may be off: what was spoiled before is not spoiled here
RESOLVED = 2.0**-61  # of the operands: below, the exact run itself says nothing about the result


class Subtraction(Detector, ABC):
    """Keeps the worst execution of every node. Subclasses say which nodes are theirs."""

    ops = ("add", "sub", "log", "log2", "log10")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.found: dict[str, tuple[float, Step, tuple[int, ...]]] = {}
        self.ours: dict[str, bool] = {}

    def see(self, s: Step) -> None:
        r, e = s.output.values
        if r is e or r.dtype.kind != "f" or not r.size or not self._watched(s.node):
            return
        half = float(s.format.u) ** 0.5  # half of the digits are lost
        with np.errstate(all="ignore"):
            relative = np.abs(r - e) / np.abs(e)
            bad = relative >= LUCKY * half
            if not bad.any() or np.any(~np.isfinite(r) & np.isfinite(e)):  # the range was left: to heal this place would heal that one
                return
            name = s.node.output.name
            most = np.max(relative, where=bad & np.isfinite(relative), initial=0.0)
            if float(most) <= self.found.get(name, (0.0,))[0]:  # no worse than what was found
                return
            counted = _spoilt(_at(s.inputs, bad), _at([s.output], bad)[0], float(s.format.u))
        if counted.any():
            k = int(np.argmax(counted))
            largest = float(counted[k])
            if largest > self.found.get(name, (0.0,))[0]:
                self.found[name] = largest, s, tuple(map(int, np.unravel_index(np.flatnonzero(bad)[k], r.shape)))

    def _watched(self, node: Node) -> bool:
        name = node.output.name
        if name not in self.ours:
            self.ours[name] = self.mine(node)
        return self.ours[name]

    @abstractmethod
    def mine(self, node: Node) -> bool:
        """Whether the remedy of this detector fits the node."""

    @abstractmethod
    def words(self, node: Node) -> tuple[str, tuple[str, str]]:
        """(message, (remedy, source))."""

    def candidates(self) -> Iterator[Candidate]:
        for name, (rank, s, k) in self.found.items():
            yield Candidate(self._finding(s, k), rank, frozenset({name}), uncancelled, node=s.node)

    def accept(self, c: Candidate, e: Effect) -> bool:
        """The result loses digits that only this line loses: a sixteenth of half of them at least."""
        return super().accept(c, e) and e.change >= 2.0 ** (-c_precision(c) / 2) / 16

    def _finding(self, s: Step, k: tuple[int, ...]):
        operands = elements(s.inputs, k, np.shape(s.output.rounded))
        ((r, e),) = elements([s.output], k, np.shape(s.output.rounded))
        relative = float(abs(r - e) / abs(e))
        message, remedy = self.words(s.node)
        rows = [("relative error of the result", relative), ("relative error of its operands", _own(operands))]
        if s.node.op in ("add", "sub"):
            rows.append(("cancelled, |operands| / |result|", float(sum(abs(a) for a, _ in operands) / abs(e))))
        lines = _subtract(s, operands) if len(operands) == 2 else _logarithm(s, operands[0], e)
        severity = "error" if relative > 0.01 else "warning"
        limit = number(min(relative / 2, 0.5))
        end = ["print(float(found), float(exact))", f"assert abs(found - exact) > {limit} * abs(exact)"]
        return finding(self.kind, severity, s.node, message, where(s.at, k), rows, text(head(s.format), lines, end), remedy,
                       s.format)  # fmt: skip


def uncancelled(x: Execution) -> np.ndarray:
    """The fault is what elements carry that are far smaller than their operands: errors of the others are no larger here than before."""
    size = sum(np.abs(e) for _, e in x.inputs) if len(x.inputs) == 2 else 1.0
    with np.errstate(all="ignore"):
        small = size >= CANCELLED * np.maximum(np.abs(x.exact), np.abs(x.rounded - x.exact))
    return x.exact if np.all(small) else np.where(small, x.exact, x.rounded)


def _at(pairs: Sequence[Pair], where: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """(rounded, exact) of every pair at the elements of the result that are marked, in a row."""
    return [(np.broadcast_to(p.rounded, where.shape)[where], np.broadcast_to(p.exact, where.shape)[where]) for p in pairs]


def _spoilt(operands: Sequence[tuple[np.ndarray, np.ndarray]], result: tuple[np.ndarray, np.ndarray], u: float) -> np.ndarray:
    """The relative error of every element that loses half of its digits here, or may lose them; 0 for the others."""
    (r, e), half = result, u**0.5
    lost = np.abs(r - e)
    relative = lost / np.abs(e)
    size = sum(np.abs(a) for a, _ in operands) if len(operands) == 2 else 1.0
    bad = ((relative >= half) | (size / np.abs(e) >= 0.5 / half)) & _inherited(operands, lost, np.abs(e), u)
    return np.where(bad & np.isfinite(relative), relative, 0.0)


def _inherited(operands: Sequence[tuple[np.ndarray, np.ndarray]], lost: np.ndarray, e: np.ndarray, u: float) -> np.ndarray:
    """Where the error of the result is mostly that of its operands, enlarged."""
    size, error = (sum(x[1:], x[0]) for x in ([np.abs(a) for a, _ in operands], [np.abs(a - b) for a, b in operands]))
    if len(operands) == 1:
        relative = error / size
        return (error > 0) & (relative <= ACCURATE * u) & (lost / e >= CANCELLED * relative)
    known = error <= ACCURATE * u * size
    wrong = (lost >= 0.02 * error) | (lost >= u**0.5 * e)  # errors of the operands may cancel, and all digits with them
    return (error > 0) & known & wrong & (size >= CANCELLED * np.maximum(e, lost)) & (e > RESOLVED * size)


def _own(operands) -> float:
    return max(float(abs(a - b) / abs(b)) if b else 0.0 for a, b in operands)


def _subtract(s: Step, operands) -> list[str]:
    (x, a), (y, b) = operands
    sign = "-" if s.node.op == "sub" else "+"
    return ["from fractions import Fraction",
            f"x, y = {typed(x, s.format)}, {typed(y, s.format)}  # operands as they were computed",
            f"a, b = {exact(a)}, {exact(b)}  # without rounding errors",
            f"found, exact = Fraction(float(x {sign} y)), a {sign} b"]  # fmt: skip


def _logarithm(s: Step, operand, e) -> list[str]:
    return [f"x = {typed(operand[0], s.format)}  # as it was computed; without rounding errors {operand[1]}",
            f"found, exact = float(np.{s.node.op}(x)), {number(e)}"]  # fmt: skip
