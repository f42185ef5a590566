"""Trips of `while` loops: written down along one run, then made again whatever the conditions say.

A run that is perturbed a little may iterate once more, once less, or for ever. What rounding does to the values of a loop is asked at
the number of trips that the exact run makes. A first run counts how often any while is entered, a second one writes down the trips of
each time in a journal, in the order in which they are entered; the replayed program reads them in the same order. A counter runs along
through all blocks, so that whiles may stand anywhere, inside of whiles too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.runs import prepare
from precis.formats import Format
from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Block, Node, Pick, Program, Range, Value, values_of

COUNT = "int64"
ENTRIES = 2**24  # of whiles, each of whose trips are kept
State = tuple[Value, ...]


def entered(program: Program) -> Program:
    """`program` with a further result, int64: how often its whiles are entered, together."""
    return _with_state(program, ())


def journaled(program: Program, entries: int) -> Program:
    """`program` with a further result, int64[entries + 1]: the trips of its whiles each time that one is entered, then 0."""
    return _with_state(program, (Size.of(entries + 1),))


def replayed(program: Program, entries: int) -> Program:
    """`program` whose whiles are counted loops; a parameter like the further result of `journaled` stands behind the others.

    Where branches fall otherwise than in the run that was written down, whiles may be entered more often: those then make no trips, so
    that all together make no more than they did there.
    """
    b = Build(Names({v.name for v in values_of(program.body)}))
    journal = b.value("journal", (Size.of(entries + 1),), COUNT)
    threaded = _Threaded(lambda node, state, threaded, c: _counted_loop(node, state, journal, entries, threaded, c))
    threaded.through(program.body, (b.const(0, COUNT),), b)
    return program.with_body(Block((*program.body.params, journal), tuple(b.nodes), program.body.results))


def at_known_trips(
    probed: Program, arrays: Sequence[Any], binding: Mapping[str, int], carrier: Format
) -> tuple[Program, list[np.ndarray]] | None:
    """The Program with counted loops for whiles, and the numbers of their trips in the exact run, its last arguments; None where they
    are too many to be kept."""
    if all(n.op != "while" for n in probed.nodes()):
        return probed, []

    def last(program: Program) -> list[np.ndarray]:
        return prepare(program, carrier, binding, 1).run(list(arrays), binding)[len(probed.body.results) :]

    entries = int(last(entered(probed))[0])
    return (replayed(probed, entries), last(journaled(probed, entries))) if entries <= ENTRIES else None


def _with_state(program: Program, length: tuple[Size, ...]) -> Program:
    """The counter alone, or with a journal of a length; the last of them is the further result."""
    b = Build(Names({v.name for v in values_of(program.body)}))
    start = (b.const(0, COUNT), *(b.zeros((n,), COUNT) for n in length))
    state = _Threaded(_noted_while).through(program.body, start, b)
    results = (*program.body.results, state[-1])
    return replace(program, body=b.block(program.body.params, results), returns=tuple(Leaf("value", v.name) for v in results),
                   mutated=(), original=None)


@dataclass(frozen=True, slots=True)
class _Threaded:
    """at_while(node, state, self, b) appends what stands for a while and returns the state behind it."""

    at_while: Callable[[Node, State, _Threaded, Build], State]

    def through(self, block: Block, state: State, b: Build) -> State:
        """Append the nodes of `block` with `state` running along; the state at its end."""
        for node in block.nodes:
            b.span = node.span
            if node.op == "while":
                state = self.at_while(node, state, self, b)
            elif any(n.op == "while" for inner in node.blocks for n in inner.walk()):
                state = self._cond(node, state, b) if node.op == "cond" else self.loop(node, state, b)
            else:
                b.learn(node)
        return state

    def loop(self, node: Node, state: State, b: Build) -> State:
        (body,), carries = node.blocks[-1:], len(node.inputs)
        inside, before, after = b.child(), _like(state, b), _like(state, b)
        new = self.through(body, before, inside)
        block = inside.block((*body.params, *before), (*body.results[:carries], *new, *body.results[carries:]))
        outputs = (*node.outputs[:carries], *after, *node.outputs[carries:])
        b.learn(replace(node, inputs=(*node.inputs, *state), outputs=outputs, blocks=(block,)))
        return after

    def _cond(self, node: Node, state: State, b: Build) -> State:
        sides, after = [], _like(state, b)
        for inner in node.blocks:
            c = b.child()
            new = self.through(inner, state, c)
            sides.append(c.block((), (*inner.results, *new)))
        b.learn(replace(node, outputs=(*node.outputs, *after), blocks=tuple(sides)))
        return after


def _noted_while(node: Node, state: State, threaded: _Threaded, b: Build) -> State:
    """The while with a counter of its trips, which are written into the journal, if there is one."""
    (entry, *rest), (condition, body) = state, node.blocks
    given = b.add(entry, b.const(1, COUNT)), *rest, b.const(0, COUNT)
    before, during, after = (_like(given, b) for _ in range(3))
    inside = b.child()
    new = threaded.through(body, during[:-1], inside)
    results = (*body.results, *new, inside.add(during[-1], inside.const(1, COUNT)))
    blocks = replace(condition, params=(*condition.params, *before)), inside.block((*body.params, *during), results)
    b.learn(replace(node, inputs=(*node.inputs, *given), outputs=(*node.outputs, *after), blocks=blocks))
    return after[0], *(b.update(journal, after[-1], entry, at=(Pick(0),)) for journal in after[1:-1])


def _counted_loop(node: Node, state: State, journal: Value, entries: int, threaded: _Threaded, b: Build) -> State:
    (entry,) = state
    here = b.minimum(entry, b.const(entries, COUNT))
    trips = b.size(b.slice(journal, here, at=(Pick(0),)), "trips")
    attrs = {"index": b.names.fresh("trip"), "range": Range(Size(), trips)}
    loop = Node("loop", node.inputs, node.outputs, attrs, node.blocks[1:], node.span)
    return threaded.loop(loop, (b.add(entry, b.const(1, COUNT)),), b)


def _like(state: State, b: Build) -> State:
    return tuple(b.value("", v.shape, v.kind) for v in state)
