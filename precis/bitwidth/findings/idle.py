"""Inputs that do not exercise rounding: nothing is rounded, or the state never moves. An error of zero is no evidence then."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import prod

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, finding
from precis.bitwidth.findings.scene import Scene, Watched, bare
from precis.bitwidth.findings.script import script
from precis.bitwidth.findings.shadow import CARRIER, Step, Turn
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY, ONCE, SOURCE, SUM
from precis.ir.types import Node, Value

SOURCE_OF_REMEDY = "precis, docs/findings.md"
UNROUNDED = "tune on inputs with many significant digits, such as random ones", SOURCE_OF_REMEDY
STILL = "tune on inputs on which this loop changes what it works on", SOURCE_OF_REMEDY
FEWEST = 3  # iterations
LONGEST = 1000  # iterations that a reproducer looks at


class Idle(Detector):
    kind = "idle"
    ops = ("*",)

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.rounded = self.moved = False
        self.first: Step | None = None
        self.loops: dict[object, tuple[Node, int, bool]] = {}  # by place: copies of a loop that lifting wrote out are one loop

    def see(self, s: Step) -> None:
        if self.moved:
            return
        if s.node.op == "round":
            self.moved = bool(np.any(s.inputs[0].rounded != s.output.rounded))
            return
        op = OPS[s.node.op]
        if op.rounding not in (ONCE, LIBRARY, SUM) or op.category == SOURCE or s.output.rounded.dtype.kind not in "fc":
            return
        self.first = self.first or s
        if s.output.rounded is not s.output.exact and np.any(s.output.rounded != s.output.exact):
            self.moved = True

    def turn(self, t: Turn) -> None:
        if not t.going[0] or not t.node.outputs:
            return
        floating = [(p, q) for p, q in zip(t.before, t.after) if p.rounded.dtype.kind in "fc"]
        largest = max((np.size(p.exact) for p, _ in floating), default=0)
        same = bool(floating) and all(np.array_equal(p.exact, q.exact) for p, q in floating if np.size(p.exact) == largest)
        place = t.node.span or t.node.outputs[0].name
        node, count, still = self.loops.get(place, (t.node, 0, True))
        self.loops[place] = node, count + 1, still and same

    def candidates(self) -> Iterator[Candidate]:
        # Beside formats as wide as the exact run nothing would be seen to round.
        if self.first is not None and not self.moved and self.first.format.precision < CARRIER.precision:
            message = f"no operation was rounded in {self.first.format}: these inputs say nothing about precision"
            yield self._candidate(self.first.node, message, UNROUNDED, self.first.format, _unrounded)
        for node, count, still in self.loops.values():
            if still and count >= FEWEST:
                message = f"the state is the same in all {count} iterations watched: these inputs are a fixed point of this loop"
                yield self._candidate(node, message, STILL, "", partial(_still, node))

    def _candidate(self, node: Node, message: str, remedy: tuple[str, str], fmt, written: Callable[[Scene], str]) -> Candidate:
        found = finding(self.kind, "warning", node, message, "as far as the run was watched", [("elements changed", 0)], "", remedy, fmt)
        return Candidate(found, 0.0, node=node, written=written)


def _unrounded(scene: Scene) -> str:
    """The results of both runs."""
    return script(scene, None, "rounded, exact = ROUNDED, EXACT",
                  "changed = sum(int(np.sum(wide(a) != b)) for a, b in zip(rounded, exact))",
                  "print(changed)  # elements of the results that rounding changed", "assert changed == 0")  # fmt: skip


def _still(node: Node, scene: Scene) -> str:
    """The largest carries before and after every iteration, without any rounding."""
    def same(before: Sequence[str], after: Sequence[str], carries: Sequence[Value]) -> str:
        sizes = [prod(d.value(scene.binding) for d in v.shape) if v.kind == "real" else 0 for v in carries]
        pairs = [(b, bare(a)) for b, a, n in zip(before, after, sizes) if n == max(sizes)]
        return " and ".join(f"np.array_equal({b}, {a})" for b, a in pairs)

    return script(scene, Watched(node.outputs[0].name, same, LONGEST), "same = EXACT",
                  "print(len(same), all(same))  # iterations, and whether none of them changed the state",
                  "assert same and all(same)")  # fmt: skip
