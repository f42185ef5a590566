"""How large and how small the integers of a program may be, as far as the way in which they are computed shows it."""

from __future__ import annotations

from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.evaluated import evaluated
from precis.lift.numpy.guards import always
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting

NEVER_NEGATIVE = ("iota", "argmax", "argmin", "argsort", "searchsorted")
UNSIGNED = ("bool", "uint8", "uint16", "uint32")  # kinds that int64 holds
NARROW = {"bool": 1, "uint8": 255, "uint16": 65535, "int8": 127, "int16": 32767}  # the largest number of a kind
SAME = ("slice", "reshape", "broadcast", "transpose", "store")  # what gives elements of its first operand
DEEPEST = 8  # nodes on the way to where a position comes from


def never_negative(lift: Lifting, v: Value, depth: int = 8) -> bool:
    """Whether the way in which an integer is computed shows that it is not negative."""
    node = lift.definitions.get(v.name)
    if node is None or depth == 0:
        return False
    if node.op in NEVER_NEGATIVE or (node.op == "convert" and node.inputs[0].kind in UNSIGNED):
        return True
    if node.op == "const":
        return not isinstance(node.attrs["value"], tuple) and node.attrs["value"] >= 0
    if node.op == "index":
        return bool(node.attrs["value"].constant is not None and node.attrs["value"].constant >= 0)
    if node.op == "convert" and node.inputs[0].kind == "uint64":
        return _fits(lift, node.inputs[0], depth - 1)
    if node.op in ("minimum", "bit_and"):
        test = all if node.op == "minimum" else any
        return test(_not_below_zero(lift, i) or never_negative(lift, i, depth - 1) for i in node.inputs)
    if node.op in ("add", "mul", "maximum", "store", "slice", "reshape", "broadcast", "transpose", "floordiv", "select", "concatenate"):
        parts = node.inputs[1:] if node.op == "select" else node.inputs[:1] if node.op == "slice" else node.inputs
        test = any if node.op == "maximum" else all
        return test(never_negative(lift, i, depth - 1) for i in parts)
    return node.op == "mod" and (_not_below_zero(lift, node.inputs[1]) or never_negative(lift, node.inputs[1], depth - 1))


def _not_below_zero(lift: Lifting, v: Value) -> bool:
    """Whether a bound is a size that is not negative, which is guarded."""
    node = lift.definitions.get(v.name)
    return node is not None and node.op == "index" and lift.sizes.nonnegative(node.attrs["value"]) is True


def _fits(lift: Lifting, v: Value, depth: int) -> bool:
    """Whether a number of kind uint64 is seen to be below 2**63, so that it stays itself as int64."""
    node = lift.definitions.get(v.name)
    if node is None or depth <= 0:
        return False
    if node.op == "convert":
        x = node.inputs[0]
        return x.kind in UNSIGNED or _not_below_zero(lift, x) or never_negative(lift, x, depth - 1)
    if node.op == "const":
        return not isinstance(node.attrs["value"], tuple) and node.attrs["value"] < 1 << 63
    if node.op in ("minimum", "bit_and"):
        return any(_fits(lift, i, depth - 1) for i in node.inputs)
    return node.op == "mod" and _fits(lift, node.inputs[1], depth - 1)


def holds(lift: Lifting, size: Size) -> bool:
    """Whether a size is seen not to be negative, without a guard of its own."""
    size, sizes = lift.sizes.resolve(size), lift.sizes
    if size.constant is not None:
        return size.constant >= 0
    lengths = sizes.lengths | sizes.limits.keys() - sizes.ranges.keys()
    known = [*sizes.facts.about(size, sizes.solved), *(g for relation, g in sizes.guards if relation == ">=")]
    return any(always(sizes.resolve(size - f), lengths) for f in (ZERO, *known))


def at_most(lift: Lifting, v: Value, top: Size, depth: int = DEEPEST) -> bool:
    """Whether the way in which integers are computed shows that none is larger than `top`."""
    if (held := evaluated(lift, v)) is not None:
        return held.size == 0 or holds(lift, top - int(held.max()))
    if v.kind in NARROW and holds(lift, top - NARROW[v.kind]):
        return True
    node = lift.definitions.get(v.name)
    if node is None or depth == 0:
        return False
    if (end := _end(node)) is not None:
        return holds(lift, top - end)
    below = [lambda i=i, t=top: at_most(lift, i, t, depth - 1) for i in node.inputs]
    if node.op == "mod":
        return _positive(lift, node.inputs[1]) and at_most(lift, node.inputs[1], top + 1, depth - 1)
    if node.op == "minimum":
        return any(b() for b in below)
    if node.op in ("maximum", "concatenate"):
        return all(b() for b in below)
    if node.op == "select":
        return all(b() for b in below[1:])
    if node.op in SAME or (node.op == "convert" and node.inputs[0].kind not in ("real", "uint64")):
        return below[0]()
    moved = _moved(lift, node)
    return moved is not None and at_most(lift, moved[0], top - moved[1], depth - 1)


def at_least(lift: Lifting, v: Value, bottom: Size, depth: int = DEEPEST) -> bool:
    """Whether none is smaller than `bottom`."""
    if (held := evaluated(lift, v)) is not None:
        return held.size == 0 or holds(lift, int(held.min()) - bottom)
    if (v.kind.startswith("uint") or never_negative(lift, v)) and holds(lift, -bottom):
        return True
    node = lift.definitions.get(v.name)
    if node is None or depth == 0:
        return False
    above = [lambda i=i: at_least(lift, i, bottom, depth - 1) for i in node.inputs]
    if node.op == "maximum":
        return any(a() for a in above)
    if node.op in ("minimum", "concatenate"):
        return all(a() for a in above)
    if node.op == "select":
        return all(a() for a in above[1:])
    if node.op in SAME or (node.op == "convert" and node.inputs[0].kind not in ("real", "uint64")):
        return above[0]()
    moved = _moved(lift, node)
    return moved is not None and at_least(lift, moved[0], bottom - moved[1], depth - 1)


def _end(node: Node) -> Size | None:
    """The largest integer that a node may give, where that is a size."""
    if node.op == "index":
        return node.attrs["value"]
    if node.op == "iota":
        return node.attrs["length"] - 1
    if node.op in ("argmax", "argmin"):
        return node.inputs[0].shape[node.attrs["axes"][0]] - 1 if len(node.attrs["axes"]) == 1 else None
    if node.op == "argsort":
        return node.inputs[0].shape[node.attrs["axis"]] - 1
    if node.op == "places":
        return node.inputs[0].shape[0] - 1
    return node.inputs[0].shape[-1] if node.op == "searchsorted" else None


def _moved(lift: Lifting, node: Node) -> tuple[Value, Size] | None:
    """What a node adds a size to, and that."""
    if node.op not in ("add", "sub"):
        return None
    a, b = node.inputs
    if (size := _size(lift, b)) is not None:
        return a, size if node.op == "add" else -size
    return (b, size) if node.op == "add" and (size := _size(lift, a)) is not None else None


def _size(lift: Lifting, v: Value) -> Size | None:
    node = lift.definitions.get(v.name)
    while node is not None and node.op == "broadcast":
        node = lift.definitions.get(node.inputs[0].name)
    if node is None or node.op not in ("index", "const") or node.output.kind != "int64" or isinstance(node.attrs["value"], tuple):
        return None
    return Size.of(node.attrs["value"])


def _positive(lift: Lifting, v: Value) -> bool:
    """Whether a divisor is a size of 1 or more, which is guarded."""
    size = _size(lift, v)
    return size is not None and lift.sizes.nonnegative(size - 1) is True
