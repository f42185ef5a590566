"""Indices that are kept below a bound, as those of arrays of run-time length are where they broadcast, are plain where no bound is met.

    for i: y[i] = x[min(i, n - 1)]    ->    if n - 1 >= last: (for i: y[i] = x[i]) else: (for i: y[i] = x[min(i, n - 1)])

(loop unswitching; Allen & Cocke, A catalogue of optimizing transformations, 1971.) Compilers gather element by element what they cannot
see to lie side by side.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.body import Code
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, If, Instr, Nest, Plan, Statement
from precis.emit.plan.moved import moved, placed
from precis.ir.size import Size

Block = tuple[Statement, ...]
Clamp = tuple[str, Size]  # the axis, and how far the bound is above its last index


def unclamped(plan: Plan) -> Plan:
    made: dict[str, Buffer] = {}
    statements = _block(plan.statements, made)
    return replace(plan, statements=statements, buffers={**plan.buffers, **made}) if made else plan


def _block(statements: Block, made: dict[str, Buffer]) -> Block:
    parts = (_versions(s, made) if isinstance(s, Nest) else (map_blocks(s, lambda block: _block(block, made)),) for s in statements)
    return tuple(s for part in parts for s in part)


def _versions(nest: Nest, made: dict[str, Buffer]) -> Block:
    clamps = clamps_of(nest)
    if not clamps:
        return (nest,)
    plain = _plain(nest, {name: axis for name, (axis, _) in clamps.items()})
    margins = [m for m in dict.fromkeys(m for _, m in clamps.values()) if m.constant is None]
    if not margins:
        return (plain,)
    test = Buffer(f"plain {len(made)}", (), "bool", WORKSPACE)
    made[test.name] = test
    return _test(margins, test, nest), If(test.name, (plain,), (nest,), nest.sites)


def clamps_of(nest: Nest) -> dict[str, Clamp]:
    """The scalars that are indices along the innermost axis but for a bound known before the nest, which may not be met."""
    by_name = {i.name: i for i in nest.body}
    ends = {a.symbol: a.extent for a in nest.axes[-1:]}
    axis = {i.name: i.value.symbol for i in nest.body if i.op == "size" and i.value.symbol in ends}
    found: dict[str, Clamp] = {}
    for i in nest.body:
        if i.op != "minimum" or i.guard:
            continue
        for a, b in (i.args, i.args[::-1]):
            bound = _known(by_name.get(b))
            if a in axis and bound is not None and ((margin := bound - ends[axis[a]] + 1).constant or 0) >= 0:
                found[i.name] = axis[a], margin
                axis[i.name] = axis[a]
                break
    return found


def _known(i: Instr | None) -> Size | None:
    """The integer, where it does not depend on the place in the nest."""
    if i is None or i.op not in ("size", "const") or i.element != "int64":
        return None
    value = Size.of(i.value)
    return None if any(s.startswith("%") for s in value.symbols()) else value


def _plain(nest: Nest, axis: dict[str, str]) -> Nest:
    """The nest with indices along axes in place of the scalars in `axis`."""
    there = {name: Size.of(symbol) for name, symbol in axis.items()}
    body = [replace(i, op="size", args=(), value=there[i.name]) if i.name in there else moved(i, there) for i in nest.body]
    return replace(nest, body=tuple(body), reductions=tuple(replace(r, target=placed(r.target, there)) for r in nest.reductions))


def _test(margins: list[Size], test: Buffer, nest: Nest) -> Nest:
    """Whether no bound is met."""
    code = Code()
    zero = code.emit("const", (), "int64", value=0)
    holds = [code.emit("ge", (code.emit("size", (), "int64", value=m), zero), "bool") for m in margins]
    for other in holds[1:]:
        holds[0] = code.emit("bit_and", (holds[0], other), "bool")
    store = Instr("%stored", "store", (holds[0],), "bool", Access(test.name, (), ()))
    return Nest((), (*code.instrs, store), sites=nest.sites)
