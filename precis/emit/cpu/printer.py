"""Lines of C++ text, with the names that they use."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from precis.emit.cpu import spell
from precis.emit.plan.kernels import Buffer
from precis.ir.size import Size


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
    held: list[str] | None = None  # inside a loop: declarations of the memory that its iterations ask for
    shared: bool = False  # inside a loop that threads share
    tiny: bool = False  # inside what a library computes as soon as it is worth a call
    turned_back: bool = False  # whether reals are made of integers in variables
    found: set[str] = field(default_factory=set)  # size symbols that differ from one iteration to the next
    halfway: dict[str, Size] = field(default_factory=dict)  # index of a loop -> what it is in the middle of the loop
    around: frozenset[str] = frozenset()  # names of size symbols of the function around, which lines may still ask for

    def fresh(self, stem: str) -> str:
        self.temporaries += 1
        return f"{stem}{self.temporaries - 1}"

    def bind(self, symbol: str, stem: str) -> str:
        """The name of a size symbol that is known from here on."""
        self.symbols[symbol] = name = self.unused(symbol, stem)
        self.found.add(symbol)
        return name

    def unused(self, title: str, stem: str) -> str:
        """The name of another size symbol: one that is bound a second time, elsewhere, makes names but no more symbols."""
        used = self.around.union(self.symbols.values())
        return next(name for k in count(len(self.symbols)) if (name := spell.identifier(title, f"{stem}{k}")) not in used)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text if text else "")

    def open(self, text: str) -> None:
        self.line(f"{text} {{" if text else "{")
        self.depth += 1

    def close(self, text: str = "}") -> None:
        self.depth -= 1
        self.line(text)
