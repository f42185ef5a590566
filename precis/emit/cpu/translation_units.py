"""Emitted source as several translation units, which as many processes of the compiler take at once.

Nine tenths of a first call are the compiler, in proportion to the code that it makes. What long plans are divided into
(precis.emit.cpu.divide) are functions that are called, never inlined: each may be compiled beside the others, with the same instructions.
Every unit has what all of them need (headers, tables, functions that are compiled where they are called), its share of the functions, and
declarations of the others; the first has the rest.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from math import ceil

CALLED = re.compile(r"^PR_CALLED static (void (?P<name>\w+)\(.*\)) \{$", re.MULTILINE)
ENTRY = re.compile(r"^static void compute\(", re.MULTILINE)
# Bytes of machine code of what makes most of it, fitted to 290 functions of 38 kernels; g++ takes 30 microseconds for each
MARKS = ((re.compile(r"\bfor \(|\bPR_SHARED"), 120), (re.compile(r"\bPR_(?:INDEPENDENT|SHARED)"), 440),
         (re.compile(r"\bpr::(?:lanes|rows?|whole_vectors|narrow_rows|narrow_totals)\b"), 1800),
         (re.compile(r"\bpr::(?:exp|log|sin|cos|tan|pow|arc|hypot|over)\w*\("), 3000))
OF_LETTER = 0.7
# The same of functions of the runtime, which each unit that calls them compiles for itself
LARGE = re.compile(r"\bpr::\w*(sort|solve|product|gram|factor|fft|lstsq)")
OF_LARGE = {"sort": 20_000, "solve": 12_000}
OF_OTHERS = 6_000
LEAST = 8_000  # of a unit
HEADERS = 5_000  # take a compiler as long as so much code


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def units(text: str, most: int) -> tuple[str, ...]:
    """The source of a library as at most `most` translation units, which together define what it defines; itself where that is short, or
    where nearly all of it is one function."""
    entry = ENTRY.search(text)
    functions = _functions(text[:entry.start()]) if entry else []
    if not entry or not functions:
        return (text,)
    rest = text[entry.start():]
    shares = _shares(functions, rest, most)
    made = [_unit(text[:entry.start()], functions, [n == k for n in shares]) + (rest if k == 0 else "") for k in range(max(shares) + 1)]
    return tuple(made) if len(made) > 1 else (text,)


def _functions(text: str) -> list[str]:
    """Definitions of the functions that are called, each to the bracket at the beginning of a line that ends it."""
    return [text[m.start():text.index("\n}\n", m.end()) + 3] for m in CALLED.finditer(text)]


def _weight(text: str) -> float:
    """Bytes of machine code, roughly, without what LARGE finds."""
    return OF_LETTER * len(text) + sum(bytes_ * len(pattern.findall(text)) for pattern, bytes_ in MARKS)


def _large(names: set[str]) -> int:
    return sum(OF_LARGE.get(name, OF_OTHERS) for name in names)


def _shares(functions: Sequence[str], rest: str, most: int) -> list[int]:
    """The unit of each function, the heaviest first to the unit that has least, where nothing is compiled twice for it; the first unit has
    `rest` besides. No more units than the largest function leaves work for; all in the first where that saves less than the headers of
    another one cost."""
    weights, large = [_weight(f) for f in functions], [set(LARGE.findall(f)) for f in functions]
    total = _weight(rest) + sum(weights) + _large(set(LARGE.findall(rest)).union(*large))
    count = min(most, int(total) // LEAST, ceil(total / max(_weight(rest), *weights)))
    if count < 2:
        return [0] * len(functions)
    of, loads, held = [0] * len(functions), [0.0] * count, [set[str]() for _ in range(count)]
    held[0] = set(LARGE.findall(rest))
    loads[0] = _weight(rest) + _large(held[0])
    for f in sorted(range(len(functions)), key=lambda f: -weights[f] - _large(large[f])):
        new = [_large(large[f] - has) for has in held]
        again = [_large((large[f] - has) & set[str]().union(*held)) for has in held]
        of[f] = unit = min(range(count), key=lambda k: loads[k] + new[k] + again[k])
        loads[unit] += weights[f] + new[unit]
        held[unit] |= large[f]
    if total - max(loads) < HEADERS:
        return [0] * len(functions)
    used = sorted({0, *of})
    return [used.index(unit) for unit in of]


def _unit(common: str, functions: Sequence[str], own: Sequence[bool]) -> str:
    """What all units need, with definitions of some of the functions and declarations of the others."""
    for text, here in zip(functions, own):
        head, _, body = text.partition("\n")
        declared = CALLED.sub(r"PR_OF_UNITS \1", head)
        common = common.replace(text, f"{declared} {{\n{body}" if here else f"{declared};\n")
    return common
