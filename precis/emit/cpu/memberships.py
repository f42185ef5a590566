"""Truth values in a nest of a loop that say which elements belong to the iteration: x[i] == k, (e[k] <= x[i]) & (x[i] < e[k + 1])."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from precis.emit.plan.kernels import POSITIONS, Instr, Nest, Reduction
from precis.ir.size import Size

MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq"}
LOWER, UPPER = ("gt", "ge"), ("lt", "le")
NEUTRAL = {"sum": 0, "prod": 1, "any": False, "all": True}
LEAST = {"max": -1, "min": 1}  # signs of what extremes begin with


@dataclass(frozen=True, slots=True)
class Membership:
    """`truth` holds where `subject` lies between two numbers of the iteration, and `also` holds: `lower` and `upper` are (comparison,
    number). What equals a number lies between it and itself."""

    truth: str
    subject: str
    lower: tuple[str, str]
    upper: tuple[str, str]
    also: tuple[str, ...]

    @property
    def equal(self) -> bool:
        return self.lower[1] == self.upper[1]


class Dependence:
    """What the scalars of a nest in a loop depend on: on the iteration, that is on buffers that the loop writes and symbols that it binds,
    and on the axes of the nest."""

    def __init__(self, nest: Nest, written: Set[str], bound: Set[str]):
        self.nest, self.by_name = nest, {i.name: i for i in nest.body}
        axes = {a.symbol for a in nest.axes}
        self.iterates: set[str] = set()
        self.axes: dict[str, frozenset[str]] = {}
        for i in nest.body:
            used, symbols = set(_used(i)), frozenset().union(*(s.symbols() for s in i.sizes))
            own = bool(i.access and i.access.buffer in written) or bool(symbols & bound)
            if own or used & self.iterates:
                self.iterates.add(i.name)
            self.axes[i.name] = frozenset(symbols & axes).union(*(self.axes[a] for a in used if a in self.axes))

    def fixed(self, name: str) -> bool:
        """Whether it is the same in all iterations."""
        return name not in self.iterates

    def of_iteration(self, name: str) -> bool:
        """Whether it is one number in each iteration."""
        return name in self.iterates and not self.axes[name]

    def needed(self, *names: str) -> frozenset[str]:
        """These scalars and all that they are computed from."""
        found, open_ = set[str](), list(names)
        while open_:
            name = open_.pop()
            if name in self.by_name and name not in found:
                found.add(name)
                open_ += _used(self.by_name[name])
        return frozenset(found)


def _used(i: Instr) -> list[str]:
    return [*i.args, *(s for size in i.sizes for s in size.symbols() if s.startswith("%"))]


def membership(of: Dependence) -> Membership | None:
    """The widest one that the nest computes."""
    found = (_membership(i.name, of) for i in reversed(of.nest.body) if i.element == "bool" and i.name in of.iterates and of.axes[i.name])
    return next((m for m in found if m), None)


def _membership(truth: str, of: Dependence) -> Membership | None:
    lower, upper, also = list[tuple[str, str, str]](), list[tuple[str, str, str]](), list[str]()
    for name in _terms(truth, of):
        if of.fixed(name):
            also.append(name)
            continue
        compared = _compared(of.by_name[name], of)
        if compared is None:
            return None
        op, subject, number = compared
        lower += [(subject, "ge" if op == "eq" else op, number)] if op in (*LOWER, "eq") else []
        upper += [(subject, "le" if op == "eq" else op, number)] if op in (*UPPER, "eq") else []
    if len(lower) != 1 or len(upper) != 1 or lower[0][0] != upper[0][0]:
        return None
    return Membership(truth, lower[0][0], lower[0][1:], upper[0][1:], tuple(also))


def _terms(truth: str, of: Dependence) -> Iterator[str]:
    """What must hold altogether."""
    i = of.by_name[truth]
    if i.op == "bit_and" and not of.fixed(truth):
        for a in i.args:
            yield from _terms(a, of)
    else:
        yield truth


def _compared(i: Instr, of: Dependence) -> tuple[str, str, str] | None:
    """(comparison, what is the same in all iterations, the number of the iteration)."""
    if i.op not in MIRRORED or len({of.by_name[a].element for a in i.args}) != 1:
        return None
    a, b = i.args
    for op, subject, number in ((i.op, a, b), (MIRRORED[i.op], b, a)):
        if of.fixed(subject) and of.axes[subject] and of.of_iteration(number):
            return op, subject, number
    return None


def without(truth: str, of: Dependence) -> dict[str, bool | int | float]:
    """The scalars that are known numbers where `truth` does not hold."""
    known: dict[str, bool | int | float] = {truth: False}
    for i in of.nest.body:
        args = [known.get(a) for a in i.args]
        if i.op == "const":
            known[i.name] = i.value
        elif i.op == "select" and args[0] is not None and args[1 if args[0] else 2] is not None:
            known[i.name] = args[1 if args[0] else 2]  # type: ignore[assignment]
        elif i.op == "bit_and" and i.name != truth and False in [a for a in args if isinstance(a, bool)]:
            known[i.name] = False
        elif i.op == "cast" and isinstance(args[0], bool):
            known[i.name] = int(args[0])
    return known


def neutral(r: Reduction, term: bool | int | float | None) -> bool:
    """Whether a term changes nothing. Sums begin with 0 and never are -0, whatever zeros are added."""
    if r.op == "tally" or r.op in POSITIONS or term is None:
        return False
    return term == NEUTRAL[r.op] if r.op in NEUTRAL else term == LEAST[r.op] * float("inf")


def counter(name: str, index: str, of: Dependence) -> Size | None:
    """What stands beside the loop's index in an integer that is the index and a number known before the loop."""
    i = of.by_name[name]
    if i.op != "size" or i.element != "int64":
        return None
    rest = i.value - Size.of(index)
    return rest if index not in rest.symbols() and not any(s.startswith("%") for s in rest.symbols()) else None
