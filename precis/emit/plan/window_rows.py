"""Products of a window that moves with a loop's index: one product of all windows of a row, in front of the loop, computes them.

    for j: out[:, i, j] = einsum("nabc,abco->no", x[:, i:i + 3, j:j + 3], w)
    rows = einsum("naZbc,abco->Zno", windows of x[:, i:i + 3], w); for j: out[:, i, j] = rows[j]

Windows share their elements; they are a view, and nothing is copied. Each sum has the same terms in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from precis.emit.plan.boxes import Defined, Read, before, read_of
from precis.emit.plan.row_products import Run
from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels, row_by_row
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, Item, Node, Shape, Value, Windows

WORTHWHILE = 256  # multiplications of a row of windows in the example
LETTERS = "abcdefgh"
LINE = 32  # bytes of a row of the result: shorter ones are no vectors


def as_product(node: Node, defined: Defined) -> Node:
    """A sum over all axes of a product of two arrays as a contraction, of the same terms in the same order; others as they are."""
    product_ = defined.get(node.inputs[0].name) if node.op == "sum" else None
    if product_ is None or product_.op != "mul" or node.output.rank or product_.output.container or node.attrs.keys() != {"axes"}:
        return node
    rank = product_.output.rank
    if any(v.rank != rank or v.shape != product_.output.shape for v in product_.inputs) or not 0 < rank <= len(LETTERS):
        return node
    return Node("einsum", product_.inputs, node.outputs, {"spec": f"{LETTERS[:rank]},{LETTERS[:rank]}->"}, (), node.span)


@dataclass(frozen=True, slots=True)
class WindowRows:
    """The product of a run, beside precis.emit.plan.row_products.Rows: of the parts `at` of `bases`, the first of which moves."""

    node: Node
    bases: tuple[Value, ...]
    at: tuple[tuple[Item | Windows, ...], ...]
    spec: str
    run: Run
    split: str = ""

    def build(self, b: Build) -> Value:
        x, y = (_part(b, v, at) for v, at in zip(self.bases, self.at))
        return b.einsum(x, y, spec=self.spec)

    def iteration(self, b: Build, rows: Value) -> Value:
        return self.run.row(b, rows, self.node.output)


def _part(b: Build, v: Value, at: tuple[Item | Windows, ...]) -> Value:
    found = b.value("", _shape(at), v.kind)
    b.learn(Node("slice", (v,), (found,), {"at": at}, (), b.span))
    return found


def _shape(at: tuple[Item | Windows, ...]) -> Shape:
    found: list[Size] = []
    for item in at:
        if isinstance(item, Windows):
            found += [item.count, item.length]
        elif isinstance(item, Cut):
            found.append(item.length)
    return tuple(found)


def window_rows(node: Node, defined: Defined, run: Run, outside: Callable[[Read], Value | None], trips: Size,
                example: Mapping[str, int], bytes_each: int) -> WindowRows | None:
    """The product of all windows of a run; None where nothing moves as a window does, or few numbers come of it."""
    reads = [read_of(v, defined) for v in node.inputs]
    if any(r is None for r in reads):
        return None
    reads = [before(r, defined, run.ranges) for r in reads if r]
    labels = contraction_labels(node.attrs["spec"])
    moves = [[k for k, item in enumerate(r.at) if _moves(item, run)] for r in reads]
    if sorted(map(len, moves)) != [0, 1]:
        return None
    first = 0 if moves[0] else 1
    moving, still, (axis,) = reads[first], reads[1 - first], moves[first]
    at = _windows(moving, axis, run)
    if at is None or not _large(node, labels, first, trips, example, bytes_each):
        return None
    found = outside(Read(moving.base, _covered(moving, axis, run), ())), outside(Read(still.base, still.at, ()))
    if found[0] is None or found[1] is None:
        return None
    row = next(c for c in "RSTUVWXYZ" if not any(c in own for own in labels))
    a, b = _spec(moving, labels[first], axis, row), _spec(still, labels[1 - first])
    spec = f"{a},{b}->{row}{labels[2]}"
    alike = row_by_row(spec) == row_by_row(node.attrs["spec"])  # the order of the sums, where loops add them up
    return WindowRows(node, (found[0], found[1]), (at, still.at), spec, run) if alike else None


def _moves(item: Item, run: Run) -> bool:
    sizes = (item.position,) if isinstance(item, At) else (item.start, item.length) if isinstance(item, Cut) else ()
    return any(run.index in s.symbols() for s in sizes)


def _windows(read: Read, axis: int, run: Run) -> tuple[Item | Windows, ...] | None:
    """What all iterations read, where an item of constant length moves upwards; what is one position moves along an axis of its own."""
    item = read.at[axis]
    start = item.position if isinstance(item, At) else item.start  # type: ignore[union-attr]
    apart = run.growth(start) or 0
    if apart <= 0 or (isinstance(item, Cut) and run.index in item.length.symbols()):
        return None
    low = run.least(start)
    made = Cut(low, run.count, apart) if isinstance(item, At) else Windows(low, run.count, item.length, apart, item.step)  # type: ignore[union-attr]
    return (*read.at[:axis], made, *read.at[axis + 1:])


def _covered(read: Read, axis: int, run: Run) -> tuple[Item, ...]:
    """A box around what all iterations read."""
    item = read.at[axis]
    if isinstance(item, At):
        low, high = run.least(item.position), run.largest(item.position)
    else:
        assert isinstance(item, Cut)
        ends = [item.start, item.start + (item.length - 1) * item.step]
        low, high = (run.least(min(ends, key=lambda s: (s - item.start).constant or 0)), run.largest(ends[item.step > 0]))
    return (*read.at[:axis], Cut(low, high - low + 1), *read.at[axis + 1:])


def _spec(read: Read, labels: str, axis: int = -1, row: str = "") -> str:
    """Labels in the order of the axes of the array; `row` in front of that of windows."""
    by_axis = dict(zip(read.axes, labels))
    return "".join(row * (k == axis) + by_axis.get(k, "") for k in range(len(read.at)))


def _large(node: Node, labels: tuple[str, str, str], first: int, trips: Size, example: Mapping[str, int], bytes_each: int) -> bool:
    """Whether the rows of a run are no trifle in the example, and those of its result vectors: of what the operand that stays has."""
    extents = {c: d for own, v in zip(labels, node.inputs) for c, d in zip(own, v.shape)}
    columns = [d for c, d in extents.items() if c in labels[2] and c not in labels[first]] or [trips] * (not labels[2])
    whole, row = product([trips, *extents.values()]), product(columns)
    if not columns or not {*whole.symbols()} <= example.keys():
        return False
    return whole.value(example) >= WORTHWHILE and row.value(example) * bytes_each >= LINE
