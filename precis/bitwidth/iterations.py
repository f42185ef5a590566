"""Shares by iteration: in which iterations of a loop the error that a run was found to have was made.

An adjoint program reverses loops and tallies as it goes, so what the tally holds when the reversal leaves an iteration, minus what it
held when it entered it, is the share of that iteration; the sums telescope. Each outer loop that tallies, in branches of outer `if`s
too, keeps a history of the signed column, one row per iteration, or per bin of as many iterations as make at most BINS. Loops that are
reversed in segments (precis.ad.segment) are looked at in their segments: these take the same index values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from precis.ad import cuts_into_segments
from precis.ir.build import Build, Names
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size, largest, smallest
from precis.ir.trees import Leaf
from precis.ir.types import At, Block, Container, Cut, Node, Program, Value, shape_of, values_of

BINS = 4096
NUMBERS = 2**23  # in the longest history
ELSEWHERE = ""  # the part of the error that no outer loop makes
SIGNED = TALLY_COLUMNS.index("signed")


@dataclass(frozen=True, slots=True)
class LoopShares:
    """trips: of the loop; width: iterations of a bin, 1 where each stands alone; shares: of the bins, in the order of the run, the last
    of what iterations are left."""

    trips: int
    width: int
    shares: tuple[float, ...]

    def plus(self, other: LoopShares) -> LoopShares:
        """Iteration by iteration, in bins that those of both fit into."""
        width = math.lcm(self.width, other.width)
        a, b = (x._in_bins(width) for x in (self, other))
        sums = np.zeros(max(a.size, b.size))
        sums[: a.size] += a
        sums[: b.size] += b
        return LoopShares(max(self.trips, other.trips), width, tuple(map(float, sums)))

    def _in_bins(self, width: int) -> np.ndarray:
        each = width // self.width
        return np.add.reduceat(self.shares, np.arange(0, len(self.shares), each)) if self.shares else np.zeros(0)


@dataclass(frozen=True, slots=True)
class _Reversed:
    """The iterations of a reversed loop: `done` of `trips` come before one in the run, sizes inside of the loop, `trips` also before it;
    most: bins."""

    done: Size
    trips: Size
    most: int

    @property
    def width(self) -> Size:
        return largest(1, (self.trips + (self.most - 1)) // self.most)


def with_history(swept: Program) -> tuple[Program, tuple[str, ...]]:
    """An adjoint Program, made with `in_order=False`, whose last result is its tally, with further results: for each outer loop that
    tallies real[R + 1, K + 1], the signed sums of K keys when the reversal has done a bin (row R: before it has done any), then 1.0
    where it got there (row R: the trips). Also the lines of these loops."""
    b, kept = Build(Names({v.name for v in values_of(swept.body)})), []
    for node in swept.body.nodes:
        kept += _kept(node, b, frozenset(swept.binding))
    results, lines = [*swept.body.results, *(history for _, history in kept)], tuple(line for line, _ in kept)
    body = b.block(swept.body.params, results)
    containers = tuple(Container(v.container, v.shape, v.kind, "local") for v in results[len(swept.body.results) :] if v.container)
    returns = tuple(Leaf("value", v.name) for v in results)
    return replace(swept, body=body, returns=returns, containers=(*swept.containers, *containers)), lines


def by_iteration(
    histories: Iterable[np.ndarray], lines: Sequence[str], weights: np.ndarray, total: float
) -> Mapping[str, LoopShares]:
    """Line of a loop -> shares of its iterations, keys weighed with `weights`; what is left of `total` is that of ELSEWHERE. Loops of one
    line add up."""
    found: dict[str, LoopShares] = {}
    for line, history in zip(lines, histories):
        shares = _shares(np.asarray(history, float), weights)
        found[line] = found[line].plus(shares) if line in found else shares
    rest = total - sum(math.fsum(x.shares) for x in found.values())
    return found | {ELSEWHERE: LoopShares(0, 1, (rest,))}


def _shares(history: np.ndarray, weights: np.ndarray) -> LoopShares:
    used = weights != 0.0  # a run that broke down counts nothing
    sums, trips = history[:, :-1][:, used] @ weights[used], int(history[-1, -1])
    bins = int(np.count_nonzero(history[:-1, -1]))
    passed = np.append(sums[:bins], sums[-1])
    return LoopShares(trips, max(1, -(-trips // _most(weights.size))), tuple(map(float, passed[:-1] - passed[1:])))


def _most(keys: int) -> int:
    """Bins of a loop, fewer where a history has wide rows."""
    return min(BINS, NUMBERS // (keys + 1))


def _tally_of(node: Node) -> int | None:
    """Number of the carry of a loop that is the tally."""
    if node.op != "loop":
        return None
    tallied = {n.output.container for n in node.blocks[0].walk() if n.op == "tally"}
    return next((j for j, p in enumerate(node.blocks[0].params) if p.container and p.container in tallied), None)


def _kept(node: Node, b: Build, known: frozenset[str]) -> list[tuple[str, Value]]:
    """Appends the node, and with it the histories of its outer loops: their lines and last values."""
    b.span = node.span
    number = _tally_of(node)
    if number is not None:
        return [(node.site, _kept_loop(node, number, b, known))]
    if node.op == "cond" and any(n.op == "tally" for block in node.blocks for n in block.walk()):
        return _kept_branches(node, b, known)
    b.learn(node)
    return []


def _kept_branches(node: Node, b: Build, known: frozenset[str]) -> list[tuple[str, Value]]:
    """Loops of a branch that is not taken have an empty history."""
    builds = [b.child() for _ in node.blocks]
    kept = [[x for n in block.nodes for x in _kept(n, inside, known)] for inside, block in zip(builds, node.blocks)]
    histories = [x for each in kept for x in each]
    blocks = []
    for inside, block, own in zip(builds, node.blocks, kept):
        inside.span = node.span
        further = [history if (line, history) in own else inside.zeros(history.shape) for line, history in histories]
        blocks.append(inside.block(block.params, (*block.results, *further)))
    outputs = tuple(b.value("", history.shape) for _, history in histories)
    b.learn(replace(node, outputs=(*node.outputs, *outputs), blocks=tuple(blocks)))
    return [(line, output) for (line, _), output in zip(histories, outputs)]


def _kept_loop(node: Node, number: int, b: Build, known: frozenset[str]) -> Value:
    """The loop with a history as another carry; its last value."""
    tally = node.inputs[number]
    iterations = _iterations(node, _most(tally.shape[0].value({})))
    bins = smallest(iterations.trips, iterations.most) if iterations.trips.symbols() <= known else Size.of(iterations.most)
    trips = b.convert(b.index(value=iterations.trips), kind="real")
    start = _noted(b, b.zeros(shape_of(bins + 1, tally.shape[0] + 1)), tally, bins, trips)
    made = _with_history(node, number, start, iterations, b)
    b.learn(made)
    return made.outputs[len(made.inputs) - 1]


def _with_history(node: Node, number: int, start: Value, iterations: _Reversed, b: Build) -> Node:
    """The loop, or the innermost of its segments, which notes the tally where it leaves a bin."""
    (body,), carries = node.blocks, len(node.inputs)
    inside = Build(b.names, b.span, b)
    old, last = (inside.value("", start.shape) for _ in range(2))
    segment = _segment(node)
    if segment is None:
        inside.nodes += body.nodes
        new = _noted_at_ends(inside, old, body.results[number], iterations)
    else:
        made = _with_history(segment, _tally_of(segment) or 0, old, iterations, inside)
        inside.nodes += [made if n == segment else n for n in body.nodes]
        new = made.outputs[len(segment.inputs)]
    block = Block((*body.params, old), tuple(inside.nodes), (*body.results[:carries], new, *body.results[carries:]))
    outputs = (*node.outputs[:carries], last, *node.outputs[carries:])
    return replace(node, inputs=(*node.inputs, start), outputs=outputs, blocks=(block,))


def _segment(node: Node) -> Node | None:
    """The reversed loop over one segment inside of that over segments."""
    if not cuts_into_segments(node):
        return None
    return next((n for n in node.blocks[0].nodes if n.span == node.span and _tally_of(n) is not None), None)


def _iterations(node: Node, most: int) -> _Reversed:
    """Of a reversed loop, which may be one over segments."""
    first: dict[str, Size] = {}
    last: dict[str, Size] = {}
    while segment := _segment(node):
        first[node.attrs["index"]] = node.attrs["range"].last.substitute(first)
        last[node.attrs["index"]] = node.attrs["range"].start.substitute(last)
        node = segment
    reverse, step = node.attrs["range"], -node.attrs["range"].step
    begin, end = reverse.last.substitute(first), reverse.start.substitute(last)
    index = Size.of(node.attrs["index"])
    done, before = ((index - begin, end - begin) if step > 0 else (begin - index, begin - end))
    return _Reversed(done // abs(step), before // abs(step) + 1, most)


def _noted_at_ends(b: Build, history: Value, tally: Value, iterations: _Reversed) -> Value:
    """`history` with the tally where the reversal leaves a bin: at its first iteration."""
    leaves = b.eq(b.index(value=iterations.done % iterations.width), b.const(0, "int64"))
    then, otherwise = b.child(), b.child()
    noted = _noted(then, history, tally, iterations.done // iterations.width, then.const(1.0))
    (new,) = b.cond(leaves, then.block((), (noted,)), otherwise.block((), (history,)))
    return new


def _noted(b: Build, history: Value, tally: Value, row: Size, mark: Value) -> Value:
    rows = tally.shape[0]
    column = b.slice(tally, at=(Cut(Size(), rows), At(Size.of(SIGNED))))
    marked = b.update(history, mark, at=(At(row), At(rows)))
    return b.update(marked, column, at=(At(row), Cut(Size(), rows)))
