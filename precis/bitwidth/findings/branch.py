"""Branches on a rounded comparison: the margin |a - b| is no larger than the error of a - b, and the result depends on it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, Effect, c_precision, elements, finding, where, worst
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import exact, head, text, typed
from precis.bitwidth.findings.shadow import RELATIONS, Forced, Pair, Step

NEAR = 4.0  # times its estimated error: a margin within it decides nothing
JUMP = 64.0  # unit roundoffs by which the result has to jump when the decision is turned round
LARGE = 0.05  # and a jump in every format, however narrow
BEYOND = 4.0  # times the error that the output has anyway
SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


class Decision(Detector):
    """What all detectors of decisions share: one decision is turned round, and the result jumps."""

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.closest: dict[str, tuple[float, Step, tuple[int, ...]]] = {}
        self.latest: dict[str, tuple[float, Step, tuple[int, ...]]] = {}  # an early one may be forgotten again

    def keep(self, s: Step, ratio: np.ndarray) -> None:
        """ratio: margin over estimated error; below 0 where the two runs decide differently."""
        k = worst(-ratio)
        value, name = float(ratio[k]), s.node.output.name
        if value > NEAR:
            return
        self.latest[name] = value, s, k
        if value < self.closest.get(name, (np.inf,))[0]:
            self.closest[name] = value, s, k

    def found(self) -> Iterator[tuple[str, tuple[float, Step, tuple[int, ...]]]]:
        """The executions to look into: of every node the closest one and the last close one."""
        yield from self.closest.items()
        yield from ((name, f) for name, f in self.latest.items() if f[1] is not self.closest[name][1])

    def accept(self, c: Candidate, e: Effect) -> bool:
        jump = min(JUMP * 2.0 ** -c_precision(c), LARGE)
        return e.change >= jump and not e.change < BEYOND * e.before


class Branch(Decision):
    kind = "branch"
    ops = RELATIONS

    def see(self, s: Step) -> None:
        a, b = s.inputs
        if a.rounded.dtype.kind != "f" or (a.rounded is a.exact and b.rounded is b.exact) or not np.size(s.output.rounded):
            return
        with np.errstate(all="ignore"):
            margin, error = np.abs(a.exact - b.exact), estimated(s, a, b)
            ratio = np.where(error > 0, margin / np.where(error > 0, error, 1), np.inf)
        ratio = np.where(np.broadcast_to(s.own, ratio.shape) != np.broadcast_to(s.output.rounded, ratio.shape), ratio - 1e9, ratio)
        self.keep(s, np.asarray(np.where(np.isnan(ratio), np.inf, ratio)))

    def candidates(self) -> Iterator[Candidate]:
        for name, (ratio, s, k) in self.found():
            shape = np.shape(s.output.rounded)
            (x, a), (y, b) = elements(s.inputs, k, shape)
            error = float(np.broadcast_to(estimated(s, *s.inputs), shape)[k])
            flipped, sign = ratio < 0, SIGNS[s.node.op]
            message = ("rounding turns a comparison round, and with it the result" if flipped
                       else "a comparison is decided within its rounding error, and the result depends on it")  # fmt: skip
            lines = ["from fractions import Fraction",
                     f"x, y = {typed(x, s.format)}, {typed(y, s.format)}  # as they were compared",
                     f"a, b = {exact(a)}, {exact(b)}  # without rounding errors",
                     f"print(bool(x {sign} y), a {sign} b)",
                     f"assert bool(x {sign} y) != (a {sign} b)" if flipped
                     else f"assert abs(float(a - b)) <= {error * NEAR!r}"]  # fmt: skip
            index = int(np.ravel_multi_index(k, shape)) if shape else 0
            force = Forced(name, s.count, index, not bool(np.asarray(s.output.rounded)[k]))
            yield Candidate(
                finding(self.kind, "error" if flipped else "warning", s.node, message, where(s.at, k),
                        [("margin |a - b|", float(abs(a - b))), ("error of a - b", error, "estimate")], text(head(s.format), lines),
                        ("compare with a margin that is larger than the error, keep both sides wide, or make both branches agree there",
                         HIGHAM + "section 1.17; Goldberg 1991, section 4.2"), s.format),
                -ratio, force=force, node=s.node)  # fmt: skip


def estimated(s: Step, a: Pair, b: Pair) -> np.ndarray:
    """Of a - b: the error found, but no less than half a unit roundoff of every operand that is not exact (an element of an array:
    that differs from its exact twin; a scalar: that anything was rounded on the way to, though it may have come out right)."""
    found = np.abs((a.rounded - b.rounded) - (a.exact - b.exact))
    inexact = [(p.rounded != p.exact) | (p.inexact and np.size(p.rounded) == 1) for p in (a, b)]
    typical = sum(np.where(i, np.abs(p.rounded), 0.0) for i, p in zip(inexact, (a, b))) * (0.5 * float(s.format.u))
    return np.maximum(found, typical)
