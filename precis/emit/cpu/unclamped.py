"""Indices that are kept below a bound, as those of arrays of run-time length are where they broadcast, are plain where no bound is met.

    for i: y[i] = x[min(i, n - 1)]    ->    if n - 1 >= last: (for i: y[i] = x[i]) else: (for i: y[i] = x[min(i, n - 1)])

(loop unswitching; Allen & Cocke, A catalogue of optimizing transformations, 1971.) Compilers gather element by element what they cannot
see to lie side by side. What is then copied to where it was read, as in `y[a:b] += x`, is computed there: no element is read at two places
where no bound is met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from precis.emit.plan.body import Code
from precis.emit.plan.delivered import Copy, copy_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import INOUT, RESULT, WORKSPACE, Access, Buffer, If, Instr, Nest, Plan, Statement
from precis.emit.plan.moved import moved, placed
from precis.emit.plan.walking import accesses, blocks_of, own_accesses, walk
from precis.ir.size import Size

Block = tuple[Statement, ...]
TEST = "plain "  # begins the names of tests
Clamp = tuple[str, Size]  # the axis, and how far the bound is above its last index


def unclamped(plan: Plan) -> Plan:
    made: dict[str, Buffer] = {}
    read = Counter(name for s in walk(plan.statements) for name in (own_accesses(s) if blocks_of(s) else accesses(s))[0])
    statements = _block(plan.statements, lambda s: _copied(s, plan, read), made)
    return replace(plan, statements=statements, buffers={**plan.buffers, **made}) if made else plan


def _copied(s: Statement, plan: Plan, read: Mapping[str, int]) -> Copy | None:
    """What a nest copies of an array that nothing else reads."""
    copy = copy_of(s, plan, (WORKSPACE, RESULT, INOUT))
    return copy if copy and read[copy[0].buffer] == 1 else None


def _block(statements: Block, copied: Callable[[Statement], Copy | None], made: dict[str, Buffer]) -> Block:
    out: list[Statement] = []
    for s in statements:
        copy = copied(s) if out else None
        if copy and (joined := _joined(out[-1], s, copy)):
            out[-1:] = joined
        elif isinstance(s, Nest):
            out += _versions(s, made)
        else:
            out.append(map_blocks(s, lambda block: _block(block, copied, made)))
    return tuple(out)


def _versions(nest: Nest, made: dict[str, Buffer]) -> Block:
    clamps = clamps_of(nest)
    if not clamps:
        return (nest,)
    plain = _plain(nest, {name: axis for name, (axis, _) in clamps.items()})
    margins = [m for m in dict.fromkeys(m for _, m in clamps.values()) if m.constant is None]
    if not margins:
        return (plain,)
    test = Buffer(f"{TEST}{len(made)}", (), "bool", WORKSPACE)
    made[test.name] = test
    return _test(margins, test, nest), If(test.name, (plain,), (nest,), nest.sites)


def _joined(versions: Statement, last: Statement, copy: Copy) -> Block | None:
    """The versions of a nest and a copy of what they store as versions of both, where the plain one may store there at once."""
    if not isinstance(versions, If) or not versions.test.startswith(TEST) or len(versions.then) != 1:
        return None
    plain = versions.then[0]
    stored = _stored_there(plain, copy) if isinstance(plain, Nest) and isinstance(last, Nest) and plain.axes == last.axes else None
    return stored and (replace(versions, then=(stored,), otherwise=(*versions.otherwise, last)),)


def _stored_there(nest: Nest, copy: Copy) -> Nest | None:
    """The nest that stores what is copied where it goes; None where it reads that array at other places, or behind the store."""
    (source, target), body = copy, nest.body
    uses = [(k, i) for k, i in enumerate(body) if i.access and i.access.buffer in (source.buffer, target.buffer)]
    if not uses or nest.hole or nest.bins or nest.behind or any(r.target.buffer in (source.buffer, target.buffer) for r in nest.reductions):
        return None
    *before, (k, store) = uses
    whole = store.op == "store" and store.access == source and not store.guard and not store.where
    if not whole or any(i.op != "load" or i.access != target for _, i in before):
        return None
    return replace(nest, body=(*body[:k], replace(store, access=target), *body[k + 1:]))


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
