"""Sorts and searches, compiled once per cache and linked into the programs that call them (ADR 407).

They are the same machine code in every program that sorts numbers of one type, and g++ takes 0.6 to 1.6 s for it, as long as for the rest
of such a program. Emitted source has them in a header as before; where the cache has them compiled, the header only declares them: those
of binary64 and of integers of 64 bits. The first program that sorts does not wait: the object is made in the background, with the flags of
that program, for those that follow.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from precis.emit.cpu.once import UNFINISHED

HEADER = "precis_sort.hpp"
DECLARED = "-DPR_SORTS_APART=extern"  # what programs define that find them compiled
LINKED = ("-Wl,--gc-sections",)  # of the object a library takes what it calls
_COMPILED = ("-DPR_SORTS_APART=", "-fvisibility=hidden", "-ffunction-sections", "-c")
_INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def place_of(folder: Path, command: Sequence[str], version: str, texts: Mapping[str, str]) -> Path | None:
    """Where the object is in a cache, for a compiler with its flags, which says `version` of itself; None where `texts` do not sort."""
    if HEADER not in texts:
        return None
    parts = (version, *command, *_COMPILED, *(part for name in _needed(texts) for part in (name, texts[name])))
    return folder / f"sorts-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.o"


def make(place: Path, command: Sequence[str], texts: Mapping[str, str]) -> None:
    """Make it in a folder beside and move it to its place. A compiler that fails leaves nothing."""
    with suppress(OSError), tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=place.parent) as name:
        folder = Path(name)
        for header in _needed(texts):
            (folder / header).write_text(texts[header], encoding="utf-8")
        source, made = folder / "sorts.cpp", folder / "sorts.o"
        source.write_text(f'#include "{HEADER}"\n', encoding="utf-8")
        compiling = (*command, *_COMPILED, str(source), "-o", str(made))
        if subprocess.run(compiling, capture_output=True, check=False).returncode == 0:
            os.replace(made, place)


def _needed(texts: Mapping[str, str]) -> list[str]:
    """The header and what it includes, in a fixed order."""
    found, left = set[str](), [HEADER]
    while left:
        name = left.pop()
        if name in texts and name not in found:  # others are asked for by who compiles for threads
            found.add(name)
            left += _INCLUDED.findall(texts[name])
    return sorted(found)
