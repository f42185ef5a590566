"""How large values are, and in which shape a loop can stack them.

Sizes that a body binds at run time are stacked at their largest value, where numbers bound that (precis/ir/ceilings.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from precis.ir.ceilings import Ceilings, makers
from precis.ir.size import Call, Size, call, largest, product, taken_apart
from precis.ir.types import Block, Program, Range, Shape

UNKNOWN_TRIPS = 4096  # assumed for loops whose count is known at run time only
UNKNOWN_LENGTH = 64  # of what run-time numbers say in programs all of whose sizes are constant
_BYTES = {"real": 8, "complex": 16}
Ends = tuple[Size | None, Size | None]  # lowest and highest value, None where it is not known


@dataclass
class Extent:
    """Example values of size symbols: the Program's binding, middle values of loop indices, for run-time counts their end that is known
    or a guess. ends: of run-time counts. longest: what is taken for the most that lengths can be of
    which nothing is known."""

    example: dict[str, int]
    ends: dict[str, Ends] = field(default_factory=dict)
    longest: int = UNKNOWN_TRIPS

    def value(self, size: Size) -> int:
        return size.value({s: self.example[s] if s in self.example else self._guess(s) for s in size.symbols()})

    def _guess(self, count: str) -> int:
        low, high = self.ends.get(count, (None, None))
        end = low if high is None else high
        return UNKNOWN_TRIPS if end is None else min(UNKNOWN_TRIPS, self.value(end))

    def bytes(self, shape: Shape, kind: str) -> int:
        """Bytes of an array; at least 1."""
        return max(1, max(0, self.value(product(shape))) * (_BYTES.get(kind) or np.dtype(kind).itemsize))

    def enter(self, index: str, range_: Range) -> None:
        """Give a loop index its middle value."""
        self.example[index] = self.value(range_.start) + range_.step * (max(0, self.value(range_.trips)) // 2)


def extent_of(program: Program, body: Block) -> Extent:
    """That of a Program whose body was rewritten as `body`. Rooms for results are no lengths."""
    lengths = [n for s, n in program.binding.items() if s not in program.rooms]
    return Extent(dict(program.binding), count_ends(body, program.binding), min(UNKNOWN_TRIPS, max(lengths, default=UNKNOWN_LENGTH)))


def count_ends(body: Block, binding: Mapping[str, int]) -> dict[str, Ends]:
    """What is known of the sizes that nodes of `body` bind at run time, in terms of those of the binding."""
    of = Ceilings(makers(body.nodes), lambda size, high: size if size.symbols() <= binding.keys() else None).of
    counts = {n.attrs["symbol"]: n.inputs[0] for n in body.walk() if n.op == "size"}
    found = {symbol: (of(v, False), of(v, True)) for symbol, v in counts.items()}
    return {symbol: ends for symbol, ends in found.items() if ends != (None, None)}


def stacked_shape(shape: Shape, index: str, range_: Range, local: Mapping[str, Ends]) -> Shape | None:
    """The shape that a loop over `index` can stack for a value of `shape`: each Size at its upper bound over the iterations.

    None where no bound is known. local: sizes that the body binds at run time.
    """
    found = []
    for size in shape:
        bound = upper_bound(size, index, range_)
        for count in sorted(local.keys() & bound.symbols()) if bound is not None else ():
            bound = None if bound is None else _bound(bound, count, local[count], 1)
        if bound is None:
            return None
        found.append(bound if bound == size else largest(bound, 0))
    return tuple(found)


def upper_bound(size: Size, index: str, range_: Range) -> Size | None:
    """A Size without `index` that `size` never exceeds while the loop runs; None where none is found."""
    return _bound(size, index, range_.ends, 1)


def _bound(size: Size, index: str, ends: Ends, sign: int) -> Size | None:
    """Upper (sign 1) or lower (sign -1) bound: of both parts of a min or max, else term by term for calls, and by the coefficient of
    `index` for the rest."""
    apart = taken_apart(size, index)
    if apart is not None:
        one, other = (_bound(part, index, ends, sign) for part in apart.parts)
        return None if one is None or other is None else call(apart.name, one, other)
    plain, total = Size(), Size()
    for monomial, k in size.terms:
        if not any(isinstance(a, Call) and index in Size((((a,), 1),)).symbols() for a in monomial):
            plain = plain + Size(((monomial, k),))
            continue
        (first, *rest) = monomial
        atom = None if rest or isinstance(first, str) else _call_bound(first, index, ends, sign if k > 0 else -sign)
        if atom is None:
            return None
        total = total + atom * k
    factor = plain.coefficient(index)
    if factor is None or factor.constant is None:
        return None
    if not factor.constant:
        return total + plain
    end = ends[factor.constant * sign > 0]
    return None if end is None else total + plain.substitute({index: end})


def _call_bound(atom: Call, index: str, ends: Ends, sign: int) -> Size | None:
    a, b = atom.args
    if atom.name == "floordiv" and not (b.constant and b.constant > 0):
        return None
    low, high = _bound(a, index, ends, sign), _bound(b, index, ends, sign)
    return None if low is None or high is None else call(atom.name, low, high)
