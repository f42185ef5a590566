"""Shape rules shared by the operations."""

from __future__ import annotations

from collections.abc import Sequence

from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, New, Pick, Shape, Value, shape_of

ONE = Size.of(1)


def broadcast(shapes: Sequence[Shape]) -> Shape:
    """NumPy broadcasting of shapes whose Sizes are equal or the constant 1. Raises ValueError."""
    rank = max((len(s) for s in shapes), default=0)
    padded = [(ONE,) * (rank - len(s)) + tuple(s) for s in shapes]
    return tuple(_join([p[d] for p in padded], shapes) for d in range(rank))


def _join(dims: Sequence[Size], shapes: Sequence[Shape]) -> Size:
    wide = {d for d in dims if d != ONE}
    if len(wide) > 1:
        raise ValueError("shapes " + " and ".join(text(s) for s in shapes) + " do not broadcast")
    return wide.pop() if wide else ONE


def text(shape: Shape) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def indexed(shape: Shape, at: Index, picks: Sequence[Value]) -> Shape:
    """The shape of `x[at]`, by NumPy's rule: picks broadcast together and take the place of the first pick when all
    picks of rank > 0 stand side by side, else come first."""
    taken = sum(not isinstance(item, New) for item in at)
    if taken > len(shape):
        raise ValueError(f"{taken} indices for shape {text(shape)}")
    picked = broadcast([picks[i.operand].shape for i in at if isinstance(i, Pick)])
    plain: list[tuple[bool, Shape]] = [
        (isinstance(item, Pick), () if isinstance(item, (At, Pick)) else (item.length if isinstance(item, Cut) else ONE,))
        for item in at]
    rest = tuple(shape[taken:])
    first = pick_position(at)
    if first is None:
        return tuple(d for _, dims in plain for d in dims) + rest
    before = tuple(d for _, dims in plain[:first] for d in dims)
    after = tuple(d for _, dims in plain[first:] for d in dims)
    return before + picked + after + rest if picks_adjacent(at) else picked + before + after + rest


def pick_position(at: Index) -> int | None:
    """Position in `at` of the first pick, or None."""
    return next((k for k, item in enumerate(at) if isinstance(item, Pick)), None)


def picks_adjacent(at: Index) -> bool:
    """Whether the advanced items (picks, and integers beside them, as in NumPy) stand side by side."""
    places = [k for k, item in enumerate(at) if isinstance(item, (Pick, At))]
    return places == list(range(places[0], places[-1] + 1)) if places else True


def identity_index(shape: Shape) -> Index:
    """The index that takes a whole array: `x[:, :]`."""
    return tuple(Cut(Size.of(0), d) for d in shape)


def without(shape: Shape, axes: Sequence[int]) -> Shape:
    return tuple(d for k, d in enumerate(shape) if k not in axes)


def with_ones(shape: Shape, axes: Sequence[int]) -> Shape:
    """The shape of a reduction that keeps its axes with length 1."""
    return tuple(ONE if k in axes else d for k, d in enumerate(shape))


__all__ = ["broadcast", "identity_index", "indexed", "pick_position", "picks_adjacent", "shape_of", "text",
           "with_ones", "without"]
