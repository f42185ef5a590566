"""A trained surrogate with its evidence, and its life on disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.surrogate import chebyshev, network, store
from precis.surrogate.domain import GUARDS, Domain, domain_arrays, read_domain
from precis.surrogate.race import Competitor
from precis.surrogate.task import Model

READERS: Mapping[str, Callable[[Mapping[str, np.ndarray], int, int], Model]] = {"chebyshev": chebyshev.read,
                                                                               "network": network.read}

@dataclass(frozen=True, slots=True)
class Surrogate:
    """A trained replacement of a region.

    name, fingerprint   of the region, and of what it computes
    inputs, outputs     names of the values that flow in and out
    domain, model       where it may be used, and what it computes there
    guard               what happens outside the domain: exact, clamp or none
    target              RMS error allowed per output
    competitors         every model of the race with its held-out errors, the chosen one first
    points              numbers of training and held-out points
    exact_flops         modelled operations per point of the region itself
    seconds             spent on training
    rtol, program_errors   relative 2-norm error asked of the program's outputs, and measured on a held-out run; if it was asked
    file                the record on disk, if it was saved
    """

    name: str
    fingerprint: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    domain: Domain
    model: Model
    guard: str
    target: tuple[float, ...]
    competitors: tuple[Competitor, ...]
    points: tuple[int, int]
    exact_flops: float
    seconds: float
    rtol: float | None = None
    program_errors: Mapping[str, float] = field(default_factory=dict)
    file: Path | None = None

    @property
    def chosen(self) -> Competitor:
        return self.competitors[0]

    @property
    def meets(self) -> bool:
        """Whether what was asked holds on held-out runs: rtol at the program's outputs, else the target at the region's."""
        return self.chosen.meets if self.rtol is None else max(self.program_errors.values(), default=0.0) <= self.rtol

    def save(self, folder: Path | str) -> Path:
        """Write `NAME.json` and its weights into `folder`; returns the path of the record."""
        record = {"kind": self.model.kind, "name": self.name, "fingerprint": self.fingerprint, "inputs": self.inputs,
                  "outputs": self.outputs, "guard": self.guard, "target": self.target, "points": self.points,
                  "exact_flops": self.exact_flops, "seconds": self.seconds, "rtol": self.rtol,
                  "program_errors": dict(self.program_errors), "competitors": [asdict(c) for c in self.competitors]}
        return store.save(Path(folder), file_stem(self.name), record, {**self.model.arrays(), **domain_arrays(self.domain)})

    @staticmethod
    def load(path: Path | str) -> Surrogate:
        """The surrogate of a record written by `save`. Raises UsageError for anything else."""
        path = Path(path)
        r, arrays = store.load(path)
        try:
            k, m = len(r["inputs"]), len(r["outputs"])
            competitors = tuple(_competitor(c) for c in r["competitors"])
            if r["guard"] not in GUARDS or not competitors:
                raise UsageError(f"{path.name}: the record is malformed")
            return Surrogate(str(r["name"]), str(r["fingerprint"]), tuple(map(str, r["inputs"])), tuple(map(str, r["outputs"])),
                             read_domain(arrays, k), READERS[r["kind"]](arrays, k, m), r["guard"],
                             tuple(float(t) for t in r["target"]), competitors, (int(r["points"][0]), int(r["points"][1])),
                             float(r["exact_flops"]), float(r["seconds"]), None if r["rtol"] is None else float(r["rtol"]),
                             {str(n): float(e) for n, e in r["program_errors"].items()}, path)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            raise UsageError(f"{path.name} is not a surrogate: {type(problem).__name__} at {problem}") from None

    def __str__(self) -> str:
        return "\n".join([f"{self.name}: ({', '.join(self.inputs)}) -> ({', '.join(self.outputs)}), "
                          f"{self.points[1]} held-out points, {self.exact_flops:.0f} operations per point replaced",
                          *map(_line, self.competitors),
                          *(f"  measured at the output {n}: relative error {e:.2e}" for n, e in self.program_errors.items())])


def _competitor(record: Mapping[str, Any]) -> Competitor:
    def row(name: str) -> tuple[float, ...]:
        return tuple(float(v) for v in record[name])
    return Competitor(str(record["kind"]), str(record["summary"]), int(record["domain_degree"]), int(record["flops"]), row("rms"),
                      row("largest"), row("domain_rms"), row("domain_largest"), float(record["outside"]),
                      float(record["seconds"]), bool(record["meets"]))


def _line(c: Competitor) -> str:
    return (f"  {c.kind:<10} {c.summary:<36} domain degree {c.domain_degree}  {c.flops:5d} operations  rms {max(c.rms):.2e}  "
            f"max {max(c.largest):.2e}  domain max {max(c.domain_largest):.2e}  outside {c.outside:.1e}  {c.seconds:.1f} s"
            + ("" if c.meets else "  misses the target"))


def file_stem(name: str) -> str:
    """A file name without surprises for a region's name."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "region"
