"""Sums of products of arrays that are spread for one another are contractions, which products of matrices compute.

    np.sum(x[:, i:i + 3, j:j + 3, :, None] * w, axis=(1, 2, 3))    is    einsum("nabc,abco->no", x[:, i:i + 3, j:j + 3], w)

The terms and their order are the same; the array of all products, which has every axis, is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from precis.ir.size import product
from precis.ir.types import At, Cut, New, Node, Value
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FEW = 8  # terms that are added up where their sum is wanted


def contraction(lift: Lifting, v: Value, axes: Sequence[int], dtype: np.dtype) -> Value | None:
    """The sum over `axes` of what was multiplied last, as a contraction; None where it is none that uses factors again."""
    node = lift.build.nodes[-1] if lift.build.nodes else None
    if node is None or node.op != "mul" or node.output.name != v.name or v.container or v.kind != "real" or v.rank - 1 in axes:
        return None
    if lift.dtypes[v.name] != dtype or (lift.sizes.example(product(v.shape[k] for k in axes)) or 0) <= FEW:
        return None
    whole = lift.shape(v.shape)
    single = {LETTERS[k] for k, d in enumerate(whole) if d == ONE and k not in axes}  # one of the two has it: batches of one
    first, second = (_labels(lift.shape(x.shape), whole) for x in node.inputs)
    labels = [first, "".join(" " if c in first and c in single else c for c in second)]
    result = "".join(LETTERS[k] for k in range(v.rank) if k not in axes)
    if not _again(labels, result) or any(lift.dtypes[x.name] != dtype for x in node.inputs):
        return None
    x, y = (_without(lift, x, own) for x, own in zip(node.inputs, labels))
    return lift.emit("einsum", x, y, dtype=dtype, spec=f"{labels[0]},{labels[1]}->{result}".replace(" ", ""))


def _labels(shape: Sequence, whole: Sequence) -> str:
    """A letter for each axis of an operand, a blank where it is spread along one."""
    first = len(whole) - len(shape)
    return "".join(" " if d == ONE != whole[first + k] else LETTERS[first + k] for k, d in enumerate(shape))


def _again(labels: Sequence[str], result: str) -> bool:
    """Whether factors on both sides are used again and again: each has an axis of the result that the other one lacks; or one, of
    several axes, is summed away."""
    own = [{c for c in result if c in mine and c not in other} for mine, other in (labels, labels[::-1])]
    shared = [c for c in labels[0] if c != " " and c not in result]
    whole = all(c in mine for mine in labels for c in {*"".join(labels)} - {*result, " "})
    return whole and (all(own) or (any(own) and not {*labels[0]} & {*labels[1]} & {*result} and len(shared) > 1))


def _without(lift: Lifting, x: Value, labels: str) -> Value:
    """The operand without the axes along which it is spread."""
    if " " not in labels:
        return x
    node = lift.definitions.get(x.name)
    if node is not None and node.op == "slice" and _spreads(node, labels):
        at = tuple(i for i in node.attrs["at"] if not isinstance(i, New))
        return lift.emit("slice", node.inputs[0], at=at) if at else node.inputs[0]
    return lift.emit("slice", x, at=tuple(At(ZERO) if c == " " else Cut(ZERO, d) for c, d in zip(labels, x.shape)))


def _spreads(node: Node, labels: str) -> bool:
    """Whether the axes without a label are those that a slice adds."""
    items = [i for i in node.attrs["at"] if not isinstance(i, At)]
    added = [isinstance(i, New) for i in items] + [False] * (len(labels) - len(items))
    return len(node.inputs) == 1 and added == [c == " " for c in labels]
