"""Half-order estimates: what rounding does where a root meets 0, as in sqrt(|a - b|) with a = b, arccos(1), cbrt(0).

There sqrt(v + d) - sqrt(v) is of the size of sqrt(|d|): first order says infinity where v = 0, and far too much where v is smaller than
d. The program is run with one cause alone perturbed, by relative errors of random signs and of two sizes e1 < e2; changes c1, c2 of the
outputs give the order r = log(c2 / c1) / log(e2 / e1) and the share C e^r for errors of any other root mean square e (1/2 for a square
root, Puiseux's exponent of the branch point in general). At v != 0 the law holds from where it falls below first order, which is exact
for small errors.

Errors d_k of several causes add up before the root is taken, in squares, so that for r = 1/2 the fourth powers of their shares add up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.outputs import Question
from precis.bitwidth.perturbation import PERTURBATION, Signs
from precis.bitwidth.places import Rounding
from precis.bitwidth.replay import at_known_trips
from precis.bitwidth.runs import is_quick, prepare
from precis.bitwidth.second_order import most_elements, with_inputs
from precis.bitwidth.tally import Row, root_mean_square
from precis.formats import FORMATS, Format
from precis.ir.build import Build, Names
from precis.ir.rewrite import substitute
from precis.ir.size import Size
from precis.ir.types import At, Block, Node, Program, Value, values_of

SIZES = PERTURBATION, PERTURBATION * FORMATS["binary16"].u / FORMATS["binary32"].u
SEEDS = 2  # of signs, each taken as it is and turned around: a root that is cut off at 0 sees one of the two
MOST, FEWER = 24, 6  # causes that are looked at, and where a run takes long
LEAST, LOW, LARGEST = 0.2, 0.8, 1.2  # orders of changes that are believed; below LOW they are told as roots
BEYOND = 1.0  # relative error of first order for errors of binary16, from which a row of a program with roots is looked at
ROOTS = ("sqrt", "cbrt", "pow", "hypot", "arccos", "arcsin", "arccosh", "rsqrt")


@dataclass(frozen=True, slots=True)
class Root:
    """The share `coefficient` e^`order` of a cause in the error, for relative errors of root mean square e."""

    coefficient: float
    order: float

    @property
    def is_low(self) -> bool:
        """Of a root, rather than of first order, as of hypot(d, 0)."""
        return self.order < LOW

    def share(self, error: float) -> float:
        return self.coefficient * error**self.order


Roots = Mapping[Rounding, tuple[Root, ...]]
"""One law per input that the sensitivity has seen: which share is the largest depends on the size of errors."""


def suspects(rows: Mapping[Rounding, Row], probed: Program, binding: Mapping[str, int], near: bool) -> tuple[Rounding, ...]:
    """Causes that meet an infinite derivative; `near`: also those whose first order says more than can be, in programs with roots. None
    where they are too many to be looked at one by one."""
    most = MOST if is_quick(probed, binding) else FEWER
    found = [c for c, row in rows.items() if math.isinf(row.rms) and c.what != "model"]
    if near and any(n.op in ROOTS for n in probed.nodes()):
        large = [c for c, row in rows.items() if BEYOND < row.rms * SIZES[1] < math.inf and c.what != "model"]
        found += sorted(large, key=lambda c: -rows[c].rms)[: max(0, most - len(found))]
    return tuple(found) if len(found) <= most else ()


def runs_of(causes: Sequence[Rounding]) -> int:
    """How many runs `roots_of` makes."""
    return (2 * len(SIZES) * SEEDS * len(causes) + 1) if causes else 0


def roots_of(
    question: Question, probed: Program, arrays: Sequence[Any], binding: Mapping[str, int], causes: Sequence[Rounding], carrier: Format
) -> Roots:
    """The roots among `causes` of the probed program of `question`; none where perturbed runs are not finite."""
    known = at_known_trips(probed, arrays, binding, carrier) if causes else None
    if known is None:
        return {}
    program, signs = _perturbed(with_inputs(known[0]), {c.key: k for k, c in enumerate(causes)}, binding)
    ready = prepare(program, carrier, binding, runs_of(causes))

    def ran(sizes: np.ndarray, seed: int) -> list[np.ndarray]:
        return question.pick(ready.run([*arrays, *known[1], sizes, signs.arguments(0.0, seed)[1]], binding))

    exact = ran(np.zeros(len(causes)), 0)

    def change(k: int, size: float) -> float:
        runs = (ran(sign * size * np.eye(len(causes))[k], seed) for seed in range(SEEDS) for sign in (1.0, -1.0))
        return root_mean_square(math.hypot(*question.errors(found, exact).values()) for found in runs)

    found = {cause: _root(*(change(k, size) for size in SIZES)) for k, cause in enumerate(causes)}
    return {cause: (root,) for cause, root in found.items() if root}


def _root(small: float, large: float) -> Root | None:
    """From the changes for both sizes of perturbation."""
    if small == large == 0.0:
        return Root(0.0, 1.0)
    if not 0.0 < small < large < math.inf:
        return None
    order = math.log(large / small) / math.log(SIZES[1] / SIZES[0])
    return Root(small / SIZES[0] ** order, order) if LEAST <= order <= LARGEST else None


def _perturbed(probed: Program, numbers: Mapping[tuple[str, ...], int], binding: Mapping[str, int]) -> tuple[Program, Signs]:
    """A Program whose probes of key k are moved by the element numbers[k] of a parameter, and a table of signs, another one."""
    b = Build(Names({v.name for v in values_of(probed.body)}))
    sizes = b.value("sizes", (Size.of(len(numbers)),))
    signs = Signs.of(b, most_elements(probed, binding))
    body = _block(probed.body, b, _Moves(sizes, signs, numbers), ())
    return replace(probed, body=replace(body, params=(*body.params, sizes, signs.table))), signs


@dataclass(frozen=True, slots=True)
class _Moves:
    sizes: Value
    signs: Signs
    numbers: Mapping[tuple[str, ...], int]

    def of(self, node: Node, b: Build, iterations: tuple[Size, ...]) -> Value:
        """What is probed, with its error; b takes the nodes."""
        (v, weight), key = node.inputs, node.attrs["key"]
        if key not in self.numbers:
            return v
        size = b.slice(self.sizes, at=(At(Size.of(self.numbers[key])),))
        return b.add(v, b.mul(size, b.mul(weight, self.signs.like(b, weight, key, iterations))))


def _block(block: Block, b: Build, moves: _Moves, iterations: tuple[Size, ...]) -> Block:
    moved: dict[str, Value] = {}
    for node in block.nodes:
        b.span = node.span
        node = replace(node, inputs=tuple(moved.get(v.name, v) for v in node.inputs))
        if node.op == "probe":
            moved[node.output.name] = moves.of(node, b, iterations)
            continue
        inner = (*iterations, node.attrs["range"].iteration(node.attrs["index"])) if node.op == "loop" else iterations
        b.learn(replace(node, blocks=tuple(_block(substitute(i, moved), b.child(), moves, inner) for i in node.blocks)))
    return b.block(block.params, tuple(moved.get(v.name, v) for v in block.results))
