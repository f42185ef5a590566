"""Short loops of scalar statements written out, so that passes over straight-line code see through them.

Those that tally stay loops: every iteration would gather its pairs in strips of its own.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.kernels import Loop, Nest, Rotate, Statement, While
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import walk
from precis.ir.size import Size

Block = tuple[Statement, ...]

MOST = 8  # trips
LARGEST = 400  # instructions in what is written out
BY_COMPILER = 2000  # the same of what the compiler writes out


def unrolled(statements: Block) -> Block:
    """The statements, with the bodies of loops of few trips one after the other where these are scalar statements."""
    out: list[Statement] = []
    for s in statements:
        out += _opened(replace(s, body=unrolled(s.body))) if isinstance(s, Loop) else [s]
    return tuple(out)


def _opened(s: Loop) -> list[Statement]:
    trips, length = s.trips.constant, sum(len(t.body) for t in s.body if isinstance(t, Nest))
    if trips is None or trips > MOST or trips * length > LARGEST or not all(map(_plain, s.body)):
        return [s]
    return [_at(t, {s.index: s.start + k * s.step}) for k in range(trips) for t in s.body]


def _plain(s: Statement) -> bool:
    return isinstance(s, Rotate) or (isinstance(s, Nest) and not s.axes and not s.reductions)


def by_compiler(s: Loop) -> bool:
    """Whether the compiler is told to write a loop out: one of few trips around loops that end when data say. Branches of each iteration
    are then predicted by what the same iteration did before."""
    trips, inside = s.trips.constant, tuple(walk(s.body))
    scalar = not any(isinstance(t, Nest) and t.axes for t in inside)
    length = sum(len(t.body) for t in inside if isinstance(t, Nest))
    short = trips is not None and 1 < trips <= MOST and trips * length <= BY_COMPILER
    return short and scalar and any(isinstance(t, While) for t in inside)


def _at(s: Statement, index: dict[str, Size]) -> Statement:
    """One iteration."""
    return replace(s, body=tuple(moved(i, index) for i in s.body)) if isinstance(s, Nest) else s
