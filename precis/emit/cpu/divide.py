"""Long plans are divided: statements become functions of their own, and those that do the same share one.

Compilers take time that grows faster than the length of a function (redundancies are looked for over all of it, registers allocated
over all of it), and a program with loops of Python or JAX unrolled says the same many times over: compiled once, it costs once.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from precis.emit.cpu import spell
from precis.emit.cpu.alike import Part, alike
from precis.emit.cpu.arguments import struct_name
from precis.emit.cpu.named import stored_names
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.statements import BlockPrinter
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
TINY = 16  # elements of nests that are no loops worth a call
UNDIVIDED = (Rotate, Routine, Settle)  # these name variables of the function around
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
        self.symbols[symbol] = name = spell.identifier("", f"{stem}{len(self.symbols)}")
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
        for k, line in enumerate(lines):
            name, bracket, rest = line.partition("(")
            if bracket and (found := calls.get(name.strip())):
                lines[k] = f"{name.replace(name.strip(), found[0])}({', '.join((*found[1], rest))}"
        return [text for part in left for text in part.definition()]


class DividedPrinter(BlockPrinter):
    """Prints the statements of long plans as calls of `functions`, which have to stand before them."""

    def __init__(self, plan: Plan):
        super().__init__(plan)
        self.functions = _Functions()
        self.weight, self.code, self.looping = weight(plan.statements), _code(plan.statements), False

    def _put(self, s: Statement, pending: dict[str, str], declared: set[str]) -> None:
        short = self.code <= LARGEST if self.looping else self.weight <= LONG
        if short or not self._divisible(s):
            outside, self.looping = self.looping, self.looping or isinstance(s, (Loop, While))
            super()._put(s, pending, declared)
            self.looping = outside
            return
        used = frozenset().union(*accesses(s))
        self._declare({n: pending.pop(n) for n in list(pending) if n in used})
        self._call(s, declared)

    def _divisible(self, s: Statement) -> bool:
        inside = list(walk((s,)))
        if isinstance(s, If) and not self.looping:
            return False  # what its branches do may be done elsewhere too
        if id(s) in self.going_on or any(isinstance(t, UNDIVIDED) or id(t) in self.kept for t in inside) or isinstance(s, BINDING):
            return False
        short = _code((s,)) <= LARGEST and not (isinstance(s, Strips) and not s.ordered and weight((s,)) > LONG)
        return weight((s,)) > 0 and (isinstance(s, Nest) or short) and not _tiny(s)

    def _call(self, s: Statement, declared: set[str]) -> None:
        text, names, symbols = self._printed(s, declared, _Nameless, "p", "z")
        parameters = self._parameters(s, declared, names)
        key = tuple(f"{_type(b, how)} {names[b.name]}" for b, how in parameters), tuple(text)
        if key not in self.functions.names:
            number = f"part{len(self.functions.names)}"
            stored = stored_names(s, self.plan.buffers)
            self.functions.names[key] = spell.identifier(stored, number) if stored else number  # other names end with a number alone
            self._define(self.functions.names[key], s, declared, *key)
        around = self.out.names
        words = ["args", *(self.out.symbols[x] for x in symbols.keys_asked), *(around[b.name] for b, _ in parameters)]
        self.out.line(f"{self.functions.names[key]}({', '.join(words)});")

    def _define(self, name: str, s: Statement, declared: set[str], types: tuple[str, ...], text: tuple[str, ...]) -> None:
        body, names, symbols = self._printed(s, declared, Printer, "", "")
        inside = self.looping and self.weight <= MODERATE and _scalar(s)
        words = [f"[[maybe_unused]] const {struct_name(self.plan)}& args", *(f"const int64_t {symbols[x]}" for x in symbols.keys_asked),
                 *(f"{_type(b, how)} {names[b.name]}" for b, how in self._parameters(s, declared, names))]
        self.functions.parts.append(Part(name, types, text, tuple(words), tuple(body), inside))

    def _printed(self, s: Statement, declared: set[str], printer: type[Printer], stem: str,
                 symbol: str) -> tuple[list[str], _Asked, _Asked]:
        """(lines, names that they ask for, size symbols that they ask for)"""
        inner = copy(self)
        names, symbols = _Asked(self.out.names, stem), _Asked(self.out.symbols, symbol)
        inner.out, inner.weight, inner.code = printer(self.out.buffers, names, symbols, shared=self.out.shared), 0, 0
        inner._block((s,), declared)
        return inner.out.lines, names, symbols

    def _parameters(self, s: Statement, declared: set[str], names: _Asked) -> list[tuple[Buffer, str]]:
        """What a function is given: buffers, and how each is used."""
        written = accesses(s)[1]
        inside = {t.buffer for t in walk((s,)) if isinstance(t, Allocate)}
        buffers = [self.plan.buffers[n] for n in names.keys_asked if n not in inside]
        return [(b, "write" if b.name in written else "read") for b in buffers
                if b.shape or b.role != WORKSPACE or b.name in declared]


def _type(b: Buffer, how: str) -> str:
    if b.shape or b.role == CONSTANT:
        return f"{'const ' if how == 'read' else ''}{spell.memory_type(b.element)}*"
    return f"{spell.register_type(b.element)}&" if how == "write" else f"const {spell.register_type(b.element)}"


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
