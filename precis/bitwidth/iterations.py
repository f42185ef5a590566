"""Shares by iteration: in which part of a loop the error that a run was found to have was made.

An adjoint program reverses loops and tallies as it goes, so what the tally holds when the reversal enters a part of a loop, minus
what it holds when it leaves it, is the share of that part; the sums telescope. Each outer loop that tallies keeps a history of the
signed column, one row for each of PARTS equal parts of its iterations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from precis.ir.build import Build, Names
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Block, Container, Cut, Leaf, Node, Program, Value, shape_of, values_of

PARTS = 8
ELSEWHERE = ""  # the part of the error that no outer loop makes
SIGNED = TALLY_COLUMNS.index("signed")


def with_history(swept: Program) -> tuple[Program, tuple[str, ...]]:
    """An adjoint Program whose last result is its tally, with further results: for each outer loop that tallies real[PARTS + 1, K + 1],
    the signed sums of K keys when the reversal has done a part (row PARTS: before it has done any), then 1.0 where it got there.
    Also the lines of these loops."""
    b, results, lines = Build(Names({v.name for v in values_of(swept.body)})), list(swept.body.results), []
    for node in swept.body.nodes:
        b.span = node.span
        number = _tally_of(node)
        if number is None:
            b.learn(node)
        else:
            results.append(_kept(node, number, b))
            lines.append(node.site)
    body = b.block(swept.body.params, results)
    containers = tuple(Container(v.container, v.shape, v.kind, "local") for v in results[len(swept.body.results) :] if v.container)
    returns = tuple(Leaf("value", v.name) for v in results)
    return replace(swept, body=body, returns=returns, containers=(*swept.containers, *containers)), tuple(lines)


def by_iteration(
    histories: Iterable[np.ndarray], lines: Sequence[str], weights: np.ndarray, total: float
) -> Mapping[str, tuple[float, ...]]:
    """Line of a loop -> shares of PARTS equal parts of its iterations, keys weighed with `weights`; what is left of `total` is that of
    ELSEWHERE. Loops of one line add up."""
    found: dict[str, np.ndarray] = {}
    for line, history in zip(lines, histories):
        found[line] = found.get(line, np.zeros(PARTS)) + _shares(np.asarray(history), weights)
    rest = total - sum(float(x.sum()) for x in found.values())
    return {line: tuple(map(float, x)) for line, x in found.items()} | {ELSEWHERE: (rest,)}


def _shares(history: np.ndarray, weights: np.ndarray) -> np.ndarray:
    used = weights != 0.0  # a run that broke down counts nothing
    sums = history[:, :-1][:, used] @ weights[used]
    shares, before = np.zeros(PARTS), sums[PARTS]
    for k in reversed(range(PARTS)):
        if history[k, -1]:
            shares[k], before = sums[k] - before, sums[k]
    return shares


def _tally_of(node: Node) -> int | None:
    """Number of the carry of a loop that is the tally."""
    if node.op != "loop":
        return None
    tallied = {n.output.container for n in node.blocks[0].walk() if n.op == "tally"}
    return next((j for j, p in enumerate(node.blocks[0].params) if p.container and p.container in tallied), None)


def _kept(node: Node, number: int, b: Build) -> Value:
    """The loop with a history as another carry; its last value."""
    (body,), carries = node.blocks, len(node.inputs)
    rows = node.inputs[number].shape[0]
    start = _noted(b, b.zeros(shape_of(PARTS + 1, rows + 1)), node.inputs[number], Size.of(PARTS))
    inside = Build(b.names, b.span, b)
    inside.nodes += body.nodes
    old, last = (inside.value("", start.shape) for _ in range(2))
    done = PARTS * node.attrs["range"].reverse().iteration(node.attrs["index"])
    trips = node.attrs["range"].trips
    first = inside.lt(inside.index(value=done % trips), inside.const(PARTS, "int64"))  # the reversal leaves a part
    then, otherwise = inside.child(), inside.child()
    noted = _noted(then, old, body.results[number], done // trips)
    (new,) = inside.cond(first, then.block((), (noted,)), otherwise.block((), (old,)))
    block = Block((*body.params, old), tuple(inside.nodes), (*body.results[:carries], new, *body.results[carries:]))
    outputs = (*node.outputs[:carries], last, *node.outputs[carries:])
    b.learn(replace(node, inputs=(*node.inputs, start), outputs=outputs, blocks=(block,)))
    return last


def _noted(b: Build, history: Value, tally: Value, row: Size) -> Value:
    rows = tally.shape[0]
    column = b.slice(tally, at=(Cut(Size(), rows), At(Size.of(SIGNED))))
    marked = b.update(history, b.const(1.0), at=(At(row), At(rows)))
    return b.update(marked, column, at=(At(row), Cut(Size(), rows)))
