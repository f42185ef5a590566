"""Long plans are divided: statements become functions of their own, and those that do the same share one.

Compilers take time that grows faster than the length of a function (redundancies are looked for over all of it, registers allocated
over all of it), and a program with loops of Python or JAX unrolled says the same many times over: compiled once, it costs once.
Of plans with very many operations, what runs once is divided as well: scalar statements (precis.emit.cpu.stretches), and whole loops,
whose scalars and pointers are variables of the function while it runs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from precis.emit.cpu import spell
from precis.emit.cpu.alike import Part, alike
from precis.emit.cpu.arguments import linkable, struct_name
from precis.emit.cpu.named import stored_names
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.statements import BlockPrinter, scalars_of
from precis.emit.cpu.stretches import operations, straight, stretches
from precis.emit.plan.kernels import (
    CONSTANT,
    WORKSPACE,
    Allocate,
    Buffer,
    If,
    Loop,
    Nest,
    Plan,
    Rotate,
    Routine,
    Settle,
    SizeBind,
    Statement,
    Strips,
    While,
)
from precis.emit.plan.walking import accesses, walk
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY
from precis.ir.size import product

LONG = 8  # loop nests that compile quickly enough in one function
LARGEST = 20  # the same inside loops, where calls cost time: of a plan that is not divided there, and of one function
MODERATE = 60  # the same, of a plan whose functions of scalars are compiled where loops call them
FUNCTION = 4  # loops that become as much code as an elementary function of arrays
VERY_LONG = 1200  # operations of a plan of which what runs once is divided, too
SMALL = 150  # the same, of a statement of a stretch
TINY = 16  # elements of nests that are no loops worth a call
UNDIVIDED = (Rotate, Routine, Settle)  # these name variables of the function around
GIVEN = "_given"  # of a variable of the function around that a function has a copy of
Block = tuple[Statement, ...]
BINDING = (Allocate, SizeBind)  # these make variables of the block that they stand in


class _Asked(dict[str, str]):
    """Names, which are remembered in the order in which they were first asked for; `stem`: new ones instead of those that are known."""

    def __init__(self, known: Mapping[str, str], stem: str = ""):
        super().__init__()
        self.known, self.stem, self.keys_asked = known, stem, dict[str, None]()

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.known

    def __missing__(self, key: str) -> str:
        known = self.known[key]
        self.keys_asked[key] = None
        self[key] = f"{self.stem}{len(self.keys_asked) - 1}" if self.stem else known
        return self[key]


@dataclass
class _Nameless(Printer):
    """Prints alike what does alike: no name of a program, and no place in its source."""

    def bind(self, symbol: str, stem: str) -> str:
        self.symbols[symbol] = name = self.unused("", stem)
        return name

    def line(self, text: str) -> None:
        if not text.startswith("//"):
            super().line(text)


@dataclass
class _Functions:
    """Functions by what they do: canonical text -> name; and their definitions."""

    names: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)

    def defined(self, lines: list[str]) -> list[str]:
        """Their definitions; what calls them in `lines` calls these from now on."""
        left, calls = alike(self.parts)
        definitions = [text for part in left for text in part.definition()]
        for texts in (lines, definitions):
            for k, line in enumerate(texts):
                name, bracket, rest = line.partition("(")
                if bracket and (found := calls.get(name.strip())):
                    texts[k] = f"{name.replace(name.strip(), found[0])}({', '.join((*found[1], rest))}"
        return definitions


class DividedPrinter(BlockPrinter):
    """Prints the statements of long plans as calls of `functions`, which have to stand before them."""

    def __init__(self, plan: Plan):
        super().__init__(plan)
        self.functions = _Functions()
        self.weight, self.code, self.looping = weight(plan.statements), _code(plan.statements), False
        self.apart = operations(plan.statements) > VERY_LONG  # whether what runs once is divided
        self.linked = sorted(r[:-1] for r in linkable(plan))

    def _block(self, statements: Block, declared: set[str]) -> None:
        """As before; stretches of what runs once are calls, with the scalars that only they use for variables of theirs."""
        parts = [*stretches(statements, self._plain)] if self.apart and not self.looping else []
        if all(len(part) == 1 for part in parts):
            super()._block(statements, declared)
            return
        touched = [frozenset().union(*(names for s in part for names in accesses(s))) for part in parts]
        users = Counter(name for names in touched for name in names)
        inside = {name for part, names in zip(parts, touched) if len(part) > 1 for name in names if users[name] == 1}
        here = scalars_of(statements, self.plan) - declared - inside
        pending, declared = {n: spell.register_type(self.plan.buffers[n].element) for n in sorted(here)}, declared | here
        for part, names in zip(parts, touched):
            if len(part) == 1:
                self._sites(part[0])
                self._put(part[0], pending, declared)
            else:
                self._declare({n: pending.pop(n) for n in list(pending) if n in names})
                self._call(part, declared)

    def _plain(self, s: Statement) -> bool:
        """Whether a statement may be part of a stretch."""
        return straight(s) and operations((s,)) <= SMALL and not (self.weight > LONG and self._divisible(s)) and not self._kept(s)

    def _kept(self, s: Statement) -> bool:
        """Whether something in a statement goes on from where it was before, in variables of the function around."""
        return any(id(t) in self.kept or id(t) in self.going_on for t in walk((s,)))

    def _put(self, s: Statement, pending: dict[str, str], declared: set[str]) -> None:
        short = self.code <= LARGEST if self.looping else self.weight <= LONG
        divided = not short and self._divisible(s)
        whole = not divided and self.apart and not self.looping and isinstance(s, (Loop, While)) and not self._kept(s) \
            and not any(isinstance(t, Settle) for t in walk((s,)))
        if not divided and not whole:
            outside, self.looping = self.looping, self.looping or isinstance(s, (Loop, While))
            super()._put(s, pending, declared)
            self.looping = outside
            return
        used = frozenset().union(*accesses(s))
        self._declare({n: pending.pop(n) for n in list(pending) if n in used})
        self._call((s,), declared, whole)

    def _divisible(self, s: Statement) -> bool:
        inside = list(walk((s,)))
        if isinstance(s, If) and not self.looping:
            return False  # what its branches do may be done elsewhere too
        if id(s) in self.going_on or any(isinstance(t, UNDIVIDED) or id(t) in self.kept for t in inside) or isinstance(s, BINDING):
            return False
        short = _code((s,)) <= LARGEST and not (isinstance(s, Strips) and not s.ordered and weight((s,)) > LONG)
        return weight((s,)) > 0 and (isinstance(s, Nest) or short) and not _tiny(s)

    def _call(self, block: Block, declared: set[str], whole: bool = False) -> None:
        """`whole`: a loop with all that it holds, of which parts are functions, too."""
        text, names, symbols = self._printed(block, declared, _Nameless, "p", "z", whole)
        parameters = self._parameters(block, declared, names)
        routines = self._routines(text)
        key = (*(f"{_type(b, how)} {names[b.name]}" for b, how in parameters), *routines, *["whole"] * whole), tuple(text)
        if key not in self.functions.names:
            number = f"part{len(self.functions.names)}"
            stored = stored_names(block, self.plan.buffers)
            self.functions.names[key] = spell.identifier(stored, number) if stored else number  # other names end with a number alone
            self._define(self.functions.names[key], block, declared, key, whole)
        around = self.out.names
        words = ["args", *(self.out.symbols[x] for x in symbols.keys_asked), *(around[b.name] for b, _ in parameters), *routines]
        self.out.line(f"{self.functions.names[key]}({', '.join(words)});")

    def _define(self, name: str, block: Block, declared: set[str], key: tuple[tuple[str, ...], tuple[str, ...]], whole: bool) -> None:
        body, names, symbols = self._printed(block, declared, Printer, "", "", whole)
        inside = self.looping and self.weight <= MODERATE and all(map(_scalar, block))
        parameters = [(_type(b, how), names[b.name]) for b, how in self._parameters(block, declared, names)]
        looped = weight(block) > 0 and not (len(block) == 1 and isinstance(block[0], Nest))  # iterations read what statements store
        copied = {n: type_[:-1] for type_, n in parameters if looped and type_.endswith("&")}
        words = [f"[[maybe_unused]] const {struct_name(self.plan)}& args", *(f"const int64_t {symbols[x]}" for x in symbols.keys_asked),
                 *(f"{type_} {n}{GIVEN if n in copied else ''}" for type_, n in parameters), *(f"void* {r}" for r in self._routines(body))]
        body = [*(f"    {type_} {n} = {n}{GIVEN};" for n, type_ in copied.items()), *body, *(f"    {n}{GIVEN} = {n};" for n in copied)]
        self.functions.parts.append(Part(name, *key, tuple(words), tuple(body), inside, not whole and not self.looping and self.apart))

    def _printed(self, block: Block, declared: set[str], printer: type[Printer], stem: str, symbol: str,
                 whole: bool) -> tuple[list[str], _Asked, _Asked]:
        """(lines, names that they ask for, size symbols that they ask for)"""
        inner = copy(self)
        names, symbols = _Asked(self.out.names, stem), _Asked(self.out.symbols, symbol)
        around = frozenset() if symbol else self.out.around.union(self.out.symbols.values())
        inner.out, inner.apart = printer(self.out.buffers, names, symbols, shared=self.out.shared, around=around), False
        if whole:
            inner.looping = True
        else:
            inner.weight = inner.code = 0
        inner._block(block, declared)
        return inner.out.lines, names, symbols

    def _parameters(self, block: Block, declared: set[str], names: _Asked) -> list[tuple[Buffer, str]]:
        """What a function is given: buffers, and how each is used."""
        written = frozenset().union(*(accesses(s)[1] for s in block))
        inside = {t.buffer for t in walk(block) if isinstance(t, Allocate)}
        moved = {name for t in walk(block) if isinstance(t, Rotate) for pair in t.pairs for name in pair}
        buffers = [self.plan.buffers[n] for n in names.keys_asked if n not in inside]
        return [(b, "move" if b.name in moved else "write" if b.name in written else "read") for b in buffers
                if b.shape or b.role != WORKSPACE or b.name in declared]

    def _routines(self, text: list[str]) -> list[str]:
        """Routines of libraries that lines call by names of the function around."""
        words = set(re.findall(r"\w+", " ".join(text))) if self.linked else set[str]()
        return [r for r in self.linked if r in words]


def _type(b: Buffer, how: str) -> str:
    if b.shape or b.role == CONSTANT:
        return f"{'const ' if how == 'read' else ''}{spell.memory_type(b.element)}*{'&' if how == 'move' else ''}"
    return f"const {spell.register_type(b.element)}" if how == "read" else f"{spell.register_type(b.element)}&"


def weight(statements: tuple[Statement, ...]) -> int:
    """Loops, and nests that are loops."""
    return sum(1 for s in walk(statements) if isinstance(s, (Loop, While)) or (isinstance(s, Nest) and s.axes))


def _code(statements: tuple[Statement, ...]) -> int:
    """The same, with the elementary functions in nests as loops that become so much code."""
    nests = (s for s in walk(statements) if isinstance(s, Nest) and s.axes)
    return weight(statements) + FUNCTION * sum(_elementary(i.op) for s in nests for i in s.body)


def _elementary(op: str) -> bool:
    return op in OPS and OPS[op].rounding == LIBRARY


def _scalar(s: Statement) -> bool:
    """Whether a statement is about scalars: what a call hands on lies in memory, and the registers of the caller are saved."""
    return not any(isinstance(t, Nest) and t.axes for t in walk((s,)))


def _tiny(s: Statement) -> bool:
    if not isinstance(s, Nest):
        return False
    count = product(tuple(a.extent for a in s.axes)).constant
    return count is not None and count <= TINY
