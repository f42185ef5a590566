"""The rules of a Program around its body: sizes, containers, arguments, results, the formats of its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from precis.ir.emulate import value_formats
from precis.ir.rewrite import storage_classes
from precis.ir.trees import Leaf, Tree
from precis.ir.types import KINDS, ROLES, Program
from precis.ir.verify.values import Problems, same_types

RELATIONS = ("==", "<=", "!=")


def _sizes(program: Program) -> Problems:
    yield from _twice((s for s, _ in program.sizes), "size")
    for symbol, n in program.sizes:
        if type(n) is not int:
            yield f"the example value of the size {symbol} is {n!r}"


def _guards(program: Program) -> Problems:
    known = {s for s, _ in program.sizes}
    for guard in program.guards:
        if guard.relation not in RELATIONS:
            yield f"the guard {guard} has the relation {guard.relation!r}"
        elif not guard.left.symbols() | guard.right.symbols() <= known:
            yield f"the guard {guard} mentions an unknown size"
        elif not guard.holds(program.binding):
            yield f"the guard {guard} does not hold for the example sizes"


def _ordered(program: Program) -> Problems:
    for name in set(program.ordered) - {p.name for p in program.body.params}:
        yield f"the order of {name} is guarded, which is no parameter"


def _containers(program: Program) -> Problems:
    yield from _twice((c.name for c in program.containers), "container")
    for c in program.containers:
        if c.role not in ROLES:
            yield f"the container {c.name} has the role {c.role!r}"
        if c.kind not in KINDS:
            yield f"the container {c.name} has the kind {c.kind!r}"


def _parameters(program: Program) -> Problems:
    roles = {c.name: c.role for c in program.containers}
    for p in program.body.params:
        if p.container in roles and roles[p.container] not in ("input", "inout"):
            yield f"the parameter {p.name} is kept in {p.container}, whose role is {roles[p.container]}"


def _arguments(program: Program) -> Problems:
    yield from _twice((name for name, _ in program.arguments), "argument")
    params, known = {p.name for p in program.body.params}, {s for s, _ in program.sizes}
    for name, tree in program.arguments:
        for leaf in leaves(tree):
            if leaf.what == "value" and leaf.value not in params:
                yield f"the argument {name} refers to {leaf.value}, which is no parameter"
            elif leaf.what == "size" and not leaf.value.symbols() <= known:
                yield f"the argument {name} is the size {leaf.value}, which is unknown"
            elif leaf.what not in ("value", "size", "static"):
                yield f"the argument {name} has a leaf of {leaf.what!r}"


def _returned_sizes(program: Program) -> Problems:
    known = {s for s, _ in program.sizes}
    for leaf in leaves(program.returns):
        if leaf.what == "size" and not leaf.value.symbols() <= known:
            yield f"returns the size {leaf.value}, which is unknown"


def _mutated(program: Program) -> Problems:
    params, roles = {p.name: p for p in program.body.params}, {c.name: c.role for c in program.containers}
    yield from _twice(program.mutated, "mutated parameter")
    for name in program.mutated:
        if name not in params:
            yield f"{name} is mutated, but no parameter"
        elif roles.get(params[name].container or "") != "inout":
            yield f"{name} is mutated, but its container is not inout"


def _results(program: Program) -> Problems:
    names = [leaf.value for leaf in leaves(program.returns) if leaf.what == "value"]
    if len(program.body.results) != len(names) + len(program.mutated):
        yield f"{len(program.body.results)} results for {len(names)} returned and {len(program.mutated)} mutated values"
    elif [v.name for v in program.returned] != names:
        yield f"returns {', '.join(names)}, but the results are {', '.join(v.name for v in program.returned)}"
    else:
        params = {p.name: p for p in program.body.params}
        finals = program.body.results[len(names):]
        yield from same_types([params[m] for m in program.mutated], finals, "mutated parameters and final values")


def _original_total(program: Program) -> Problems:
    if program.original is not None:
        try:
            value_formats(program, program.original)
        except ValueError as problem:
            yield f"the original assignment is not total: {problem}"


def _original_classes(program: Program) -> Problems:
    if program.original is None:
        return
    kinds = {c.name: c.kind for c in program.containers}
    for name, first in storage_classes(program).items():
        if kinds[name] in ("real", "complex") and kinds[first] in ("real", "complex"):
            a, b = program.original.storage_of(name), program.original.storage_of(first)
            if a != b:
                yield f"{name} and {first} share their storage, but the original assignment stores {a} and {b}"


def _twice(names: Iterable[str], what: str) -> Problems:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"the {what} {name} stands twice"
        seen.add(name)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The leaves of an argument or return tree, in order."""
    if isinstance(tree, Leaf):
        yield tree
        return
    for t in tree.values() if isinstance(tree, dict) else tree:
        yield from leaves(t)


PROGRAM_CHECKS: tuple[Callable[[Program], Problems], ...] = (
    _sizes, _guards, _ordered, _containers, _parameters, _arguments, _returned_sizes, _mutated)
RESULT_CHECKS: tuple[Callable[[Program], Problems], ...] = (_results, _original_total, _original_classes)
