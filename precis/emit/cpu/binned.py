"""Loops over bins, each of which looks through all elements for its own, go through the elements once, and add each to its bin.

    for k: s[k] = sum(v[i] for all i if edges[k] <= x[i] < edges[k + 1])      ->      for i: s[bin of x[i]] += v[i]

Where the numbers of the iterations say so, an element belongs to one iteration at most, and a search among them finds it (of labels that
are compared with the index of the loop, it is the label). Lanes are those of the whole array: what does not belong to a bin would have
added nothing, so that each bin adds up the same terms in the same order (precis/ir/order.py). What later sums need of a bin, as its mean,
is computed for all bins in between.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.ahead import AXIS, Ahead, Site, Unknown, sites_of
from precis.emit.cpu.binning import BIN, PLACE, Bins, added, body_of, reduced
from precis.emit.cpu.memberships import Dependence, Membership, counter, membership
from precis.emit.plan.body import Code
from precis.emit.plan.fills import whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import (
    WORKSPACE,
    Access,
    Allocate,
    Axis,
    Buffer,
    Element,
    If,
    Instr,
    Loop,
    Nest,
    Operand,
    Plan,
    Reduction,
    Routine,
    Statement,
    Strips,
    While,
)
from precis.emit.plan.walking import accesses, walk
from precis.formats import FORMATS
from precis.ir.size import Size, product

Block = tuple[Statement, ...]
FEWEST = 4  # bins: fewer are found faster one by one, in vectors
SEARCHED = (FORMATS["binary64"], FORMATS["binary32"], "int64", "int32")
STRICT = ("ge", "le")  # comparisons between which neighbours would share an end


def binned(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    read: dict[str, set[int]] = {}
    for s in walk(plan.statements):
        for name in accesses(s)[0] if not isinstance(s, (If, Loop, Strips, While)) else ():
            read.setdefault(name, set()).add(id(s))
    return replace(plan, statements=_block(plan.statements, made, read), buffers=made)


def _block(statements: Block, made: dict[str, Buffer], read: dict[str, set[int]]) -> Block:
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, lambda block: _block(block, made, read))
        trips = s.trips.constant if isinstance(s, Loop) else 0
        out += _Binning(s, made, read).loop() if isinstance(s, Loop) and s.step == 1 and (trips is None or trips >= FEWEST) else [s]
    return tuple(out)


class _Binning:
    """A loop, and what has been found out about it.

    tables   statements with the ends of all bins; `checks`: truth values in them that must hold, or the loop is run as it is
    front    statements that fill arrays with a row for each bin
    instead  statements of the loop by identity -> what takes their place
    known    scalars of the loop -> where they are in these arrays
    masks    buffers of truth values of the loop -> where the numbers of the elements' bins are
    """

    def __init__(self, loop: Loop, made: dict[str, Buffer], read: dict[str, set[int]]):
        self.old, self.made, self.read, self.before = loop, made, read, set(made)
        self.sites = sites_of(loop.body)
        self.known: dict[str, Access] = {}
        self.ahead = Ahead(loop, self.sites, made, self.known)
        self.tables: list[Statement] = []
        self.front: list[Statement] = []
        self.checks: list[Access] = []
        self.instead: dict[int, Block] = {}
        self.masks: dict[str, Access] = {}
        self.found: dict[tuple, tuple[Access, Access]] = {}

    def loop(self) -> Block:
        for site in self.sites:
            if isinstance(site.statement, Nest) and site.statement.axes:
                try:
                    self._take(site, site.statement)
                except Unknown:
                    continue
        inside = {id(s) for s in walk(self.old.body)}
        body = _replaced(self.old.body, self.instead)
        needed = any(m in accesses(s)[0] for s in body for m in self.masks) or any(self.read.get(m, set()) - inside for m in self.masks)
        if needed or not self.instead:
            for name in self.made.keys() - self.before:
                del self.made[name]
            return (self.old,)
        then = (*self.front, replace(self.old, body=body))
        if not self.checks and self.old.trips.constant is not None:
            return (*self.tables, *then)
        test = self._new((), "bool")
        return (*self.tables, self._test(test), If(test.name, then, (self.old,), self.old.sites))

    def _new(self, shape: tuple[Size, ...], element: Element) -> Buffer:
        name = f"binned {len(self.made)}"
        self.made[name] = Buffer(name, shape, element, WORKSPACE)
        return self.made[name]

    def _test(self, test: Buffer) -> Nest:
        code = Code()
        fewest = code.emit("const", (), "int64", value=FEWEST)
        holds = code.emit("ge", (code.emit("size", (), "int64", value=self.old.trips), fewest), "bool")
        for check in self.checks:
            holds = code.emit("bit_and", (holds, code.emit("load", (), "bool", check)), "bool")
        return Nest((), (*code.instrs, Instr("%store", "store", (holds,), "bool", Access(test.name, (), ()))), sites=self.old.sites)

    def _take(self, site: Site, nest: Nest) -> None:
        """Take a nest out of the loop; raises Unknown where that cannot be done."""
        if nest.hole or any(i.guard or i.where or i.op == "choose" for i in nest.body):
            raise Unknown
        of = Dependence(nest, self.ahead.written, self.ahead.bound)
        length = len(self.front), len(self.tables), len(self.checks)
        try:
            self._taken(site, of)
        except Unknown:
            del self.front[length[0]:], self.tables[length[1]:], self.checks[length[2]:]
            self.found.clear()
            raise

    def _taken(self, site: Site, of: Dependence) -> None:
        nest = of.nest
        if any(s in self.ahead.bound for a in nest.axes for s in a.extent.symbols()):
            raise Unknown
        bins = self._stored(of) or self._compared(site, of)
        masks = [i for i in nest.body if i.op == "store" and i.args == (bins.truth,)]
        other = [i for i in nest.body if i.op == "store" and i not in masks]
        plain = replace(nest, body=tuple(i for i in nest.body if i not in masks))
        taken = (None if other else reduced(of, bins, self.old, self.made)) or (None if masks else added(of, bins, self.old, self.made))
        if taken is None and (other or nest.reductions or not masks):
            raise Unknown
        made, wanted = (taken.made, taken.wanted) if taken else (plain, ())
        first = of.needed(*bins.first)
        rows = self._rows(site, of, bins, wanted, frozenset(taken.results if taken else ()))
        body = body_of(made, bins, wanted, rows, first)
        body = (*(i for i in body if i not in masks), *(self._numbered(m) for m in masks))
        self.front += [Allocate(b.name) for b in (taken.results.values() if taken else ())]
        self.front += [*(taken.fill if taken else ()), replace(made, body=body)]
        for b, row in (taken.results if taken else {}).items():
            self.made[row.name] = row
            if nest.reductions:
                self.known[b] = Access(row.name, (Size.of(AXIS),), row.shape)
        self.instead[id(nest)] = taken.instead if taken else ()

    def _numbered(self, mask: Instr) -> Instr:
        """The store of a bin's number in place of a truth value."""
        assert mask.access
        buffer = self.made[mask.access.buffer]
        others = [n for n in walk(self.old.body) if isinstance(n, Nest) and buffer.name in accesses(n)[1]]
        if buffer.role != WORKSPACE or len(others) != 1 or buffer.name in self.masks:
            raise Unknown
        numbers = self._new(buffer.shape, "int64")
        self.front.append(Allocate(numbers.name))
        self.masks[buffer.name] = replace(mask.access, buffer=numbers.name)
        return replace(mask, args=(BIN,), element="int64", access=self.masks[buffer.name])

    def _stored(self, of: Dependence) -> Bins | None:
        """Where the nest reads truth values in place of which there are numbers of bins."""
        reads = [i for i in of.nest.body if i.op == "load" and i.access and i.access.buffer in self.masks]
        if len(reads) != 1 or reads[0].access is None:
            return None
        there = replace(reads[0].access, buffer=self.masks[reads[0].access.buffer].buffer)
        if any(s in self.ahead.bound or s in of.by_name for x in there.index for s in x.symbols()):
            return None
        return Bins(reads[0].name, (), (Instr(BIN, "load", (), "int64", there),))

    def _compared(self, site: Site, of: Dependence) -> Bins:
        found = membership(of)
        if found is None:
            raise Unknown
        element = of.by_name[found.subject].element
        beyond = counter(found.lower[1], self.old.index, of) if found.equal and element == "int64" else None
        code = self._labelled(found, beyond) if beyond is not None else self._searched(site, of, found, element)
        return Bins(found.truth, (found.subject, *found.also), code)

    def _placed(self, code: list[Instr], place: str, inside: list[str]) -> tuple[Instr, ...]:
        """The number of the bin where all of `inside` hold."""
        holds = inside[0]
        for k, other in enumerate(inside[1:]):
            code.append(Instr(f"%inside {k}", "bit_and", (holds, other), "bool"))
            holds = f"%inside {k}"
        code.append(Instr("%bins", "size", (), "int64", value=self.old.trips))
        return (*code, Instr(BIN, "select", (holds, place, "%bins"), "int64"))

    def _labelled(self, found: Membership, beyond: Size) -> tuple[Instr, ...]:
        code = [Instr("%first", "size", (), "int64", value=self.old.start + beyond),
                Instr("%label", "sub", (found.subject, "%first"), "int64"),
                Instr("%zero", "const", (), "int64", value=0), Instr("%end", "size", (), "int64", value=self.old.trips),
                Instr("%above", "ge", ("%label", "%zero"), "bool"), Instr("%below", "lt", ("%label", "%end"), "bool")]
        return self._placed(code, "%label", ["%above", "%below", *found.also])

    def _searched(self, site: Site, of: Dependence, found: Membership, element: Element) -> tuple[Instr, ...]:
        if element not in SEARCHED:
            raise Unknown
        at, high = self._search(site, of, found, element)
        code = [Instr("%after", "load", (), "int64", at), Instr("%one", "const", (), "int64", value=1),
                Instr("%at", "sub", ("%after", "%one"), "int64"), Instr("%zero", "const", (), "int64", value=0),
                Instr("%place", "maximum", ("%at", "%zero"), "int64"),
                Instr("%high", "load", (), element, high), Instr("%above", "ge", ("%at", "%zero"), "bool"),
                Instr("%below", found.upper[0], (found.subject, "%high"), "bool")]
        return self._placed(code, "%place", ["%above", "%below", *found.also])

    def _search(self, site: Site, of: Dependence, found: Membership, element: Element) -> tuple[Access, Access]:
        """(How many bins begin before each element, where the ends of bins are.)"""
        trips, n = self.old.trips, Size.of(AXIS)
        low = self._new((trips,), element)
        high = low if found.equal else self._new((trips,), element)
        ends = dict(zip((low.name, high.name), (found.lower[1], found.upper[1])))
        table = self.ahead.table(site, list(ends.values()), [Access(b, (n,), (trips,)) for b in ends])
        if accesses(table)[0] & {a.buffer for a in self.known.values()}:
            raise Unknown  # known only behind the test
        self.tables += [*map(Allocate, ends), table, self._apart(low, high, element, (found.lower[0], found.upper[0]) == STRICT)]
        axes = tuple(a for a in of.nest.axes if a.symbol in of.axes[found.subject])
        x, at = self._subject(of, found.subject, axes, element), self._new(tuple(a.extent for a in axes), "int64")
        inputs = tuple(Operand((Access(b.buffer, tuple(Size.of(0) for _ in b.shape), b.shape),), (product(b.shape),), element)
                       for b in (Access(low.name, (n,), (trips,)), x))
        output = Operand((Access(at.name, tuple(Size.of(0) for _ in at.shape), at.shape),), (product(at.shape),), "int64")
        self.front += [Allocate(at.name), Routine("searchsorted", {"right": found.lower[0] == "ge"}, inputs, output, self.old.sites)]
        return Access(at.name, tuple(Size.of(a.symbol) for a in axes), at.shape), Access(high.name, (Size.of("%place"),), (trips,))

    def _subject(self, of: Dependence, name: str, axes: tuple[Axis, ...], element: Element) -> Access:
        """An array of what is searched: that which the nest reads, or one that is made."""
        i = of.by_name[name]
        if i.op == "load" and i.access and whole(i.access, axes) and self.made[i.access.buffer].element == element:
            return i.access
        made = self._new(tuple(a.extent for a in axes), element)
        to = Access(made.name, tuple(Size.of(a.symbol) for a in axes), made.shape)
        body = tuple(j for j in of.nest.body if j.name in of.needed(name))
        self.front += [Allocate(made.name), Nest(axes, (*body, Instr("%stored", "store", (name,), element, to)), sites=of.nest.sites)]
        return to

    def _apart(self, low: Buffer, high: Buffer, element: Element, strict: bool) -> Nest:
        """Whether bins follow one another and do not meet."""
        check = Access(self._new((), "bool").name, (), ())
        self.checks.append(check)
        n, code = Size.of(AXIS), Code()
        here, end = (code.emit("load", (), element, Access(b.name, (n,), b.shape)) for b in (low, high))
        following = code.emit("load", (), element, Access(low.name, (n + 1,), low.shape))
        rise = code.emit("le", (here, following), "bool")
        apart = code.emit("bit_and", (rise, code.emit("lt" if strict else "le", (end, following), "bool")), "bool")
        holds = Reduction("all", (apart,), "bool", "bool", check, 0)
        return Nest((Axis(AXIS, self.old.trips - 1),), tuple(code.instrs), (holds,), sites=self.old.sites, lanes=False)

    def _rows(self, site: Site, of: Dependence, bins: Bins, wanted: tuple[str, ...], results: frozenset[str]) -> dict[str, Instr]:
        """What stands for numbers of the iteration: elements of arrays, which are computed ahead."""
        rows: dict[str, Instr] = {}
        seen, open_ = {bins.truth}, list(wanted)
        while open_:
            name = open_.pop()
            if name in seen or name not in of.by_name:
                continue
            seen.add(name)
            i = of.by_name[name]
            if i.op in ("load", "size") and i.name in of.iterates and not (i.access and i.access.buffer in results and i.access.shape):
                rows[name] = self._row(site, of, i)
            else:
                open_ += [*i.args, *(s for size in i.sizes for s in size.symbols())]
        return rows

    def _row(self, site: Site, of: Dependence, i: Instr) -> Instr:
        if of.axes[i.name]:
            raise Unknown
        row = self._new((self.old.trips + 1,), i.element)
        known = Access(row.name, (Size.of(AXIS),), row.shape)
        table = self.ahead.table(site, [i.name], [known])
        none = replace(known, index=(self.old.trips,))
        rest = Instr("%0", "const", (), i.element, value=0), Instr("%1", "store", ("%0",), i.element, none)
        self.front += [Allocate(row.name), table, Nest((), rest, sites=self.old.sites)]
        return Instr(i.name, "load", (), i.element, replace(known, index=(PLACE,)))


def _replaced(block: Block, instead: dict[int, Block]) -> Block:
    out: list[Statement] = []
    for s in block:
        out += instead[id(s)] if id(s) in instead else [map_blocks(s, lambda b: _replaced(b, instead)) if isinstance(s, If) else s]
    return tuple(out)
