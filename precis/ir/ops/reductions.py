"""Reductions, scans and the two-operand contraction.

The order of a rounded sum depends on the operation and the shape only, and is chosen to vectorise; see `lanes` in
precis/ir/order.py.
"""

from __future__ import annotations

import numpy as np

from precis.ir.ops.record import CONTRACTION, EXACT, ONCE, REDUCTION, STRUCTURE, SUM, Op, Type
from precis.ir.shapes import ONE, text, with_ones, without
from precis.ir.size import Size
from precis.ir.types import Attrs, Cut, Value


def _axes(inputs: tuple[Value, ...], attrs: Attrs) -> tuple[int, ...]:
    (x,) = inputs
    axes = attrs["axes"]
    if any(not 0 <= a < x.rank for a in axes) or list(axes) != sorted(set(axes)):
        raise ValueError(f"axes {axes} for shape {text(x.shape)}")
    return axes


def _infer_reduce(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    return without(inputs[0].shape, _axes(inputs, attrs)), inputs[0].kind


def _numbers(kind: str) -> str:
    if kind == "bool":
        raise ValueError("booleans where numbers are needed")
    return kind


def _infer_sum(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    shape, kind = _infer_reduce(inputs, attrs)
    return shape, _numbers(kind)


def _infer_extreme(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if inputs[0].kind == "complex":
        raise ValueError("complex numbers have no order")
    return _infer_reduce(inputs, attrs)


def _infer_position(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(attrs["axes"]) != 1:
        raise ValueError(f"takes one axis, not {attrs['axes']}")
    return _infer_extreme(inputs, attrs)[0], "int64"


def _infer_test(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if inputs[0].kind != "bool":
        raise ValueError("takes bool")
    return _infer_reduce(inputs, attrs)


def kept(b, node, value):
    """`value` of the reduced shape, with the reduced axes back as length 1."""
    return b.reshape(value, shape=with_ones(node.inputs[0].shape, node.attrs["axes"]))


def _d_sum(b, n, g):
    return (b.broadcast(kept(b, n, g), shape=n.inputs[0].shape),)


def _d_prod(b, n, g):
    """The product of the other elements: by division where none of them is zero."""
    x, axes = n.inputs[0], n.attrs["axes"]
    gone, safe = _without_zeros(b, x)
    zeros = kept(b, n, b.sum(b.convert(gone, kind="real"), axes=axes))
    rest = kept(b, n, b.prod(safe, axes=axes))
    none, one, zero = b.eq(zeros, b.const(0.0)), b.eq(zeros, b.const(1.0)), b.const(0.0, x.kind)
    others = b.select(gone, b.select(one, rest, zero), b.select(none, b.div(rest, safe), zero))
    return (b.mul(kept(b, n, g), _conjugate(b, others)),)


def _without_zeros(b, x):
    """(where x is zero, x with ones there)."""
    gone = b.eq(x, b.const(0.0, x.kind))
    return gone, b.select(gone, b.const(1.0, x.kind), x)


def _conjugate(b, x):
    return b.conj(x) if x.kind == "complex" else x


def _d_extreme(b, n, g):
    """The cotangent is shared equally by the elements that attain the extreme (JAX's rule)."""
    x = n.inputs[0]
    hit = b.convert(b.eq(x, kept(b, n, n.output)), kind="real")
    count = kept(b, n, b.sum(hit, axes=n.attrs["axes"]))
    return (b.mul(b.div(kept(b, n, g), count), hit),)


def _infer_scan(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,) = inputs
    if not 0 <= attrs["axis"] < x.rank:
        raise ValueError(f"axis {attrs['axis']} for shape {text(x.shape)}")
    return x.shape, _numbers(x.kind)


def _flip(b, v, axis):
    at = tuple(Cut(d - 1, d, -1) if k == axis else Cut(Size(), d) for k, d in enumerate(v.shape))
    return b.slice(v, at=at)


def _d_cumsum(b, n, g):
    axis = n.attrs["axis"]
    return (_flip(b, b.cumsum(_flip(b, g, axis), axis=axis), axis),)


def _d_cumprod(b, n, g):
    """Before the first zero by division; at it with that zero taken out; nothing behind it."""
    x, axis = n.inputs[0], n.attrs["axis"]
    gone, safe = _without_zeros(b, x)
    first = b.bit_and(gone, b.eq(b.cumsum(b.convert(gone, kind="real"), axis=axis), b.const(1.0)))
    other = b.cumprod(b.select(first, b.const(1.0, x.kind), x), axis=axis)
    (here,) = _d_cumsum(b, n, b.mul(g, _conjugate(b, n.output)))
    (at_zero,) = _d_cumsum(b, n, b.mul(g, _conjugate(b, other)))
    return (b.select(first, at_zero, b.div(here, _conjugate(b, safe))),)


def _single(axes):
    (axis,) = axes
    return axis


def contraction_labels(spec: str) -> tuple[str, str, str]:
    """(labels of a, labels of b, labels of the result) of an einsum specification `ij,jk->ik`."""
    operands, result = spec.split("->")
    a, c = operands.split(",")
    return a, c, result


def row_by_row(spec: str) -> bool:
    """Whether each element of the result is a sum along the ends of its operands: inner products, and matrices times vectors.

    They are summed as other rows are (precis.ir.order); the rest first to last, so that rows of the result add up side by side.
    """
    a, b, result = contraction_labels(spec)
    ends = a[-1:] == b[-1:] and a[-1:] not in result
    reused = any(c not in a for c in result) and any(c not in b for c in result)
    return not result or (ends and not reused)


def _infer_einsum(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    x, y = inputs
    a, c, result = contraction_labels(attrs["spec"])
    if len(a) != x.rank or len(c) != y.rank:
        raise ValueError(f"contracts {text(x.shape)} and {text(y.shape)} as {attrs['spec']}")
    if len(set(a)) != len(a) or len(set(c)) != len(c) or len(set(result)) != len(result):
        raise ValueError(f"a label stands twice in one operand of {attrs['spec']}")
    if not set(result) <= set(a) | set(c) or not (set(a) ^ set(c)) <= set(result):
        raise ValueError(f"labels of {attrs['spec']} are neither kept nor shared")
    if x.kind != y.kind:
        raise ValueError(f"operands of kinds {x.kind} and {y.kind}")
    dims = dict(zip(a, x.shape))
    for label, d in zip(c, y.shape):
        if dims.setdefault(label, d) != d:
            raise ValueError(f"inner sizes {dims[label]} and {d} differ")
    return tuple(dims[label] for label in result), x.kind


def _d_einsum(b, n, g):
    x, y = n.inputs
    a, c, result = contraction_labels(n.attrs["spec"])
    x, y = _conjugate(b, x), _conjugate(b, y)
    return _contracted(b, g, y, f"{result},{c}->{a}"), _contracted(b, x, g, f"{a},{result}->{c}")


def _contracted(b, x, y, spec):
    """`einsum`, or a plain product where nothing is summed."""
    a, c, result = contraction_labels(spec)
    if set(a + c) != set(result):
        return b.einsum(x, y, spec=spec)
    return b.mul(_spread(b, x, a, result), _spread(b, y, c, result))


def _spread(b, v, labels, result):
    """`v` with its dimensions in the order of `result` and of length 1 for labels that it lacks."""
    perm = tuple(labels.index(label) for label in result if label in labels)
    v = v if perm == tuple(range(len(perm))) else b.transpose(v, perm=perm)
    dims = iter(v.shape)
    shape = tuple(next(dims) if label in labels else ONE for label in result) if v.rank else ()
    return v if shape == v.shape else b.reshape(v, shape=shape)


OPS = (
    Op("sum", REDUCTION, _infer_sum, lambda xp, a, attrs, size: xp.sum(a[0], attrs["axes"], attrs.get("accumulate")),
       _d_sum, SUM, 1, attrs=("axes",)),
    Op("prod", REDUCTION, _infer_sum, lambda xp, a, attrs, size: xp.prod(a[0], attrs["axes"], attrs.get("accumulate")),
       _d_prod, SUM, 1, attrs=("axes",)),
    Op("max", REDUCTION, _infer_extreme, lambda xp, a, attrs, size: np.max(a[0], attrs["axes"]), _d_extreme, EXACT, 1,
       attrs=("axes",)),
    Op("min", REDUCTION, _infer_extreme, lambda xp, a, attrs, size: np.min(a[0], attrs["axes"]), _d_extreme, EXACT, 1,
       attrs=("axes",)),
    Op("any", REDUCTION, _infer_test, lambda xp, a, attrs, size: np.any(a[0], attrs["axes"]), attrs=("axes",)),
    Op("all", REDUCTION, _infer_test, lambda xp, a, attrs, size: np.all(a[0], attrs["axes"]), attrs=("axes",)),
    Op("argmax", REDUCTION, _infer_position, lambda xp, a, attrs, size: np.argmax(a[0], _single(attrs["axes"])), attrs=("axes",)),
    Op("argmin", REDUCTION, _infer_position, lambda xp, a, attrs, size: np.argmin(a[0], _single(attrs["axes"])), attrs=("axes",)),
    Op("cumsum", STRUCTURE, _infer_scan, lambda xp, a, attrs, size: xp.cumsum(a[0], attrs["axis"], attrs.get("accumulate")),
       _d_cumsum, SUM, 1, attrs=("axis",)),
    Op("cumprod", STRUCTURE, _infer_scan, lambda xp, a, attrs, size: xp.cumprod(a[0], attrs["axis"], attrs.get("accumulate")),
       _d_cumprod, ONCE, 1, attrs=("axis",)),
    Op("einsum", CONTRACTION, _infer_einsum,
       lambda xp, a, attrs, size: xp.einsum(a[0], a[1], attrs["spec"], attrs.get("accumulate")), _d_einsum, SUM, 2,
       attrs=("spec",)),
)
