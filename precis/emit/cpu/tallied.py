"""What a nest tallies, in parts: ranges of weights, sizes of cotangents, and their products, the shares (runtime/precis_vector.hpp).

Equal parts, and parts that differ by a factor that stays the same, are added up once for all rows that they go to, and those that go to
the same rows in one accumulator.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any

from precis.emit.cpu.factors import Factor, Factors, Split
from precis.emit.cpu.shares import Pair, Shares
from precis.emit.plan.kernels import Instr, Nest

RANGE, DIGITS, SIZE, SHARE = "Range", "Digits", "Sizes", "Shares"
HELD = {RANGE: 2, DIGITS: 0, SIZE: 1, SHARE: 3}  # vectors of an accumulator; digits are soon known

Used = tuple[str, int]  # an accumulator: its kind and number


@dataclass(frozen=True, slots=True)
class Step:
    """A weight ("" for none), cotangents whose sizes are added up with it, and pairs of cotangents with this weight. digits: a weight
    whose range follows from another one, for its digits only."""

    weight: str
    sizes: tuple[str, ...]
    pairs: tuple[Pair, ...]
    digits: str = ""

    @property
    def scalars(self) -> tuple[str, ...]:
        used = (self.weight, *self.sizes, *(g for g, _ in self.pairs), self.digits)
        return tuple(dict.fromkeys(a for a in used if a))


class Parts:
    """Accumulators of one kind, by number. of: what is added up -> accumulator; rows: where each goes, repetitions included."""

    def __init__(self, added: Iterable[tuple[Any, Any]]):
        found: dict[Any, list[Any]] = {}
        for what, row in added:
            found.setdefault(what, []).append(row)
        self.rows = list(dict.fromkeys(map(tuple, found.values())))
        number = {rows: k for k, rows in enumerate(self.rows)}
        self.of = {what: number[tuple(rows)] for what, rows in found.items()}


class Tallied:
    """Rows of accumulators: (target, factor of the weight), (target, factor of the cotangent), and for shares (target, both, a power
    of two). A cotangent "" is 1. still: the scalars that are computed before all loops of the nest. Weights that are infinite constants
    count nothing: there are only the sizes of their cotangents."""

    def __init__(self, nest: Nest, still: Set[str] = frozenset()):
        factors = Factors(nest, still)
        tallies = [(r.target, r.args[0], r.args[1]) for r in nest.reductions if r.op == "tally"]
        counted = [(target, g, w) for target, g, w in tallies if not _endless(factors.by_name.get(w))]
        weights = {w: factors.exact(w) for _, _, w in counted}
        sizes = {g: factors.of(g) for _, g, _ in tallies}
        there = {rest for _, rest in weights.values()}
        beside = {w: whole if (whole := factors.of(w))[1] in there else exact for w, exact in weights.items()}
        shares = Shares(nest, [(sizes[g][1], beside[w][1]) for _, g, w in counted])
        paired = {shares.of((sizes[g][1], beside[w][1]))[0][1] for _, g, w in counted}
        ranges = {w: factors.of(w) if _follows(factors.of(w), rest, there, paired) else (f, rest) for w, (f, rest) in weights.items()}
        self.parts = {
            RANGE: Parts((ranges[w][1], (target, ranges[w][0])) for target, _, w in counted),
            DIGITS: Parts((weights[w][1], (target, Factor())) for target, _, w in counted if ranges[w][0].scalar),
            SIZE: Parts((sizes[g][1], (target, sizes[g][0])) for target, g, _ in tallies),
            SHARE: Parts((pair, (target, sizes[g][0], beside[w][0], power)) for target, g, w in counted
                         for pair, power in [shares.of((sizes[g][1], beside[w][1]))]),
        }
        self.factors = {f.scalar for f, _ in (*sizes.values(), *beside.values(), *ranges.values())} - {""}

    @property
    def held(self) -> int:
        """Vectors of all accumulators."""
        return sum(HELD[kind] * len(parts.rows) for kind, parts in self.parts.items())

    @property
    def cotangents(self) -> tuple[str, ...]:
        """What sizes and shares are of, "" included."""
        return tuple(dict.fromkeys([*self.parts[SIZE].of, *(g for g, _ in self.parts[SHARE].of)]))

    @property
    def scalars(self) -> tuple[str, ...]:
        """All cotangents and weights."""
        return tuple(dict.fromkeys([*self.cotangents, *self.parts[RANGE].of, *self.parts[DIGITS].of]))

    def used(self, step: Step) -> list[Used]:
        """The accumulators of one step."""
        weights = (step.weight,) if step.weight else ()
        digits = (step.digits,) if step.digits else ()
        added = ((RANGE, weights), (DIGITS, digits), (SIZE, step.sizes), (SHARE, step.pairs))
        return [(kind, self.parts[kind].of[what]) for kind, parts in added for what in parts]

    def groups(self, most: int) -> list[list[Step]]:
        """The steps, in order, in groups with accumulators of `most` vectors, or of one step."""
        groups: list[list[Step]] = []
        held: set[Used] = set()
        for step in self.steps():
            more = held.union(self.used(step))
            if not groups or sum(HELD[kind] for kind, _ in more) > most:
                groups.append([])
                more = set(self.used(step))
            groups[-1].append(step)
            held = more
        return groups

    def steps(self) -> list[Step]:
        """What is added up, each cotangent and weight beside its shares, so that few of them are held at a time."""
        steps, seen = [], set()
        for w in self.parts[RANGE].of:
            pairs = tuple(p for p in self.parts[SHARE].of if p[1] == w)
            sizes = tuple(dict.fromkeys(g for g, _ in pairs if g not in seen))
            seen.update(sizes)
            steps.append(Step(w, sizes, pairs))
        steps += [Step("", (), (), w) for w in self.parts[DIGITS].of]
        return [*steps, *(Step("", (g,), ()) for g in self.parts[SIZE].of if g not in seen)]


def _follows(whole: Split, rest: str, there: Set[str], paired: Set[str]) -> bool:
    """Whether the range of a weight follows from that of another one: rounded products with one factor are in the order of what is
    multiplied. Weights of pairs are looked at anyhow."""
    return bool(whole[0].scalar) and whole[1] in there and whole[1] != rest and rest not in paired


def _endless(i: Instr | None) -> bool:
    """Whether a scalar is an infinite or undefined constant."""
    return i is not None and i.op == "const" and isinstance(i.value, float) and not math.isfinite(i.value)
