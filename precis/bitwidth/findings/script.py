"""Scripts: a Program, or the part of it up to a loop, written out in plain NumPy, so that it can be run without precis.

`run(binary32)` computes in that format: operands are of one NumPy type, whose arithmetic rounds every operation once, and names
of other formats convert. `run(wide)` computes the same in longdouble. Names are those of containers as far as they are
identifiers; nothing else of the user's enters the text but numbers. The order of sums is NumPy's own.
"""

from __future__ import annotations

from precis.bitwidth.findings.scene import Scene, Unwritten, Watched
from precis.bitwidth.findings.writer import Writer
from precis.ir.live import live
from precis.ir.types import Block, Node

LINES = 90


def script(scene: Scene, watched: Watched | None, *claim: str) -> str:
    """The text: `run`, which returns what was seen of a loop (else the floating results), then the lines of `claim`, in which
    ROUNDED and EXACT stand for a call of it. Raises Unwritten for operations, types and sizes that it has no words for."""
    w = Writer(scene, watched)
    lines = w.lines(_cut_short(scene, watched))
    if len(lines) > LINES:
        raise Unwritten(f"the program takes {len(lines)} lines")
    types = list(w.types)
    calls = f"run({', '.join(types)})", f"run({', '.join('wide' for _ in types)})"
    head = ["import ml_dtypes"] if any(t not in ("binary16", "binary32", "binary64") for t in types) else []
    casts = [f"def {t}(x): return np.asarray(x).astype({w.types[t]})[()]" for t in types]
    return "\n".join([*head, "import numpy as np", "", *casts, "def wide(x): return np.asarray(x).astype(np.longdouble)[()]", "",
                      f"def run({', '.join(types)}):", *lines, "",
                      *(c.replace("ROUNDED", calls[0]).replace("EXACT", calls[1]) for c in claim)]) + "\n"  # fmt: skip


def _cut_short(scene: Scene, watched: Watched | None) -> Block:
    """The body, up to the watched loop; without what has no part in it."""
    body = scene.program.body
    if watched is None:
        return live(body)
    for k, node in enumerate(body.nodes):
        if _holds(node, watched.loop):
            return live(Block(body.params, body.nodes[: k + 1], node.outputs))
    raise Unwritten("the loop is none of the program's own")


def _holds(node: Node, loop: str) -> bool:
    inner = (n for b in node.blocks for n in b.walk())
    return any(n.outputs and n.outputs[0].name == loop for n in (node, *inner))


