"""The kinds of random programs: each a module with a function f, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from precis.emit.cpu.build import FLAGS, QUICK
from tests.lift.numpy import random_arrays, random_leaving, random_nests, random_things


@dataclass(frozen=True)
class Grammar:
    """`programs(seed)` is the text of a module with `f`, `arguments(seed, *sizes)` are arguments of f.

    samples  the sizes that each program runs on, the first of which it is lifted for
    close    relative to the largest element of a result: how far sums in another order may differ
    flags    of the compiler, and in words
    """

    name: str
    text: str
    programs: Callable[[int], str]
    arguments: Callable[..., tuple[Any, ...]]
    samples: Sequence[tuple[int, ...]]
    close: float
    flags: tuple[str, ...]
    compiled: str


ARRAYS = Grammar("arrays",
                 "loops, branches, views, masks, index arrays, arrays whose length depends on data, helpers that change their arguments",
                 random_arrays.programs, random_arrays.arguments, random_arrays.SAMPLES, 1e-10,
                 (*QUICK, "-O0"), "-O0")  # a third of the time of -O1: what is in doubt is the emitted code
NESTS = Grammar("nests",
                "nests over single elements, rows and parts by stride, stencils, recurrences, tallies, integers, binary32 and complex numbers",
                random_nests.programs, random_nests.arguments, random_nests.SAMPLES, 1e-5,  # some of it is in binary32
                FLAGS, "as users have it")  # what the emitted code says of dependences matters to compilers that use it
LEAVING = Grammar("leaving", "loops that are left by break, continue and return, in `else` of loops, in handlers, cases and inner loops",
                  random_leaving.programs, random_leaving.arguments, random_leaving.SAMPLES, 1e-10, (*QUICK, "-O0"), "-O0")
THINGS = Grammar("things", "objects, dicts and lists in lists that change, stand in several of them, are taken out, sorted and told apart",
                 random_things.programs, random_things.arguments, random_things.SAMPLES, 1e-10, (*QUICK, "-O0"), "-O0")
GRAMMARS = {g.name: g for g in (ARRAYS, NESTS, LEAVING, THINGS)}
