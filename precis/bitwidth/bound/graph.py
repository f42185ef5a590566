"""The scalar operations of one run of a Program, as a graph.

The emulated Program is interpreted with symbols for its inputs: loops unroll, arrays become their elements, every rounding is a node.
A comparison that its operands' ranges do not settle is decided both ways, one path each (as symbolic execution does: King,
CACM 19, 1976), so that every path is a graph without branches and a list of decisions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from precis.formats import FORMATS, Format, round_array
from precis.ir.arithmetic import NumpyArithmetic

NODES = 100_000  # of all paths
COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}
INPUT, CONST, ROUND = "input", "const", "round"


class NoBound(Exception):
    """Why nothing is proved: a sentence for people."""


class OutOfTime(NoBound):
    """What was under way took longer than the time given."""


@dataclass
class Clock:
    """Ends what is under way once `until` (time.monotonic) has passed: every loop over cells asks it."""

    until: float = math.inf

    def check(self) -> None:
        if time.monotonic() > self.until:
            raise OutOfTime("following its operations takes longer than the time given")

    @property
    def left(self) -> float:
        return self.until - time.monotonic()


@dataclass(frozen=True, slots=True)
class Cell:
    """One scalar: `op` of the cells `args`. data: number of the input, exact value and number of a constant, format of a rounding,
    exponent of an integer power. site: for messages."""

    op: str
    args: tuple[int, ...] = ()
    data: Any = None


@dataclass(frozen=True, slots=True)
class Decision:
    """left op right, taken to hold on this path."""

    op: str
    left: int
    right: int


@dataclass
class Graph:
    """The cells of one path, in order of computation; equal cells are one."""

    choose: Callable[[Graph, str, int, int], bool]
    exact: Mapping[float, Any] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    known: dict[Cell, int] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    added: Callable[[Graph, int], None] | None = None

    def cell(self, op: str, *args: int, data: Any = None) -> int:
        made = Cell(op, args, data)
        found = self.known.get(made)
        if found is None:
            if len(self.cells) >= NODES:
                raise NoBound(f"the unrolled program has more than {NODES} operations")
            found = self.known[made] = len(self.cells)
            self.cells.append(made)
            if self.added:
                self.added(self, found)
        return found

    def constant(self, value: float) -> int:
        if not math.isfinite(value):
            raise NoBound(f"the program computes with the constant {value}")
        return self.cell(CONST, data=(value, self.exact.get(value, Fraction(value))))

    def value_of(self, k: int) -> float | None:
        """The number that a cell is, where it is an exact constant."""
        cell = self.cells[k]
        if cell.op == CONST and cell.data[1] == Fraction(cell.data[0]):
            return cell.data[0]
        return None

    def compare(self, op: str, a: int, b: int) -> bool:
        if a == b:
            return op in ("le", "ge", "eq")
        for d in self.decisions:
            if (d.left, d.right) == (a, b) and d.op in (op, OPPOSITE[op]):
                return d.op == op
        return self.choose(self, op, a, b)


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A real number of the run: a cell of a graph."""

    graph: Graph
    cell: int

    def __add__(self, other: Any) -> Symbol:
        return self if _is(other, 0) else applied("add", self, other)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Symbol:
        return self if _is(other, 1) else applied("mul", self, other)

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Symbol:
        return applied("sub", self, other)

    def __rsub__(self, other: Any) -> Symbol:
        return applied("sub", _symbol(self.graph, other), self)

    def __truediv__(self, other: Any) -> Symbol:
        return applied("div", self, other)

    def __neg__(self) -> Symbol:
        return applied("neg", self)

    def __abs__(self) -> Symbol:
        return applied("abs", self)

    def __lt__(self, other: Any) -> bool:
        return _compared("lt", self, other)

    def __le__(self, other: Any) -> bool:
        return _compared("le", self, other)

    def __gt__(self, other: Any) -> bool:
        return _compared("gt", self, other)

    def __ge__(self, other: Any) -> bool:
        return _compared("ge", self, other)

    def __eq__(self, other: Any) -> bool:  # type: ignore[override]
        return _compared("eq", self, other)

    def __ne__(self, other: Any) -> bool:  # type: ignore[override]
        return _compared("ne", self, other)

    __hash__ = None  # type: ignore[assignment]


def _is(x: Any, number: int) -> bool:
    return not isinstance(x, Symbol) and x == number


def _symbol(graph: Graph, x: Any) -> Symbol:
    return x if isinstance(x, Symbol) else Symbol(graph, graph.constant(float(x)))


def _compared(op: str, a: Any, b: Any) -> bool:
    graph = a.graph if isinstance(a, Symbol) else b.graph
    a, b = _symbol(graph, a), _symbol(graph, b)
    x, y = graph.value_of(a.cell), graph.value_of(b.cell)
    if x is not None and y is not None:
        return bool({"lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y, "eq": x == y, "ne": x != y}[op])
    return graph.compare(op, a.cell, b.cell)


def applied(op: str, *operands: Any) -> Any:
    """An operation on symbols and numbers."""
    graph = next(x.graph for x in operands if isinstance(x, Symbol))
    args = tuple(_symbol(graph, x).cell for x in operands)
    if op in COMPARISONS:
        return _compared(op, *operands)
    if op in ("isnan", "isinf"):
        return False  # a bound holds only where nothing overflows
    if op == "isfinite":
        return True
    if op == "mul" and args[0] == args[1]:
        return Symbol(graph, graph.cell("square", args[0]))
    if op == "pow":
        exponent = graph.value_of(args[1])
        if exponent is not None and exponent == int(exponent) and abs(exponent) <= 64:
            return Symbol(graph, graph.cell("power", args[0], data=int(exponent)))
    if op in ("add", "mul") and args[0] > args[1]:
        args = args[::-1]
    return Symbol(graph, graph.cell(op, *args))


class Symbolic(NumpyArithmetic):
    """Reals are Symbols in object arrays; integers and booleans stay numbers."""

    def __init__(self, graph: Graph):
        super().__init__(np.float64)
        self.real, self.graph = np.dtype(object), graph

    def convert(self, x: Any, kind: str) -> np.ndarray:
        x = np.asarray(x)
        if kind == "real":
            return _each(lambda v: _symbol(self.graph, v), x)
        if kind == "complex":
            raise NoBound("the program computes with complex numbers")
        if x.dtype == object:
            return _each(self._integer, x).astype(kind)
        return x.astype(kind)

    def _integer(self, x: Any) -> int:
        value = self.graph.value_of(x.cell) if isinstance(x, Symbol) else x
        if value is None:
            raise NoBound("an index or a number of trips depends on the inputs")
        return int(value)

    def constant(self, value: Any, kind: str) -> np.ndarray:
        return self.convert(np.asarray(value), kind)

    def call(self, name: str, *arrays: Any) -> np.ndarray:
        arrays = tuple(map(np.asarray, arrays))
        if not any(a.dtype == object for a in arrays):
            return NumpyArithmetic.call(self, name, *arrays)
        if name == "select":
            return np.asarray(np.where(arrays[0].astype(bool), arrays[1], arrays[2]), object)
        found = _each(lambda *x: applied(name, *x), *arrays)
        return found.astype(bool) if name in COMPARISONS or name in ("isnan", "isinf", "isfinite") else found

    def round(self, x: Any, fmt: Format) -> np.ndarray:
        def one(v: Any) -> Symbol:
            v = _symbol(self.graph, v)
            return Symbol(self.graph, self.graph.cell(ROUND, v.cell, data=fmt))
        return _each(one, np.asarray(x, object))


def _each(function: Callable[..., Any], *arrays: Any) -> np.ndarray:
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), object)


# Formats that hold every value of a cell.

HOLDING = ("neg", "abs", "copysign", "maximum", "minimum", "floor", "ceil", "trunc", "rint", "sign", "fmod", "remainder")


def held_in(cells: Sequence[Cell], k: int, formats: Sequence[Format], memo: dict[int, Format | None]) -> Format | None:
    """A format that holds every computed value of cell k; None where none is known. `formats`: of the inputs."""
    if k not in memo:
        cell = cells[k]
        if cell.op == INPUT:
            memo[k] = formats[cell.data]
        elif cell.op == ROUND:
            inner = held_in(cells, cell.args[0], formats, memo)
            memo[k] = inner if inner is not None and cell.data.contains(inner) else cell.data
        elif cell.op == CONST:
            memo[k] = narrowest(cell.data[0])
        elif cell.op in HOLDING:
            memo[k] = _widest([held_in(cells, a, formats, memo) for a in cell.args])
        else:
            memo[k] = None
    return memo[k]


def narrowest(value: float) -> Format:
    """The first format of a list from narrow to wide that holds a number of binary64."""
    for name in ("binary16", "bfloat16", "binary32"):
        if round_array(np.float64(value), FORMATS[name]) == value:
            return FORMATS[name]
    return FORMATS["binary64"]


def _widest(found: Sequence[Format | None]) -> Format | None:
    for f in found:
        if f is not None and all(g is not None and f.contains(g) for g in found):
            return f
    return None
