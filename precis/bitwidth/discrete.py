"""Integer and boolean outputs: counts, positions, masks. No relative error judges them; whether they change is observed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from precis.bitwidth.outputs import output_names
from precis.bitwidth.runs import Counting, counting
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.emulate import ROUNDED
from precis.ir.types import Program

INTEGERS = ("report", "hold")
Sample = tuple[str, Sequence[Any], Mapping[str, int]]  # label, arrays, binding


@dataclass(frozen=True, slots=True)
class Change:
    """On how many of `inputs` the output `name` is not what the original program gives. `example`: what the first of them
    shows, on the input `where`."""

    name: str
    inputs: int
    changed: int = 0
    example: str = ""
    where: str = ""

    def __str__(self) -> str:
        noun = "input" if self.inputs == 1 else "inputs"
        if not self.changed:
            return f"`{self.name}` is the same on {'the' if self.inputs == 1 else f'all {self.inputs}'} {noun}"
        return f"`{self.name}` changed on {self.changed} of {self.inputs} {noun} ({self.example})"


def check_integers(word: str) -> None:
    if word not in INTEGERS:
        raise UsageError(f"integers is {word!r}", hints=(f"one of {', '.join(INTEGERS)}",))


def discrete_outputs(program: Program) -> dict[int, str]:
    """Position -> name of every result that is an integer or a boolean."""
    names = output_names(program)
    return {k: names[k] for k, v in enumerate(program.body.results) if v.kind not in ROUNDED}


class Discrete:
    """Compares the discrete outputs of `program` under other formats with those of the original."""

    def __init__(self, program: Program, original: Assignment):
        self.program, self.original = program, original
        self.names = discrete_outputs(program)
        self.runs = 0

    @cached_property
    def _before(self) -> Counting:
        return counting(self.program, self.original)

    def changes(self, chosen: Assignment, samples: Iterable[Sample]) -> tuple[Change, ...]:
        """One per discrete output."""
        if not self.names:
            return ()
        after, given = counting(self.program, chosen), list(samples)
        shown: dict[str, list[tuple[str, str]]] = {name: [] for name in self.names.values()}
        for label, arrays, binding in given:
            ran = self._before.run(arrays, binding)
            old, new = ran.results, after.run(arrays, binding, ran.allowed).results
            self.runs += 2
            for k, name in self.names.items():
                if not np.array_equal(old[k], new[k]):
                    shown[name].append((difference(np.asarray(old[k]), np.asarray(new[k])), label))
        return tuple(Change(n, len(given), len(found), *(found[0] if found else ())) for n, found in shown.items())

    def objection(self, chosen: Assignment, sample: Sample) -> str:
        """What changed on one input; "" where nothing did."""
        found = [c for c in self.changes(chosen, [sample]) if c.changed]
        return "; ".join(f"`{c.name}` changed ({c.example})" for c in found)


def difference(old: np.ndarray, new: np.ndarray) -> str:
    """'12 -> 13', '3 of 100 elements', 'shape (3,) -> (4,)'."""
    if old.shape != new.shape:
        return f"shape {old.shape} -> {new.shape}"
    if not old.shape:
        return f"{old[()]} -> {new[()]}"
    return f"{int(np.sum(old != new))} of {old.size} elements"
