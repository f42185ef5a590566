"""Stagnation: updates smaller than half a unit in the last place of the state are lost, and the state stands still."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, c_precision, elements, finding, worst
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import head, number, text, type_of, typed
from precis.bitwidth.findings.shadow import Step, Turn
from precis.ir.types import Node

STILL = 4  # iterations in which the state does not change
LOST = 0.51  # units in the last place: an exact update up to here is too small to be seen
MOVED = 3.0  # units in its last place by which the exact state moved meanwhile


@dataclass
class _Stand:
    """Since when each element stands still, and where the exact run was then."""

    node: Node
    carry: int
    since: Any
    start: Any
    best: float = 0.0
    evidence: tuple = ()


class Stagnation(Detector):
    kind = "stagnation"
    ops = ("add", "sub")

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.formats = formats or {}
        self.stands: dict[tuple, _Stand] = {}
        self.recurs: dict[tuple[str, int], bool] = {}
        self.last: dict[str, Step] = {}  # the latest execution of every addition

    def see(self, s: Step) -> None:
        self.last[s.node.output.name] = s

    def turn(self, t: Turn) -> None:
        for k, (p, q) in enumerate(zip(t.before, t.after)):
            if p.rounded.dtype.kind == "f" and np.size(p.rounded) and t.going[0] and self._own_successor(t.node, k):
                self._follow(t, k, p, q)

    def _own_successor(self, loop: Node, k: int) -> bool:
        """Whether the next value of a carry comes from its last one: what is computed afresh cannot stagnate."""
        body = loop.blocks[-1]
        key = loop.outputs[0].name, k
        if key not in self.recurs:
            carry = body.params[k].name
            self.recurs[key] = any(self.graph.origin(v).name == carry for n in self.graph.before(body.results[k], 30) for v in n.inputs)
        return self.recurs[key]

    def _follow(self, t: Turn, k: int, p, q) -> None:
        fmt = self.formats.get(t.node.blocks[-1].params[k].name)
        if fmt is None:
            return
        key = t.node.outputs[0].name, k, t.at
        if t.number == 0 or key not in self.stands or np.shape(self.stands[key].since) != np.shape(p.rounded):
            self.stands[key] = _Stand(t.node, k, np.zeros(np.shape(p.rounded), np.int32), np.array(p.exact))
        stand = self.stands[key]
        with np.errstate(all="ignore"):
            step, size = np.abs(q.exact - p.exact), np.abs(q.rounded)
            stirs = (p.rounded != q.rounded) | (size == 0) | ~(step <= LOST * 2.0 * float(fmt.u) * size)
            stand.since += 1
            np.copyto(stand.since, 0, where=stirs)
            np.copyto(stand.start, q.exact, where=stirs)
            moving = (stand.since >= STILL) & (step > 0.0) & np.isfinite(size)
            if not moving.any():
                return
            ulp = 2.0 * float(fmt.u) * size
            moved = np.where(moving, np.abs(q.exact - stand.start) / ulp, 0.0)
        at = worst(moved)
        if float(moved[at]) > max(MOVED, stand.best):
            stand.best = float(moved[at])
            known = self._increment(t.node, k, at, np.asarray(q.rounded)[at], np.shape(q.rounded))
            update = known or float(np.asarray(q.exact)[at] - np.asarray(p.exact)[at])
            stand.evidence = at, int(stand.since[at]), float(np.asarray(q.rounded)[at]), update, t.number, fmt

    def _increment(self, loop: Node, k: int, at: tuple[int, ...], state: float, shape: tuple[int, ...]) -> float:
        """What the rounded run last added to a state at an element, where one addition does that; else 0."""
        node = next(iter(self.graph.before_updates(loop.blocks[-1].results[k])), None)
        s = self.last.get(node.output.name) if node is not None and len(node.outputs) == 1 else None
        if s is None or np.shape(s.output.rounded) != shape:
            return 0.0
        x, y = (float(r) for r, _ in elements(s.inputs, at, shape))
        y = -y if s.node.op == "sub" else y
        return y if x == state else x if y == state else 0.0

    def candidates(self) -> Iterator[Candidate]:
        for stand in self.stands.values():
            if not stand.evidence:
                continue
            at, count, state, step, number_, fmt = stand.evidence
            value = stand.node.blocks[-1].results[stand.carry]
            node = next(iter(self.graph.before_updates(value)), None) or stand.node
            names = frozenset(n.output.name for n in self.graph.before_updates(value) if len(n.outputs) == 1)
            t = type_of(fmt)
            lines = [f"u, du = {typed(state, fmt)}, {number(step)}  # state and update as observed", f"v = {t}(float(u) + du)",
                     "print(float(v) - float(u), du)", "assert float(v) == float(u) and du != 0.0"]  # fmt: skip
            where = f"iterations {number_ - count + 1} to {number_}" + (f"; element {at if len(at) > 1 else at[0]}" if at else "")
            yield Candidate(
                finding(self.kind, "error" if stand.best > 64 else "warning", node,
                        f"the state stands still for {count} iterations: its updates are at most half a unit in the last place of {fmt}",
                        where, [("exact movement meanwhile, in units in the last place", stand.best),
                                ("update / unit in the last place", abs(step) / (2 * float(fmt.u) * abs(state)))],
                        text(head(fmt), lines),
                        ("keep the state wide (its increments may be narrow), compensate the sum, or round stochastically",
                         HIGHAM + "section 4.3; Connolly, Higham & Mary 2021; Croci et al. 2022"), fmt),
                stand.best, names, node=node)  # fmt: skip

    def accept(self, c, e) -> bool:
        return e.change >= 2.0 * 2.0 ** -c_precision(c)
