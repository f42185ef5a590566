"""Solvers that take more iterations because of rounding, or do not stop."""

from collections.abc import Iterator
from functools import partial

from precis.bitwidth.findings.detector import Candidate, Detector, finding
from precis.bitwidth.findings.patterns import HIGHAM
from precis.bitwidth.findings.scene import Scene, Watched
from precis.bitwidth.findings.script import script
from precis.bitwidth.findings.shadow import Turn
from precis.ir.types import Node

REMEDY = ("stop where the residual is as small as the format allows, or refine: residual wide, correction narrow",
          HIGHAM + "sections 12.2 and 17.5")  # fmt: skip
CLAIM = ("rounded, exact = len(ROUNDED), len(EXACT)", "print(rounded, exact)  # iterations{stopped}", "assert rounded > exact")
MORE = 2, 1.1  # iterations, and times as many, from which it is reported


class Trips(Detector):
    kind = "trips"

    def __init__(self, graph, formats=None):
        super().__init__(graph, formats)
        self.formats = formats or {}
        self.runs: dict[tuple, list] = {}

    def turn(self, t: Turn) -> None:
        if t.node.op != "while" or not t.node.outputs:
            return
        run = self.runs.setdefault((t.node.outputs[0].name, t.at), [t.node, 0, None, False])
        run[1] = t.number + (1 if t.going[0] else 0)
        if run[2] is None and not t.going[1]:
            run[2] = t.number
        run[3] = not t.going[0]

    def candidates(self) -> Iterator[Candidate]:
        for node, rounded, exact, ended in self.runs.values():
            if exact is not None and rounded >= exact + MORE[0] and rounded >= MORE[1] * exact:
                yield self._candidate(node, rounded, exact, ended)

    def _candidate(self, node: Node, rounded: int, exact: int, ended: bool) -> Candidate:
        fmt = next((f for v in node.outputs if (f := self.formats.get(v.name))), "binary64")
        count = str(rounded) if ended else f"more than {rounded}"
        return Candidate(
            finding(self.kind, "warning" if ended else "error", node,
                    f"the loop takes {count} iterations, {exact} without rounding errors", "whole loop",
                    [("iterations", rounded), ("iterations of the exact run", exact)], "", REMEDY, fmt),
            rounded - exact, node=node, written=partial(_script, node, rounded, ended))  # fmt: skip


def _script(node: Node, rounded: int, ended: bool, scene: Scene) -> str:
    """Both runs of the loop by themselves, up to an end that leaves room for other roundings of sums."""
    watched = Watched(node.outputs[0].name, lambda before, after, _: "True", 10 * rounded if ended else rounded)
    first, second, third = CLAIM
    return script(scene, watched, first, second.format(stopped="" if ended else "; the rounded run was stopped there"), third)
