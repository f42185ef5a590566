"""What is checked and timed on a GPU: programs, their sizes, and how their numbers are held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.compare import arguments_of, chosen
from benchmarks.corpus import CORPUS
from benchmarks.outcome import fresh
from benchmarks.programs import CASES
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.types import Program
from precis.lift import lift

FACTORS = ("e4m3", "e5m2", "binary16", "bfloat16", "tf32", "binary32", "binary64")
PRODUCT, SIDES, LARGE_SIDE = "product", (130, 75, 90), 4096  # not multiples of a tile; for times
TIMED = {"heat": 4096, "hdiff": 1024, "three_matmuls": 4096, "nbody": 4096, "black_scholes": 10_000_000, "burgers": 1_000_000,
         "shallow_water": 2048, "wet_bulb": 100_000}
LONGEST = 40  # time steps of a timed program whose number depends on its size
STORED = ("binary32", "bfloat16", "binary16")
SEPARATOR = "."


@dataclass(frozen=True)
class Item:
    """One check: a program, and how its numbers are held."""

    name: str
    formats: str

    @property
    def key(self) -> str:
        return f"{self.name}{SEPARATOR}{self.formats}"


def items(wanted: Sequence[str]) -> list[Item]:
    """Every check of the programs or domains wanted; all where nothing is said."""
    cases = {c.name for c in CASES}
    names = [e.name for e in (chosen([w for w in wanted if w != PRODUCT]) if wanted else [*CORPUS, *CASES])]
    names = [] if wanted and set(wanted) <= {PRODUCT} else names
    found = [Item(n, f) for n in names for f in ("binary64", *(STORED if n in cases else ("binary32",)))]
    return found + [Item(PRODUCT, f) for f in FACTORS if not wanted or PRODUCT in wanted]


def product(a, b):
    return a @ b


def loaded(name: str, size: str | int) -> tuple[Program, tuple[Any, ...]]:
    """(the program, its arguments) at a size of the corpus, or at the size of a timed program."""
    if name == PRODUCT:
        m, k, n = (size,) * 3 if isinstance(size, int) else SIDES
        rng = np.random.default_rng(0)
        arguments: tuple[Any, ...] = (rng.normal(size=(m, k)), rng.normal(size=(k, n)))
        return lift(product, *arguments), arguments
    (entry,) = chosen([name])
    function, make = entry.load()
    arguments = _short(make(0, size)) if isinstance(size, int) else arguments_of(entry, size)
    return lift(function, *fresh(arguments)), arguments


def _short(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(min(a, LONGEST) if isinstance(a, int) else a for a in arguments)


def held(program: Program, name: str, formats: str) -> Assignment:
    """The assignment of a check: uniform, or stored in a format of 16 bits and computed in binary32, or factors of a product so rounded."""
    narrow, b32 = format_named(formats), FORMATS["binary32"]
    if name == PRODUCT:
        wide = FORMATS["binary64"] if formats == "binary64" else b32
        sites = [n.site for n in program.nodes()]
        return Assignment({c.name: wide for c in program.containers}, dict.fromkeys(sites, narrow), dict.fromkeys(sites, wide), {}, wide)
    if narrow.bits > 16:
        return Assignment.uniform(narrow)
    sites = {n.site: b32 for n in program.nodes()}
    return Assignment({c.name: narrow for c in program.containers if c.kind == "real"}, sites, sites, {}, b32)
