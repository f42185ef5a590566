"""The paths of a Program under an Assignment over a box: every way that its comparisons may go."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from precis.bitwidth.bound.graph import CONST, INPUT, OPPOSITE, Clock, Decision, Graph, NoBound, Symbol, Symbolic, held_in
from precis.bitwidth.bound.sweep import INPUTS, Forward, Path, Trace, needed, surely_fails
from precis.formats import Assignment, Format
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.types import Program
from precis.lift.fpcore.literals import as_mpf

REAL = Format("real", 10_000, -1_000_000, 1_000_000, 128, storable=False)  # a carrier that holds everything: every rounding is explicit
PATHS = 64
WIDE = 200  # bits in which PI and the like are enclosed


class _TooLong(Exception):
    """A path takes more decisions than are followed."""


def explore(program: Program, assignment: Assignment | None, root: np.ndarray, formats: Sequence[Format],
            literals: Mapping[float, Any], decisions: int, clock: Clock) -> Trace:
    """Every path over the box `root` (shape (inputs, 2), elements of array arguments in order), up to so many decisions. Without an
    assignment nothing rounds.

    Raises NoBound where the program cannot be followed, OutOfTime by the clock. A path that is too long is returned as open.
    """
    if any(node.op == "approx" for node in program.nodes()):
        raise NoBound("a replaced region has no proved error")
    rounded = emulate(program, assignment, REAL) if assignment is not None else program
    explorer = _Explorer(root, formats, literals, decisions, clock)
    found: list[Path] = []
    while explorer.waiting:
        if len(found) >= PATHS:
            raise NoBound(f"there are more than {PATHS} paths through its branches and loops")
        found.append(explorer.path(rounded))
    return replace(explorer.trace, paths=tuple(found))


class _Explorer:
    """Runs a program along one path after another, on one graph; every new decision queues its other side."""

    def __init__(self, root: np.ndarray, formats: Sequence[Format], literals: Mapping[float, Any], decisions: int, clock: Clock):
        self.waiting: deque[tuple[bool, ...]] = deque([()])
        self.prefix: tuple[bool, ...] = ()
        self.taken: tuple[bool, ...] = ()
        self.limit, self.clock = decisions, clock
        self.graph = Graph(self._choose, literals, added=self._added)
        self.memo: dict[int, Format | None] = {}
        self.held: list[Format | None] = []
        self.enclosures: dict[int, tuple[float, float, float]] = {}
        self.trace = Trace(self.graph.cells, formats, self.enclosures, self.held)
        self.ranges = Forward(self.trace, root[None], clock, len(root) <= INPUTS)

    def path(self, program: Program) -> Path:
        self.prefix, self.taken, self.graph.decisions = self.waiting.popleft(), (), []
        outputs: list[int] = []
        reason = ""
        try:
            for array in interpret(program, self._inputs(program), arithmetic=Symbolic(self.graph)):
                outputs += [self._cell(x) for x in np.asarray(array).ravel()]
        except _TooLong:
            reason = f"a loop is not proved to end, or branches nest, within {self.limit} decisions"
        except (TypeError, ValueError, AttributeError, IndexError, np.linalg.LinAlgError) as problem:
            raise NoBound(f"an operation has no rule for bounds ({problem})") from None
        made = tuple(self.graph.decisions)
        wanted = [*([] if reason else outputs), *(k for d in made for k in (d.left, d.right))]
        return Path(outputs, made, needed(self.graph.cells, wanted), reason)

    def _cell(self, x: Any) -> int:
        return x.cell if isinstance(x, Symbol) else self.graph.constant(float(x))

    def _inputs(self, program: Program) -> list[np.ndarray]:
        arrays, number = [], 0
        for p in program.body.params:
            if p.kind != "real":
                raise NoBound(f"the argument {p.name} is not real")
            shape = tuple(d.value(program.binding) for d in p.shape)
            array = np.empty(shape, object)
            for place in np.ndindex(shape):
                array[place] = Symbol(self.graph, self.graph.cell(INPUT, data=number))
                number += 1
            arrays.append(array)
        return arrays

    def _added(self, graph: Graph, k: int) -> None:
        self.clock.check()
        cell = graph.cells[k]
        self.held.append(held_in(graph.cells, k, self.trace.formats, self.memo))
        if cell.op == CONST:
            self.enclosures[k] = enclosure(*cell.data)

    def _choose(self, graph: Graph, op: str, a: int, b: int) -> bool:
        with np.errstate(all="ignore"):
            self.ranges.run()
            ranges = [(v[a], v[b]) for v in (self.ranges.x, self.ranges.y)]
            if all(surely_fails(op, *r)[0] for r in ranges):
                return False
            if all(surely_fails(OPPOSITE[op], *r)[0] for r in ranges):
                return True
        k = len(self.taken)
        if k >= self.limit:
            raise _TooLong
        if k < len(self.prefix):
            outcome = self.prefix[k]
        else:
            outcome = True
            self.waiting.append((*self.taken, False))
        self.taken = (*self.taken, outcome)
        graph.decisions.append(Decision(op if outcome else OPPOSITE[op], a, b))
        return outcome


def enclosure(value: float, exact: Fraction | str) -> tuple[float, float, float]:
    """(two numbers of binary64 around the constant that is meant, equal where it is one; how far `value` is from it)."""
    import mpmath  # loads slowly, and few programs need it

    mp: Any = mpmath.mp.clone()
    mp.prec = WIDE
    meant = as_mpf(exact, mp)
    nearest, off = float(meant), float(abs(meant - mp.mpf(value)))
    if isinstance(exact, Fraction) and Fraction(nearest) == exact:
        return nearest, nearest, math.nextafter(off, math.inf) if off else 0.0
    low, high = math.nextafter(nearest, -math.inf), math.nextafter(nearest, math.inf)
    low, high = (nearest, high) if meant > nearest else (low, nearest)
    return low, high, math.nextafter(off, math.inf)
