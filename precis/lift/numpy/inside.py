"""Positions that the data tell: where nothing shows that they are inside of their dimension, the run ends where NumPy raises IndexError."""

from __future__ import annotations

from precis.ir.live import MOST
from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.ends_seen import SAME, at_least, at_most
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import computation, constant, convert
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.untold import POSITIONS
from precis.lift.numpy.values import Scalar


def check_inside(lift: Lifting, v: Value, dimension: Size) -> None:
    """The run ends where one of some positions, which stand in an argument, is outside of a dimension, unless a handler waits for that."""
    if not _given(lift, v):
        return
    dimension = lift.sizes.resolve(dimension)
    high = not at_most(lift, v, dimension - 1)
    low = not at_least(lift, v, -dimension)
    if (not high and not low) or _known(lift, v, dimension):
        return
    outside = _outside(lift, v, dimension, low, high)
    if lift.catching.handles(IndexError):
        lift.may_raise(IndexError, Scalar(BOOL, outside), called=True)
        return
    beyond = lift.emit("sub", convert(lift, outside, INT), constant(lift, 1, INT), dtype=INT)
    lift.build.nodes.append(Node("size", (beyond,), (), {"symbol": lift.names.fresh("outside"), MOST: POSITIONS}, (), lift.span))


def _given(lift: Lifting, v: Value) -> bool:
    """Whether positions are part of an argument as it was given."""
    while v.name not in lift.layout.argument_values:
        node = lift.definitions.get(v.name)
        if node is None or not (node.op in SAME or (node.op == "convert" and node.inputs[0].kind != "real")):
            return False
        v = node.inputs[0]
    return bool(v.shape)


def _known(lift: Lifting, v: Value, dimension: Size) -> bool:
    """Whether the same was checked in sight of here; from here on it was."""
    key, build = ("inside", computation(lift, v), dimension), lift.build
    while build is not None:
        if (id(build), key) in lift.runtime:
            return True
        build = build.parent
    lift.journal.set(lift.runtime, (id(lift.build), key), dimension)
    lift.blocks_kept.append(lift.build)
    return False


def _outside(lift: Lifting, v: Value, dimension: Size, low: bool, high: bool) -> Value:
    """Whether one of the positions is."""
    dtype = lift.dtypes[v.name]
    if v.kind != "uint64":
        v, dtype = convert(lift, v, INT), INT
    length = convert(lift, lift.emit("index", dtype=INT, value=dimension), dtype)
    tests = []
    if low and v.kind != "uint64":
        tests.append(lift.emit("lt", v, lift.emit("neg", length, dtype=dtype), dtype=BOOL))
    if high:
        tests.append(lift.emit("ge", v, length, dtype=BOOL))
    found = tests[0] if len(tests) == 1 else lift.emit("bit_or", *tests, dtype=BOOL)
    return lift.emit("any", found, dtype=BOOL, axes=tuple(range(len(found.shape)))) if found.shape else found
