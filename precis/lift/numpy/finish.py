"""The finished Program: results, containers with their roles, sizes under the user's names, guards, the original Assignment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.call import refuse_shared
from precis.ir.live import live
from precis.ir.rewrite import map_values
from precis.ir.size import Size, bounds, smallest
from precis.ir.types import Attributes, Block, Container, Fields, Guard, Leaf, Node, Part, Pin, Program, Tree, Value, values_of
from precis.lift.numpy import library
from precis.lift.numpy.forms import is_given_back, items_given, object_of, tuples_given
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.guards import guards_of
from precis.lift.numpy.lengths import first_part, padded, written_out
from precis.lift.numpy.numbers import describe, dtype_of, is_numeric, value_of, worded
from precis.lift.numpy.original import with_original
from precis.lift.numpy.signature import Inputs
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Chosen, Instance, Int, Items, Maybe, Method, Opaque, Scalar, Stacked, Wording

MOST = 4096  # elements of a returned array whose length nothing bounds; `precis.ir.call.first_part` refuses to give back more
LETTERS = ("N", "M", "K", "L", "P", "Q", "R", "S")


def program_of(lift: Lifting, name: str, inputs: Inputs, result: Any) -> Program:
    """Everything that was lifted, as a Program; not yet canonical."""
    returned: list[Value] = []
    tree = _tree(lift, result, returned)
    mutated = _mutated(lift, inputs)
    refuse_shared(inputs.examples, mutated)
    _refuse_changed_lists(lift, inputs)
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


def _tree(lift: Lifting, x: Any, returned: list[Value]) -> Tree:
    """The return value as a tree; computed values are collected in order."""
    if isinstance(x, Int) and x.dtype is None and lift.sizes.resolve(x.size).constant is not None:
        return Leaf("static", lift.sizes.resolve(x.size).constant)
    if isinstance(x, Instance) and x.cls is library.dicts.Group:
        x = lift.call(Method(x, "copy"), [], {})
    x = written_out(lift, asarray(lift, x) if isinstance(x, Stacked) else x)
    if isinstance(x, Scalar) and x.value is None and x.weak:
        return Leaf("static", x.known)
    if is_numeric(x) and not isinstance(x, bool):
        return _array_tree(lift, lift.settle(value_of(lift, x)), dtype_of(x), returned)
    if isinstance(x, Items):
        return _items(lift, lift.held(x), returned)
    if isinstance(x, tuple):
        return tuple(_tree(lift, i, returned) for i in x)
    if isinstance(x, Instance):
        return _instance(lift, x, returned)
    if x is None or isinstance(x, (bool, str)):
        return Leaf("static", x)
    if isinstance(x, Wording):
        return Leaf("static", worded(lift, x))
    if isinstance(x, Chosen):
        return Fields.of([_tree(lift, x.which, returned)], partial(_option, x.options))
    if isinstance(x, Maybe):
        return Fields.of([_tree(lift, i, returned) for i in (x.there, x.thing)], _or_none)
    if isinstance(x, Opaque):
        raise UnsupportedProgram(f"the function returns {x.what}", hints=("return the numbers alone",))
    raise UnsupportedProgram(f"the function returns {describe(x)}", hints=("return arrays, numbers, tuples, lists or dicts",))


def _array_tree(lift: Lifting, value: Value, dtype: Any, returned: list[Value]) -> Tree:
    """An array or number; one whose length is known only at run time as the first part of a buffer."""
    varies = [not d.symbols() <= lift.sizes.binding.keys() for d in value.shape]
    if not any(varies):
        returned.append(value)
        return Leaf("value", value.name)
    known = [lift.sizes.highest(d, lambda s: s not in lift.sizes.binding) for d in value.shape]
    lengths = [value_of(lift, Int(d)) if v else None for d, v in zip(value.shape, varies)]
    if any(top is None for top in known):
        value = first_part(lift, value, tuple(smallest(d, MOST) if top is None else d for d, top in zip(value.shape, known)), dtype)
    shape = tuple(Size.of(MOST) if top is None else top for top in known)
    found = [padded(lift, value, shape, dtype), *(n for n in lengths if n is not None)]
    returned.extend(found)
    leaves = iter([Leaf("value", v.name) for v in found])
    return Part((next(leaves), *(Leaf("static") if n is None else next(leaves) for n in lengths)))


def _items(lift: Lifting, held: Any, returned: list[Value]) -> Tree:
    if isinstance(held, dict):
        return {k: _tree(lift, i, returned) for k, i in held.items()}
    if isinstance(held, Stacked) and held.parts and held.parts.dtypes:
        return Fields.of([_tree(lift, held, returned)], partial(tuples_given, held.parts))
    if isinstance(held, Stacked):
        return _tree(lift, held, returned)
    return [_tree(lift, i, returned) for i in held]


def _instance(lift: Lifting, x: Instance, returned: list[Value]) -> Tree:
    if issubclass(x.cls, tuple):
        return Fields.of([_tree(lift, i, returned) for i in lift.held(x).values()], x.cls._make)  # type: ignore[attr-defined]
    if x.cls is library.columns.Columns:
        held = lift.held(x)
        if not is_given_back(held["form"]):
            raise UnsupportedProgram("the function returns a list with functions in it", hints=("return the numbers alone",))
        return Fields.of([_tree(lift, column, returned) for column in held["lists"]], partial(items_given, held["form"]))
    if x.cls.__module__.startswith("precis.lift."):
        raise UnsupportedProgram(f"the function returns an object of the class {x.cls.__name__}",
                                 hints=("return its arrays as a tuple or a dict",))
    return Attributes([(str(name), _tree(lift, i, returned)) for name, i in lift.held(x).items()], partial(object_of, x.cls))


def _option(options: tuple[Any, ...], which: Iterable[Any]) -> Any:
    return options[int(next(iter(which)))]


def _or_none(items: Iterable[Any]) -> Any:
    there, thing = items
    return thing if there else None


def _mutated(lift: Lifting, inputs: Inputs) -> list[str]:
    """Parameters whose array holds something else at the end."""
    params = {p.name: p for p in inputs.params}
    return [name for name, array in inputs.arrays.items() if lift.content[array] is not None
            and lift.held(array).name != params[name].name]


def _refuse_changed_lists(lift: Lifting, inputs: Inputs) -> None:
    for name, items, before in inputs.lists:
        if lift.content[items] is not before:
            what = "object" if isinstance(items, Instance) else items.kind.__name__
            raise UnsupportedProgram(f"the {what} {name}, an argument, gets other items",
                                     hints=("change its arrays in place, or return new ones",))


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
    return type(tree)(_resized(t, names, sizes) for t in tree)


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


