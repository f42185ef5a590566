"""Short loops of scalar statements written out, so that passes over straight-line code see through them.

Those that tally stay loops: every iteration would gather its pairs in strips of its own.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.kernels import Loop, Nest, Rotate, Statement
from precis.emit.plan.moved import moved
from precis.ir.size import Size

Block = tuple[Statement, ...]

MOST = 8  # trips
LARGEST = 400  # instructions in what is written out


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


def _at(s: Statement, index: dict[str, Size]) -> Statement:
    """One iteration."""
    return replace(s, body=tuple(moved(i, index) for i in s.body)) if isinstance(s, Nest) else s
