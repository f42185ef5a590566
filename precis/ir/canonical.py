"""The canonical form of a Program: dead code gone, sources and views where they are used, names by order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from precis.formats import Assignment
from precis.ir.live import live
from precis.ir.ops import CONTROL, OPS
from precis.ir.ops.record import SOURCE, VIEW
from precis.ir.rewrite import free_values, map_values, rename_leaves
from precis.ir.types import Block, Node, Program, Value, values_of


def is_source(node: Node) -> bool:
    """Whether a node is a constant, an index or another operation without inputs."""
    return node.op in OPS and OPS[node.op].category == SOURCE and not node.output.container


def is_view(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].category == VIEW and not node.output.container


def is_barrier(node: Node) -> bool:
    """Whether a node is a step of the program that views are not moved across: it keeps a value, or controls."""
    return node.op in CONTROL or any(v.container for v in node.outputs)


def settle(block: Block) -> Block:
    """Sources stand once per block, value and span. Sources and views stand right before their first user, views before the
    next barrier; in nested blocks too.

    Neither computes anything, so where they stand means nothing; this is the one place that the text gives them.
    """
    same: dict[str, Value] = {}
    return map_values(_settle(block, same), lambda v: same.get(v.name, v))


def _settle(block: Block, same: dict[str, Value]) -> Block:
    """`same` collects, for each value of a source that goes away, the value of the equal source that stays."""
    first: dict[tuple, Value] = {}
    waiting: dict[str, Node] = {}
    nodes: list[Node] = []

    def place(used: Iterable[Value]) -> None:
        for v in used:
            node = waiting.pop(same.get(v.name, v).name, None)
            if node is not None:
                place(node.inputs)
                nodes.append(node)

    for node in block.nodes:
        if is_source(node):
            v = first.setdefault((node.op, repr(sorted(node.attrs.items())), node.span), node.output)
            if v is not node.output:
                same[node.output.name] = v
                continue
            node = _one_nan(node)
        if is_source(node) or is_view(node):
            waiting[node.output.name] = node
            continue
        if node.blocks:
            node = replace(node, blocks=tuple(_settle(inner, same) for inner in node.blocks))  # first: their order counts
        used = [*node.inputs, *(v for inner in node.blocks for v in free_values(inner))]
        if is_barrier(node):
            moving = _reached(used, waiting)
            views = [n for n in waiting.values() if is_view(n) and n.output.name not in moving]
            inner = {v.name for n in views for v in n.inputs}  # placed with those that read them, in the order of operands
            place([n.output for n in views if n.output.name not in inner])
        place(used)
        nodes.append(node)
    place(block.results)
    place([n.output for n in waiting.values()])
    return Block(block.params, tuple(nodes), block.results)


def _one_nan(node: Node) -> Node:
    """Python's NaNs equal themselves only: with one of them, equal programs are equal."""
    value = node.attrs.get("value")
    return replace(node, attrs={**node.attrs, "value": math.nan}) if isinstance(value, float) and value != value else node


def _reached(values: Iterable[Value], nodes: Mapping[str, Node]) -> set[str]:
    """Names of the outputs among `nodes` that `values` come from."""
    found: set[str] = set()
    for v in values:
        if v.name in nodes:
            found |= {v.name} | _reached(nodes[v.name].inputs, nodes)
    return found


def canonical_names(body: Block, containers: Iterable[str]) -> dict[str, str]:
    """Value name -> canonical name, numbered in order of definition: `u`, `u__1`, ... for container u, else `_0`, `_1`, ...

    Numbers that would give the name of another container are left out.
    """
    names: dict[str, str] = {}
    counts: dict[str, Iterator[int]] = {}
    reserved = frozenset(containers)

    def candidates(stem: str) -> Iterator[str]:
        numbers = counts.setdefault(stem, count())
        return ((f"{stem}__{k}" if k else stem) if stem else f"_{k}" for k in numbers)

    def name_of(v: Value) -> str:
        stem = v.container or ""
        return next(name for name in candidates(stem) if name == stem or name not in reserved)

    def visit(block: Block) -> None:
        for v in block.params:
            names[v.name] = name_of(v)
        for node in block.nodes:
            for inner in node.blocks:
                visit(inner)
            for v in node.outputs:
                names[v.name] = name_of(v)

    visit(body)
    return names


def canonical(program: Program) -> Program:
    """The same Program without dead nodes, sources settled, values renamed in order of definition (see `canonical_names`).

    Two Programs with the same text have the same canonical form. Tree leaves, `mutated` and value formats follow.
    """
    body = settle(live(program.body))
    used = {v.container for v in values_of(body)}
    containers = tuple(c for c in program.containers if c.name in used)
    names = canonical_names(body, (c.name for c in containers))
    renamed = map_values(body, lambda v: Value(names[v.name], v.shape, v.kind, v.container))
    results = {old.name: new.name for old, new in zip(program.body.results, renamed.results)}
    original = program.original
    if original is not None and original.values:
        original = Assignment(original.storage, original.compute, original.accumulate,
                              {names[k]: f for k, f in original.values.items() if k in names}, original.default)
    return replace(program, body=renamed, arguments=tuple((a, rename_leaves(t, names)) for a, t in program.arguments),
                   returns=rename_leaves(program.returns, results), mutated=tuple(names[m] for m in program.mutated),
                   ordered=tuple(names[m] for m in program.ordered),
                   original=original, containers=containers)
