"""Sorts, searches, products and eliminations, compiled once per cache and linked into the programs that call them (ADR 407, ADR 593).

They are the same machine code in every program that has them for numbers of one type, and g++ takes 0.6 to 1.6 s for a sort, as long as for
the rest of such a program, and 0.1 to 0.4 s for products and eliminations. Emitted source has them in a header as before; where the cache
has them compiled, the header only declares them. The first program that needs them does not wait: the object is made in the background,
with the flags of that program, for those that follow.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from precis.emit.cpu.once import UNFINISHED

LINKED = ("-Wl,--gc-sections",)  # of an object a library takes what it calls
_COMPILED = ("-fvisibility=hidden", "-ffunction-sections", "-c")
_INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Apart:
    """Functions of a header of which an object is made, and the macro that says there that they are apart."""

    name: str
    header: str
    macro: str

    @property
    def declared(self) -> str:
        """What programs define that find them compiled."""
        return f"-D{self.macro}=extern"

    @property
    def compiled(self) -> tuple[str, ...]:
        return f"-D{self.macro}=", *_COMPILED


SORTS = Apart("sorts", "precis_sort.hpp", "PR_SORTS_APART")
PRODUCTS = Apart("products", "precis_products.hpp", "PR_PRODUCTS_APART")
SOLVERS = Apart("solvers", "precis_elimination_beside.hpp", "PR_SOLVERS_APART")
ALL = (SORTS, PRODUCTS, SOLVERS)


def place_of(what: Apart, folder: Path, command: Sequence[str], version: str, texts: Mapping[str, str]) -> Path | None:
    """Where the object is in a cache, for a compiler with its flags, which says `version` of itself; None where `texts` need none."""
    if what.header not in texts:
        return None
    parts = (version, *command, *what.compiled, *(part for name in _needed(what, texts) for part in (name, texts[name])))
    return folder / f"{what.name}-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.o"


def make(what: Apart, place: Path, command: Sequence[str], texts: Mapping[str, str]) -> None:
    """Make it in a folder beside and move it to its place. A compiler that fails leaves nothing."""
    with suppress(OSError), tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=place.parent) as name:
        folder = Path(name)
        for header in _needed(what, texts):
            (folder / header).write_text(texts[header], encoding="utf-8")
        source, made = folder / f"{what.name}.cpp", folder / f"{what.name}.o"
        source.write_text(f'#include "{what.header}"\n', encoding="utf-8")
        compiling = (*command, *what.compiled, str(source), "-o", str(made))
        if subprocess.run(compiling, capture_output=True, check=False).returncode == 0:
            os.replace(made, place)


def _needed(what: Apart, texts: Mapping[str, str]) -> list[str]:
    """The header and what it includes, in a fixed order."""
    found, left = set[str](), [what.header]
    while left:
        name = left.pop()
        if name in texts and name not in found:  # others are asked for by who compiles for threads
            found.add(name)
            left += _INCLUDED.findall(texts[name])
    return sorted(found)
