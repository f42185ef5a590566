"""Holes: elements of outputs that are infinite or NaN, as sentinels and masks are.

Where two runs have the same infinity, or both NaN, they agree, and the element is left out of norms and derivatives. Where
only one has it, the error is infinite. NaN that operations make of infinities that the user gave is refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.seminorm import Seminorm
from precis.errors import InputError
from precis.ir.approx import inline_approx
from precis.ir.emulate import ROUNDED
from precis.ir.interpret import interpret
from precis.ir.types import Node, Program

EXPONENTIALS, PRODUCTS = ("exp", "exp2"), ("mul", "div", "pow")  # results are zero of zeros only, or never
NODES = 200_000  # operations that are interpreted before the search for a NaN is given up


def plain(x: Any) -> np.ndarray:
    """`x` with numbers that NumPy can test: mpmath's as binary64."""
    x = np.asarray(x)
    return x.astype(np.complex128 if any(hasattr(v, "imag") and v.imag for v in x.flat) else float) if x.dtype == object else x


def finite(x: Any) -> np.ndarray:
    """Which elements are finite."""
    return np.isfinite(plain(x))


def filled(x: Any) -> np.ndarray:
    """`x` with zero in every hole."""
    x = np.asarray(x)
    fine = finite(x)
    return x if fine.all() else np.where(fine, x, np.zeros_like(x))


def agreed(found: Any, reference: Any) -> np.ndarray:
    """Where both are the same infinity or both NaN."""
    a, b = plain(found), plain(reference)
    with np.errstate(all="ignore"):
        return (np.isnan(a) & np.isnan(b)) | (~np.isfinite(a) & (a == b))


def settled(found: Any, reference: Any) -> tuple[np.ndarray, np.ndarray]:
    """Both with zero where they agree in a hole."""
    found, reference = np.asarray(found), np.asarray(reference)
    if finite(reference).all():
        return found, reference
    same = agreed(found, reference)
    return np.where(same, np.zeros_like(found), found), np.where(same, np.zeros_like(reference), reference)


def error(seminorm: Seminorm, found: Any, reference: Any) -> float:
    """The error where both are finite; infinite where only one has a hole."""
    a, b = settled(found, reference)
    return seminorm.error(a, b) if finite(a).all() and finite(b).all() else math.inf


def left_out(reference: Any) -> str:
    """'3 of 100 elements are infinite'; "" where all are finite."""
    y = plain(reference)
    counts = [(int(np.sum(test(y))), word) for test, word in ((np.isinf, "infinite"), (np.isnan, "NaN"))]
    found = [f"{n} of {y.size} elements {'is' if n == 1 else 'are'} {word}" for n, word in counts if n]
    return " and ".join(found)


def refuse_holes(
    program: Program, names: Sequence[str], outputs: Sequence[Any], arrays: Sequence[Any], binding: Mapping[str, int]
) -> None:
    """Raise InputError for an output without a finite element, for NaN of the arguments that spreads, and for NaN that
    operations make of arguments that are not finite, at the line where they do."""
    refuse_empty(program, arrays)
    holes = {p.name: ~finite(a) for p, a in zip(program.body.params, arrays) if p.kind in ROUNDED and not finite(a).all()}
    given = sum(int(np.isnan(plain(a)).sum()) for p, a in zip(program.body.params, arrays) if p.name in holes)
    for name, y in zip(names, outputs):
        y = plain(y)
        count = int(np.isnan(y).sum())
        nowhere = bool(y.size) and not np.isfinite(y).any()
        if not nowhere and not (holes and count):
            continue
        node, lost = born(program, arrays, binding) if count else (None, None)
        if node or nowhere or count > given:
            raise _refusal(name, y, count, node, lost, holes)


def _refusal(
    name: str, y: np.ndarray, count: int, node: Node | None, lost: Lost | None, holes: Mapping[str, np.ndarray]
) -> InputError:
    many = f"{count} of {y.size} elements of the output {name} are NaN" if y.shape and count else f"the output {name} is not finite"
    hints = ("give arguments with finite results, or keep sentinels out of this operation",)
    if node is not None and lost is not None:
        return InputError(f"{many}: `{node.op}` makes NaN of what {lost}", node.span, hints=(lost.remedy, *hints))
    if node is not None:
        return InputError(f"{many}: `{node.op}` makes NaN of infinities or of operands without a result", node.span, hints=hints)
    if not holes:
        return InputError(f"{many} for these arguments", hints=hints)
    argument, where = next(iter(holes.items()))
    place = tuple(int(k) for k in np.argwhere(where)[0])
    return InputError(f"argument {argument} holds nan or infinity{f' at {place}' if place else ''}, and it spreads: {many}", hints=hints)


def refuse_nothing(program: Program, arrays: Sequence[Any]) -> None:
    """Raise InputError for an array argument that is NaN throughout, and where all array arguments are empty."""
    refuse_empty(program, arrays)
    for p, a in zip(program.body.params, arrays):
        if p.kind in ROUNDED and p.shape and np.size(a) and np.isnan(plain(a)).all():
            raise InputError(f"argument {p.name} holds nan in every element", hints=("give numbers",))


def refuse_empty(program: Program, arrays: Sequence[Any]) -> None:
    """Raise InputError where no array argument has an element: errors of nothing say nothing."""
    shaped = [(p, a) for p, a in zip(program.body.params, arrays) if p.shape]
    if shaped and not any(np.size(a) for _, a in shaped):
        p, a = shaped[0]
        raise InputError(f"argument {p.name} is empty, of shape {np.shape(a)}: nothing is computed of it",
                         hints=("give arrays that have elements",))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lost:
    """An operation that made zero, or infinity, of operands that are neither, because its result leaves the range of the format.
    operand: the lowest that underflowed, the highest that overflowed."""

    node: Node
    underflow: bool
    operand: float

    def __str__(self) -> str:
        line = f" on line {self.node.site.rpartition(':')[2]}" if self.node.site else ""
        what = "underflowed to zero" if self.underflow else "overflowed to infinity"
        return f"`{self.node.op}`{line} made: it {what} (at {self.operand:.3g}, say)"

    @property
    def remedy(self) -> str:
        if self.node.op in EXPONENTIALS:
            return "subtract the largest exponent from all of them first: in a quotient of sums of exponentials it cancels"
        return "scale the operands, so that the result stays in the range of the format"


def born(program: Program, arrays: Sequence[Any], binding: Mapping[str, int]) -> tuple[Node | None, Lost | None]:
    """The first operation whose result has NaN though no operand has; where its operands left the range on the way to it."""
    watch = _Watch({p.name: plain(a) for p, a in zip(program.body.params, arrays) if p.kind in ROUNDED})
    with suppress(_Stop):
        interpret(inline_approx(program, "spec"), arrays, binding, watch=watch)
    return watch.found, watch.cause


class _Stop(Exception):
    """Enough was seen."""


class _Watch:
    """tainted: name -> whether the value has NaN. What loops carry is not told: as any argument. lost: name -> what left the range
    on the way to the value, the last of what a loop or a branch lost for what it gives."""

    def __init__(self, given: dict[str, np.ndarray]) -> None:
        self.values = dict(given)
        self.tainted = {name: bool(np.isnan(a).any()) for name, a in given.items()}
        self.carried = any(self.tainted.values())
        self.nodes = 0
        self.lost: dict[str, Lost] = {}
        self.found: Node | None = None
        self.cause: Lost | None = None

    def __call__(self, node: Node, outputs: tuple[Any, ...]) -> None:
        self.nodes += 1
        if self.nodes > NODES:
            raise _Stop
        for v, a in zip(node.outputs, outputs):
            if v.kind in ROUNDED:
                self.tainted[v.name] = bool(np.isnan(a).any())
                self._follow(node, v.name, np.asarray(a))
        before = any(self.tainted.get(i.name, self.carried) for i in node.inputs if i.kind in ROUNDED)
        if node.inputs and not node.blocks and not before and any(self.tainted.get(v.name) for v in node.outputs):
            self.found = node
            self.cause = next((self.lost[i.name] for i in node.inputs if i.name in self.lost), None)
            raise _Stop

    def _follow(self, node: Node, name: str, found: np.ndarray) -> None:
        """Note what left the range in a value: here, or before."""
        inner = {r.name for block in node.blocks for r in block.results}
        before = (self.lost[n] for n in (*(i.name for i in node.inputs), *inner) if n in self.lost)
        lost = _left(node, [self.values[i.name] for i in node.inputs if i.name in self.values], found) or next(before, None)
        self.values[name] = found
        if lost is not None:
            self.lost[name] = lost


def _left(node: Node, operands: Sequence[np.ndarray], found: np.ndarray) -> Lost | None:
    """Where an operation that has no zero but of a zero made one, or infinity of finite operands."""
    if node.op not in (*EXPONENTIALS, *PRODUCTS) or len(operands) != len(node.inputs) or found.dtype.kind != "f":
        return None
    fine = np.logical_and.reduce(np.broadcast_arrays(*(np.isfinite(x) & ((x != 0.0) | (node.op in EXPONENTIALS)) for x in operands)))
    for gone, underflow in ((found == 0.0, True), (np.isinf(found), False)):
        if np.any(gone & fine):
            first = np.broadcast_to(operands[0], found.shape)[gone & fine]
            return Lost(node, underflow, float(first.min() if underflow else first.max()))
    return None
