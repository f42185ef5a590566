"""Where a run in narrow formats breaks down: the first value that is not finite, and the rounding or operation that made it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.outputs import Question
from precis.bitwidth.places import Place
from precis.formats import Assignment
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import ROUNDED, emulate
from precis.ir.interpret import interpret
from precis.ir.types import Node

OVERFLOW = "overflow"
NODES = 200_000  # operations that are interpreted before the search is given up: about two seconds


@dataclass(frozen=True, slots=True)
class Breakdown:
    """`what` became of a finite value: "overflow" (rounding to `format`), else the name of an operation, such as a
    division by zero, that gave `value`. place: container or site; site: the line."""

    what: str
    place: Place
    site: str
    format: str
    value: float

    def __str__(self) -> str:
        line = f" at line {self.site.rpartition(':')[2]}" if self.site else ""
        name = f" in `{self.place[1]}`" if self.place[0] == "storage" else ""
        if self.what == OVERFLOW:
            return f"{self.value:.3g} overflowed {self.format}{name}{line}"
        return f"{self.what} gave {self.value}{name}{line}"


@dataclass(frozen=True, slots=True)
class Failure:
    """A proposal that missed the tolerance: on which input, by how much (in relative error), who made the error, and
    where it broke down.

    note   what an integer or boolean output became, where these have to hold
    """

    assignment: Assignment
    where: str
    error: float
    shares: Mapping[Place, float]
    breakdown: Breakdown | None = None
    note: str = ""

    def record(self) -> dict[str, Any]:
        """For JSON."""
        why = str(self.breakdown) if self.breakdown else self.note or None
        return {"kind": "measurement", "input": self.where, "error": self.error, "breakdown": why}


def breakdown(
    question: Question, assignment: Assignment, arrays: Sequence[Any], binding: Mapping[str, int]
) -> Breakdown | None:
    """The first value that is finite in exact arithmetic but not here, as the interpreter finds it; None where it finds
    none among the first NODES operations."""
    watch = _Watch()
    try:
        program = emulate(inline_impl(question.program), question.unrounded(assignment))
        interpret(program, arrays, binding, arithmetic=NumpyArithmetic(), watch=watch)
    except _Stop:
        pass
    return watch.found


class _Stop(Exception):
    """Enough was seen."""


class _Watch:
    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}
        self.nodes = 0
        self.found: Breakdown | None = None

    def __call__(self, node: Node, outputs: tuple[Any, ...]) -> None:
        self.nodes += 1
        if self.nodes > NODES:
            raise _Stop
        for v, a in zip(node.outputs, outputs):
            if v.kind not in ROUNDED:
                continue
            before = [self.seen[i.name] for i in node.inputs if i.name in self.seen]
            self.seen[v.name] = a = np.asarray(a)
            bad = ~np.isfinite(a)
            if bad.any() and not node.blocks and all(np.all(np.isfinite(b)) for b in before) and (before or node.inputs):
                self.found = _breakdown(node, a[bad].flat[0], before)
                raise _Stop


def _breakdown(node: Node, value: Any, before: Sequence[np.ndarray]) -> Breakdown:
    number = float(np.real(value))
    if node.op == "round":
        place = tuple(node.attrs["key"][:2])
        largest = max((float(np.max(np.abs(b), initial=0.0)) for b in before), default=math.inf)
        return Breakdown(OVERFLOW, place, node.site, str(node.attrs["format"]), largest)
    container = node.output.container
    place = ("storage", container) if container else ("compute", node.site)
    return Breakdown(WORDS.get(node.op, node.op), place, node.site, "", number)


WORDS = {"div": "division", "mul": "a product", "add": "a sum", "sub": "a difference", "sum": "a sum"}
