"""Precision schedules: a counted loop cut in two, so that its early iterations may have formats of their own.

The containers of the first part get "_first" behind their names, its sites " (first)" behind their files; the second part
keeps its names. What passes the border is a carry, so emulation and emission convert it there as at the entry of any loop.
"""

from __future__ import annotations

from dataclasses import replace

from precis.errors import Span, UsageError
from precis.ir.build import Names
from precis.ir.rewrite import canonical
from precis.ir.size import SizeLike, largest, smallest
from precis.ir.types import Block, Container, Node, Program, Range, Value, values_of

MARK, FILE_MARK = "_first", " (first)"


def cut_loop(program: Program, index: str, at: SizeLike) -> Program:
    """`program` with its loop over `index` cut before the iteration number `at` (a Size over the program's sizes; numbers
    beyond the trips leave one part empty). It computes the same.

    Only loops that are statements of the function itself and stack no results are cut; UsageError for others.
    """
    nodes = program.body.nodes
    place = next((k for k, n in enumerate(nodes) if n.op == "loop" and n.attrs["index"] == index), None)
    if place is None:
        loops = ", ".join(n.attrs["index"] for n in nodes if n.op == "loop")
        raise UsageError(f"no loop of {program.name} itself runs over {index!r}", hints=(f"loops: {loops or 'none'}",))
    node = nodes[place]
    taken = {c.name for c in program.containers if c.name.removesuffix(MARK) != c.name}
    if taken:
        raise UsageError(f"{min(taken)} is a name that the first part of a loop would take: it was cut before, or is yours")
    if len(node.outputs) > len(node.inputs):
        raise UsageError(f"the loop over {index!r} collects one result per iteration: it cannot be cut")
    range_ = node.attrs["range"]
    early = largest(0, smallest(at, range_.trips))
    first = _first(node, Names({v.name for v in values_of(program.body)}), Range(range_.start, early, range_.step))
    rest = Range(range_.start + range_.step * early, range_.trips - early, range_.step)
    second = replace(node, inputs=first.outputs, attrs={**node.attrs, "range": rest})
    body = replace(program.body, nodes=(*nodes[:place], first, second, *nodes[place + 1 :]))
    found = replace(program.with_body(body), containers=_containers(program, first), original=_original(program))
    return canonical(found)


def _first(node: Node, names: Names, range_: Range) -> Node:
    """A copy of the loop with values, containers and spans of its own; its inputs are those of the loop."""
    own = {v.name: _renamed(v, names) for v in (*node.outputs, *values_of(node.blocks[0]))}
    outputs = tuple(own[v.name] for v in node.outputs)
    return replace(node, outputs=outputs, attrs={**node.attrs, "range": range_}, blocks=(_copied(node.blocks[0], own),),
                   span=_moved(node.span))


def _renamed(v: Value, names: Names) -> Value:
    return replace(v, name=names.fresh(v.name), container=v.container and v.container + MARK)


def _copied(block: Block, own: dict[str, Value]) -> Block:
    def swap(values: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(own.get(v.name, v) for v in values)

    nodes = tuple(
        replace(n, inputs=swap(n.inputs), outputs=swap(n.outputs), blocks=tuple(_copied(b, own) for b in n.blocks), span=_moved(n.span))
        for n in block.nodes
    )
    return Block(swap(block.params), nodes, swap(block.results))


def _moved(span: Span | None) -> Span | None:
    return span and replace(span, file=span.file + FILE_MARK)


def _containers(program: Program, first: Node) -> tuple[Container, ...]:
    named = {v.container for v in (*first.outputs, *values_of(first.blocks[0]))}
    copies = [replace(c, name=c.name + MARK, role="local") for c in program.containers if c.name + MARK in named]
    return (*program.containers, *copies)


def _original(program: Program):
    """The original formats, for the first part too."""
    a = program.original
    if a is None:
        return None
    marked = {k + MARK: f for k, f in a.storage.items()}
    compute, accumulate = ({_marked(k): f for k, f in t.items()} for t in (a.compute, a.accumulate))
    return a.with_storage(marked).with_compute(compute).with_accumulate(accumulate)


def _marked(site: str) -> str:
    file, colon, line = site.rpartition(":")
    return f"{file}{FILE_MARK}{colon}{line}"
