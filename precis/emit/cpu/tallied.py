"""What a nest tallies, in parts: ranges of weights, sizes of cotangents, and their products, the shares (runtime/precis_vector.hpp).

Equal parts are added up once for all rows that they go to, and those that go to the same rows in one accumulator.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from precis.emit.cpu.shares import Pair, Shares
from precis.emit.plan.kernels import Nest

RANGE, SIZE, SHARE = "Range", "Sizes", "Shares"


@dataclass(frozen=True, slots=True)
class Step:
    """A weight ("" for none), cotangents whose sizes are added up with it, and pairs of cotangents with this weight."""

    weight: str
    sizes: tuple[str, ...]
    pairs: tuple[Pair, ...]

    @property
    def scalars(self) -> tuple[str, ...]:
        used = (self.weight, *self.sizes, *(g for g, _ in self.pairs))
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
    def __init__(self, nest: Nest):
        tallies = [r for r in nest.reductions if r.op == "tally"]
        shares = Shares(nest)
        self.parts = {
            RANGE: Parts((r.args[1], r.target) for r in tallies),
            SIZE: Parts((r.args[0], r.target) for r in tallies),
            SHARE: Parts((pair, (r.target, factor)) for r in tallies for pair, factor in [shares.of(r.args)]),
        }

    def steps(self) -> list[Step]:
        """What is added up, each cotangent and weight beside its shares, so that few of them are held at a time."""
        steps, seen = [], set()
        for w in self.parts[RANGE].of:
            pairs = tuple(p for p in self.parts[SHARE].of if p[1] == w)
            sizes = tuple(dict.fromkeys(g for g, _ in pairs if g not in seen))
            seen.update(sizes)
            steps.append(Step(w, sizes, pairs))
        return [*steps, *(Step("", (g,), ()) for g in self.parts[SIZE].of if g not in seen)]
