"""While loops that may end early: what a loop ends by is stored in a format that has no number as small as it becomes.

Newton's step or a residual below half the smallest number of its format is stored as 0. The loop takes it for converged, and what it would
still have done stays undone: an error of the size of that smallest number, whatever the precision. First order bounds every error by
the value itself, which is far smaller on the exact run, so it can only be announced.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from precis.bitwidth.places import Place
from precis.bitwidth.sensitivity import Sensitivity
from precis.formats import Format
from precis.ir.types import Block, Node, Value


def vanishing(s: Sensitivity, formats: Mapping[Place, Format]) -> tuple[Place, ...]:
    """The containers that a while loop ends by, and whose smallest values round to 0 under these formats."""
    ends = ending(s.question.program.body)
    found = {c.place for c in s.causes if c.place in ends and c.what != "decision" and s.row(c).smallest <= _lost(formats[c.place])}
    return tuple(sorted(found))


def _lost(fmt: Format) -> float:
    """The largest number that rounds to 0."""
    return float(fmt.min_subnormal) / 2.0


@lru_cache(maxsize=8)
def ending(body: Block) -> frozenset[Place]:
    """The containers that loops change and that their conditions are computed from."""
    return frozenset(("storage", v.container) for n in body.walk() if n.op == "while" for v in _compared(n) if v.container)


def _compared(node: Node) -> list[Value]:
    """The carries that the condition of a while loop needs, as its body names them, where the body changes them."""
    condition, body = node.blocks
    needed = {v.name for v in condition.results}
    for n in reversed(condition.nodes):
        if any(v.name in needed for v in n.outputs):
            needed |= {v.name for inner in (n, *(m for block in n.blocks for m in block.walk())) for v in inner.inputs}
    carried = zip(condition.params, body.params, body.results)
    return [p for asked, p, r in carried if asked.name in needed and p.name != r.name and p.kind == "real"]
