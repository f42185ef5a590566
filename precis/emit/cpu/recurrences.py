"""What one iteration of a loop over scalars hands on to the next, and those minima and maxima of integers among it that can be taken in
any order.

    x = min(x + c, a, b)          x = max(a, max(x, b) - c)

`where(a < b, a, b)` is a minimum of integers, whatever its operands, and minima may be nested and ordered as is convenient: what is not
handed on comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from precis.emit.plan.fuse import merged
from precis.emit.plan.kernels import Access, Border, Buffer, Instr, Loop, Nest, Rotate
from precis.emit.plan.maps import disjoint
from precis.ir.size import Size

# comparison of a and b -> what choosing a where it holds comes to, and what choosing b
CHOICES = {"lt": ("minimum", "maximum"), "le": ("minimum", "maximum"), "gt": ("maximum", "minimum"), "ge": ("maximum", "minimum")}
WIDE = ("int32", "int64")  # elements that vectors compare and add at once


@dataclass(frozen=True, slots=True)
class Recurrence:
    """`after` = op(*terms, op(*inside, before) + step): scalars of an iteration, `before` read from `buffer`, where `after` is stored."""

    buffer: str
    before: str
    after: str
    op: str
    terms: tuple[str, ...]
    inside: tuple[str, ...]
    step: Size


@dataclass(frozen=True)
class Iteration:
    """One iteration of `loop`, as one straight line."""

    loop: Loop
    nest: Nest

    @cached_property
    def by_name(self) -> dict[str, Instr]:
        return {i.name: i for i in self.nest.body}

    @cached_property
    def stores(self) -> tuple[Instr, ...]:
        return tuple(i for i in self.nest.body if i.op == "store")

    @cached_property
    def stored(self) -> dict[str, str]:
        """Scalar buffer -> what is stored there."""
        return {i.access.buffer: i.args[0] for i in self.stores if i.access and not i.access.shape}

    @cached_property
    def handed(self) -> dict[str, frozenset[str]]:
        """Scalar -> the buffers through which earlier iterations bear on it."""
        found: dict[str, frozenset[str]] = {}
        for i in self.nest.body:
            own = i.access.buffer if i.op == "load" and i.access and i.access.buffer in self.stored else ""
            found[i.name] = frozenset({own} - {""}).union(*(found[a] for a in operands(i, self.by_name)))
        return found


def operands(i: Instr, by_name: Mapping[str, Instr]) -> Iterator[str]:
    """The scalars that an instruction takes, as operands or as parts of its place or size."""
    yield from i.args
    yield from (name for size in i.sizes for name in sorted(size.symbols()) if name in by_name)


def needed(of: Iteration, names: Iterable[str], given: Callable[[str], bool] = lambda name: False) -> tuple[Instr, ...]:
    """What computes `names` from what is `given`, in order."""
    wanted = {name for name in names if not given(name)}
    found: list[Instr] = []
    for i in reversed(of.nest.body):
        if i.name in wanted:
            found.append(i)
            wanted.update(a for a in operands(i, of.by_name) if not given(a))
    return tuple(reversed(found))


def iteration(s: Loop, buffers: Mapping[str, Buffer]) -> Iteration | None:
    """The body of a loop as one straight line, if its iterations meet in scalars only."""
    nests = [as_nest(t, buffers) if isinstance(t, Rotate) else t for t in s.body]
    plain = [t for t in nests if isinstance(t, Nest) and _plain(t)]
    if len(plain) < len(nests) or not plain:
        return None
    touched = [i.access for n in plain for i in n.body if i.access and i.access.shape]
    stores = {i.access for n in plain for i in n.body if i.op == "store" and i.access and i.access.shape}
    alone = len({a.buffer for a in stores}) == len(stores) and all(_moves(a, s) for a in stores)
    apart = alone and not any(_meets(a, b, s) for a in touched for b in stores if a.buffer == b.buffer)
    return Iteration(s, merged(*plain)) if apart else None


def as_nest(s: Rotate, buffers: Mapping[str, Buffer]) -> Nest:
    """Scalars that take one another's values, all at once."""
    loads = tuple(Instr(f"%{b}", "load", (), buffers[b].element, Access(b, (), ())) for _, b in s.pairs)
    stores = (Instr(f"%{b} to {a}", "store", (f"%{b}",), buffers[b].element, Access(a, (), ())) for a, b in s.pairs)
    return Nest((), (*loads, *stores))


def _plain(n: Nest) -> bool:
    whole = not (n.axes or n.reductions or n.hole) and n.begin is None
    return whole and not any(i.guard or i.where or isinstance(i.value, Border) for i in n.body)


def _moves(a: Access, s: Loop) -> bool:
    """Whether every iteration has another place, which is known outside its nest."""
    known = not any(x.startswith("%") for i in a.index for x in i.symbols())
    return known and any(step is not None and step.constant for step in (i.coefficient(s.index) for i in a.index))


def _meets(read: Access, stored: Access, s: Loop) -> bool:
    """Whether an iteration may read what an earlier one has stored, or what it may itself have stored at another place."""
    if read == stored:
        return False
    if read.shape != stored.shape:
        return True
    return not disjoint(read.index, stored.index, ()) or not any(_never_before(a, b, s) for a, b in zip(read.index, stored.index))


def _never_before(read: Size, stored: Size, s: Loop) -> bool:
    """Whether no earlier iteration stores at this index what a later one reads there."""
    step, gap = read.coefficient(s.index), (read - stored).constant
    if step is None or step.constant is None or gap is None or any(x.startswith("%") for x in read.symbols()):
        return False
    ahead = step.constant * s.step
    return gap != 0 if not ahead else gap % ahead != 0 or gap // ahead > 0


def recurrences(of: Iteration) -> Iterator[Recurrence]:
    for buffer, after in of.stored.items():
        found = _recurrence(of, buffer, after)
        if found:
            yield found


def _recurrence(of: Iteration, buffer: str, after: str) -> Recurrence | None:
    op = extreme(of.by_name[after], of.by_name)
    if op is None or of.by_name[after].element not in WIDE:
        return None
    terms, inner = _parted(of, after, op, buffer)
    if inner is None or not terms:
        return None
    base, step = _step(of, inner)
    inside, last = _parted(of, base, op, buffer)
    i = of.by_name.get(last or "")
    if i is None or step is None or i.op != "load" or i.access is None or i.access.buffer != buffer:
        return None
    return Recurrence(buffer, i.name, after, op, tuple(terms), tuple(inside), step)


def _parted(of: Iteration, name: str, op: str, buffer: str) -> tuple[list[str], str | None]:
    """The operands of nested extremes that earlier iterations do not bear on, and the one that `buffer` hands on; None where others are."""
    every = list(dict.fromkeys(_operands(of, name, op)))
    free, others = ([x for x in every if bool(of.handed[x]) == handed] for handed in (False, True))
    return free, others[0] if len(others) == 1 and of.handed[others[0]] == {buffer} else None


def _operands(of: Iteration, name: str, op: str) -> Iterator[str]:
    i = of.by_name[name]
    if extreme(i, of.by_name) != op:
        yield name
        return
    for a in i.args[-2:]:
        yield from _operands(of, a, op)


def extreme(i: Instr, by_name: Mapping[str, Instr]) -> str | None:
    """Whether an instruction is a minimum or a maximum of its last two operands, which are integers."""
    if not isinstance(i.element, str) or i.element == "bool":
        return None
    if i.op in ("minimum", "maximum"):
        return i.op
    test = by_name[i.args[0]] if i.op == "select" else None
    if test is None or test.op not in CHOICES or test.args not in (i.args[1:], i.args[:0:-1]):
        return None
    return CHOICES[test.op][test.args != i.args[1:]]


def _step(of: Iteration, name: str) -> tuple[str, Size | None]:
    """`name` as a scalar and what is added to it, which is the same in all iterations."""
    i = of.by_name[name]
    if i.op not in ("add", "sub"):
        return name, Size()
    a, b = i.args
    first, second = (_constant(of, x) for x in i.args)
    if second is not None:
        return a, second if i.op == "add" else -second
    return b, first if i.op == "add" else None


def _constant(of: Iteration, name: str) -> Size | None:
    i = of.by_name[name]
    while i.op == "cast" and of.by_name[i.args[0]].element in WIDE:
        i = of.by_name[i.args[0]]
    if i.op == "const" and i.element in WIDE:
        return Size.of(int(i.value))
    known = i.op == "size" and of.loop.index not in i.value.symbols() and not any(x in of.by_name for x in i.value.symbols())
    return i.value if known else None
