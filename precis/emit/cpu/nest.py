"""Prints nests: each scalar at the depth of the innermost axis that it depends on, single uses as expression trees."""

from __future__ import annotations

from dataclasses import dataclass, field

from precis.emit.cpu import spell
from precis.emit.cpu.parallel import parallel, work
from precis.emit.cpu.parity import parity
from precis.emit.cpu.staged import staged
from precis.emit.plan.kernels import CONSTANT, Access, Buffer, Guard, Instr, Nest, Reduction
from precis.formats import Format
from precis.ir.shapes import ONE
from precis.ir.size import Size

LANED = {"sum": "Sum", "prod": "Product", "max": "Maximum", "min": "Minimum", "any": "Any", "all": "All"}
EXTREMES = {"argmax": "Greater", "argmin": "Smaller"}
LONG = 90  # characters beyond which an expression gets a name
LOGICAL = ("bit_and", "bit_or", "bit_xor", "bit_not")
DIVISIONS = ("floordiv", "mod")  # of integers: processors have them one by one only
REMAINDERS = ("floordiv", "mod", "fmod")  # of real numbers: calls of the library, one by one
VECTOR = 8  # numbers of 64 bits
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")  # get names under LOGICAL: in a lambda, g++ 12 dies folding (double(float) < x) & y


@dataclass
class Printer:
    """Lines of text, with the names of buffers and size symbols."""

    buffers: dict[str, Buffer]
    names: dict[str, str]
    symbols: dict[str, str]
    declare: dict[str, str] = field(default_factory=dict)  # scalar buffers still to be declared -> type
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    temporaries: int = 0
    shared: bool = False  # inside a loop that threads share
    tiny: bool = False  # inside what a library computes as soon as it is worth a call

    def fresh(self, stem: str) -> str:
        self.temporaries += 1
        return f"{stem}{self.temporaries - 1}"

    def bind(self, symbol: str, stem: str) -> str:
        """The name of a size symbol that is known from here on."""
        self.symbols[symbol] = name = spell.identifier(symbol, f"{stem}{len(self.symbols)}")
        return name

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text if text else "")

    def open(self, text: str) -> None:
        self.line(text + " {")
        self.depth += 1

    def close(self, text: str = "}") -> None:
        self.depth -= 1
        self.line(text)


class NestPrinter:
    called = False  # whether the nest is a function of its own

    def __init__(self, out: Printer, nest: Nest):
        self.out, self.nest = out, nest
        self.rank = len(nest.axes)
        self.axis = {a.symbol: k for k, a in enumerate(nest.axes)}
        self.by_name = {i.name: i for i in nest.body}
        self.written = {i.access.buffer for i in nest.body if i.op == "store" and i.access} | {r.target.buffer for r in nest.reductions}
        self.stores = sum(i.op == "store" for i in nest.body) + len(nest.reductions)
        self.level = self._levels()
        self.users = self._users()
        self.calls = any(i.op in REMAINDERS and isinstance(i.element, Format) for i in nest.body)
        self.apart = {a for i in nest.body if i.op in LOGICAL for a in i.args if self.by_name[a].op in COMPARISONS}
        self.choosing = self._choosing()
        self.text: dict[str, str] = {}
        self.joined = False  # whether the outermost loop is one that threads share
        self.staged = self._staged()
        self.sums = self._accumulators()

    def _accumulators(self) -> list[str]:
        """A name per reduction. What a row tallies goes to one accumulator, and rows that tally the same share it: adding
        once more costs arithmetic, an accumulator costs six registers."""
        added: dict[Access, list[tuple[str, ...]]] = {}
        for r in self.nest.reductions:
            if r.op == "tally":
                added.setdefault(r.target, []).append(r.args)
        names: dict[tuple[tuple[str, ...], ...], str] = {}
        for terms in map(tuple, added.values()):
            if terms not in names:
                names[terms] = self.out.fresh("s")
        return [names[tuple(added[r.target])] if r.op == "tally" else self.out.fresh("s") for r in self.nest.reductions]

    def print(self) -> None:
        kept = self.nest.reductions[0].kept if self.nest.reductions else self.rank
        for depth in range(self.rank + 1):
            if depth == kept and self.nest.reductions:
                self._open_row()
                self._declare_accumulators()
            self._instructions(depth)
            if depth < self.rank:
                self._open_loop(depth)
        if self.nest.reductions:
            self._accumulate()
        for depth in range(self.rank, -1, -1):
            if depth == kept and self.nest.reductions:
                self._store_accumulators()
                self._close_row()
            if depth:
                self._close_loop(depth - 1)

    def _levels(self) -> dict[str, int]:
        """Loop depth of each instruction: 0 before all loops."""
        level: dict[str, int] = {}
        for i in self.nest.body:
            symbols = frozenset().union(*(s.symbols() for s in i.sizes))
            deps = [level[a] for a in i.args] + [self.axis[s] + 1 for s in symbols if s in self.axis] + [
                level[s] for s in symbols if s in level]
            pinned = i.op == "store" or i.guard or (i.op == "load" and i.access is not None and i.access.buffer in self.written)
            level[i.name] = self.rank if pinned else max(deps, default=0)
        return level

    def _choosing(self) -> set[str]:
        """All but truth values in memory that are combined with one another only, and stored: these are combined as bytes, where comparing
        them (pr::flag) would make masks of them, as comparisons of numbers are."""
        whole: set[str] = set()
        for i in self.nest.body:
            if i.op in ("load", "const") or (i.op in LOGICAL and whole.issuperset(i.args)):
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

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        """The instructions of one depth, or those among them named in `only`."""
        guard: Guard = ()
        for i in self.nest.body:
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
        if i.op == "size":
            return f"({self.size(i.value)})" if len(i.value.terms) > 1 else self.size(i.value)
        operand = self.by_name[i.args[-1]].element if i.args[-1] in self.by_name else i.element
        if i.op == "cast":
            return spell.cast(args[0], operand, i.element)
        if i.op == "select" and self._chosen_ahead(i):
            return f"pr::chosen_ahead({', '.join(map(spell._bare, args))})"
        if i.op in DIVISIONS and i.element == operand == "int64" and self._divided_in_vectors(i):
            return spell.operation(f"{i.op}_in_vectors", args, i.element, operand)
        return self._parity(i) or self._power(i, next(iter(args), "")) or spell.operation(i.op, args, i.element, operand)

    def _divided_in_vectors(self, i: Instr) -> bool:
        """Whether an integer is divided in a loop of vectors, by what is not known to be a power of two."""
        by = self.by_name[i.args[1]]
        power = by.op == "const" and by.value > 0 and by.value & (by.value - 1) == 0
        return self.level[i.name] == self.rank and not power and self._in_vectors()

    def _parity(self, i: Instr) -> str:
        """A last bit compared with a constant; "" for other operations."""
        known = parity(i, self.by_name)
        return f"{'' if known[1] else '!'}pr::odd({spell._bare(self.text[known[0]])})" if known else ""

    def _chosen_ahead(self, i: Instr) -> bool:
        """Whether a truth value that is known before the innermost loop chooses in it: g++ 12 makes no vectors of such a loop, unless
        it sees where the value comes from."""
        plain = isinstance(i.element, Format) and spell.register_type(i.element) in ("float", "double")
        known = self.level[i.args[0]]
        return plain and (known > 0 or self.called) and known < self.level[i.name] == self.rank

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
        if buffer.element == "bool" and access.index and i.name in self.choosing:
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
        for d, i in zip(access.shape, access.index):
            if not started:
                text, started = self.size(i), bool(i.terms)
                wide = len(i.terms) > 1
                continue
            head = f"({text})" if wide else text
            tail = self.size(i)
            stride = self.size(d)
            stride = f"({stride})" if len(d.terms) > 1 else stride
            text = f"{head} * {stride}" + ("" if not i.terms else f" - {tail[1:]}" if tail.startswith("-") else f" + {tail}")
            wide = bool(i.terms)
        return text

    def size(self, s: Size) -> str:
        divided = self._in_vectors() and any(self._innermost(name) for name in s.symbols())
        return spell.size(s, self._symbol, spell.IN_VECTORS if divided else {})

    def _innermost(self, symbol: str) -> bool:
        """Whether a symbol is known in the innermost loop only."""
        return (self.axis[symbol] + 1 if symbol in self.axis else self.level.get(symbol, 0)) == self.rank

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
            self.out.line(f"{self.place(access)} = {spell.memory_type(buffer.element)}({text});")
        else:
            self.out.line(f"{self.place(access)} = {text};")

    def _laned(self, depth: int) -> bool:
        return depth == self.rank - 1 and bool(self.nest.reductions) and (self.nest.lanes or self._finds())

    def _alone(self) -> bool:
        """Whether the nest reduces its last axis, once, and does nothing else."""
        once = len(self.nest.reductions) == 1 and not any(i.op == "store" for i in self.nest.body)
        return once and self.nest.reductions[0].kept == self.rank - 1

    def _one_row(self) -> bool:
        """Whether the nest is the result of a row each."""
        return self._finds() or (self._alone() and self.nest.lanes and self.nest.reductions[0].op in LANED)

    def _finds(self) -> bool:
        """Whether the nest finds positions along its last axis among numbers that vectors hold, and does nothing else. Truth values are
        predicted rather than widened: they are looked through only where they lie in a row."""
        if not self._alone() or self.nest.reductions[0].op not in EXTREMES:
            return False
        (r,), last = self.nest.reductions, self.nest.axes[-1].symbol
        at = self.by_name[r.args[1]]
        along = at.op == "size" and at.value == Size.of(last)
        if r.element == "bool" or any(i.op == "load" and i.element == "bool" for i in self.nest.body):
            return along and all(i is at or (i.element == r.element and not i.where and neighbours(i, last)) for i in self.nest.body)
        return along and all(i is at or (not i.where and (i.op != "load" or evenly_spaced(i))) for i in self.nest.body)

    def _staged(self) -> bool:
        """Whether terms wait for their lanes until many are computed."""
        reduces = bool(self.nest.axes and self.nest.reductions) and all(r.op in LANED for r in self.nest.reductions)
        return reduces and staged(self.nest, self.out.buffers)

    def _many_rows(self) -> bool:
        """Whether each row of the last axis has accumulators of its own, in as many lanes as its length asks for."""
        laned = self.nest.lanes and all(r.op in LANED and r.target.shape for r in self.nest.reductions)
        return laned and self.nest.reductions[0].kept == self.rank - 1 > 0 and not self._one_row()

    def _open_row(self) -> None:
        if self._many_rows():
            self.out.open(f"pr::with_lanes({self.size(self.nest.axes[-1].extent)}, [&](const auto count) PR_BODY")

    def _close_row(self) -> None:
        if self._many_rows():
            self.out.close("});")

    def _open_loop(self, depth: int) -> None:
        extent = self.size(self.nest.axes[depth].extent)
        if self._laned(depth) and self._one_row():
            type_, row = self._row()
            self.out.open(f"const {type_} {self.sums[0]} = {row}({extent}, [&](const int64_t i{depth}) PR_BODY")
            return
        if self._laned(depth):
            lanes = "staged" if self.staged else "terms<count()>" if self._many_rows() else "lanes"
            self.out.open(f"pr::{lanes}({extent}, [&](const int64_t i{depth}, const int64_t lane) PR_BODY")
            return
        self._open_for(depth, f"i{depth}", extent, innermost=depth == self.rank - 1 and self._independent(depth))
        if self.nest.hole and depth == self.rank - 1:
            self._skip_hole()

    def _open_for(self, depth: int, index: str, end: str, step: str = "1", innermost: bool = False) -> None:
        """A loop, with what is known of its iterations: threads may share them, or they are independent."""
        if depth == 0 and self._shared():
            self.joined = True
            self.out.open(self._shared_for(index, "0", end, step, innermost))
            return
        if innermost:
            self.out.line("PR_INDEPENDENT")
        self.out.open(f"for (int64_t {index} = 0; {index} < {end}; {f'++{index}' if step == '1' else f'{index} += {step}'})")

    def _shared(self) -> bool:
        """Whether threads may share the loop over the first axis."""
        return parallel(self.nest) and not self.out.shared

    def _shared_for(self, index: str, begin: str, end: str, step: str, independent: bool) -> str:
        """The head of a loop that threads may share; it ends with PR_JOINED."""
        return f"PR_SHARED{'_INDEPENDENT' * independent}({spell.size(work(self.nest), self._symbol)}, {index}, {begin}, {end}, {step})"

    def _row(self) -> tuple[str, str]:
        """(type of the sum of one row, the function that sums it)."""
        (r,) = self.nest.reductions
        if r.op in EXTREMES:
            return "int64_t", f"pr::arg_row<pr::Is{EXTREMES[r.op]}, {spell.register_type(r.element)}{', pr::SPREAD' * self._spread()}>"
        type_, rounding = self._held(r)
        return type_, f"pr::row<pr::{LANED[r.op]}, {type_}{(rounding or ', pr::Unrounded') + ', pr::STAGED' if self.staged else rounding}>"

    def _in_vectors(self) -> bool:
        """Whether compilers make vectors of the innermost loop."""
        if not self.rank or (self.nest.axes[-1].extent.constant or VECTOR) < VECTOR or self.calls:
            return False
        return self._independent(self.rank - 1) or self._laned(self.rank - 1)

    def _spread(self) -> bool:
        """Whether what a row is computed from does not lie side by side."""
        return not all(neighbours(i, self.nest.axes[-1].symbol) for i in self.nest.body if i.op == "load")

    def _independent(self, depth: int) -> bool:
        return self.nest.axes[depth].symbol not in self.nest.sequential and not self.nest.reductions and not self.nest.hole

    def _close_loop(self, depth: int) -> None:
        if not self._laned(depth):
            self.out.close("} PR_JOINED" if self.joined and depth == 0 else "}")
            return
        sums = f", {', '.join(dict.fromkeys(self.sums))}" if self.staged else self._soon(depth)
        self.out.close("});" if self._one_row() else f"}}{sums});")

    def _soon(self, depth: int) -> str:
        """A further argument: which places are written soon."""
        soon = " ".join(f"pr::soon(&{self.place(a)});" for a in self._written_only(depth))
        return f", [&](const int64_t i{depth}) PR_BODY {{ {soon} }}" if soon else ""

    def _written_only(self, depth: int) -> list[Access]:
        """Where the nest stores neighbours along the innermost axis that it does not load."""
        loaded = {i.access for i in self.nest.body if i.op == "load"}
        stores = [i.access for i in self.nest.body if i.op == "store" and i.access and not i.guard and i.access not in loaded]
        return [a for a in stores if a.index and a.index[-1].coefficient(self.nest.axes[depth].symbol) == ONE]

    def _skip_hole(self) -> None:
        inside = " && ".join(f"i{k} >= {self.size(low)} && i{k} < {self.size(high)}" for k, (low, high) in enumerate(self.nest.hole))
        last = self.rank - 1
        self.out.open(f"if ({inside})")
        self.out.line(f"i{last} = {self.size(self.nest.hole[last][1] - 1)};")
        self.out.line("continue;")
        self.out.close()

    def _declare_accumulators(self) -> None:
        if self._one_row():
            return
        for name, r in dict(zip(self.sums, self.nest.reductions)).items():
            self.out.line(f"{self._accumulator(r)} {name};")

    def _accumulator(self, r: Reduction) -> str:
        type_ = spell.register_type(r.element)
        if r.op in EXTREMES:
            return f"pr::ArgExtreme<{type_}, pr::Is{EXTREMES[r.op]}>"
        lanes = "count()" if self._many_rows() else "pr::LANES" if self.nest.lanes and self.rank else "1"
        if r.op == "tally":
            return f"pr::Tally<{type_}, {lanes}>"
        type_, rounding = self._held(r)
        made = f"pr::{LANED[r.op]}<{type_}, {lanes}{rounding}>"
        return f"pr::Waiting<{made}>" if self.staged else made

    def _held(self, r: Reduction) -> tuple[str, str]:
        """(type of an accumulator, its rounding after every step)."""
        type_, work = spell.register_type(r.element), spell.register_type(r.work)
        if spell.soft(r.element):
            return work, f", {spell.rounding(r.element)}"  # type: ignore[arg-type]
        return work, "" if work == type_ else f", pr::Round<{type_}>"

    def _accumulate(self) -> None:
        if self._one_row():
            self.out.line(f"return {spell._bare(self.text[self.nest.reductions[0].args[0]])};")
            return
        lane = "lane" if self.nest.lanes and self.rank else "0"
        first: dict[str, Access] = {}
        for r, name in zip(self.nest.reductions, self.sums):
            if first.setdefault(name, r.target) == r.target:
                self.out.line(f"{name}.add({lane}, {', '.join(spell._bare(self.text.get(a, a)) for a in r.args)});")

    def _store_accumulators(self) -> None:
        for (name, _), r in {(n, r.target): r for n, r in zip(self.sums, self.nest.reductions)}.items():
            if r.op == "tally":
                self.out.line(f"{name}.add_to(&{self.place(r.target)});")
                continue
            target = self.out.buffers[r.target.buffer].element
            total = self._in_element(r, name if self._one_row() else f"{name}.result()")
            self._assign(r.target, spell.cast(total, r.element, target))

    def _in_element(self, r: Reduction, text: str) -> str:
        """A result in the registers of its element; steps in a wider format leave it in theirs, rounded."""
        type_ = spell.register_type(r.element)
        return text if spell.register_type(r.work) == type_ else f"{type_}({text})"


def evenly_spaced(i: Instr) -> bool:
    """Whether what is read lies at places that follow from the axes, without reading others."""
    symbols = frozenset().union(*(d.symbols() for d in i.access.index)) if i.access else frozenset()
    return not any(s.startswith("%") and not s.startswith("%i") for s in symbols)


def neighbours(i: Instr, last: str) -> bool:
    """Whether what is read along an axis lies side by side."""
    *others, along = i.access.index if i.access and i.access.index else (ONE,)
    return not any(last in o.symbols() for o in others) and along.coefficient(last) in (ONE, Size())
