"""Block -> Block basics: free values, substitution, sizes in attributes, storage classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from precis.ir.size import Size, SizeLike
from precis.ir.trees import Leaf, Tree, of_form
from precis.ir.types import At, Block, Cut, Node, Program, Range, Value, Windows

Found = TypeVar("Found")


def once(of: Callable[[Block], Found]) -> Callable[[Block], Found]:
    """`of`, asked once of each block: passes that look at nested blocks again and again find there what they know."""
    @wraps(of)
    def known(block: Block) -> Found:
        if of.__name__ not in block.known:
            block.known[of.__name__] = of(block)
        return block.known[of.__name__]
    return known


def settled(of: Callable[[Block], Block], block: Block) -> Block:
    """`block`, of which `of` makes itself."""
    block.known[of.__name__] = block
    return block


@once
def free_values(block: Block) -> tuple[Value, ...]:
    """Values that `block` uses from the blocks around it, in order of first use."""
    defined, found = {p.name for p in block.params}, dict[str, Value]()
    for node in block.nodes:
        for v in (*node.inputs, *(v for inner in node.blocks for v in free_values(inner))):
            if v.name not in defined:
                found.setdefault(v.name, v)
        defined.update(v.name for v in node.outputs)
    for v in block.results:
        if v.name not in defined:
            found.setdefault(v.name, v)
    return tuple(found.values())


def map_sizes(attr: Any, f: Callable[[Size], Size]) -> Any:
    """Apply `f` to every Size in an attribute (index items, ranges, shapes)."""
    if isinstance(attr, Size):
        return f(attr)
    if isinstance(attr, At):
        return At(f(attr.position))
    if isinstance(attr, Cut):
        return Cut(f(attr.start), f(attr.length), attr.step)
    if isinstance(attr, Windows):
        return replace(attr, start=f(attr.start), count=f(attr.count), length=f(attr.length))
    if isinstance(attr, Range):
        return Range(f(attr.start), f(attr.trips), attr.step)
    if type(attr) is tuple:
        return tuple(map_sizes(a, f) for a in attr)
    return attr


HOLDERS = (Size, At, Cut, Windows, Range, tuple)  # of sizes, among attributes


def sizes_in(attr: Any) -> frozenset[str]:
    """Size symbols that an attribute mentions."""
    if not isinstance(attr, HOLDERS):
        return frozenset()
    found: set[str] = set()
    map_sizes(attr, lambda s: found.update(s.symbols()) or s)  # type: ignore[func-returns-value]
    return frozenset(found)


def symbols_of(node: Node) -> frozenset[str]:
    """Size symbols that a node mentions, and its blocks."""
    shapes = _of_shapes((*node.inputs, *node.outputs))
    return frozenset().union(shapes, *map(sizes_in, node.attrs.values()), *map(_inside, node.blocks))


@once
def _inside(block: Block) -> frozenset[str]:
    return frozenset().union(_of_shapes(block.params), *map(symbols_of, block.nodes))


def _of_shapes(values: Iterable[Value]) -> frozenset[str]:
    return frozenset().union(*(d.symbols() for v in values for d in v.shape))


def map_values(block: Block, value: Callable[[Value], Value], size: Callable[[Size], Size] | None = None) -> Block:
    """Rewrite every value (definitions and uses) and every Size of attributes."""
    nodes = tuple(
        Node(n.op, tuple(map(value, n.inputs)), tuple(map(value, n.outputs)),
             {k: map_sizes(a, size) for k, a in n.attrs.items()} if size else n.attrs,
             tuple(map_values(inner, value, size) for inner in n.blocks), n.span)
        for n in block.nodes)
    return Block(tuple(map(value, block.params)), nodes, tuple(map(value, block.results)))


def substitute(block: Block, values: Mapping[str, Value], sizes: Mapping[str, SizeLike] | None = None) -> Block:
    """Replace values by name, and size symbols; shapes follow."""
    def resize(s: Size) -> Size:
        return s.substitute(sizes) if sizes else s

    def swap(v: Value) -> Value:
        if v.name in values:
            return values[v.name]
        shape = tuple(map(resize, v.shape)) if sizes else v.shape
        return v if shape == v.shape else Value(v.name, shape, v.kind, v.container)
    return map_values(block, swap, resize if sizes else None)


def rename_leaves(tree: Tree, names: Mapping[str, str]) -> Tree:
    """An argument or return tree with other names of values; names that are absent stay."""
    if isinstance(tree, Leaf):
        return replace(tree, value=names.get(tree.value, tree.value)) if tree.what == "value" else tree
    return of_form(tree, (rename_leaves(t, names) for t in (tree.values() if isinstance(tree, dict) else tree)))


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
