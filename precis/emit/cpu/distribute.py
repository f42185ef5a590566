"""Loop distribution: what no iteration hands on to the next is computed for a strip of iterations ahead, in vectors.

    for i: y = g(y, exp(a[i]))    ->    for strips: (for i in strip: s[i] = exp(a[i])), (for i in strip: y = g(y, s[i]))

(Allen & Kennedy, Automatic translation of Fortran programs to vector form, ACM TOPLAS 9(4), 1987; with strip mining, so that memory stays
small.) Values that depend on nothing the loop writes, by whole buffers, belong to no cycle of dependences. It is done for elementary
functions, which cost many times as much one by one, and where places that whole statements add to take long to compute, as those of
histograms; results are the same bit for bit. Loops of few trips inside are written out first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from precis.emit.cpu import spell
from precis.emit.cpu.counting import count_of
from precis.emit.cpu.parallel import parallel, work
from precis.emit.cpu.unroll import unrolled
from precis.emit.plan.body import Code
from precis.emit.plan.fuse import map_blocks, renamed, without_unread
from precis.emit.plan.kernels import (
    WORKSPACE,
    Access,
    Allocate,
    Axis,
    Border,
    Buffer,
    If,
    Instr,
    Loop,
    Nest,
    Plan,
    Rotate,
    Statement,
    Strips,
)
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, smallest

Block = tuple[Statement, ...]

STRIP = 64  # iterations
SHORTEST = 8  # trips of a loop that may gain
PAYING = ("exp", "log", "tanh", "sin", "cos", "tan", "logistic", "arctan", "arctan2", "log1p", "expm1", "log2", "log10", "pow",
          "arcsin", "arccos", "exp2", "sinh", "cosh", "arcsinh", "arccosh", "arctanh", "cbrt", "erf",
          "erfc")  # vectors exist
# operations that take as long as so many additions
SLOWER = {"div": 6, "sqrt": 6, "mod": 12, "floordiv": 12, "floor": 2, "ceil": 2, "trunc": 2, "rint": 2}
ENOUGH = 8  # additions or the like that computing a place takes: below, strips cost what they save
ACROSS = "%i0"  # the axis of a strip


def distributed(plan: Plan) -> Plan:
    made: dict[str, Buffer] = {}
    statements = _block(plan.statements, made, shared=False)
    if not made:
        return plan
    return without_unread(replace(plan, buffers={**plan.buffers, **made}), statements)


def _block(statements: Block, made: dict[str, Buffer], shared: bool) -> Block:
    """`shared`: inside strips that threads share."""
    return tuple(t for s in statements for t in _statement(s, made, shared))


def _statement(s: Statement, made: dict[str, Buffer], shared: bool) -> Block:
    found = _loop(s, made)
    if found:
        return (found,)
    inside = shared or isinstance(s, Strips)
    return _one_by_one(s, made, shared) or (map_blocks(s, lambda block: _block(block, made, inside)),)


def _one_by_one(s: Statement, made: dict[str, Buffer], shared: bool) -> Block:
    """A nest whose innermost iterations run in order, as those that add to places computed from data do, as loops over a scalar statement,
    the innermost in strips; nothing where nothing pays. Threads share what they shared, with strips of their own."""
    if not isinstance(s, Nest) or s.reductions or s.hole or s.begin is not None or not s.axes or s.axes[-1].symbol not in s.sequential:
        return ()
    if count_of(s):  # printed so (precis.emit.cpu.counts)
        return ()
    pays = _arithmetic if dear(s) else _pays
    if not any(map(pays, s.body)):
        return ()
    names = {a.symbol: f"{a.symbol[1:]} of {s.body[0].name}" for a in s.axes}
    *outer, last = (Axis(names[a.symbol], a.extent) for a in s.axes)
    scalar = replace(s, axes=(), sequential=frozenset(), body=tuple(moved(i, names) for i in s.body))
    before = set(made)
    found = _loop(Loop(last.symbol, Size(), last.extent, 1, (scalar,), s.sites), made, pays)
    if found is None:
        return ()
    own = tuple(Allocate(name) for name in made if name not in before)
    if shared or not parallel(s):
        return (*(own if shared else ()), _around(outer, found))
    first, *others = outer
    body = (*own, _around(others, found))
    return (Strips(first.symbol, f"count of {first.symbol}", first.extent, ONE, body, work(s)),)


def _around(outer: Sequence[Axis], found: Loop) -> Loop:
    for a in reversed(outer):
        found = Loop(a.symbol, Size(), a.extent, 1, (found,), found.sites)
    return found


def _loop(s: Statement, made: dict[str, Buffer], pays: Callable[[Instr], bool] | None = None) -> Loop | None:
    """The loop `s` in strips; None where it is none over scalar statements, is known to be short, or nothing pays."""
    if not isinstance(s, Loop) or s.short or abs(s.step) != 1 or (s.trips.constant or SHORTEST) < SHORTEST:
        return None
    s = replace(s, body=unrolled(s.body))
    if not all(isinstance(t, (If, Rotate)) or (isinstance(t, Nest) and not t.axes) for t in walk(s.body)):
        return None
    ahead = Ahead(s, pays or _pays)
    roots = ahead.roots()
    return _in_strips(s, ahead, roots, made) if roots else None


def _in_strips(s: Loop, ahead: Ahead, roots: list[str], made: dict[str, Buffer]) -> Loop:
    elements, shape = ahead.code.elements, (Size.of(STRIP),)
    strips = {root: Buffer(f"strip {len(made) + k}", shape, elements[root], WORKSPACE) for k, root in enumerate(roots)}
    made.update((b.name, b) for b in strips.values())
    strip = Size.of(f"{s.index} strip")
    done = strip * STRIP
    length = smallest(STRIP, s.trips - done)
    places = {root: Access(b.name, ((Size.of(s.index) - s.start) * s.step - done,), b.shape) for root, b in strips.items()}
    body = tuple(ahead.replaced(k, t, places) for k, t in enumerate(s.body))
    inner = replace(s, start=s.start + done * s.step, trips=length, body=body)
    here = {s.index: s.start + (done + Size.of(ACROSS)) * s.step}
    return Loop(f"{s.index} strip", Size(), (s.trips + STRIP - 1) // STRIP, 1, (_nest(ahead.code, strips, length, here, s), inner), s.sites)


def _nest(code: Code, strips: dict[str, Buffer], length: Size, here: dict[str, Size], s: Loop) -> Nest:
    """What fills the strips; `here`: the index of the loop along the axis."""
    instrs = [moved(i, here) for i in code.instrs]
    there = {root: Access(b.name, (Size.of(ACROSS),), b.shape) for root, b in strips.items()}
    stores = [Instr(f"%s{k}", "store", (root,), strips[root].element, access) for k, (root, access) in enumerate(there.items())]
    sites = tuple(dict.fromkeys(site for t in s.body if isinstance(t, Nest) for site in t.sites))
    return Nest((Axis(ACROSS, length),), (*instrs, *stores), sites=sites)


class Ahead:
    """The scalars of a loop's body that can be computed ahead, as `code` over its index."""

    def __init__(self, s: Loop, pays: Callable[[Instr], bool]):
        self.body, self.code, self.pays = s.body, Code(), pays
        self.written = frozenset().union(*(accesses(t)[1] for t in s.body))
        self.own = _own(s)  # array -> its element that this iteration stores, until it may have been stored
        self.names: dict[tuple[int, str], str] = {}  # (statement, its scalar) -> scalar of `code`
        self.paying: set[str] = set()  # scalars of `code` that elementary functions are part of
        held: dict[str, str] = {}  # scalar buffer -> what this iteration has stored there
        for k, t in enumerate(s.body):
            if isinstance(t, Nest):
                self._see(k, t, held)
            else:
                self.own = {name: place for name, place in self.own.items() if name not in accesses(t)[1]}
                moved = {a: held[b] for a, b in t.pairs if b in held} if isinstance(t, Rotate) else {}
                held = {name: x for name, x in held.items() if name not in accesses(t)[1]} | moved

    def _see(self, k: int, nest: Nest, held: dict[str, str]) -> None:
        for i in nest.body:
            if i.op == "store" and i.access:
                held.pop(i.access.buffer, None)
                self.own.pop(i.access.buffer, None)
                if not i.access.index and not i.guard and (k, i.args[0]) in self.names:
                    held[i.access.buffer] = self.names[k, i.args[0]]
            else:
                name = self._name(k, i, held)
                if name:
                    self.names[k, i.name] = name
        for r in nest.reductions:
            held.pop(r.target.buffer, None)
            self.own.pop(r.target.buffer, None)

    def _name(self, k: int, i: Instr, held: dict[str, str]) -> str | None:
        """The scalar of `code` that `i` is; None where it depends on what the loop writes."""
        if i.access and not i.access.index and i.access.buffer in held and not i.guard:
            return held[i.access.buffer]
        inner = {a: self.names.get((k, a)) for a in (*i.args, *(x for x in _symbols(i) if x.startswith("%")))}
        changes = i.access and i.access.buffer in self.written and self.own.get(i.access.buffer) != i.access
        if i.guard or isinstance(i.value, Border) or None in inner.values() or changes:
            return None
        names = {a: b for a, b in inner.items() if b}
        value = i.value.substitute(names) if i.op == "size" else i.value
        name = self.code.emit(i.op, tuple(names[a] for a in i.args), i.element, i.access and renamed(i.access, names), value)
        if self.pays(i) or any(a in self.paying for a in names.values()):
            self.paying.add(name)
        return name

    def roots(self) -> list[str]:
        """What to compute ahead: what the rest of the body takes of all that contains elementary functions, or, where that is much, their
        results."""
        taken = dict.fromkeys(name for name in self._taken() if name in self.paying)
        alone = [i.name for i in self.code.instrs if self.pays(i)]
        return list(taken) if len(taken) <= 2 * len(alone) else alone

    def _taken(self) -> Iterator[str]:
        """Scalars of `code` that others use."""
        for k, t in enumerate(self.body):
            if isinstance(t, Nest):
                others = [i for i in t.body if (k, i.name) not in self.names]
                used = [a for i in others for a in (*i.args, *_symbols(i))] + [a for r in t.reductions for a in r.args]
                used += [a for r in t.reductions for x in r.target.index for a in sorted(x.symbols())]
                yield from (self.names[k, a] for a in used if (k, a) in self.names)

    def replaced(self, k: int, t: Statement, places: dict[str, Access]) -> Statement:
        """Statement `k`, which finds in strips what was computed ahead."""
        if not isinstance(t, Nest):
            return t
        found = {i.name: places[name] for i in t.body if (name := self.names.get((k, i.name))) in places}
        return replace(t, body=tuple(Instr(i.name, "load", (), i.element, found[i.name]) if i.name in found else i for i in t.body))


def _own(s: Loop) -> dict[str, Access]:
    """Arrays that the loop stores at one place in each iteration, which is another in every one; none that change places, whose names are
    of other arrays by then."""
    turned = {name for t in walk(s.body) if isinstance(t, Rotate) for pair in t.pairs for name in pair}
    nests = [t for t in walk(s.body) if isinstance(t, Nest)]
    stored: dict[str, set[Access]] = {}
    for a in (*(i.access for n in nests for i in n.body if i.op == "store"), *(r.target for n in nests for r in n.reductions)):
        if a:
            stored.setdefault(a.buffer, set()).add(a)
    return {a.buffer: a for (a, *others) in stored.values() if not others and a.buffer not in turned and _moves(a, s.index)}


def _moves(a: Access, index: str) -> bool:
    """Whether the place is known outside its nest, and another in every iteration."""
    steps = [i.coefficient(index) for i in a.index]
    return any(step is not None and step.constant for step in steps) and not any(x.startswith("%") for i in a.index for x in i.symbols())


def _symbols(i: Instr) -> list[str]:
    """In one order, whatever the process hashes texts to: strips have it, too."""
    sizes = (*(i.access.index if i.access else ()), *((i.value,) if i.op == "size" else ()))
    return sorted(frozenset().union(*(s.symbols() for s in sizes)))


def dear(s: Nest) -> bool:
    """Whether the places that a nest stores to take long to compute."""
    by_name = {i.name: i for i in s.body}
    wanted = [x for i in s.body if i.op == "store" for x in _symbols(i) if x in by_name]
    found: set[str] = set()
    while wanted:
        i = by_name[wanted.pop()]
        if i.name not in found:
            found.add(i.name)
            wanted += [x for x in (*i.args, *_symbols(i)) if x in by_name]
    return sum(_cost(by_name[name]) for name in found) >= ENOUGH


def _arithmetic(i: Instr) -> bool:
    return i.op not in ("load", "store", "const", "size") and not spell.soft(i.element)


def _cost(i: Instr) -> int:
    """About how much less time an operation takes in vectors."""
    return ENOUGH if _pays(i) else SLOWER.get(i.op, 1) if _arithmetic(i) else 0


def _pays(i: Instr) -> bool:
    return i.op in PAYING and not spell.soft(i.element) and spell.register_type(i.element) in ("float", "double")
