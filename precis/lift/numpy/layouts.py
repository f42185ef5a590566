"""In which order the elements of arrays lie in NumPy's memory, where the program looks at it: at strides, and at whether a reshape is
a view, which a later write shows. Arguments that decide it have to lie in C order then, which the Program's guards say.

Computed arrays lie as their operands do (order "K").
"""

from __future__ import annotations

from precis.ir.ops import OPS
from precis.ir.types import Node, Pick, Value
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, View

Arguments = frozenset[str]  # names of their values
NONE: Arguments = frozenset()
LIKE_OPERANDS = ("concatenate", "slice", "update", "update_add", "sum", "prod", "max", "min", "any", "all", "cumsum", "cumprod")


def deciding(lift: Lifting, x: Array | View) -> Arguments | None:
    """The arguments that have to lie in C order so that x, or the array that it is a view of, does; None where it may lie otherwise
    all the same."""
    base = x.base if isinstance(x, View) else x
    if base in lift.in_c_order and base not in lift.arguments:
        return NONE
    if base in lift.lying_like:
        return lift.lying_like[base]
    found = lift.content.get(base)
    return None if base in lift.out_of_order else _of_value(lift, found, {}) if isinstance(found, Value) else NONE


def _of_value(lift: Lifting, v: Value, seen: dict[str, Arguments | None]) -> Arguments | None:
    if len(v.shape) < 2:
        return NONE
    if v.name not in seen:
        seen[v.name] = NONE
        seen[v.name] = _computed(lift, v, seen)
    return seen[v.name]


def _computed(lift: Lifting, v: Value, seen: dict[str, Arguments | None]) -> Arguments | None:
    node = lift.definitions.get(v.name) or _of_control(lift, v)
    if node is None:
        array = lift.argument_values.get(v.name)
        return NONE if array is None else frozenset((v.name,)) if array in lift.in_c_order else None
    picked = [k for k, i in enumerate(node.attrs["at"]) if isinstance(i, Pick)] if node.op == "slice" else []
    if node.op == "transpose" or (picked and picked[0] > 0 and any(i.shape for i in node.inputs[1:])):
        return None
    if node.op not in LIKE_OPERANDS and node.op in OPS and OPS[node.op].category != "pointwise":
        return NONE
    found = [_of_value(lift, i, seen) for i in node.inputs]
    return None if any(f is None for f in found) else NONE.union(*(f for f in found if f is not None))


def _of_control(lift: Lifting, v: Value) -> Node | None:
    """The loop or branch that gives a value; what it gives lies as what goes into it."""
    return next((n for n in reversed(lift.build.nodes) if n.blocks and any(o.name == v.name for o in n.outputs)), None)


def note_reshape(lift: Lifting, x: Array | View, *others: Array) -> bool:
    """x is reshaped, which gives a view or a copy by the order in which it lies: a write to it, or to `others`, shows which. False
    where arguments in C order do not decide it."""
    needed = deciding(lift, x)
    if needed:
        for array in (x.base if isinstance(x, View) else x, *others):
            lift.journal.set(lift.decided_by, array, lift.decided_by.get(array, NONE) | needed)
    return needed is not None


def note_write(lift: Lifting, x: Array) -> None:
    require(lift, lift.decided_by.get(x, NONE))


def require(lift: Lifting, arguments: Arguments) -> None:
    """The arguments have to lie in C order wherever the Program is called."""
    for name in sorted(arguments):
        lift.journal.set(lift.ordered, name, True)
