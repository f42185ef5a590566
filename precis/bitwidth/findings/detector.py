"""What a detector is: it watches the shadow run, names candidates, and turns those that matter into findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.findings.fault import Cure, exactly
from precis.bitwidth.findings.finding import Finding, Margin
from precis.bitwidth.findings.graph import Graph
from precis.bitwidth.findings.scene import Scene, Unwritten
from precis.bitwidth.findings.shadow import Forced, Pair, Step, Turn
from precis.errors import Span
from precis.formats import Format, format_named
from precis.ir.types import Node


@dataclass(frozen=True, slots=True)
class Effect:
    """What a rerun with one place cured, or one decision turned round, changed.

    change   of the rounded results, in the seminorm of the output that changed most
    before, after   errors of that output against its exact twin
    """

    change: float
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be at fault.

    rank     larger is worse, to check the worst first
    written  the reproducer as a script of the program itself, which takes the place of the finding's; may raise Unwritten
    heal     outputs to compute without their fault, as `cure` says; force: a decision to turn round; neither: no rerun is needed
    """

    finding: Finding
    rank: float
    heal: frozenset[str] = frozenset()
    cure: Cure = exactly
    force: Forced | None = None
    node: Node | None = None
    written: Callable[[Scene], str] | None = None

    def reproduced(self, scene: Scene) -> Candidate:
        """With its script, or why none can be written: the numbers that were observed stand with the finding."""
        if self.written is None:
            return self
        try:
            text = self.written(scene)
        except Unwritten as why:
            text = f"# no script of it: {why}.\n"
        return replace(self, finding=replace(self.finding, reproducer=text))


class Detector:
    """Watches one run. Subclasses say which operations they look at and collect what they need."""

    kind = ""
    ops: tuple[str, ...] = ()
    alone = True  # whether a fault has to show in a run that rounds nothing else, too

    def __init__(self, graph: Graph, formats: Any = None):
        self.graph = graph

    def see(self, s: Step) -> None:
        """An operation of `ops` was executed."""

    def turn(self, t: Turn) -> None:
        """A loop went round."""

    def candidates(self) -> Iterator[Candidate]:
        """After the run."""
        yield from ()

    def accept(self, c: Candidate, e: Effect) -> bool:
        """Whether the rerun confirms the candidate: what is computed here spoils an output."""
        unit = 2.0**-c_precision(c)
        healed = e.after <= LESS * e.before if np.isfinite(e.before) else np.isfinite(e.after)
        return e.change >= HARM * unit and bool(healed)


HARM = 32.0  # unit roundoffs by which an output has to be off for a place to be at fault
LESS = 0.9  # of the error that may remain when a fault is healed


def c_precision(c: Candidate) -> int:
    """Of the format that the finding is in, which may be scaled."""
    return format_named(c.finding.format).precision if c.finding.format else 53


def worst(x: Any) -> tuple[int, ...]:
    """Index of the largest element."""
    return tuple(int(k) for k in np.unravel_index(int(np.argmax(x)), np.shape(x))) if np.ndim(x) else ()


def at(x: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> np.longdouble:
    """Element of x broadcast to `shape`."""
    return np.longdouble(np.broadcast_to(np.asarray(x), shape)[index])


def elements(pairs: list[Pair], index: tuple[int, ...], shape: tuple[int, ...]) -> list[tuple[np.longdouble, np.longdouble]]:
    """(rounded, exact) of every operand at one element of the result."""
    return [(at(p.rounded, index, shape), at(p.exact, index, shape)) for p in pairs]


def where(at_: tuple[int, ...], index: tuple[int, ...]) -> str:
    """'iteration 3, 7; element (2, 5)'."""
    parts = [f"iteration {', '.join(map(str, at_))}"] if at_ else []
    parts += [f"element {', '.join(map(str, index))}"] if index else []
    return "; ".join(parts) or "once"


def finding(kind: str, severity: str, node: Node | Span | None, message: str, place: str, margins: list[tuple],
            reproducer: str, remedy: tuple[str, str], fmt: Format | str) -> Finding:  # fmt: skip
    """A Finding; margins are (label, value[, word])."""
    span = node.span if isinstance(node, Node) else node
    rows = tuple(Margin(m[0], float(m[1]), *m[2:]) for m in margins)
    return Finding(kind, severity, span, message, place, rows, reproducer, remedy[0], remedy[1], str(fmt))
