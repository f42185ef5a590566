"""Numbers that a loop computes in each iteration from its index and from what it does not change, computed ahead for all iterations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from precis.emit.plan.body import Code
from precis.emit.plan.kernels import Access, Axis, Buffer, If, Instr, Loop, Nest, SizeBind, Statement, Strips
from precis.emit.plan.moved import moved
from precis.emit.plan.select import CHEAP
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.formats import Format
from precis.ir.size import Size

AXIS = "%i0"


class Unknown(Exception):
    """A number is not known ahead."""


@dataclass(frozen=True, slots=True)
class Site:
    """A statement of a loop: its place in the order of all, and the branches that it stands in."""

    order: int
    statement: Statement
    path: tuple[tuple[int, int], ...]

    def after(self, other: Site) -> bool:
        """Whether `other` has run in the same iteration wherever this one runs."""
        return other.order < self.order and self.path[:len(other.path)] == other.path


def sites_of(body: tuple[Statement, ...]) -> list[Site]:
    """The statements of a loop's body and of the branches in it."""
    flat = list(_flat(body, ()))
    return [Site(k, s, path) for k, (s, path) in enumerate(flat)]


def _flat(block: tuple[Statement, ...], path: tuple[tuple[int, int], ...]) -> Iterator[tuple[Statement, tuple[tuple[int, int], ...]]]:
    for s in block:
        yield s, path
        if isinstance(s, If):
            for k, inside in enumerate(blocks_of(s)):
                yield from _flat(inside, (*path, (id(s), k)))


class Ahead:
    """`known`: scalars that statements of the loop bring from arrays with an element for each iteration."""

    def __init__(self, loop: Loop, sites: list[Site], buffers: Mapping[str, Buffer], known: Mapping[str, Access]):
        self.loop, self.sites, self.buffers, self.known = loop, sites, buffers, known
        self.written = accesses(loop)[1]
        self.index = {loop.index: loop.start + Size.of(AXIS)}
        self.bound = {s.symbol if isinstance(s, SizeBind) else s.index for s in walk((loop,)) if isinstance(s, (SizeBind, Loop, Strips))}
        self.bound |= {s.count for s in walk(loop.body) if isinstance(s, Strips)}

    def table(self, site: Site, names: list[str], into: list[Access]) -> Nest:
        """Stores what the scalars of a nest are in each iteration; raises Unknown."""
        code = Code()
        stores = [Instr(f"%stored{k}", "store", (n,), code.elements[n], a)
                  for k, (n, a) in enumerate((self._number(code, site, name), a) for name, a in zip(names, into))]
        return Nest((Axis(AXIS, self.loop.trips),), (*code.instrs, *stores), sites=self.loop.sites)

    def _number(self, code: Code, site: Site, name: str) -> str:
        assert isinstance(site.statement, Nest)
        i = next(i for i in site.statement.body if i.name == name)
        if i.guard or i.where or any(s.startswith("%") for size in i.sizes for s in size.symbols()):
            raise Unknown
        if i.op == "load" and i.access:
            return self._loaded(code, site, i, i.access)
        if i.op == "size":
            return self._size(code, site, i)
        if i.op not in CHEAP and not isinstance(i.element, Format):
            raise Unknown  # integers may divide by what only a branch rules out
        return code.emit(i.op, tuple(self._number(code, site, a) for a in i.args), i.element, value=i.value)

    def _size(self, code: Code, site: Site, i: Instr) -> str:
        if not i.value.symbols() & (self.bound - {self.loop.index}):
            return code.emit("size", (), i.element, value=i.value.substitute(self.index))
        binds = [s for s in self.sites if isinstance(s.statement, SizeBind) and s.statement.symbol == i.value.symbol]
        if len(binds) != 1 or not site.after(binds[0]) or i.element != "int64":
            raise Unknown
        return self._scalar(code, binds[0], Access(binds[0].statement.source, (), ()))  # type: ignore[union-attr]

    def _loaded(self, code: Code, site: Site, i: Instr, access: Access) -> str:
        if access.buffer in self.written:
            return self._scalar(code, site, access)
        if (access.index and site.path) or frozenset().union(*(x.symbols() for x in access.index)) & (self.bound - {self.loop.index}):
            raise Unknown  # only a branch may say that the place is there
        made = moved(i, self.index)
        return code.emit("load", (), i.element, made.access)

    def _scalar(self, code: Code, site: Site, access: Access) -> str:
        """What the one statement of the loop that writes there has stored in this iteration."""
        if access.buffer in self.known:
            return code.emit("load", (), self.buffers[access.buffer].element, self.known[access.buffer])
        stores = [(n, i) for n in walk(self.loop.body) if isinstance(n, Nest) for i in n.body
                  if i.op == "store" and i.access and i.access.buffer == access.buffer]
        writers = [s for s in walk(self.loop.body) if access.buffer in accesses(s)[1] and not isinstance(s, (If, Loop))]
        if len(stores) != 1 or len(writers) != 1 or stores[0][1].access != access or stores[0][0].axes or stores[0][1].guard:
            raise Unknown
        at = [s for s in self.sites if s.statement is stores[0][0]]
        if len(at) != 1 or not site.after(at[0]):
            raise Unknown
        return self._number(code, at[0], stores[0][1].args[0])
