"""Lowering of updates: in place where the target is dead afterwards, else on a copy; chains of large boxes gathered."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.body import Body, Stored
from precis.emit.plan.elements import carrier
from precis.emit.plan.gather import Box, Chain, box_of, value_index
from precis.emit.plan.kernels import Axis, Guard, Instr, Nest
from precis.emit.plan.maps import ZERO, Indices, aligned, axes_of, covers, sliced
from precis.emit.plan.moved import moved
from precis.emit.plan.padding import UNREAD
from precis.emit.plan.scope import Scope, safe
from precis.emit.plan.shifted import shift_order
from precis.formats import Format
from precis.ir.shapes import ONE, indexed
from precis.ir.size import Size
from precis.ir.types import Cut, Node, Pick, Shape, Value


def lower_update(scope: Scope, node: Node) -> None:
    """update and update_add: in place where the target is dead afterwards, else on a copy."""
    target, new = node.inputs[:2]
    if node.op == "update" and covers(node.attrs["at"], target.shape):
        _overwrite(scope, node, new)
        return
    if node.op == "update_add" and _repeats(scope, node):
        _accumulate_wide(scope, node)
        return
    place = _target(scope, node)
    _write_region(scope, node, place)
    scope.hold(node.output, place)


def _overwrite(scope: Scope, node: Node, new: Value) -> None:
    """An update of everything does not read its target."""
    out = node.output
    axes, index = axes_of(out.shape)
    body = scope.body()
    name = body.pull(new, aligned(new.shape, index))
    old = scope.in_place(node.inputs[0])
    element = scope.memory.element(out)
    if old and old.element == element and safe(body.instrs, old.access(index, out.shape), axes):
        place = old
    else:
        place = scope.place(out, element, body.instrs, index, axes)
    body.store(name, place.access(index, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def _target(scope: Scope, node: Node) -> Stored:
    """The place that is updated: that of the target itself, or a copy."""
    target = node.inputs[0]
    element = scope.memory.element(node.output)
    place = scope.in_place(target)
    if place and place.element == element:
        return place
    probe = scope.body()
    _region(scope, node, probe)
    axes, index = axes_of(target.shape)
    probe.pull(target, index)
    place = scope.place(node.output, element, probe.instrs, index, axes, untouched=True)
    if UNREAD not in node.attrs:
        scope.copy(target, place, _overwritten(node) if scope.in_memory(target.name) else (), _in_front(node))
    return place


def _in_front(node: Node) -> Shape:
    """The part of its target that an update leaves as it is, where it writes all from some place on that is found at run time."""
    shape, at = node.inputs[0].shape, node.attrs["at"]
    if node.op != "update" or not all(isinstance(i, Cut) for i in at):
        return shape
    parts = [k for k, cut in enumerate(at) if cut != Cut(ZERO, shape[k])]
    start = at[parts[0]].start if len(parts) == 1 else ZERO
    behind = start.constant is None and at[parts[0]] == Cut(start, shape[parts[0]] - start)
    return tuple(start if behind and [k] == parts else d for k, d in enumerate(shape))


def _overwritten(node: Node) -> tuple[tuple[Size, Size], ...]:
    """The box that an update writes, where that is all but a rim; () elsewhere."""
    box = box_of(node, short=False) if node.op == "update" else None
    return _interior(node.inputs[0].shape, box) if box else ()


def _interior(shape: Shape, box: Box) -> tuple[tuple[Size, Size], ...]:
    return tuple((Size.of(low), d - high) for d, (low, high) in zip(shape, box))


def _region(scope: Scope, node: Node, body: Body) -> tuple[tuple[Axis, ...], Indices, Indices, str]:
    """(axes, index into the target, index in the region, scalar that is written) of an update."""
    target, new, *picks = node.inputs
    region = indexed(target.shape, node.attrs["at"], picks)
    axes, index = axes_of(region)
    where = sliced(node.attrs["at"], picks, index, body.pick)
    name = body.pull(new, aligned(new.shape, index), scope.memory.element(node.output))
    return axes, where, index, name


def _write_region(scope: Scope, node: Node, place: Stored) -> None:
    target, new, *picks = node.inputs
    body = scope.body()
    axes, where, index, name = _region(scope, node, body)
    access = place.access(where, target.shape)
    if not safe(body.instrs, access, axes):
        order = shift_order(body.instrs, access, axes) if node.op == "update" else None
        if order:
            body.store(name, access, place.element)
            body.instrs[:] = (moved(i, order.turned) for i in body.instrs)
            scope.nest(axes, body, sequential=(order.axis,))
            return
        new = _staged(scope, node, body, axes, index, name)
        body = scope.body()
        where = sliced(node.attrs["at"], picks, index, body.pick)
        access = place.access(where, target.shape)
        name = body.load(new.access(index, _shape(axes, index)), new.element)
    if node.op == "update_add":
        old = body.load(access, place.element)
        name = body.operation("add", (old, name), place.element, place.element)
    body.store(name, access, place.element)
    gathered = any(isinstance(i, Pick) and picks[i.operand].rank > 0 for i in node.attrs["at"])
    scope.nest(axes, body, sequential=_meeting(access.index, axes) if gathered else ())


def _meeting(index: Indices, axes: tuple[Axis, ...]) -> list[str]:
    """The axes whose iterations may write the same place: those that stand alone in no dimension."""
    return [a.symbol for a in axes if not any(_alone(i, a.symbol) for i in index)]


def _alone(place: Size, symbol: str) -> bool:
    factor = place.coefficient(symbol)
    return {s for s in place.symbols() if s.startswith("%")} == {symbol} and factor is not None and bool(factor.constant)


def _shape(axes: tuple[Axis, ...], index: Indices) -> tuple[Size, ...]:
    extents = {a.symbol: a.extent for a in axes}
    return tuple(extents.get(i.symbol or "", ONE) for i in index)


def _staged(scope: Scope, node: Node, body: Body, axes: tuple[Axis, ...], index: Indices, name: str) -> Stored:
    """What is written goes through a temporary, because it reads its target at other places than it writes."""
    shape = _shape(axes, index)
    stage = scope.new(shape, scope.memory.element(node.output))
    body.store(name, stage.access(index, shape), stage.element)
    scope.nest(axes, body)
    return stage


def _repeats(scope: Scope, node: Node) -> bool:
    """Whether an update_add may add to one element several times in a format narrower than the carrier."""
    picks = node.inputs[2:]
    element = scope.memory.element(node.output)
    gathered = any(isinstance(i, Pick) and picks[i.operand].rank > 0 for i in node.attrs["at"])
    return gathered and isinstance(element, Format) and element != carrier(element)


def _accumulate_wide(scope: Scope, node: Node) -> None:
    """All additions in the carrier, one rounding at the end, as in emulation."""
    target, out = node.inputs[0], node.output
    element = scope.memory.element(out)
    wide = scope.new(target.shape, carrier(element))
    scope.copy(target, wide)
    _write_region(scope, node, wide)
    axes, index = axes_of(target.shape)
    body = scope.body()
    name = body.load(wide.access(index, target.shape), wide.element)
    place = scope.in_place(target) or scope.place(out, element)
    body.store(name, place.access(index, out.shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def lower_chain(scope: Scope, chain: Chain) -> None:
    """Updates of large boxes: one nest inside all boxes, a pass along the rim. In the memory of the target, where it is dead afterwards
    and read only where it is written, along the rim only before it is written; one update alone is not gathered there."""
    out, shape = chain.last, chain.shape
    element = scope.memory.element(out)
    inner, point = chain.point()
    axes, _ = axes_of(inner)
    body = scope.body(axes)
    name = body.pull(out, point, element)
    old = scope.in_place(chain.base)
    alone = old and all(i.access == old.access(point, shape) for i in body.instrs if i.access and i.access.buffer == old.buffer)
    if old and old.element == element and ((alone and not _rereads(scope, chain)) or _shifts(scope, chain, old)):
        if len(chain.nodes) == 1:
            _write_region(scope, chain.nodes[0], old)
            scope.hold(out, old)
            return
        place, instrs = old, ()
    else:
        place = scope.place(out, element, body.instrs, point, axes, untouched=True)
        instrs = _started(scope, chain, place)
    _rim(scope, chain, place, instrs)
    body.store(name, place.access(point, shape), place.element)
    scope.nest(axes, body)
    scope.hold(out, place)


def _shifts(scope: Scope, chain: Chain, place: Stored) -> bool:
    """Whether a chain is one shift of a part of its target, which needs no other memory."""
    node, body = chain.nodes[0], scope.body()
    if len(chain.nodes) > 1 or node.op != "update":
        return False
    axes, where, _, _ = _region(scope, node, body)
    return shift_order(body.instrs, place.access(where, chain.shape), axes) is not None


def _rereads(scope: Scope, chain: Chain) -> bool:
    """Whether a pass along the rim reads the target behind another that has written there: not as the update before left it."""
    outer = [node for node, box in zip(chain.nodes, chain.boxes) if box != chain.inside]
    seen, pending = {n.output.name for n in chain.nodes}, [node.inputs[1] for node in outer[1:]]
    while pending:
        v = pending.pop()
        if v.name == chain.base.name:
            return True
        found = scope.where(v)
        if v.name not in seen and isinstance(found, Node):
            pending += found.inputs
        seen.add(v.name)
    return False


def _started(scope: Scope, chain: Chain, place: Stored) -> tuple[Instr, ...]:
    """The target of a chain, brought to a place of its own."""
    _, index = axes_of(chain.shape)
    body = scope.body()
    body.store(body.pull(chain.base, index), place.access(index, chain.shape), place.element)
    return tuple(body.instrs)


def _rim(scope: Scope, chain: Chain, place: Stored, instrs: tuple[Instr, ...]) -> None:
    """What lies outside the intersection of the boxes: every update in turn where its box reaches, after `instrs`."""
    axes, _ = axes_of(chain.shape)
    for node, box in zip(chain.nodes, chain.boxes):
        if box != chain.inside:
            instrs += _rim_update(scope, chain, node, box, place, len(instrs))
        scope.stored[node.output.name] = place  # as its successor sees it along the rim
    for node in chain.nodes:
        del scope.stored[node.output.name]
    sites = (scope.site,) if scope.site else ()
    scope.statements.append(Nest(axes, instrs, sites=sites, hole=_interior(chain.shape, chain.inside)))


def _rim_update(scope: Scope, chain: Chain, node: Node, box: Box, place: Stored, first: int) -> tuple[Instr, ...]:
    """One update of a chain at the point of the rim, guarded by its box; names count on from `first`."""
    index = axes_of(chain.shape)[1]
    access = place.access(index, chain.shape)
    body = scope.body()
    name = body.pull(node.inputs[1], value_index(node, box, index), place.element)
    if node.op == "update_add":
        name = body.operation("add", (body.load(access, place.element), name), place.element, place.element)
    body.store(name, access, place.element)
    guard = tuple((i, Size.of(low), d - high) for i, d, (low, high) in zip(index, chain.shape, box) if low or high)
    names = {i.name: f"%{first + k}" for k, i in enumerate(body.instrs)}
    return tuple(renumbered(i, names, guard) for i in body.instrs)


def renumbered(i: Instr, names: dict[str, str], guard: Guard) -> Instr:
    access = i.access and replace(i.access, index=tuple(k.substitute(names) for k in i.access.index))
    value = i.value.substitute(names) if i.op == "size" else i.value
    return replace(i, name=names[i.name], args=tuple(names[a] for a in i.args), access=access, value=value, guard=guard)
