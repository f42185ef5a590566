"""Elementary functions of what has a few elements for each of many are computed along the many.

    for i of n: for c of 3: y[i, c] = sin(x[i] * w[c])    ->    for strips of n: for c of 3: for i of strip: y[i, c] = sin(x[i] * w[c])

Points in space, colours and states are rows of a few numbers, which fill no vector: compilers then compute each function number by number.
Along the other axis vectors are full; what they read and store lies a row apart, which costs less than the functions do. Elements are
independent of one another, so that their order does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.emit.cpu import spell
from precis.emit.cpu.distribute import PAYING
from precis.emit.cpu.interchange import divisible, narrowed, part_work
from precis.emit.cpu.levels import levels
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Instr, Nest, Plan, Statement, Strips
from precis.emit.plan.maps import linear
from precis.ir.shapes import ONE
from precis.ir.size import Size

Block = tuple[Statement, ...]

VECTORS = {"float": 16, "double": 8}  # elements of a vector
FEW = 8  # elements of the shorter axis: longer ones leave little of a vector over
STRIP = 128  # elements of the longer axis: rows that are stored into stay in the caches until all their elements are
WHOLE = 1024  # elements of one that stays whole inside another axis
APART = 2  # vectors of functions that one access to memory across rows is worth


def functions_along(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan.example))


def _block(statements: Block, example: Mapping[str, int]) -> Block:
    return tuple((_along(s, example) if isinstance(s, Nest) else None) or map_blocks(s, lambda b: _block(b, example)) for s in statements)


def _along(n: Nest, example: Mapping[str, int]) -> Statement | None:
    """The nest with its last long axis innermost; None where functions fill vectors as it is, or nothing says that there is a long axis."""
    functions = _functions(n)
    if len(n.axes) < 2 or not functions:
        return None
    vector = min(VECTORS[spell.register_type(i.element)] for i in functions)
    long = next((k for k in reversed(range(len(n.axes) - 1)) if _length(n.axes[k].extent, example) >= vector), None)
    if long is None or not _leaves_over(n.axes[-1].extent, vector):
        return None
    turned = replace(n, axes=(*n.axes[:long], *n.axes[long + 1:], n.axes[long]))
    if not _free(turned) or _across(turned) > len(functions) * vector // APART:
        return None
    return turned if long and _length(n.axes[long].extent, example) <= WHOLE else _in_strips(turned)


def _functions(n: Nest) -> list[Instr]:
    """The elementary functions that are computed along the last axis, of numbers that vectors hold."""
    level = levels(n) if any(i.op in PAYING for i in n.body) else {}
    plain = (i for i in n.body if i.op in PAYING and level[i.name] == len(n.axes) and not spell.soft(i.element))
    return [i for i in plain if spell.register_type(i.element) in VECTORS]


def _length(extent: Size, example: Mapping[str, int]) -> int:
    """0 where the example doesn't say."""
    return extent.value(example) if extent.symbols() <= example.keys() else 0


def _leaves_over(extent: Size, vector: int) -> bool:
    """Whether an axis is so short that it fills no half of a vector, or not whole ones."""
    few = extent.constant or 0
    return 1 < few < FEW and few % (vector // 2) != 0


def _free(n: Nest) -> bool:
    """Whether the nest may run in strips of its last axis, whatever the order."""
    plain = not (n.reductions or n.sequential or any(i.guard or i.where for i in n.body))
    return plain and divisible(n, n.axes[-1].extent, {a.symbol for a in n.axes}, -1)


def _across(n: Nest) -> int:
    """How many accesses to memory do not go along the last axis."""
    last = n.axes[-1].symbol
    steps = (linear(i.access.shape, i.access.index).coefficient(last) for i in n.body if i.access and i.access.shape)
    return sum(step not in (ONE, Size()) for step in steps)


def _in_strips(n: Nest) -> Strips:
    axis = n.axes[-1]
    name = f"{axis.symbol[1:]} of {n.body[0].name}"
    index, count = f"{name} from", f"{name} count"
    return Strips(index, count, axis.extent, Size.of(STRIP), narrowed((n,), Size.of(index), Size.of(count), -1), part_work([n]))
