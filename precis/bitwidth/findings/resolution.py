"""While loops that end only where two iterates are equal: the numbers of their format lie further apart than the threshold.

`while abs(new - old) > 1e-9` with iterates about 2 in binary32 ends only at a difference of 0. Most iterations get there; some go to and
fro between two neighbours for ever, as few as one start in thousands, so that no run of a few inputs need show it.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, at, finding, where, worst
from precis.bitwidth.findings.graph import Graph
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.reproduce import head, number, text, typed
from precis.bitwidth.findings.shadow import Step
from precis.formats import Format
from precis.ir.condition import SIDES, threshold_of
from precis.ir.types import Node, Value

REMEDY = ("stop at several units in the last place of the iterates, bound the number of iterations, or keep what is compared wide",
          HIGHAM + "section 25.5")  # fmt: skip


class Resolution(Detector):
    """Watches the differences that loops end by, and the ends of those loops."""

    kind = "trips"
    ops = ("sub", *SIDES)

    def __init__(self, graph: Graph, formats: Mapping[str, Format | None] | None = None):
        super().__init__(graph, formats)
        self.formats = formats or {}
        self.ends = {test.output.name: (loop, side, difference) for loop, test, side, difference in _ended_by_differences(graph)}
        self.differences = {difference for _, _, difference in self.ends.values()}
        self.last: dict[str, Step] = {}
        self.found: dict[str, tuple[float, float, Step, Node]] = {}

    def see(self, s: Step) -> None:
        name = s.node.output.name
        if name in self.differences:
            self.last[name] = s
        elif name in self.ends and not np.any(s.output.rounded):
            self._ended(s, *self.ends[name])

    def _ended(self, s: Step, loop: Node, side: int, difference: str) -> None:
        threshold, d = float(s.inputs[side].rounded), self.last.get(difference)
        if d is None or not threshold > 0.0 or np.any(d.output.rounded):
            return
        apart = float(np.max(self._spacing(d), initial=0.0))
        if apart > threshold and apart / threshold > self.found.get(difference, (0.0,))[0]:
            self.found[difference] = apart / threshold, threshold, d, loop

    def _spacing(self, d: Step) -> np.ndarray:
        """How far apart the numbers are that were subtracted: in the format of the difference, or in that of both."""
        stored = [self.formats.get(v.name) or d.format for v in d.node.inputs]
        fmt = min(d.format, max(stored, key=lambda f: f.precision), key=lambda f: f.precision)
        _, exponent = np.frexp(d.inputs[0].rounded)
        return np.where(d.inputs[0].rounded == 0, 0.0, np.ldexp(2.0 * float(fmt.u), exponent - 1))

    def candidates(self) -> Iterator[Candidate]:
        for rank, threshold, d, loop in self.found.values():
            spacing = self._spacing(d)
            k = worst(spacing)
            x, gap = at(d.inputs[0].rounded, k, np.shape(d.output.rounded)), float(spacing[k])
            lines = [f"x = {typed(x, d.format)}  # what was subtracted from itself in the end",
                     f"gap = {number(gap)}  # to its neighbour", "print(gap)",
                     f"assert gap > {number(threshold)}  # the threshold"]  # fmt: skip
            yield Candidate(
                finding(self.kind, "warning", loop,
                        "the loop ends only where two iterates are equal, which rounding may prevent for ever: neighbours are further "
                        "away than the threshold", where(d.at, k), [("distance of neighbours", gap), ("threshold", threshold)],
                        text(head(d.format), lines), REMEDY, d.format),
                rank, node=loop)  # fmt: skip


def _ended_by_differences(graph: Graph) -> Iterator[tuple[Node, Node, int, str]]:
    """(loop, comparison, number of the operand that is the threshold, name of the difference) of loops that nothing else ends."""
    for loop in {id(n): n for n in graph.maker.values() if n.op == "while"}.values():
        test = threshold_of(loop)
        if test is None or graph.origin(loop.blocks[0].results[0]).name != test[0].output.name:
            continue
        difference = _difference(graph, test[0].inputs[1 - test[1]])
        if difference is not None:
            yield loop, test[0], test[1], difference


def _difference(graph: Graph, v: Value) -> str | None:
    """The difference whose size, largest element or 2-norm is `v`, which is 0 or at least as large as two neighbours are apart."""
    origin = graph.origin(v)
    if origin.name in graph.carry:
        loop, k = graph.carry[origin.name]
        origin = graph.origin(loop.blocks[-1].results[k])
    node = graph.maker.get(origin.name)
    if node is None or not node.inputs:
        return None
    return node.output.name if node.op == "sub" else _SIZES.get(node.op, lambda *_: None)(graph, node)


def _root(graph: Graph, root: Node) -> str | None:
    total = graph.node(root.inputs[0])
    if total is None:
        return None
    squares = graph.squared(total.inputs[0]) if total.op == "sum" else graph.squared(root.inputs[0])
    same = total.op == "einsum" and len(total.inputs) == 2 and graph.same(*total.inputs)
    inner = total.inputs[0] if same else squares
    return None if inner is None else _difference(graph, inner)


def _inside(graph: Graph, node: Node) -> str | None:
    return _difference(graph, node.inputs[0])


_SIZES = {"abs": _inside, "neg": _inside, "max": _inside, "sqrt": _root}
