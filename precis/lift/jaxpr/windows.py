"""Sliding windows, and convolutions: one contraction of all windows, or one for each position within the kernel or of the result.

Letters: n images, c channels, o features, g groups, capitals the axes of space.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from precis.ir.size import Size
from precis.ir.types import At, Cut, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.folding import WRITTEN_OUT, folded, unravelled
from precis.lift.jaxpr.shape import ZERO, padded, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


SEVERAL = 1 << 24  # elements of all windows side by side, from where on each position within the kernel is taken alone


def strided(value: Value, axes: Sequence[int], starts: Sequence[Size], steps: Sequence[int], lengths: Sequence[int]) -> tuple:
    """The index of `lengths` elements by `steps` from `starts` along `axes`, and of all of the others."""
    at = [Cut(ZERO, d) for d in value.shape]
    for axis, start, step, n in zip(axes, starts, steps, lengths, strict=True):
        at[axis] = Cut(start, Size.of(n), step)
    return tuple(at)


def dilated(lo: Lowering, value: Value, axes: Sequence[int], padding: Sequence, interior: Sequence[int], filling: Value) -> Value:
    """`value` padded along `axes`, with `interior - 1` elements between its own."""
    config = [(0, 0, 0)] * value.rank
    for axis, (low, high), dilation in zip(axes, padding, interior):
        config[axis] = (low, high, dilation - 1)
    if not any(map(any, config)):
        return value
    sizes = [d.constant or 0 for d in value.shape]
    shape = [low + high + n + max(0, n - 1) * inner for n, (low, high, inner) in zip(sizes, config)]
    return padded(lo, value, filling, config, shape)


@dataclass(frozen=True)
class _Conv:
    """Operands whose axes are in the order of their letters, and the lengths of the result's space and of the kernel's."""

    eqn: Any
    image: Value
    kernel: Value
    letters: tuple[str, str, str]  # of image, kernel and result
    out: tuple[int, ...]
    taps: tuple[int, ...]

    @property
    def space(self) -> str:
        return "".join(filter(str.isupper, self.letters[0]))

    def length(self, letter: str) -> int:
        known = {**dict(zip(self.letters[0], self.image.shape)), **dict(zip(self.letters[1], self.kernel.shape))}
        known |= dict(zip(self.space, shape_of(*self.out)))
        return known[letter].constant or 0

    def lengths(self, letters: str) -> tuple[Size, ...]:
        return shape_of(*map(self.length, letters))


def convolution(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Features come last where they do in the result, else after the images: products of matrices then read and write rows. Over the
    positions of the kernel or of the result, whichever are fewer: gradients by the kernel have a kernel as large as the image."""
    p, numbers, aval = eqn.params, eqn.params["dimension_numbers"], eqn.outvars[0].aval
    image, kernel = (lo.convert(lo.full(v, i.aval), kind_of(aval)) for v, i in zip(x, eqn.invars))
    last = numbers.out_spec[1] == aval.ndim - 1
    image = transposed(lo, image, _in_order(numbers.lhs_spec, last))
    kernel = transposed(lo, kernel, _in_order(numbers.rhs_spec, last)[1:] + numbers.rhs_spec[:1] if last else numbers.rhs_spec)
    axes = range(1, image.rank - 1) if last else range(2, image.rank)
    image = dilated(lo, image, axes, p["padding"], p["lhs_dilation"], lo.b.const(0, image.kind))
    order = _in_order(numbers.out_spec, last)
    conv = _grouped(lo, eqn, image, kernel, last)
    total = _way(conv)(lo, conv)
    total = total if total.rank == len(order) else lo.b.reshape(total, shape=shape_of(*(aval.shape[k] for k in order)))
    return transposed(lo, total, [order.index(k) for k in range(len(order))])


def _in_order(spec: Sequence[int], last: bool) -> tuple[int, ...]:
    """Axes of images, channels and space, with the channels last or not."""
    first, channels, *space = spec
    return (first, *space, channels) if last else tuple(spec)


def _grouped(lo: Lowering, eqn: Any, image: Value, kernel: Value, last: bool) -> _Conv:
    """Groups get an axis of their own."""
    p, rank = eqn.params, image.rank - 2
    features, batches, space = p["feature_group_count"], p["batch_group_count"], ascii_letters[26:26 + rank]
    sizes = [d.constant or 0 for d in image.shape]
    n, c, rest = sizes[0], sizes[-1 if last else 1], sizes[1:-1] if last else sizes[2:]
    sizes = [d.constant or 0 for d in kernel.shape]
    o, taps = sizes[-1 if last else 0], tuple(sizes[:rank] if last else sizes[2:])
    g = "g" if features * batches > 1 else ""
    ends = ("gn" if batches > 1 else "n", "gc" if features > 1 else "c", f"{g}o")
    letters = ((f"{ends[0]}{space}{ends[1]}", f"{space}c{ends[2]}", f"n{space}{ends[2]}") if last
               else (f"{ends[0]}{ends[1]}{space}", f"{ends[2]}c{space}", f"n{ends[2]}{space}"))
    known = {"n": n // batches, "c": c // features, "o": o // (features * batches), "g": features * batches}
    image, kernel = (lo.b.reshape(v, shape=shape_of(*({**known, **dict(zip(space, inner))}[x] for x in names))) if g else v
                     for v, names, inner in ((image, letters[0], rest), (kernel, letters[1], taps)))
    out = p["dimension_numbers"].out_spec[2:]
    return _Conv(eqn, image, kernel, letters, tuple(eqn.outvars[0].aval.shape[k] for k in out), taps)


def _way(conv: _Conv) -> Callable[[Lowering, _Conv], Value]:
    if prod(conv.taps) > prod(conv.out):
        return _by_positions
    taps, single = prod(conv.taps), "g" in conv.letters[2] or conv.length("c") == conv.length("o") == 1
    windows = taps * prod(map(conv.length, conv.letters[0]))
    return _by_taps if single or taps > WRITTEN_OUT or windows > SEVERAL else _by_windows


def _part(lo: Lowering, conv: _Conv, tap: Sequence[Size]) -> Value:
    """What one position of the kernel meets."""
    p, axes = conv.eqn.params, [conv.letters[0].index(x) for x in conv.space]
    return lo.b.slice(conv.image, at=strided(conv.image, axes, _starts(tap, p["rhs_dilation"]), p["window_strides"], conv.out))


def _starts(positions: Sequence[Size], steps: Sequence[int]) -> list[Size]:
    return [position * step for position, step in zip(positions, steps)]


def _by_windows(lo: Lowering, conv: _Conv) -> Value:
    """One product of matrices: the windows, side by side, and the kernel."""
    parts = [_part(lo, conv, unravelled(Size.of(k), conv.taps)) for k in range(prod(conv.taps))]
    n, inner, (o,) = conv.length("n"), prod(conv.taps) * conv.length("c"), conv.lengths("o")
    last = conv.letters[2].endswith("o")
    whole = lo.b.concatenate(*parts, axis=parts[0].rank - 1 if last else 1) if len(parts) > 1 else parts[0]
    if last:
        rows = lo.b.reshape(whole, shape=shape_of(n * prod(conv.out), inner))
        total = lo.b.einsum(rows, lo.b.reshape(conv.kernel, shape=(Size.of(inner), o)), spec="mk,ko->mo")
    else:
        columns = lo.b.reshape(whole, shape=shape_of(n, inner, prod(conv.out)))
        kernel = transposed(lo, conv.kernel, (0, *range(2, conv.kernel.rank), 1))
        total = lo.b.einsum(lo.b.reshape(kernel, shape=(o, Size.of(inner))), columns, spec="ok,nkp->nop")
    return lo.b.reshape(total, shape=conv.lengths(conv.letters[2]))


def _by_taps(lo: Lowering, conv: _Conv) -> Value:
    """The sum over kernel positions, in row-major order, of one contraction over channels each, or of a product of single channels."""
    image, kernel, result = conv.letters
    inner = "".join(x for x in kernel if x not in conv.space)

    def term(at: Lowering, k: Size) -> Value:
        tap = unravelled(k, conv.taps)
        part = _part(at, conv, tap)
        weight = at.b.slice(conv.kernel, at=tuple(At(tap[conv.space.index(x)]) if x in conv.space else Cut(ZERO, d)
                                                  for x, d in zip(kernel, conv.kernel.shape)))
        if conv.length("c") > 1:
            return at.b.einsum(part, weight, spec=f"{image},{inner}->{result}")
        return at.b.mul(*(at.b.reshape(v, shape=shape_of(*(conv.length(x) if x in own else 1 for x in result)))
                          for v, own in ((part, image), (weight, inner))))
    return folded(lo, conv.eqn, prod(conv.taps) - 1, term(lo, ZERO), lambda at, total, k: at.b.add(total, term(at, k + 1)))


def _by_positions(lo: Lowering, conv: _Conv) -> Value:
    """For every position of the result, in row-major order, one contraction over channels and the kernel."""
    p, axes = conv.eqn.params, [conv.letters[0].index(x) for x in conv.space]
    image, kernel, result = conv.letters
    inner = "".join(x for x in result if x not in conv.space)

    def put(at: Lowering, total: Value, k: Size) -> Value:
        position = unravelled(k, conv.out)
        index = strided(conv.image, axes, _starts(position, p["window_strides"]), p["rhs_dilation"], conv.taps)
        value = at.b.einsum(at.b.slice(conv.image, at=index), conv.kernel, spec=f"{image},{kernel}->{inner}")
        return at.b.update(total, value, at=tuple(At(position[conv.space.index(x)]) if x in conv.space else Cut(ZERO, d)
                                                  for x, d in zip(result, conv.lengths(result))))
    return folded(lo, conv.eqn, prod(conv.out), lo.spread(lo.b.const(0, conv.image.kind), conv.lengths(result)), put)
