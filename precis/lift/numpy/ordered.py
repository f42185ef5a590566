"""What is known of computed integers where the code at hand runs: by how they are computed, and by the tests around it.

    x0, x1 = max(int(np.floor(low)), 0), min(int(np.ceil(high)) + 1, n)
    if x0 >= x1: continue
    window = picture[x0:x1]; x = np.arange(x0, x1)

Here 0 <= x0 < x1 <= n, so that the slice has x1 - x0 elements, as many as x.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.computations import computation, same_value
from precis.lift.numpy.farthest import ends, farthest, unnamed
from precis.lift.numpy.problems import Fact, Ordered
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Scalar


def note_orders(lift: Lifting, found: Any, op: ast.cmpop, a: Any, b: Any) -> None:
    """Keep what a comparison of two computed integers says of them."""
    of = [x.value for x in (found, a, b) if isinstance(x, Scalar) and x.value is not None]
    if len(of) == 3 and of[1].kind == of[2].kind == "int64":
        lift.implied[of[0].name] = orders(op, of[1], of[2])


def orders(op: ast.cmpop, a: Value, b: Value) -> tuple[list[Fact], list[Fact]]:
    """What a comparison of two integers says of them where it holds, and where it does not."""
    below, above, at_most, at_least = Ordered(a, b, 1), Ordered(b, a, 1), Ordered(a, b, 0), Ordered(b, a, 0)
    table: dict[type[ast.cmpop], tuple[list[Fact], list[Fact]]] = {
        ast.Lt: ([below], [at_least]), ast.LtE: ([at_most], [above]), ast.Gt: ([above], [at_most]), ast.GtE: ([at_least], [below]),
        ast.Eq: ([at_most, at_least], []), ast.NotEq: ([], [at_most, at_least])}
    return table[type(op)]


def counted_as(lift: Lifting, v: Value) -> Size | None:
    """The run-time count that an integer has in sight of here."""
    key, build = computation(lift, v), lift.build
    while build is not None:
        if (id(build), key) in lift.runtime:
            return lift.runtime[id(build), key]
        build = build.parent
    return None


def told_by_counts(lift: Lifting, v: Value, depth: int = 3) -> Size | None:
    """An integer that is a sum or difference of run-time counts in sight, and of sizes: `x1 - x0` behind `x[x0:x1]`."""
    found = counted_as(lift, v)
    v = unnamed(lift, v)
    node = lift.definitions.get(v.name)
    if found is not None or node is None or depth == 0:
        return found
    if node.op == "index" or (node.op == "const" and type(node.attrs["value"]) is int):
        return Size.of(node.attrs["value"])
    if node.op not in ("add", "sub") or v.kind != "int64":
        return None
    a, b = (told_by_counts(lift, i, depth - 1) for i in node.inputs)
    return None if a is None or b is None else a + b if node.op == "add" else a - b


def note_bounds(lift: Lifting, v: Value, size: Size) -> None:
    """Keep what is known here of an integer as facts of the size that it is: no size of the program is among them, which proofs would take
    for the one of the example, and guard."""
    facts = lift.sizes.facts
    for fact in (*(size - b for b in bounds(lift, v, False) if b.constant is not None), *_apart(lift, v, size)):
        if fact not in facts.about(fact, {}):
            facts.append(fact)


def is_between(lift: Lifting, v: Value, most: Size) -> bool:
    """Whether an integer is seen to be no less than 0 and no more than a size here."""
    low, high = (b.constant for b in bounds(lift, v, False)), ((most - b).constant for b in bounds(lift, v, True))
    return any(b is not None and b >= 0 for b in low) and any(b is not None and b >= 0 for b in high)


def is_at_most(lift: Lifting, a: Value, b: Value) -> bool:
    """Whether an integer is seen to be no more than another here."""
    if any(apart >= 0 and same_value(lift, other, b) for other, apart in _beyond(lift, a, True)):
        return True
    beyond = farthest(lift, a, b)
    return beyond is not None and beyond <= 0


def bounds(lift: Lifting, v: Value, high: bool) -> Iterator[Size]:
    """Sizes that an integer is at most (at least) here."""
    yield from _sizes(lift, v, high)
    for other, apart in _beyond(lift, v, high):
        yield from (b - apart if high else b + apart for b in _sizes(lift, other, high))


def _sizes(lift: Lifting, v: Value, high: bool) -> Iterator[Size]:
    yield from (origin + more for origin, more in ends(lift, v, high).items() if isinstance(origin, Size))


def _beyond(lift: Lifting, v: Value, high: bool) -> Iterator[tuple[Value, int]]:
    """(an integer that is larger (smaller) where this code runs, by how much at least)."""
    for f in lift.holding:
        if isinstance(f, Ordered) and same_value(lift, f.low if high else f.high, v):
            yield (f.high if high else f.low), f.apart


def _apart(lift: Lifting, v: Value, size: Size) -> Iterator[Size]:
    for high in (True, False):
        for other, apart in _beyond(lift, v, high):
            found = counted_as(lift, other)
            if found is not None:
                yield (found - size if high else size - found) - apart
