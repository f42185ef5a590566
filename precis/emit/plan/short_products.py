"""Products of many rows by small matrices, as those of colours and of points in space are, are written out column by column.

    rgb @ m.T  ->  concatenate((rgb[..., :1] * m[0, 0] + rgb[..., 1:2] * m[0, 1] + rgb[..., 2:] * m[0, 2], ...), axis=-1)

Two or three sums are no vector: vectors run along the many numbers that each number of the matrix is multiplied with. Each sum has its
terms in their order, from 0.0 on; those of integers are the same in any. Reals whose small matrix comes first, (3, 3) by (3, n), have
vectors along their rows wherever they are multiplied.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.written_out import LONG, along
from precis.ir.build import Build, Names
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import At, Cut, New, Node, Value

SHORT = 4  # terms of each sum, and columns of the matrix


def by_columns(node: Node, names: Names) -> list[Node] | None:
    """Nodes that end in the result; None where it is no such product, or not of many numbers."""
    (a, b), (x, y, result) = node.inputs, contraction_labels(node.attrs["spec"])
    if not all(v.kind == node.output.kind for v in (a, b)) or len(set(x)) < len(x) or len(set(y)) < len(y):
        return None
    if not _small(b, y, x, result):
        (a, x), (b, y) = (b, y), (a, x)
    if not _small(b, y, x, result) or not _many(a, x, y):
        return None
    made, term = Build(names, node.span), next(c for c in y if c in x)
    column = next((c for c in y if c not in x), "")
    if b.kind == "real" and not (column and result.endswith(column)):
        return None
    rows = along(made, a, x, result.replace(column, "") + term)
    count = b.shape[y.index(column)].constant or 1 if column else 1
    columns = [_column(made, rows, b, y, {term: 0, column: k}, term) for k in range(count)]
    if column:
        columns = [_opened(made, v, result.index(column)) for v in columns]
    if count > 1:
        made.concatenate(*columns, axis=result.index(column))
    return [*made.nodes[:-1], replace(made.nodes[-1], outputs=node.outputs)]


def _small(b: Value, y: str, x: str, result: str) -> bool:
    """Whether an operand is a short row of terms, or a few columns of such, and the other one has each number of the result."""
    summed = [c for c in y if c not in result]
    short = all(0 < (d.constant or 0) <= SHORT for d in b.shape)
    return short and len(summed) == 1 and summed[0] in x and len(y) - 1 == len([c for c in y if c in result and c not in x]) <= 1 \
        and {c for c in x if c not in result} == {*summed}


def _many(a: Value, x: str, y: str) -> bool:
    lengths = [d.constant for d, c in zip(a.shape, x) if c not in y]
    return any(n is None or n >= LONG for n in lengths)


def _column(made: Build, rows: Value, b: Value, y: str, at: dict[str, int], term: str) -> Value:
    """The sum of terms for one column of the matrix."""
    whole = tuple(Cut(Size(), d) for d in rows.shape[:-1])
    total = made.const(0.0) if b.kind == "real" else None
    for j in range(rows.shape[-1].constant or 0):
        factor = made.slice(b, at=tuple(At(Size.of({**at, term: j}[c])) for c in y))
        product = made.mul(made.slice(rows, at=(*whole, At(Size.of(j)))), factor)
        total = product if total is None else made.add(total, product)
    assert total is not None  # there is a term
    return total


def _opened(made: Build, v: Value, axis: int) -> Value:
    """With an axis of one element."""
    cuts = [Cut(Size(), d) for d in v.shape]
    return made.slice(v, at=(*cuts[:axis], New(), *cuts[axis:]))
