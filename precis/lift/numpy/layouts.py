"""In which order the elements of arrays lie in NumPy's memory, where the program looks at it: at strides, and at whether a reshape is
a view, which a later write shows. Arguments that decide it have to lie in C order then, which the Program's guards say.

Computed arrays lie as their operands do (order "K").
"""

from __future__ import annotations

from precis.ir.ops import OPS
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, Index, New, Node, Pick, Shape, Value
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Reshaping, Transposing
from precis.lift.numpy.values import Array, View

Arguments = frozenset[str]  # names of their values
NONE: Arguments = frozenset()
LIKE_OPERANDS = ("concatenate", "slice", "update", "update_add", "sum", "prod", "max", "min", "any", "all", "cumsum", "cumprod")


def deciding(lift: Lifting, x: Array | View) -> Arguments | None:
    """The arguments that have to lie in C order so that x, or the array that it is a view of, does; None where it may lie otherwise
    all the same."""
    base = x.base if isinstance(x, View) else x
    if base in lift.layout.in_c_order and base not in lift.arguments:
        return NONE
    if base in lift.layout.lying_like:
        return lift.layout.lying_like[base]
    found = lift.layout.made_of.get(base, lift.content.get(base))
    return None if base in lift.layout.out_of_order else _of_value(lift, found, {}) if isinstance(found, Value) else NONE


def _of_value(lift: Lifting, v: Value, seen: dict[str, Arguments | None]) -> Arguments | None:
    if len(v.shape) < 2:
        return NONE
    if v.name not in seen:
        seen[v.name] = NONE
        seen[v.name] = _computed(lift, v, seen)
    return seen[v.name]


def _computed(lift: Lifting, v: Value, seen: dict[str, Arguments | None]) -> Arguments | None:
    node = lift.definitions.get(v.name) or of_control(lift, v)
    if node is None:
        array = lift.layout.argument_values.get(v.name)
        return NONE if array is None else frozenset((v.name,)) if array in lift.layout.in_c_order else None
    picked = [k for k, i in enumerate(node.attrs["at"]) if isinstance(i, Pick)] if node.op == "slice" else []
    if node.op == "transpose" or (picked and picked[0] > 0 and any(i.shape for i in node.inputs[1:])):
        return None
    if node.op not in LIKE_OPERANDS and node.op in OPS and OPS[node.op].category != "pointwise":
        return NONE
    found = [_of_value(lift, i, seen) for i in node.inputs]
    return None if any(f is None for f in found) else NONE.union(*(f for f in found if f is not None))


def of_control(lift: Lifting, v: Value) -> Node | None:
    """The loop or branch, in sight of here, that gives a value; what it gives lies as what goes into it."""
    build = lift.build
    while build is not None:
        for node in reversed(build.nodes):
            if node.blocks and any(o.name == v.name for o in node.outputs):
                return node
        build = build.parent
    return None


def note_reshape(lift: Lifting, x: Array | View, *others: Array) -> bool:
    """x is reshaped, which gives a view or a copy by the order in which it lies: a write to it, or to `others`, shows which. False
    where arguments in C order do not decide it."""
    needed = deciding(lift, x)
    if needed:
        for array in (x.base if isinstance(x, View) else x, *others):
            lift.journal.set(lift.layout.decided_by, array, lift.layout.decided_by.get(array, NONE) | needed)
    return needed is not None


def note_write(lift: Lifting, x: Array) -> None:
    require(lift, lift.layout.decided_by.get(x, NONE))


def require(lift: Lifting, arguments: Arguments) -> None:
    """The arguments have to lie in C order wherever the Program is called."""
    for name in sorted(arguments):
        lift.journal.set(lift.layout.ordered, name, True)


def laid_out(lift: Lifting, x: Array | View) -> tuple[list[Size], Size]:
    """Elements of memory from one to the next along each dimension, and those before the first, in the array that x is or is a part of."""
    base = x.base if isinstance(x, View) else x
    _require_strides(lift, base)
    shape = lift.shape(base.shape)
    strides, first = _in_c_order(shape), ZERO
    for step in x.steps if isinstance(x, View) else ():
        if isinstance(step, Transposing):
            strides = [strides[p] for p in step.perm]
        elif isinstance(step, Cutting) and not step.picks:
            strides, first = _cut(strides, first, step.at)
        elif isinstance(step, Reshaping) and step is x.steps[0]:  # type: ignore[union-attr]
            strides = _in_c_order(lift.shape(step.shape))
        else:
            lift.refuse("strides in this view depend on how it lies in the memory of another array", "take a copy of it first: x.copy()")
    return strides, first


def _in_c_order(shape: Shape) -> list[Size]:
    return [product(shape[k + 1:]) for k in range(len(shape))]


def _cut(strides: list[Size], first: Size, at: Index) -> tuple[list[Size], Size]:
    """The same for x[at], with slices and positions."""
    left, found = iter(strides), []
    for i in at:
        stride = ZERO if isinstance(i, New) else next(left)
        first = first + stride * (i.position if isinstance(i, At) else i.start if isinstance(i, Cut) else 0)
        found += [] if isinstance(i, At) else [stride * i.step if isinstance(i, Cut) else stride]
    return [*found, *left], first


def _require_strides(lift: Lifting, x: Array) -> None:
    """Refuse an array unless it surely lies in C order in NumPy's memory, if some arguments do."""
    if x in lift.arguments and x not in lift.layout.in_c_order:
        lift.refuse("strides in an argument that is not in C order cannot be lifted", "take a copy of it first: x.copy()")
    if len(x.shape) > 1 and x not in lift.layout.in_c_order and deciding(lift, x) is None:
        lift.refuse("the strides of a computed array depend on those of its operands", "take a copy of it first: x.copy()")
    require(lift, deciding(lift, x) or frozenset())
