"""What holds of a nest that is printed: depths and users of its scalars, the kind of its rows, what becomes vectors or is shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels, written
from precis.emit.cpu.parallel import parallel
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.staged import staged
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.emit.plan.maps import linear
from precis.formats import Format
from precis.ir.shapes import ONE
from precis.ir.size import Size

LANED = {"sum": "Sum", "prod": "Product", "max": "Maximum", "min": "Minimum", "any": "Any", "all": "All"}
EXTREMES = {"argmax": "Greater", "argmin": "Smaller"}
LOGICAL = ("bit_and", "bit_or", "bit_xor", "bit_not")
OF_TRUTHS = (*LOGICAL, "mul", "add", "maximum", "minimum")  # what combines truth values: a * b is both, a + b either
REMAINDERS = ("floordiv", "mod", "fmod")  # of real numbers that are not of binary64: calls of the library, one by one
VECTOR = 8  # numbers of 64 bits
BESIDE = 8  # as far as that from a place may be among as many as there are places
SMALL = ("bool", "int8", "uint8", "int16", "uint16")
WHOLE = (*SMALL[1:], "int32", "uint32", "int64", "uint64")
OFTEN = 2  # choices by one truth value that compilers leave apart, as a rule
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
SCATTERED = 6  # of these


class NestFacts:
    called = False  # whether the nest is a function of its own
    going_on = False  # whether sums are those of the strip before, and of the next

    def __init__(self, out: Printer, nest: Nest):
        self.out, self.nest = out, nest
        self.rank = len(nest.axes)
        self.axis = {a.symbol: k for k, a in enumerate(nest.axes)}
        self.by_name = {i.name: i for i in nest.body}
        self.written = written(nest)
        self.stores = sum(i.op == "store" for i in nest.body) + len(nest.reductions)
        self.level = levels(nest)
        self.users = self._users()
        self.calls = any(i.op in REMAINDERS and isinstance(i.element, Format) and i.element.name != "binary64" for i in nest.body)
        self.choosing = self._choosing()
        self.branching = self._branching()
        self.staged = self._staged()

    def _choosing(self) -> set[str]:
        """All but truth values in memory that are combined with one another only, and stored: these are combined as bytes, where comparing
        them (pr::flag) would make masks of them, as comparisons of numbers are."""
        whole: set[str] = set()
        for i in self.nest.body:
            if i.op in ("load", "const") or (combines(i) and whole.issuperset(i.args)):
                whole.add(i.name)
        found = set(self._collected())
        for i in reversed(self.nest.body):
            if i.name in found or (i.name not in whole and i.op != "store"):
                found |= set(i.args)
        return found

    def _users(self) -> dict[str, list[int]]:
        """Depths of the users of each scalar."""
        users: dict[str, list[int]] = {i.name: [] for i in self.nest.body}
        for i in self.nest.body:
            for name in (*i.args, *(s for size in i.sizes for s in size.symbols() if s in users)):
                users[name].append(self.level[i.name])
        for name in self._collected():
            users[name].append(self.rank)
        return users

    def _collected(self) -> list[str]:
        """The scalars that reductions use."""
        return [name for r in self.nest.reductions for name in r.args]

    def _needed(self, names: list[str]) -> frozenset[str]:
        """These scalars and all that they are computed from."""
        found: set[str] = set()
        while names:
            name = names.pop()
            if name in found or name not in self.by_name:
                continue
            found.add(name)
            i = self.by_name[name]
            names += [*i.args, *(s for size in i.sizes for s in size.symbols())]
        return frozenset(found)

    def _divided_in_vectors(self, i: Instr) -> bool:
        """Whether an integer is divided in a loop of vectors, by what is not known to be a power of two."""
        by = self.by_name[i.args[1]]
        power = by.op == "const" and by.value > 0 and by.value & (by.value - 1) == 0
        return self.level[i.name] == self.rank and not power and self._in_vectors()

    def _beside(self, i: Instr) -> bool:
        return not self._in_vectors() and beside_another(i, self.by_name)

    def _remains_in_vectors(self, i: Instr) -> bool:
        """Whether a remainder of binary64 numbers is taken in a loop of vectors (runtime/precis_remainder.hpp)."""
        plain = isinstance(i.element, Format) and i.element.name == "binary64"
        return i.op in REMAINDERS and plain and self.level[i.name] == self.rank and self._in_vectors()

    def _chosen_ahead(self, i: Instr) -> bool:
        """Whether a truth value that is known before the innermost loop chooses in it: g++ 12 makes no vectors of such a loop, unless
        it sees where the value comes from."""
        plain = isinstance(i.element, Format) and spell.register_type(i.element) in ("float", "double")
        known = self.level[i.args[0]]
        return plain and (known > 0 or self.called) and known < self.level[i.name] == self.rank

    def _chosen_again(self, i: Instr) -> bool:
        """Whether a truth value chooses in a loop of vectors what g++ 12 would choose by branches."""
        plain = i.element in WHOLE or (isinstance(i.element, Format) and spell.register_type(i.element) in ("float", "double"))
        return plain and i.name in self.branching and self.level[i.args[0]] == self.level[i.name] == self.rank and self._in_vectors()

    def _branching(self) -> frozenset[str]:
        """The choices that g++ 12 makes branches of, and has no vectors of those. Where one that may be a constant is compared with a
        constant, it chooses between results of comparing instead. Where a truth value chooses several times, it takes the choices into one
        branch, then or where numbers at computed places are read between them."""
        chosen = {i.name: self._positive(i.args[0]) for i in self.nest.body if i.op == "select"}
        times, compared = Counter(chosen.values()), self._compared()
        if not compared and all(i.op != "load" or evenly_spaced(i) for i in self.nest.body):
            return frozenset()
        often = 1 if compared else OFTEN
        return compared | {name for name, test in chosen.items() if times[test] > often}

    def _compared(self) -> frozenset[str]:
        """The scalars that are chosen to be constants or something else, and compared with constants."""
        known = {i.name for i in self.nest.body if i.op == "const"}
        chosen = {i.name for i in self.nest.body if i.op == "select" and not known.isdisjoint(i.args[1:])}
        return frozenset(i.args[0] for i in self.nest.body if i.op in COMPARISONS and i.args[0] in chosen and i.args[1] in known)

    def _positive(self, test: str) -> str:
        """What a truth value is, or is the opposite of."""
        i = self.by_name.get(test)
        return self._positive(i.args[0]) if i is not None and i.op == "bit_not" else test

    def _innermost(self, symbol: str) -> bool:
        """Whether a symbol is known in the innermost loop only."""
        return (self.axis[symbol] + 1 if symbol in self.axis else self.level.get(symbol, 0)) == self.rank

    def _laned(self, depth: int) -> bool:
        return depth == self.rank - 1 and bool(self.nest.reductions) and (self.nest.lanes or self._finds())

    def _alone(self) -> bool:
        """Whether the nest reduces its last axis, once, and does nothing else."""
        once = len(self.nest.reductions) == 1 and not any(i.op == "store" for i in self.nest.body)
        return once and self.nest.reductions[0].kept == self.rank - 1

    def _one_row(self) -> bool:
        """Whether the nest is the result of a row each."""
        summed = self._alone() and self.nest.lanes and self.nest.reductions[0].op in LANED
        return self._finds() or (summed and not self.going_on)

    def _finds(self) -> bool:
        """Whether the nest finds positions along its last axis among numbers that vectors hold, or truth values, and does nothing else.
        Truth values that numbers are chosen by, and that are not widened, are looked through only where they lie in a row."""
        if not self._searches():
            return False
        (r,), last = self.nest.reductions, self.nest.axes[-1].symbol
        at = self.by_name[r.args[1]]
        along = at.op == "size" and at.value == Size.of(last)
        beside = r.element != "bool" and any(i.op == "load" and i.element == "bool" for i in self.nest.body)
        if beside and not self._widens():
            return along and all(i is at or (i.element == r.element and not i.where and neighbours(i, last)) for i in self.nest.body)
        return along and all(i is at or (not i.where and (i.op != "load" or evenly_spaced(i))) for i in self.nest.body)

    def _searches(self) -> bool:
        return self._alone() and self.nest.reductions[0].op in EXTREMES

    def _widens(self) -> bool:
        """Whether the truth values of a row are copied, as wide as numbers."""
        return False

    def _staged(self) -> bool:
        """Whether terms wait for their lanes until many are computed."""
        reduces = bool(self.nest.axes and self.nest.reductions) and all(r.op in LANED for r in self.nest.reductions)
        return reduces and staged(self.nest, self.out.buffers)

    def _many_rows(self) -> bool:
        """Whether there are many rows of the last axis, of the nest or of loops around it, each with accumulators of its own, in as many
        lanes as its length asks for."""
        rows = self.rank > 1 or (self.rank == 1 and self.nest.axes[0].extent.symbols() & self.out.found)
        laned = self.nest.lanes and all(r.op in LANED and (r.target.shape or self.rank == 1) for r in self.nest.reductions)
        return bool(rows) and laned and self.nest.reductions[0].kept == self.rank - 1 and not self._one_row() and not self.going_on

    def _shared(self) -> bool:
        """Whether threads may share the loop over the first axis."""
        return parallel(self.nest) and not self.out.shared

    def _in_vectors(self) -> bool:
        """Whether compilers make vectors of the innermost loop."""
        if not self.rank or (self.nest.axes[-1].extent.constant or VECTOR) < VECTOR or self.calls:
            return False
        return self._independent(self.rank - 1) or self._laned(self.rank - 1)

    def _spread(self) -> bool:
        """Whether what a row is computed from does not lie side by side."""
        return not all(neighbours(i, self.nest.axes[-1].symbol) for i in self.nest.body if i.op == "load")

    def _independent(self, depth: int) -> bool:
        plain = not (self.nest.reductions or self.nest.hole or self.nest.behind)
        return plain and self.nest.axes[depth].symbol not in self.nest.sequential

    def _by_bytes(self, depth: int) -> bool:
        """Whether a loop stores many small elements that do not lie side by side."""
        axis = self.nest.axes[depth].symbol
        stores = [i.access for i in self.nest.body if i.op == "store" and i.access and i.access.index and i.element in SMALL]
        steps = [linear(a.shape, a.index).coefficient(axis) for a in stores]
        return sum(step is None or step not in (ONE, Size()) for step in steps) >= SCATTERED

    def _written_only(self, depth: int) -> list[Access]:
        """Where the nest stores neighbours along the innermost axis that it does not load."""
        loaded = {i.access for i in self.nest.body if i.op == "load"}
        stores = [i.access for i in self.nest.body if i.op == "store" and i.access and not i.guard and i.access not in loaded]
        rows = [a for a in stores if a.index and a.index[-1].coefficient(self.nest.axes[depth].symbol) == ONE]
        return [a for a in rows if not any(self._innermost(s) for i in a.index[:-1] for s in i.symbols())]


def combines(i: Instr) -> bool:
    """Whether truth values are combined to another."""
    return i.element == "bool" and i.op in OF_TRUTHS


def evenly_spaced(i: Instr) -> bool:
    """Whether what is read lies at places that follow from the axes, without reading others."""
    symbols = frozenset().union(*(d.symbols() for d in i.access.index)) if i.access else frozenset()
    return not any(s.startswith("%") and not s.startswith("%i") for s in symbols)


def neighbours(i: Instr, last: str) -> bool:
    """Whether what is read along an axis lies side by side."""
    *others, along = i.access.index if i.access and i.access.index else (ONE,)
    return not any(last in o.symbols() for o in others) and along.coefficient(last) in (ONE, Size())


def beside_another(i: Instr, by_name: Mapping[str, Instr]) -> bool:
    """Whether a remainder is of a place beside another, `(i + 1) % n`, by a number that compilers do not know."""
    moved, by = by_name[i.args[0]], by_name[i.args[1]]
    steps = [by_name[a] for a in moved.args] if moved.op in ("add", "sub") else []
    return by.op != "const" and any(a.op == "const" and abs(a.value) <= BESIDE for a in steps)
