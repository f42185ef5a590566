"""Choices beyond one format for everything, one array or one line: what the calibration draws of them for each program.

accumulator    a line that sums: its sums alone in a format, and all else there narrow under sums in binary32 ("bfloat16 + binary32")
multiplicand   a line that multiplies matrices: its factors in a format that matrix units take, its sums in binary32
split          the same with factors in several parts (precis.ir.split)
scaled         an array in a format of 16 bits or less times the power of two that brings its largest value under the format's largest
schedule       an outer loop cut in the middle, its first or its second half narrow (precis.ir.schedule)
double-double  everything in binary64x2, emulated in mpmath

Of each kind a few are drawn, the same ones whenever a program is measured: the generator's seed is the program's name.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from precis.bitwidth.attribution import attribute
from precis.bitwidth.cost import work_of
from precis.bitwidth.emulations import places
from precis.bitwidth.measure import Measurement, judged
from precis.bitwidth.outputs import Question
from precis.bitwidth.runs import Multiprecision, multiprecision
from precis.bitwidth.schedule import trips_of
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.task import scale_for
from precis.formats import Assignment, format_named, scaled
from precis.formats.format import MULTIPLICANDS
from precis.ir.approx import inline_approx
from precis.ir.condition import Fewer
from precis.ir.emulate import ROUNDED, emulate
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, SUM
from precis.ir.rewrite import storage_classes
from precis.ir.schedule import FIRST, divided, marked_site, outer_loops
from precis.ir.types import Node, Program, values_of

Named = tuple[str, str, str, Assignment]  # kind, name of the line, container or loop, formats in words, assignment
STORED = ("binary32", "bfloat16", "binary16", "e4m3", "e5m2")
SCALED = ("binary16", "e4m3", "e5m2")
FACTORS = ("tf32", *(name for name, f in MULTIPLICANDS.items() if f.products == 1))
PARTED = tuple(name for name, f in MULTIPLICANDS.items() if f.products > 1)
DRAWN = 3  # lines or arrays of a kind
SCHEDULED = 0.3  # of the programs with a loop that can be cut: each is one more program, swept and compiled
HALVES = ("first half", "second half")
WIDEST = multiprecision(226)
SHORT = 2e4  # operations of a run, up to which it is made in mpmath
WIDE = Assignment.uniform("binary64")


def generator(program: Program, kind: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(f"{program.name} {kind}".encode()))


def _drawn(names: Sequence[Any], program: Program, kind: str, most: int = DRAWN) -> list[Any]:
    """At most so many of `names`, in their order."""
    chosen = generator(program, kind).permutation(len(names))[:most]
    return [names[k] for k in sorted(chosen)]


def summing(program: Program) -> list[str]:
    """The lines that sum, dot products among them."""
    found = {n.site for n in program.nodes() if n.op in OPS and n.op != "update_add"
             and (OPS[n.op].rounding == SUM or OPS[n.op].category == CONTRACTION) and n.output.kind in ROUNDED}
    return [name for kind, name in places(program) if kind == "compute" and name in found]


def multiplying(program: Program) -> list[str]:
    """The lines that multiply matrices or vectors."""
    found = {n.site for n in program.nodes() if n.op == "einsum"}
    return [name for kind, name in places(program) if kind == "compute" and name in found]


def accumulators(program: Program) -> Iterator[Named]:
    for line in _drawn(summing(program), program, "accumulator"):
        for fmt in STORED:
            yield "accumulator", line, fmt, WIDE.with_accumulate({line: fmt})
        for fmt in STORED[1:]:
            yield "accumulator", line, f"{fmt} + binary32", WIDE.with_compute({line: fmt}).with_accumulate({line: "binary32"})


def factors(program: Program) -> Iterator[Named]:
    for line in _drawn(multiplying(program), program, "multiplicand"):
        for kind, formats in (("multiplicand", FACTORS), ("split", PARTED)):
            yield from ((kind, line, fmt, WIDE.with_compute({line: fmt})) for fmt in formats)


def scales(program: Program, s: Sensitivity, classes: Sequence[Sequence[str]]) -> Iterator[Named]:
    """classes: the names that share a storage, of each."""
    arrays = {c.name for c in program.containers if c.shape}
    for names in _drawn([names for names in classes if arrays & set(names)], program, "scaled"):
        rows = s.containers
        largest = max((rows[n].largest for n in names if n in rows), default=0.0)
        for fmt in map(format_named, SCALED):
            if power := scale_for(fmt, largest):
                made = scaled(fmt, power)
                yield "scaled", ", ".join(names), made.name, WIDE.with_storage(dict.fromkeys(names, made))


def cut(program: Program, arrays: Sequence[Any], binding: Mapping[str, int]) -> tuple[Program, str] | None:
    """The program with one of its outer loops in two halves, and the line of that loop; None where nothing is drawn."""
    draw = generator(program, "schedule")
    while_trips = trips_of(program, arrays, binding)
    loops = [(n, half) for n in outer_loops(program) if (half := _trips(n, while_trips, binding) // 2)]
    if not loops or draw.random() > SCHEDULED:
        return None
    node, half = loops[draw.integers(len(loops))]
    border = Fewer(half) if node.op == "while" else node.attrs["range"].trips // 2
    return divided(program, node, (border,)), node.site


def _trips(node: Node, while_trips: Mapping[str, float], binding: Mapping[str, int]) -> int:
    if node.op == "while":
        return int(while_trips[node.site])
    trips = node.attrs["range"].trips
    return trips.value(binding) if trips.symbols() <= set(binding) else 0


def schedules(made: Program, site: str) -> Iterator[Named]:
    """Of a program that `cut` made: either half in each format, all else in binary64. What both halves keep in one storage, such as an
    argument that is overwritten, stays in binary64, too."""
    kinds, shared = {c.name: c.kind for c in made.containers}, storage_classes(made)
    early = [n for n in kinds if n.endswith(f"_{FIRST}") and kinds[n] in ROUNDED]
    late = [n.removesuffix(f"_{FIRST}") for n in early]
    sites = [name for kind, name in places(made) if kind == "compute"]
    halves = (early, [n for n in sites if f" ({FIRST}):" in n]), (late, [n for n in sites if marked_site(n, FIRST) in sites])
    for half, (names, computed) in zip(HALVES, halves):
        others = {shared[n] for n in kinds if n not in names}
        stored = [n for n in names if shared[n] not in others]
        for fmt in STORED:
            assignment = WIDE.with_storage(dict.fromkeys(stored, fmt)).with_compute(dict.fromkeys(computed, fmt))
            yield "schedule", f"{half} of {site}", fmt, assignment


def is_short(program: Program, binding: Mapping[str, int]) -> bool:
    """Whether mpmath takes well under a second, and the values are real."""
    return work_of(program, binding).operations <= SHORT and all(v.kind != "complex" for v in values_of(program.body))


def double_double(question: Question, arrays: Sequence[Any], binding: Mapping[str, int], s: Sensitivity) -> Measurement:
    """Everything rounded to binary64x2, against a run in 226 bits."""
    pair = question.unrounded(Assignment.uniform("binary64x2"))

    def ran(program: Program) -> list[np.ndarray]:
        return question.pick(Multiprecision(program, WIDEST.precision).run(list(arrays), dict(binding)))

    reference = ran(inline_approx(question.program, "spec"))
    found = ran(emulate(question.program, pair, WIDEST))
    return judged(question, found, reference, WIDEST, s,
                  lambda a, b, carrier: attribute(question, pair, arrays, binding, a, b, WIDEST))
