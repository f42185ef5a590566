"""Lowering of blocks: nodes in order, control flow, and the return of results to where they are wanted.

Loop carries live in one buffer each. A carry whose next value could not be written in place is computed in a second buffer, and
the two pointers change places at the end of the iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from precis.emit.plan.body import NotEmittable, Stored
from precis.emit.plan.complex_products import beside_library
from precis.emit.plan.kernels import If, Loop, Rotate, SizeBind, While
from precis.emit.plan.maps import axes_of
from precis.emit.plan.nests import ROOTS, materialise
from precis.emit.plan.prepare import PRODUCT
from precis.emit.plan.routines import lower_routine
from precis.emit.plan.scope import Scope
from precis.emit.plan.stacks import Rows, row_of, stacked_carries
from precis.emit.plan.updates import lower_chain
from precis.ir.grown.reserved import RESERVED
from precis.ir.live import MOST
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import Block, Node, Value


def lower_block(scope: Scope) -> None:
    for k, node in enumerate(scope.block.nodes):
        scope.position, scope.site = k, node.site
        if node.op in _CONTROL:
            _CONTROL[node.op](scope, node)
        elif node.output.name in scope.roots.chains:
            lower_chain(scope, scope.roots.chains[node.output.name])
        elif node.output.name in scope.lazy:
            if node.output.name in scope.roots.materialised:
                _materialise(scope, node)
        elif node.op in ROOTS:
            ROOTS[node.op](scope, node)
        else:
            raise NotEmittable(f"the operation {node.op} has no lowering", node.span)
    scope.position = len(scope.block.nodes)


def _materialise(scope: Scope, node: Node) -> None:
    """A lazy value gets its buffer; a name for what is in memory takes over the buffer."""
    place = scope.left_alone(node.inputs[0], node.output) if scope.renames(node) else None
    if place:
        scope.hold(node.output, place)
    else:
        materialise(scope, node.output)


def _lower_size(scope: Scope, node: Node) -> None:
    (source,) = node.inputs
    body = scope.body()
    place = scope.new((), "int64")
    body.store(body.pull(source, ()), place.access((), ()), "int64")
    scope.nest((), body)
    span = node.span if MOST in node.attrs else None
    scope.statements.append(SizeBind(node.attrs["symbol"], place.buffer, RESERVED in node.attrs, node.attrs.get(MOST), span=span))


def _lower_loop(scope: Scope, node: Node) -> None:
    (body,), range_, index = node.blocks, node.attrs["range"], node.attrs["index"]
    n, row = len(node.inputs), range_.iteration(index)
    held = stacked_carries(scope, node)
    carries = _carries(scope, node, body, {h.carry: h.row(Size()) for h in held})
    outputs = {h.output: h for h in held}
    stacks = [outputs[k].stack if k in outputs else _output(scope, v) for k, v in enumerate(node.outputs[n:], n)]
    rows = [outputs[k].row(row) if k in outputs else row_of(stacks[k - n], row, v.shape[0]) for k, v in enumerate(node.outputs[n:], n)]
    starts, ends, left = (_moved(carries, held, number) for number in (row, row + 1, range_.trips))
    inner = _inner(scope, body, starts, [*ends, *rows], {index: range_.ends})
    lower_block(inner)
    settle(inner, body.results, [*ends, *rows], rotate=True)
    scope.statements.append(Loop(index, range_.start, range_.trips, range_.step, tuple(inner.statements), _sites(node)))
    _leave(scope, node, [*left, *stacks])


def _moved(carries: Sequence[Stored], held: Sequence[Rows], number: Size) -> list[Stored]:
    """The places of carries after `number` iterations."""
    rows = {h.carry: h.row(number) for h in held}
    return [rows.get(j, place) for j, place in enumerate(carries)]


def _lower_while(scope: Scope, node: Node) -> None:
    condition, body = node.blocks
    carries = _carries(scope, node, body, {})
    test = Scope(scope.memory, condition, scope, {p.name: c for p, c in zip(condition.params, carries)})
    lower_block(test)
    verdict = scope.new((), "bool")
    test.copy(condition.results[0], verdict)
    inner = _inner(scope, body, carries, carries, {})
    lower_block(inner)
    settle(inner, body.results, carries, rotate=True)
    scope.statements.append(While(tuple(test.statements), verdict.buffer, tuple(inner.statements), _sites(node)))
    _leave(scope, node, carries)


def _inner(scope: Scope, body: Block, carries: Sequence[Stored], ends: Sequence[Stored],
           ranges: dict[str, tuple[Size, Size]]) -> Scope:
    """The scope of a loop body: it owns the carries' buffers, and its results go to `ends`."""
    goals: dict[str, Stored] = {}
    for r, place in zip(body.results, ends):
        if place.compact(r.shape):
            goals.setdefault(r.name, place)
    for p, c in zip(body.params, carries):
        scope.memory.occupant[c.buffer, c.prefix] = p.name
    owns = {p.buffer for p in (*carries, *ends)}
    stored = {p.name: c for p, c in zip(body.params, carries)}
    inner = Scope(scope.memory, body, scope, stored, owns, goals, ranges, scope.needed(owns))
    inner.looping = True
    return inner


def _carries(scope: Scope, node: Node, body: Block, known: Mapping[int, Stored]) -> list[Stored]:
    """One place per carry, holding its initial value: that which is known, or that of the value itself where it is not needed
    afterwards."""
    used_inside = {v.name for b in node.blocks for v in free_values(b)}
    taken: set[str] = set()
    places: list[Stored] = []
    for j, (p, x, out) in enumerate(zip(body.params, node.inputs, node.outputs)):
        if j in known:
            places.append(known[j])
            continue
        element = scope.memory.element(p)
        place = scope.in_place(x) if x.name not in used_inside and x.rank == p.rank else None
        if place is None or place.prefix or place.element != element or place.buffer in taken:
            place = _fresh_carry(scope, out, p, x, taken)
        taken.add(place.buffer)
        places.append(place)
    return places


def _fresh_carry(scope: Scope, out: Value, p: Value, x: Value, taken: set[str]) -> Stored:
    element = scope.memory.element(p)
    goal = scope.goals.get(out.name)
    usable = goal and not goal.prefix and goal.element == element and goal.buffer not in taken and scope.free(goal, before=True)
    place = goal if usable and goal else scope.new(p.shape, element, p.container or "")
    scope.copy(x, place)
    scope.memory.occupant[place.buffer, place.prefix] = p.name
    return place


def _output(scope: Scope, v: Value) -> Stored:
    """A place for an output of a control node, written while its blocks run."""
    goal = scope.goals.get(v.name)
    element = scope.memory.element(v)
    if goal and goal.element == element and scope.free(goal, before=True):
        scope.memory.occupant[goal.buffer, goal.prefix] = v.name
        return goal
    return scope.new(v.shape, element, v.container or "", tape=True)


def _leave(scope: Scope, node: Node, places: Sequence[Stored]) -> None:
    for v, place in zip(node.outputs, places):
        scope.hold(v, place)


def _lower_cond(scope: Scope, node: Node) -> None:
    (predicate,) = node.inputs
    test = scope.new((), "bool")
    scope.copy(predicate, test)
    held: dict[str, list[str | None]] = {name: [] for name in scope.owns}
    for (name, _), who in scope.memory.occupant.items():
        held.setdefault(name, []).append(who)
    dead = {name for name in scope.owns if all(map(scope.dead, held[name]))}
    places: list[Stored] = []
    for k, out in enumerate(node.outputs):
        places.append(_branch_place(scope, node, k, out, dead, {p.buffer for p in places}))
    before, owns = dict(scope.memory.occupant), dead | {p.buffer for p in places}
    kept, branches = scope.needed(owns), []
    for block in node.blocks:
        scope.memory.occupant.clear()
        scope.memory.occupant.update(before)
        goals: dict[str, Stored] = {}
        for r, place in zip(block.results, places):
            goals.setdefault(r.name, place)
        inner = Scope(scope.memory, block, scope, {}, owns, goals, kept=kept)
        lower_block(inner)
        settle(inner, block.results, places, rotate=scope.looping, scalars=False)
        branches.append(tuple(inner.statements))
    scope.memory.occupant.update({place: None for place in before if place[0] in dead})
    scope.statements.append(If(test.buffer, branches[0], branches[1], _sites(node)))
    _leave(scope, node, places)


def _branch_place(scope: Scope, node: Node, k: int, out: Value, dead: set[str], taken: set[str]) -> Stored:
    """The buffer of an outer value that one branch returns or updates, if it is dead afterwards, that which is wanted in the end first;
    else a free one."""
    element, goal = scope.memory.element(out), scope.goals.get(out.name)
    origins = (v for block in node.blocks for v in _origins(block, block.results[k]))
    found = [place for v in origins if (place := _dead_place(scope, v, out, dead)) and place.buffer not in taken]
    if found:
        return goal if goal in found else found[0]
    if goal and goal.element == element and goal.buffer not in taken and scope.free(goal, before=True):
        return goal
    return scope.new(out.shape, element, out.container or "")


def _dead_place(scope: Scope, v: Value, out: Value, dead: set[str]) -> Stored | None:
    """The buffer of an outer value, if it is dead after the branch and like `out`."""
    try:
        place = scope.where(v)
    except KeyError:
        return None  # defined in the branch
    if not isinstance(place, Stored) or place.buffer not in dead or place.prefix:
        return None
    return place if place.element == scope.memory.element(out) and v.shape == out.shape else None


def _origins(block: Block, v: Value) -> list[Value]:
    """The values whose buffers `v` could take over along chains of updates, of which branches have several."""
    found: dict[Value, None] = {}
    left: list[tuple[tuple[Block, ...], Value]] = [((block,), v)]
    seen: set[str] = set()
    makers: dict[int, dict[str, tuple[Node, int]]] = {}
    while left:
        blocks, v = left.pop()
        inner = blocks[-1]
        if id(inner) not in makers:
            makers[id(inner)] = {o.name: (n, k) for n in inner.nodes for k, o in enumerate(n.outputs)}
        node, k = _updating(makers[id(inner)], v)
        if node is None and len(blocks) > 1:  # from around the branch
            left.append((blocks[:-1], v))
        elif node is None:
            found.setdefault(v)
        elif v.name not in seen:
            seen.add(v.name)
            left += [((*blocks, b), b.results[k]) for b in node.blocks[::-1]] if node.op == "cond" else [(blocks, node.inputs[k])]
    return list(found)


def _updating(made: Mapping[str, tuple[Node, int]], v: Value) -> tuple[Node | None, int]:
    """(the node of a block that makes `v` of an array that it may take over, which of its outputs)"""
    node, k = made.get(v.name, (None, 0))
    if node is None or node.op not in ("update", "update_add", "tally", "loop", "while", "cond") or (node.op == "cond" and not v.shape):
        return None, 0
    return node if node.op == "cond" or k < len(node.inputs) else None, k


def settle(scope: Scope, results: Sequence[Value], places: Sequence[Stored], rotate: bool, scalars: bool = True) -> None:
    """Bring the results of a block to their places, all at once: first rows of stacks, then copies, then pointers, where these may
    `rotate`; `scalars` may as well."""
    scope.site = ""
    every = [(r, scope.where(r), place) for r, place in zip(results, places)]
    for r, found, place in every:
        if place.prefix and found != place:
            scope.copy(r, place)
    every = [m for m in every if not m[2].prefix]
    moves = [(r, found, place) for r, found, place in every if found != place]
    pairs: list[tuple[str, str]] = []
    staged: list[tuple[str, str]] = []
    for r, found, place in moves:
        read = any(isinstance(f, Stored) and f.buffer == place.buffer for _, f, _ in moves)
        alone = sum(isinstance(f, Stored) and f == found for _, f, _ in every) == 1
        if rotate and alone and (r.shape or scalars) and _movable(scope, found, place, places):
            assert isinstance(found, Stored)
            pairs.append((place.buffer, found.buffer))
        elif not read:
            scope.copy(r, place)
        else:
            stage = scope.new(r.shape, place.element)
            scope.copy(r, stage)
            (pairs if rotate and scalars else staged).append((place.buffer, stage.buffer))
    _exchange(scope, pairs)
    for left, right in staged:
        _copied(scope, left, right)


def _movable(scope: Scope, found: object, place: Stored, places: Sequence[Stored]) -> bool:
    """Whether the result's own buffer can become the carry's by exchanging pointers."""
    if not isinstance(found, Stored) or found.prefix or found.element != place.element or found.buffer not in scope.owns:
        return False
    buffers = scope.memory.buffers
    old, new = buffers[place.buffer], buffers[found.buffer]
    local = {old.name, new.name} & scope.memory.local
    return old.shape == new.shape and old.capacity == new.capacity and not local and found not in _kept(scope, places, place)


def _kept(scope: Scope, places: Sequence[Stored], place: Stored) -> list[Stored]:
    return [p for p in places if p.prefix and p != place]


def _copied(scope: Scope, left: str, right: str) -> None:
    """Copy one buffer to another."""
    buffers = scope.memory.buffers
    v = Value("", buffers[left].shape)
    axes, index = axes_of(v.shape)
    body = scope.body()
    body.store(body.load(Stored(right, buffers[right].element).access(index, v.shape), buffers[right].element),
               Stored(left, buffers[left].element).access(index, v.shape), buffers[left].element)
    scope.nest(axes, body)


def _exchange(scope: Scope, pairs: list[tuple[str, str]]) -> None:
    """Pointer (or scalar) assignments; memory that no carry takes goes to the buffers that gave theirs away."""
    if not pairs:
        return
    buffers = scope.memory.buffers
    arrays = [(a, b) for a, b in pairs if buffers[a].shape]
    taken, given = {b for _, b in arrays}, [a for a, _ in arrays]
    owner = dict(arrays)
    back = []
    for a in (a for a in given if a not in taken):  # the end of a chain a <- b <- ... gets the memory of its beginning
        end = a
        while end in owner:
            end = owner[end]
        back.append((end, a))
    assert all(buffers[a].shape == buffers[b].shape for a, b in back)
    scope.memory.rotated |= {name for pair in arrays + back for name in pair}
    scope.statements.append(Rotate(tuple(pairs + back)))


def _lower_product(scope: Scope, node: Node) -> None:
    """A product of complex matrices, which a library may compute."""
    (block,), out = node.blocks, node.output
    probe = scope.body()
    for v in node.inputs:
        probe.pull(v, axes_of(v.shape)[1])
    place = scope.place(out, scope.memory.element(out), probe.instrs, untouched=True)
    inner = Scope(scope.memory, block, scope, {}, {place.buffer}, {block.results[0].name: place})
    lower_block(inner)
    settle(inner, block.results, [place], rotate=False)
    scope.statements += beside_library(scope, node, place, tuple(inner.statements))
    scope.hold(out, place)


def _sites(node: Node) -> tuple[str, ...]:
    return (node.site,) if node.site else ()


_CONTROL = {"routine": lower_routine, "loop": _lower_loop, "while": _lower_while, "cond": _lower_cond, "size": _lower_size,
            PRODUCT: _lower_product}
