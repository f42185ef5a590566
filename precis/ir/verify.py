"""The rules of the IR, as a table of small checks. Every Program -> Program function must keep them.

A check is a generator of sentences that say what is wrong; `verify` raises the first, with the place of its node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.errors import VerifyError
from precis.ir.emulate import STORES, value_formats
from precis.ir.ops import CONTROL, OPS, ArrayConstant
from precis.ir.rewrite import sizes_in, storage_classes
from precis.ir.shapes import text
from precis.ir.size import Size
from precis.ir.types import KINDS, ROLES, At, Block, Cut, Leaf, Node, Pick, Program, Range, Tree, Value

RELATIONS = ("==", "<=", "!=")

Problems = Iterator[str]


def verify(program: Program) -> None:
    """Raise VerifyError at the first rule that `program` breaks, with the place in the source of the node that breaks it."""
    for check in PROGRAM_CHECKS:
        for problem in check(program):
            raise VerifyError(f"{program.name}: {problem}")
    scope = Scope(program, symbols={s for s, _ in program.sizes})
    _block(program.body, scope, None)
    for check in RESULT_CHECKS:
        for problem in check(program):
            raise VerifyError(f"{program.name}: {problem}")


@dataclass
class Scope:
    """What a node may use: values and size symbols bound before it. `defined`: every value name of the Program so far."""

    program: Program
    values: dict[str, Value] = field(default_factory=dict)
    symbols: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)

    def inner(self, symbols: Iterable[str] = ()) -> Scope:
        return Scope(self.program, dict(self.values), self.symbols | set(symbols), self.defined)


def _block(block: Block, scope: Scope, owner: Node | None) -> None:
    for p in block.params:
        _raise(_definition(p, scope, may_be_kept=True), owner)
        _define(p, scope)
    for node in block.nodes:
        for check in NODE_CHECKS:
            _raise(check(node, scope), node)
        for check in CHECKS.get(node.op, OP_CHECKS):
            _raise(check(node, scope), node)
        for inner in node.blocks:
            _block(inner, scope.inner([node.attrs["index"]] if node.op == "loop" else ()), node)
        if node.op == "size":
            scope.symbols.add(node.attrs["symbol"])
        for v in node.outputs:
            _raise(_definition(v, scope, may_be_kept=node.op in STORES or node.op in CONTROL), node)
            _define(v, scope)
    _raise(_uses(block.results, scope), owner)


def _define(v: Value, scope: Scope) -> None:
    scope.values[v.name] = v
    scope.defined.add(v.name)


def _raise(problems: Problems, node: Node | None) -> None:
    for problem in problems:
        raise VerifyError(f"{describe(node)}: {problem}" if node else problem, node.span if node else None)


def describe(node: Node) -> str:
    """A node on one line, by the names of its values: `_3 = add(x, _2)`."""
    outputs = ", ".join(v.name for v in node.outputs)
    return (f"{outputs} = " if outputs else "") + f"{node.op}({', '.join(v.name for v in node.inputs)})"


# Values.


def _definition(v: Value, scope: Scope, may_be_kept: bool) -> Problems:
    if v.name in scope.defined:
        yield f"the value {v.name} is defined twice"
    if v.kind not in KINDS:
        yield f"{v.name} has the unknown kind {v.kind!r}"
    if not isinstance(v.shape, tuple) or not all(isinstance(d, Size) for d in v.shape):
        yield f"the shape of {v.name} is no tuple of Sizes"
    yield from _bound(v.shape, scope, f"the shape of {v.name}")
    if v.container is not None:
        yield from _kept(v, scope, may_be_kept)


def _kept(v: Value, scope: Scope, allowed: bool) -> Problems:
    c = next((c for c in scope.program.containers if c.name == v.container), None)
    if c is None:
        yield f"{v.name} is kept in {v.container}, which is not declared"
    elif not allowed:
        yield f"{v.name} is kept in {v.container}; only parameters, {', '.join(STORES)} and control nodes keep values"
    elif c.kind != v.kind or len(c.shape) != v.rank:
        yield f"{v.name} is {_type(v)}, its container {c.name} is {c.kind} of shape {text(c.shape)}"


def _uses(values: Iterable[Value], scope: Scope) -> Problems:
    for v in values:
        known = scope.values.get(v.name)
        if known is None:
            yield f"{v.name} is used " + ("outside its block" if v.name in scope.defined else "before it is defined")
        elif known != v:
            yield f"{v.name} is used as {v!r}, but defined as {known!r}"


def _bound(attr: Any, scope: Scope, what: str) -> Problems:
    for symbol in sorted(sizes_in(attr) - scope.symbols):
        yield f"{what} mentions the size {symbol}, which is not bound here"


def _type(v: Value) -> str:
    return f"{v.kind} of shape {text(v.shape)}"


def _same_types(left: Sequence[Value], right: Sequence[Value], what: str) -> Problems:
    """Equal shapes and kinds, one by one."""
    if len(left) != len(right):
        yield f"{what}: {len(left)} and {len(right)} values"
    for a, b in zip(left, right):
        if (a.shape, a.kind) != (b.shape, b.kind):
            yield f"{what}: {a.name} is {_type(a)}, {b.name} is {_type(b)}"


# Checks of every node.


def _known_operation(node: Node, scope: Scope) -> Problems:
    if node.op not in OPS and node.op not in CONTROL:
        yield f"unknown operation {node.op!r}"


def _inputs_in_scope(node: Node, scope: Scope) -> Problems:
    yield from _uses(node.inputs, scope)


def _sizes_in_scope(node: Node, scope: Scope) -> Problems:
    for name, attr in node.attrs.items():
        yield from _bound(attr, scope, f"attribute {name}")


def _attributes_present(node: Node, scope: Scope) -> Problems:
    needed = OPS[node.op].attrs if node.op in OPS else CONTROL_ATTRS[node.op]
    for name in needed:
        if name not in node.attrs:
            yield f"needs the attribute {name}"


def _number_of_blocks(node: Node, scope: Scope) -> Problems:
    if len(node.blocks) != BLOCKS.get(node.op, 0):
        yield f"has {len(node.blocks)} blocks, not {BLOCKS.get(node.op, 0)}"


# Checks of operations of the table.


def _matches_record(node: Node, scope: Scope) -> Problems:
    try:
        shape, kind = OPS[node.op].infer(node.inputs, node.attrs)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as problem:
        yield str(problem)
        return
    if len(node.outputs) != 1:
        yield f"has {len(node.outputs)} outputs, not 1"
    elif (node.output.shape, node.output.kind) != (shape, kind):
        yield f"{node.output.name} is {_type(node.output)}, but the operation gives {kind} of shape {text(shape)}"


def _index_items(node: Node, scope: Scope) -> Problems:
    if "at" not in node.attrs:
        return
    picks = node.inputs[1 if node.op == "slice" else 2:]
    for v in picks:
        if "int" not in v.kind:
            yield f"the index {v.name} is {v.kind}, not an integer"
    named = {i.operand for i in node.attrs["at"] if isinstance(i, Pick)}
    if named != set(range(len(picks))):
        yield f"the index names the operands {sorted(named)} of {len(picks)}"
    yield from _constant_positions(node)


def _constant_positions(node: Node) -> Problems:
    dims = iter(node.inputs[0].shape)
    for item in node.attrs["at"]:
        dimension = next(dims).constant if isinstance(item, (At, Cut, Pick)) else None
        for position in _ends(item):
            k = position.constant
            if k is not None and (k < 0 or (dimension is not None and k >= dimension)):
                yield f"position {k} of a dimension of {dimension if dimension is not None else 'unknown length'}"


def _ends(item: Any) -> tuple[Size, ...]:
    """The first and last position that an item takes, as far as they are plain to see."""
    if isinstance(item, At):
        return (item.position,)
    if isinstance(item, Cut) and (item.length.constant or 0) > 0:
        return item.start, item.start + item.step * (item.length - 1)
    return ()


def _constant_value(node: Node, scope: Scope) -> Problems:
    if node.op != "const":
        return
    value, kind = node.attrs["value"], node.attrs["kind"]
    if isinstance(value, ArrayConstant):
        array = scope.program.constants.get(value.name)
        if array is None:
            yield f"the array constant {value.name} is missing"
        elif np.shape(array) != tuple(value.shape):
            yield f"the array constant {value.name} has shape {np.shape(array)}, not {tuple(value.shape)}"
    elif type(value) is not _CLASSES.get(kind, int) or ("int" in kind and not np.iinfo(kind).min <= value <= np.iinfo(kind).max):
        yield f"the {kind} constant is {value!r}"


_CLASSES = {"real": float, "complex": complex, "bool": bool}  # other kinds: int


# Checks of control nodes.


def _loop_range(node: Node, scope: Scope) -> Problems:
    index, range_ = node.attrs["index"], node.attrs["range"]
    if not isinstance(range_, Range) or not isinstance(range_.step, int) or range_.step == 0:
        yield f"the range {range_!r} is no Range with a step other than 0"
    if not isinstance(index, str) or index in scope.symbols:
        yield f"the loop index {index!r} is bound already"


def _loop_carries(node: Node, scope: Scope) -> Problems:
    (body,), k = node.blocks, len(node.inputs)
    yield from _same_types(node.inputs, body.params, "initial values and parameters")
    yield from _same_types(body.results[:k], body.params, "next values and parameters")
    yield from _same_types(node.outputs[:k], body.params, "final values and parameters")


def _loop_stacks(node: Node, scope: Scope) -> Problems:
    (body,), k = node.blocks, len(node.inputs)
    trips = node.attrs["range"].trips
    stacked = tuple(Value(v.name, (trips, *v.shape), v.kind) for v in body.results[k:])
    yield from _same_types(node.outputs[k:], stacked, "stacked values")


def _while_carries(node: Node, scope: Scope) -> Problems:
    condition, body = node.blocks
    yield from _same_types(node.inputs, condition.params, "initial values and parameters of the condition")
    yield from _same_types(node.inputs, body.params, "initial values and parameters")
    yield from _same_types(body.results, body.params, "next values and parameters")
    yield from _same_types(node.outputs, body.params, "final values and parameters")
    yield from _is_predicate(condition.results, "the condition")


def _is_predicate(values: Sequence[Value], what: str) -> Problems:
    if [(v.kind, v.shape) for v in values] != [("bool", ())]:
        yield f"{what} is {', '.join(map(_type, values)) or 'missing'}, not one bool"


def _cond_branches(node: Node, scope: Scope) -> Problems:
    yield from _is_predicate(node.inputs, "the predicate")
    for branch in node.blocks:
        if branch.params:
            yield "a branch has parameters"
        yield from _same_types(node.outputs, branch.results, "outputs and results of a branch")


def _approx_blocks(node: Node, scope: Scope) -> Problems:
    for inner in node.blocks:
        yield from _same_types(node.inputs, inner.params, "inputs and parameters")
        yield from _same_types(node.outputs, inner.results, "outputs and results")


def _size_input(node: Node, scope: Scope) -> Problems:
    if [("int" in v.kind, v.shape) for v in node.inputs] != [(True, ())] or node.outputs:
        yield "binds one integer of rank 0 and has no outputs"
    if not isinstance(node.attrs["symbol"], str) or node.attrs["symbol"] in scope.symbols:
        yield f"the size {node.attrs['symbol']!r} is bound already"


Check = Callable[[Node, Scope], Problems]

CONTROL_ATTRS: Mapping[str, tuple[str, ...]] = {
    "loop": ("index", "range"), "while": (), "cond": (), "approx": ("name",), "size": ("symbol",)}
BLOCKS: Mapping[str, int] = {"loop": 1, "while": 2, "cond": 2, "approx": 2}

NODE_CHECKS: tuple[Check, ...] = (_known_operation, _number_of_blocks, _attributes_present, _inputs_in_scope, _sizes_in_scope)
OP_CHECKS: tuple[Check, ...] = (_matches_record, _index_items, _constant_value)
CHECKS: Mapping[str, tuple[Check, ...]] = {
    "loop": (_loop_range, _loop_carries, _loop_stacks),
    "while": (_while_carries,),
    "cond": (_cond_branches,),
    "approx": (_approx_blocks,),
    "size": (_size_input,),
}


# Checks of the Program around the body.


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
        yield from _same_types([params[m] for m in program.mutated], finals, "mutated parameters and final values")


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
    _sizes, _guards, _containers, _parameters, _arguments, _returned_sizes, _mutated)
RESULT_CHECKS: tuple[Callable[[Program], Problems], ...] = (_results, _original_total, _original_classes)

__all__ = ["describe", "leaves", "verify"]
