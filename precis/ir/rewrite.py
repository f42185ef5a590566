"""Program -> Program basics: free values, substitution, dead code, canonical names, storage classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from precis.formats import Assignment
from precis.ir.ops import CONTROL, OPS
from precis.ir.ops.record import SOURCE, VIEW
from precis.ir.size import Size, SizeLike
from precis.ir.types import At, Block, Cut, Leaf, Node, Program, Range, Tree, Value, values_of

KEPT = ("size",)  # nodes that bind size symbols are kept while a kept node may use them


def free_values(block: Block) -> tuple[Value, ...]:
    """Values that `block` uses from the blocks around it, in order of first use."""
    found: dict[str, Value] = {}
    _free(block, set(), found)
    return tuple(found.values())


def _free(block: Block, outer: set[str], found: dict[str, Value]) -> None:
    defined = outer | {p.name for p in block.params}
    for node in block.nodes:
        for v in node.inputs:
            if v.name not in defined:
                found.setdefault(v.name, v)
        for inner in node.blocks:
            _free(inner, defined, found)
        defined |= {v.name for v in node.outputs}
    for v in block.results:
        if v.name not in defined:
            found.setdefault(v.name, v)


def map_sizes(attr: Any, f: Callable[[Size], Size]) -> Any:
    """Apply `f` to every Size in an attribute (index items, ranges, shapes)."""
    if isinstance(attr, Size):
        return f(attr)
    if isinstance(attr, At):
        return At(f(attr.position))
    if isinstance(attr, Cut):
        return Cut(f(attr.start), f(attr.length), attr.step)
    if isinstance(attr, Range):
        return Range(f(attr.start), f(attr.trips), attr.step)
    if type(attr) is tuple:
        return tuple(map_sizes(a, f) for a in attr)
    return attr


def sizes_in(attr: Any) -> frozenset[str]:
    """Size symbols that an attribute mentions."""
    found: set[str] = set()
    map_sizes(attr, lambda s: found.update(s.symbols()) or s)  # type: ignore[func-returns-value]
    return frozenset(found)


def map_values(block: Block, value: Callable[[Value], Value], size: Callable[[Size], Size] | None = None) -> Block:
    """Rewrite every value (definitions and uses) and every Size of attributes."""
    resize = size or (lambda s: s)
    nodes = tuple(
        replace(n, inputs=tuple(map(value, n.inputs)), outputs=tuple(map(value, n.outputs)),
                attrs={k: map_sizes(a, resize) for k, a in n.attrs.items()},
                blocks=tuple(map_values(inner, value, size) for inner in n.blocks))
        for n in block.nodes)
    return Block(tuple(map(value, block.params)), nodes, tuple(map(value, block.results)))


def substitute(block: Block, values: Mapping[str, Value], sizes: Mapping[str, SizeLike] | None = None) -> Block:
    """Replace values by name, and size symbols; shapes follow."""
    def resize(s: Size) -> Size:
        return s.substitute(sizes) if sizes else s

    def swap(v: Value) -> Value:
        if v.name in values:
            return values[v.name]
        return replace(v, shape=tuple(map(resize, v.shape))) if sizes else v
    return map_values(block, swap, resize if sizes else None)


def live(block: Block, wanted: frozenset[str] | None = None) -> Block:
    """Drop nodes whose outputs nobody uses, in nested blocks too (loop carries and stacks included)."""
    needed = {v.name for v in block.results} if wanted is None else set(wanted)
    kept: list[Node] = []
    symbols: set[str] = set()
    binds = any(node.op in KEPT for node in block.nodes)  # else nobody asks which symbols occur, in hundreds of thousands of sizes
    for node in reversed(block.nodes):
        used = any(v.name in needed for v in node.outputs) or (node.op in KEPT and node.attrs["symbol"] in symbols)
        if not used:
            continue
        node = _live_loop(node, needed) if node.op == "loop" else replace(node, blocks=tuple(map(live, node.blocks)))
        kept.append(node)
        needed |= {v.name for v in node.inputs} | {v.name for b in node.blocks for v in free_values(b)}
        symbols |= _symbols(node) if binds else set()
    return Block(block.params, tuple(reversed(kept)), block.results)


def _symbols(node: Node) -> set[str]:
    found = set().union(*(sizes_in(a) for a in node.attrs.values())) if node.attrs else set()
    for v in node.outputs + node.inputs:
        found |= set().union(*(d.symbols() for d in v.shape))
    for inner in (n for b in node.blocks for n in b.walk()):
        found |= _symbols(replace(inner, blocks=()))
    return found


def _live_loop(node: Node, needed: set[str]) -> Node:
    """Remove stacks that nobody reads and carries that influence nothing that is read."""
    (body,), k = node.blocks, len(node.inputs)
    stacks = [j for j in range(k, len(node.outputs)) if node.outputs[j].name in needed]
    alive = {j for j in range(k) if node.outputs[j].name in needed}
    while True:
        results = [body.results[j] for j in sorted(alive)] + [body.results[j] for j in stacks]
        trimmed = live(Block(body.params, body.nodes, tuple(results)))
        used = {v.name for v in free_values(Block((), trimmed.nodes, trimmed.results))}
        grown = alive | {j for j, p in enumerate(body.params) if p.name in used}
        if grown == alive:
            break
        alive = grown
    order = sorted(alive)
    return replace(node, inputs=tuple(node.inputs[j] for j in order),
                   outputs=tuple(node.outputs[j] for j in [*order, *stacks]),
                   blocks=(Block(tuple(body.params[j] for j in order), trimmed.nodes, trimmed.results),))


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
        used = [*node.inputs, *(v for inner in node.blocks for v in free_values(inner))]
        if is_barrier(node):
            moving = _reached(used, waiting)
            place([n.output for n in waiting.values() if is_view(n) and n.output.name not in moving])
        place(used)
        nodes.append(replace(node, blocks=tuple(_settle(inner, same) for inner in node.blocks)))
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
    renamed = map_values(body, lambda v: replace(v, name=names[v.name]))
    results = {old.name: new.name for old, new in zip(program.body.results, renamed.results)}
    original = program.original
    if original is not None and original.values:
        original = Assignment(original.storage, original.compute, original.accumulate,
                              {names[k]: f for k, f in original.values.items() if k in names}, original.default)
    return replace(program, body=renamed, arguments=tuple((a, rename_leaves(t, names)) for a, t in program.arguments),
                   returns=rename_leaves(program.returns, results), mutated=tuple(names[m] for m in program.mutated),
                   original=original, containers=containers)


def rename_leaves(tree: Tree, names: Mapping[str, str]) -> Tree:
    """An argument or return tree with other names of values; names that are absent stay."""
    if isinstance(tree, Leaf):
        return Leaf("value", names.get(tree.value, tree.value)) if tree.what == "value" else tree
    if isinstance(tree, dict):
        return {k: rename_leaves(t, names) for k, t in tree.items()}
    return type(tree)(rename_leaves(t, names) for t in tree)


def storage_classes(program: Program) -> dict[str, str]:
    """Container -> the first container of its storage class: names joined by a loop or while carry, a branch, or an update
    share one storage. What one loop hands to another is converted there where the names differ."""
    parent = {c.name: c.name for c in program.containers}
    handed = {v.name for node in program.nodes() if node.op in ("loop", "while") for v in node.outputs}

    def find(a: str) -> str:
        while parent[a] != a:
            a = parent[a]
        return a

    order = {c.name: k for k, c in enumerate(program.containers)}

    def join(*values: Value) -> None:
        roots = sorted({find(v.container) for v in values if v.container in parent}, key=order.__getitem__)
        for r in roots[1:]:
            parent[r] = roots[0]

    for node in program.nodes():
        if node.op in ("loop", "while"):
            for p, r, o, i in zip(node.blocks[-1].params, node.blocks[-1].results, node.outputs, node.inputs):
                join(p, r, o, *(() if i.name in handed else (i,)))
        elif node.op == "cond":
            for o, *rs in zip(node.outputs, *(b.results for b in node.blocks)):
                if o.container:
                    join(o, *rs)
        elif node.op in ("update", "update_add", "tally"):
            join(node.output, node.inputs[0])
    return {name: find(name) for name in parent}
