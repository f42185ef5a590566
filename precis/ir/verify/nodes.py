"""The rules of nodes, as tables: checks of every node, of operations of the table, and of each control node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.ir.live import MOST
from precis.ir.ops import CONTROL, OPS, ArrayConstant
from precis.ir.shapes import text
from precis.ir.size import Size
from precis.ir.types import At, Cut, Node, Pick, Range, Value
from precis.ir.verify.values import Problems, Scope, bound, same_types, type_text, uses

# Checks of every node.


def _known_operation(node: Node, scope: Scope) -> Problems:
    if node.op not in OPS and node.op not in CONTROL:
        yield f"unknown operation {node.op!r}"


def _inputs_in_scope(node: Node, scope: Scope) -> Problems:
    yield from uses(node.inputs, scope)


def _sizes_in_scope(node: Node, scope: Scope) -> Problems:
    for name, attr in node.attrs.items():
        yield from bound(attr, scope, f"attribute {name}")


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
        yield f"{node.output.name} is {type_text(node.output)}, but the operation gives {kind} of shape {text(shape)}"


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
    yield from same_types(node.inputs, body.params, "initial values and parameters")
    yield from same_types(body.results[:k], body.params, "next values and parameters")
    yield from same_types(node.outputs[:k], body.params, "final values and parameters")


def _loop_stacks(node: Node, scope: Scope) -> Problems:
    (body,), k = node.blocks, len(node.inputs)
    trips = node.attrs["range"].trips
    stacked = tuple(Value(v.name, (trips, *v.shape), v.kind) for v in body.results[k:])
    yield from same_types(node.outputs[k:], stacked, "stacked values")


def _while_carries(node: Node, scope: Scope) -> Problems:
    condition, body = node.blocks
    yield from same_types(node.inputs, condition.params, "initial values and parameters of the condition")
    yield from same_types(node.inputs, body.params, "initial values and parameters")
    yield from same_types(body.results, body.params, "next values and parameters")
    yield from same_types(node.outputs, body.params, "final values and parameters")
    yield from _is_predicate(condition.results, "the condition")


def _is_predicate(values: Sequence[Value], what: str) -> Problems:
    if [(v.kind, v.shape) for v in values] != [("bool", ())]:
        yield f"{what} is {', '.join(map(type_text, values)) or 'missing'}, not one bool"


def _cond_branches(node: Node, scope: Scope) -> Problems:
    yield from _is_predicate(node.inputs, "the predicate")
    for branch in node.blocks:
        if branch.params:
            yield "a branch has parameters"
        yield from same_types(node.outputs, branch.results, "outputs and results of a branch")


def _approx_blocks(node: Node, scope: Scope) -> Problems:
    for inner in node.blocks:
        yield from same_types(node.inputs, inner.params, "inputs and parameters")
        yield from same_types(node.outputs, inner.results, "outputs and results")


def _ruled_blocks(node: Node, scope: Scope) -> Problems:
    (forward, backward), count = node.blocks, node.attrs["count"]
    arguments = node.inputs[count:]
    yield from same_types(node.outputs, node.inputs[:count], "outputs and results of the function")
    yield from same_types(arguments, forward.params, "arguments and parameters of forward")
    yield from same_types(node.outputs, forward.results[:count], "outputs and results of forward")
    yield from same_types(forward.results, backward.params, "results of forward and parameters of backward")
    yield from same_types([v for v in arguments if v.kind in FLOATING], backward.results, "floating arguments and results of backward")


def _underivable(node: Node, scope: Scope) -> Problems:
    yield from same_types(node.outputs, node.inputs, "outputs and inputs")


def _size_input(node: Node, scope: Scope) -> Problems:
    if [("int" in v.kind, v.shape) for v in node.inputs] != [(True, ())] or node.outputs:
        yield "binds one integer of rank 0 and has no outputs"
    if not isinstance(node.attrs["symbol"], str) or node.attrs["symbol"] in scope.symbols:
        yield f"the size {node.attrs['symbol']!r} is bound already"
    if MOST in node.attrs and not (isinstance(node.attrs[MOST], Size) and node.attrs[MOST].symbols() <= scope.symbols):
        yield "ends the run where it is more than a size that is not known"


Check = Callable[[Node, Scope], Problems]
FLOATING = ("real", "complex")

CONTROL_ATTRS: Mapping[str, tuple[str, ...]] = {
    "loop": ("index", "range"), "while": (), "cond": (), "approx": ("name",), "ruled": ("count",),
    "underivable": ("why",), "size": ("symbol",)}
BLOCKS: Mapping[str, int] = {"loop": 1, "while": 2, "cond": 2, "approx": 2, "ruled": 2}

NODE_CHECKS: tuple[Check, ...] = (_known_operation, _number_of_blocks, _attributes_present, _inputs_in_scope, _sizes_in_scope)
OP_CHECKS: tuple[Check, ...] = (_matches_record, _index_items, _constant_value)
CHECKS: Mapping[str, tuple[Check, ...]] = {
    "loop": (_loop_range, _loop_carries, _loop_stacks),
    "while": (_while_carries,),
    "cond": (_cond_branches,),
    "approx": (_approx_blocks,),
    "ruled": (_ruled_blocks,),
    "underivable": (_underivable,),
    "size": (_size_input,),
}
