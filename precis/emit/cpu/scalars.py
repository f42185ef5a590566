"""Prints the scalars of a nest: single uses as expression trees, others by names, and where they lie in memory."""

from __future__ import annotations

from collections.abc import Set

from precis.emit.cpu import spell
from precis.emit.cpu.nest_facts import COMPARISONS, LOGICAL, NestFacts
from precis.emit.cpu.parity import parity
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.whole_parts import turned_back
from precis.emit.plan.kernels import CONSTANT, Access, Guard, Instr, Nest
from precis.formats import Format
from precis.ir.size import Size

LONG = 90  # characters beyond which an expression gets a name
DIVISIONS = ("floordiv", "mod")  # of integers: processors have them one by one only
OF_64_BITS = ("int64", "uint64")


class ScalarPrinter(NestFacts):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        # comparisons under LOGICAL get names: in a lambda, g++ 12 dies folding (double(float) < x) & y
        self.apart = {a for i in nest.body if i.op in LOGICAL for a in i.args if self.by_name[a].op in COMPARISONS}
        self.first = ones(nest.body, self.written)
        self.apart |= {name for name in self.first if self.by_name[name].op == "cast"}
        self.text: dict[str, str] = {}
        self.turned_back = turned_back(nest)

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        """The instructions of one depth, or those among them named in `only`."""
        guard: Guard = ()
        for i in sorted(self.nest.body, key=lambda i: i.name not in self.first):
            if self.level[i.name] != depth or (only is not None and i.name not in only):
                continue
            guard = self._guarded(guard, i.guard)
            if i.op == "store":
                self._store(i)
                continue
            text = self._expression(i)
            uses = self.users[i.name]
            loaded = i.access.buffer if i.op == "load" and i.access else ""
            known = i.op == "const" or (i.op == "size" and len(i.value.terms) < 2)
            plain = known or (loaded and not i.access.index and loaded not in self.written)  # type: ignore[union-attr]
            late = loaded in self.written and self.stores + len(uses) > 2  # another store may come before the use
            if plain or (len(uses) == 1 and uses[0] == depth and len(text) < LONG and not late
                              and i.name not in self.apart):
                self.text[i.name] = text
            elif uses:
                self.text[i.name] = self.out.fresh("t")
                self.out.line(f"const {self._type(i)} {self.text[i.name]} = {spell._bare(text)};")
            self._computed(i.name)
        self._guarded(guard, ())

    def _computed(self, name: str) -> None:
        """Called when a scalar has its text."""

    def _type(self, i: Instr) -> str:
        return spell.register_type(i.element)

    def _guarded(self, before: Guard, guard: Guard) -> Guard:
        """Close the condition that holds, open the next."""
        if before and before != guard:
            self.out.close()
        if guard and before != guard:
            self.out.open(f"if ({self._test(guard)})")
        return guard

    def _test(self, guard: Guard) -> str:
        """Whether a guard holds."""
        ends = {a.symbol: a.extent for a in self.nest.axes}
        tests = ((f"{self.size(i)} >= {self.size(low)}" if low.terms else "",
                  f"{self.size(i)} < {self.size(high)}" if ends.get(i.symbol or "") != high else "") for i, low, high in guard)
        return " && ".join(t for pair in tests for t in pair if t)

    def _expression(self, i: Instr) -> str:
        args = [self.text[a] for a in i.args]
        if i.op == "load" and i.access:
            text = self._loaded(i, i.access)
            return f"({self._test(i.where)} ? {text} : {spell.constant(0, i.element)})" if i.where else text
        if i.op == "choose":
            return f"({self._test(i.where)} ? {args[0]} : {args[1]})"
        if i.op == "const":
            return spell.constant(i.value, i.element)
        if i.op == "size" and i.value.constant is not None:
            return spell.constant(i.value.constant, i.element)
        if i.op == "size":
            return f"({self.size(i.value)})" if len(i.value.terms) > 1 else self.size(i.value)
        operand = self.by_name[i.args[-1]].element if i.args[-1] in self.by_name else i.element
        if i.op == "cast":
            return spell.cast(args[0], operand, i.element, self._hidden(i))
        if i.op == "select" and (self._chosen_ahead(i) or self._chosen_again(i)):
            return f"pr::chosen_by_bits({', '.join(map(spell._bare, args))})"
        if self._remains_in_vectors(i):
            return spell.operation(f"{i.op}_in_lanes", args, i.element, operand)
        if i.op in DIVISIONS and i.element == operand and operand in OF_64_BITS and self._divided_in_vectors(i):
            return spell.operation(f"{i.op}_in_vectors", args, i.element, operand)
        if i.op == "mod" and i.element == operand == "int64" and self._beside(i):
            return spell.operation("mod_beside", args, i.element, operand)
        return self._parity(i) or self._power(i, next(iter(args), "")) or spell.operation(i.op, args, i.element, operand)

    def _hidden(self, i: Instr) -> str | None:
        """How a real becomes an integer that may be made a real again; None where it is not."""
        if not (self.turned_back if self.rank else self.turned_back or self.out.turned_back):
            return None
        return "" if self.rank and self.level[i.name] == self.rank else spell.ALONE

    def _parity(self, i: Instr) -> str:
        """A last bit compared with a constant; "" for other operations."""
        known = parity(i, self.by_name)
        return f"{'' if known[1] else '!'}pr::odd({spell._bare(self.text[known[0]])})" if known else ""

    def _power(self, i: Instr, base: str) -> str:
        """A power of `base` with a small whole exponent; "" for other operations."""
        exponent = self.by_name.get(i.args[1]) if i.op == "pow" else None
        call = spell.POWERS.get(exponent.value) if exponent and exponent.op == "const" else None
        if call is None or not isinstance(i.element, Format) or spell.register_type(i.element) not in ("float", "double"):
            return ""
        return spell.rounded(f"{call}({spell._bare(base)})", i.element)

    def _loaded(self, i: Instr, access: Access) -> str:
        buffer = self.out.buffers[access.buffer]
        text = self.place(access)
        if buffer.element in ("bool", spell.TRUTH) and access.index and i.name in self.choosing:
            return f"pr::flag({text})"
        return f"{spell.register_type(buffer.element)}({text})" if spell.soft(buffer.element) and access.index else text

    def place(self, access: Access) -> str:
        name = self.out.names[access.buffer]
        if self.out.buffers[access.buffer].role == CONSTANT and not access.shape:
            return f"{name}[0]"
        return f"{name}[{self.offset(access)}]" if access.shape else name

    def offset(self, access: Access) -> str:
        """Row-major offset, in the nested form a * M + b."""
        text, started = "0", False
        for k, (d, i) in enumerate(zip(access.shape, access.index)):
            if not started:
                text, started = self.size(i), bool(i.terms)
                wide = len(i.terms) > 1
                continue
            head = f"({text})" if wide else text
            tail = self.size(i)
            stride = f"({self._length(access, k)})" if len(d.terms) > 1 else self._length(access, k)
            text = f"{head} * {stride}" + ("" if not i.terms else f" - {tail[1:]}" if tail.startswith("-") else f" + {tail}")
            wide = bool(i.terms)
        return text

    def _length(self, access: Access, d: int) -> str:
        """The length of a dimension."""
        return self.size(access.shape[d])

    def size(self, s: Size) -> str:
        divided = self._in_vectors() and any(self._innermost(name) for name in s.symbols())
        return spell.size(s, self._symbol, spell.IN_VECTORS if divided else {})

    def _symbol(self, symbol: str) -> str:
        if symbol in self.axis:
            return f"i{self.axis[symbol]}"
        return self.text[symbol] if symbol in self.text else self.out.symbols[symbol]

    def _store(self, i: Instr) -> None:
        assert i.access
        self._assign(i.access, self.text[i.args[0]])

    def _assign(self, access: Access, text: str) -> None:
        buffer = self.out.buffers[access.buffer]
        text = spell._bare(text)
        if not access.shape:
            type_ = self.out.declare.pop(access.buffer, None) if self.rank == 0 or self.nest.reductions else None
            self.out.line(f"{type_ + ' ' if type_ else ''}{self.place(access)} = {text};")
        elif spell.soft(buffer.element) and buffer.element.name != "tf32":  # type: ignore[union-attr]
            self.out.line(f"{self._target(access)} = {spell.memory_type(buffer.element)}({text});")
        else:
            self.out.line(f"{self._target(access)} = {text};")

    def _target(self, access: Access) -> str:
        """The place to store to: of an array that is written over, which threads leave alone, one of two."""
        new, place = dict(self.nest.behind).get(access.buffer), self.place(access)
        old = self.out.names[access.buffer]
        return place if new is None else f"PR_BEHIND({old}, {self.out.names[new]}){place[len(old):]}"


def ones(body: tuple[Instr, ...], written: Set[str]) -> frozenset[str]:
    """The scalars that are 1 or 0 by truth values about indices, and what they follow from, if the body reads buffers that it writes: such
    numbers come first. With a term read before it, g++ 12 takes a sum with one apart into branches, and makes no vectors of the loop."""
    if not any(i.op == "load" and i.access and i.access.buffer in written for i in body):
        return frozenset()
    known: dict[str, frozenset[str]] = {}  # scalars that follow from indices -> these, and what they follow from
    found: frozenset[str] = frozenset()
    elements = {i.name: i.element for i in body}
    for i in body:
        used = {*i.args, *(s for size in i.sizes for s in size.symbols() if s in elements)}
        if i.op not in ("load", "store") and not i.guard and used <= known.keys():
            known[i.name] = frozenset({i.name}).union(*(known[a] for a in used))
            if i.op == "cast" and elements[i.args[0]] == "bool" and isinstance(i.element, Format):
                found |= known[i.name]
    return found
