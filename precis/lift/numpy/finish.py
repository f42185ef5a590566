"""The finished Program: results, containers with their roles, sizes under the user's names, guards, the original Assignment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from precis.ir.call import refuse_shared
from precis.ir.live import live
from precis.ir.rewrite import map_values
from precis.ir.size import Size, bounds
from precis.ir.trees import Leaf, Tree, of_form
from precis.ir.types import Block, Container, Guard, Node, Pin, Program, Value, values_of
from precis.lift.numpy.given_back import Results, returned_tree
from precis.lift.numpy.guards import guards_of
from precis.lift.numpy.original import with_original
from precis.lift.numpy.refilled import refilled
from precis.lift.numpy.signature import Inputs
from precis.lift.numpy.state import Lifting

LETTERS = ("N", "M", "K", "L", "P", "Q", "R", "S")


def program_of(lift: Lifting, name: str, inputs: Inputs, result: Any) -> Program:
    """Everything that was lifted, as a Program; not yet canonical."""
    out = Results([])
    tree, returned = refilled(lift, inputs, returned_tree(lift, result, out), out), out.values
    mutated = _mutated(lift, inputs)
    refuse_shared(inputs.examples, mutated)
    finals = [lift.settle(lift.held(inputs.arrays[m])) for m in mutated]
    nodes = (*lift.prelude.nodes, *lift.build.nodes)
    body = live(Block(tuple(inputs.params), nodes, (*returned, *finals)))
    titles = lift.containers.final_titles({v.container for v in values_of(body)}, lift.main)
    names = size_names(lift, inputs, body, set(titles.values()))
    sizes = {**{s: Size.of(n) for s, n in names.items()}, **{s: d.substitute(names) for s, d in lift.sizes.solved.items()}}
    resize = cache(lambda size: size.substitute(sizes))

    def final(v: Value) -> Value:
        return Value(v.name, tuple(map(resize, v.shape)), v.kind, titles.get(v.container or ""))
    body = _renamed(map_values(body, final, resize), names)
    containers = _containers(lift, body, inputs, set(mutated), {v.container for v in returned}, titles, sizes)
    binding = _binding(lift, inputs, names, body)
    program = Program(
        _identifier(name), tuple(binding.items()), containers, body, tuple((a, _resized(t, names, sizes)) for a, t in inputs.trees), tree,
        tuple(mutated), _guards(lift, names, sizes), None, dict(lift.constants), dict(lift.sources),
        tuple(p.name for p in inputs.params if p.name in lift.layout.ordered), tuple(lift.assumed), _pinned(lift, inputs))
    return with_original(lift, program, {titles[t]: kept.dtype for t, kept in lift.containers.table.items() if t in titles})


def _identifier(name: str) -> str:
    return name if name.isidentifier() else "function"


def _mutated(lift: Lifting, inputs: Inputs) -> list[str]:
    """Parameters whose array holds something else at the end."""
    params = {p.name: p for p in inputs.params}
    return [name for name, array in inputs.arrays.items() if lift.content[array] is not None
            and lift.held(array).name != params[name].name]


# Names of sizes.


def size_names(lift: Lifting, inputs: Inputs, body: Block, titles: set[str]) -> dict[str, str]:
    """Symbol -> name: integer arguments keep theirs, dimensions take the name that the user gives them or a letter."""
    sizes = lift.sizes
    taken = titles | {p.name for p in inputs.params}
    names = {s: _free(s, taken) for s in sizes.binding if s in sizes.integers}
    dims = [s for s in sizes.binding if s not in sizes.integers and s not in sizes.solved]
    for s in dims:
        if s in sizes.titles:
            names[s] = _free(sizes.titles[s], taken)
    letters = iter(LETTERS)
    for s in dims:
        if s not in names:
            names[s] = _free(next((c for c in letters if c not in taken), f"{s}"), taken)
    for s in _inner_symbols(body):
        if s not in names and s not in sizes.solved:
            names[s] = _free(re.sub(r"_\d+$", "", s), taken)
    return names


def _renamed(block: Block, names: dict[str, str]) -> Block:
    """Loop indices and run-time counts under their final names."""
    def one(node: Node) -> Node:
        attrs = {k: names.get(a, a) if k in ("index", "symbol") else a for k, a in node.attrs.items()}
        return replace(node, attrs=attrs, blocks=tuple(_renamed(b, names) for b in node.blocks))
    return replace(block, nodes=tuple(map(one, block.nodes)))


def _free(name: str, taken: set[str]) -> str:
    title, k = name, 2
    while title in taken:
        title, k = f"{name}_{k}", k + 1
    taken.add(title)
    return title


def _inner_symbols(body: Block) -> list[str]:
    """Loop indices and run-time counts, in order of the text."""
    found = [n.attrs["index"] if n.op == "loop" else n.attrs["symbol"] for n in body.walk() if n.op in ("loop", "size")]
    return list(dict.fromkeys(found))


def _binding(lift: Lifting, inputs: Inputs, names: dict[str, str], body: Block) -> dict[str, int]:
    """The sizes of the Program with their example values: those that are not expressed by others, and integer arguments."""
    sizes = lift.sizes
    return {names[s]: n for s, n in sizes.binding.items()
            if s not in sizes.solved or (s in sizes.integers and sizes.solved[s].constant is None)}


def _guards(lift: Lifting, names: dict[str, str], sizes: dict[str, Size]) -> tuple[Guard, ...]:
    asked = lift.sizes.asked
    facts = [(relation, lift.sizes.resolve(d).substitute(names), asked.get((relation, d))) for relation, d in lift.sizes.guards]
    lengths = frozenset(names[s] for s in names if s in lift.sizes.binding and s not in lift.sizes.integers)
    equal = tuple(Guard(Size.of(names[s]), "==", sizes[s]) for s in lift.sizes.solved
                  if s in lift.sizes.integers and sizes[s].constant is None)
    return (*equal, *guards_of(facts, lengths))


def _pinned(lift: Lifting, inputs: Inputs) -> dict[tuple[str, int | None], Pin]:
    """Why axes of arguments, and integer arguments, are constants."""
    sizes = lift.sizes
    places: dict[tuple[str, int | None], Size] = {(p.name, k): d for p in inputs.params for k, d in enumerate(p.shape)}
    places |= {(s, None): Size.of(s) for s in sizes.integers}
    return {place: sizes.pins[d.symbol] for place, d in places.items() if d.symbol in sizes.pins and sizes.resolve(d).constant is not None}


def _resized(tree: Tree, names: dict[str, str], sizes: dict[str, Size]) -> Tree:
    """Integer arguments under their names; the constant where the Program serves only one value."""
    if isinstance(tree, Leaf):
        if tree.what != "size":
            return tree
        size = tree.value.substitute(sizes)
        return Leaf("size", size if size.constant is not None else tree.value.substitute(names))
    if isinstance(tree, dict):
        return {k: _resized(t, names, sizes) for k, t in tree.items()}
    return of_form(tree, (_resized(t, names, sizes) for t in tree))


# Containers.


def _containers(lift: Lifting, body: Block, inputs: Inputs, mutated: set[str], returned: set[Any], titles: dict[str, str],
                sizes: dict[str, Size]) -> tuple[Container, ...]:
    """Every container in use, arguments first, with its role."""
    given = {p.container: p.name for p in inputs.params}
    stored = {n.output.container: n.span for n in reversed([n for n in body.walk() if n.op == "store"])}  # not where a loop carries it
    loops = [n for n in body.walk() if n.op == "loop"][::-1]
    found = []
    for title, kept in lift.containers.table.items():
        if title not in titles:
            continue
        role = ("inout" if given[title] in mutated else "input") if title in given else "output" if title in returned else "local"
        shape = tuple(_widest(d, loops) for d in (lift.sizes.resolve(s).substitute(sizes) for s in kept.shape))
        span = kept.span if title in given else stored.get(titles[title]) or kept.span
        found.append(Container(titles[title], shape, kept.kind, role, span))
    return tuple(found)


def _widest(size: Size, loops: Sequence[Node]) -> Size:
    """The largest value of a size over the loops whose indices it mentions, the last one first."""
    for node in loops:
        if node.attrs["index"] in size.symbols():
            ends = bounds(size, {node.attrs["index"]: node.attrs["range"].ends})
            size = ends[1] if ends else size
    return size


