"""Sensitivities of a Program's outputs to relative rounding errors: one adjoint program, all containers and sites at
once.

The outputs y are weighed with Rademacher cotangents w / ||y||, w = +-1 at random: for errors e, E[(w . e)^2] = ||e||^2
(Hutchinson 1990), so sums of squares over probes estimate the squared relative 2-norm error. Several outputs add in
squares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from precis.ad import adjoint, probe_keys
from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.outputs import Qoi, Question, ask, scales
from precis.bitwidth.places import Rounding
from precis.bitwidth.probes import instrument
from precis.bitwidth.runs import prepare, run
from precis.bitwidth.tally import Row, Share, finite
from precis.errors import InputError, UsageError
from precis.formats import FORMATS, round_array
from precis.ir.approx import inline_approx
from precis.ir.call import bind, refuse_nonfinite
from precis.ir.emulate import ROUNDED
from precis.ir.types import Program

SEEDS = 4
NARROW = tuple(f for f in FORMATS.values() if f.storable and f.precision < FORMATS["binary64"].precision)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sensitivity:
    """First-order sensitivities of the judged outputs, in relative 2-norm, to relative errors of rounded values.
    Estimates.

    question    the program and what is asked of it
    binding     sizes of the run
    rows        per cause of rounding errors
    inputs      container -> format -> share of its input values, whose rounding errors are known
    samples     number of cotangents
    """

    question: Question
    binding: Mapping[str, int]
    rows: Mapping[Rounding, Row]
    inputs: Mapping[str, Mapping[str, Share]]
    samples: int

    @property
    def causes(self) -> tuple[Rounding, ...]:
        return tuple(self.rows)

    def row(self, cause: Rounding) -> Row:
        return self.rows[cause]

    @property
    def containers(self) -> dict[str, Row]:
        """Container -> everything that is stored in it."""
        return self._grouped("storage")

    @property
    def sites(self) -> dict[str, SiteRows]:
        """Site -> what it computes, and what it accumulates."""
        compute, accumulate = self._grouped("compute", "multiplicand"), self._grouped("accumulate")
        return {s: SiteRows(compute.get(s, Row()), accumulate.get(s, Row())) for s in {**compute, **accumulate}}

    def _grouped(self, *kinds: str) -> dict[str, Row]:
        groups: dict[str, list[Row]] = {}
        for cause, row in self.rows.items():
            if cause.place[0] in kinds:
                groups.setdefault(cause.place[1], []).append(row)
        return {name: Row.together(rows) for name, rows in groups.items()}

    def to_json(self) -> str:
        document = {
            "kind": "estimate",
            "program": self.question.program.name,
            "outputs": self.question.names,
            "samples": self.samples,
            "containers": {c: asdict(r) for c, r in self.containers.items()},
            "sites": {s: asdict(r) for s, r in self.sites.items()},
        }
        return json.dumps(finite(document), indent=2)

    def __repr__(self) -> str:
        rows = sorted(self.containers.items(), key=lambda item: -item[1].rms)
        width = max((len(name) for name, _ in rows), default=0)
        lines = [f"Sensitivity of {', '.join(self.question.names)}: estimates from {self.samples} cotangents"]
        for name, r in rows[:20]:
            sums = f"rms {r.rms:9.3g}  absolute {r.absolute:9.3g}"
            lines.append(f"  {name:<{width}}  {sums}  range {r.smallest:.3g} .. {r.largest:.3g}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class SiteRows:
    compute: Row
    accumulate: Row


def sensitivity(
    program: Program,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    seeds: int = SEEDS,
    kwargs: Mapping[str, Any] | None = None,
) -> Sensitivity:
    """The sensitivities of `program` at `args`: one forward and one reverse sweep per cotangent, `seeds` cotangents.

    qoi: None judges every floating output (mutated arguments included), a name or names those outputs, a function of
    the outputs its results. Multiply a row's rms by 0.42 u for the relative error that rounding to unit roundoff u
    causes there, to first order.
    Raises InputError for arguments that do not fit or are not finite, UsageError for an unknown output.
    """
    if seeds < 1:
        raise UsageError(f"seeds is {seeds}; at least one cotangent is needed")
    arrays, binding = bind(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    question = ask(program, qoi, arrays, binding)
    values = run(inline_approx(question.program, "spec"), arrays, binding)
    return sweep(question, arrays, binding, question.pick(values), seeds)


def sweep(
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    outputs: Sequence[np.ndarray],
    seeds: int = SEEDS,
) -> Sensitivity:
    """`sensitivity` for inputs that are bound and outputs that are known."""
    for name, y in zip(question.names, outputs):
        if not np.all(np.isfinite(y)):
            raise InputError(
                f"the output {name} is not finite for these arguments", hints=("give arguments with finite results",)
            )
    if sum(y.size for y in outputs) == 1:
        seeds = 1  # the sign of one number does not matter
    probed = instrument(inline_impl(question.program), binding)
    keys = [Rounding.of(k) for k in probe_keys(probed)]
    compiled = prepare(adjoint(probed))
    tallies, shares, ranges = [], [], []
    for seed in range(seeds):
        cotangents = _cotangents(question, binding, outputs, np.random.default_rng(seed))
        *gradients, rows = compiled.run([*arrays, *cotangents], binding)
        tallies.append(np.asarray(rows))
        params = [(p, x) for p, x in zip(probed.body.params, arrays) if p.kind in ROUNDED]
        found = [
            (p.container, np.asarray(x), np.asarray(g))
            for (p, x), g in zip(params, gradients, strict=True)
            if p.container
        ]
        shares.append({name: _known_shares(x, g) for name, x, g in found})
        ranges.append({name: _row(x, g) for name, x, g in found})
    rows = {key: Row.of(np.array([t[k] for t in tallies])) for k, key in enumerate(keys)}
    rows |= {
        Rounding(("storage", name), None, "input"): Row.of(np.array([r[name] for r in ranges])) for name in ranges[0]
    }
    known = {name: {f: _mean([s[name][f] for s in shares]) for f in shares[0][name]} for name in shares[0]}
    return Sensitivity(question, dict(binding), rows, known, seeds)


def _cotangents(
    question: Question, binding: Mapping[str, int], outputs: Sequence[np.ndarray], rng: np.random.Generator
) -> list[np.ndarray]:
    """One per floating result: random signs over the norm where the result is judged, else zero."""
    weights = dict(zip(question.judged, zip(outputs, scales(outputs))))
    found = []
    for k, v in enumerate(question.program.body.results):
        if v.kind in ROUNDED:
            y, scale = weights.get(k, (np.zeros(tuple(d.value(binding) for d in v.shape)), 0.0))
            found.append(_signs(y.shape, v.kind, rng) * scale)
    return found


def _signs(shape: tuple[int, ...], kind: str, rng: np.random.Generator) -> np.ndarray:
    def real():
        return rng.integers(0, 2, shape) * 2.0 - 1.0

    return real() + 1j * real() if kind == "complex" else np.asarray(real())


def _row(x: np.ndarray, g: np.ndarray) -> tuple[float, ...]:
    """A tally row for an input (columns TALLY_COLUMNS)."""
    share, size = np.real(np.conj(g) * x), np.abs(x)
    nonzero = size[size != 0]
    return (
        share.sum(),
        np.abs(share).sum(),
        (share**2).sum(),
        np.abs(g).sum(),
        size.max(initial=0.0),
        nonzero.min(initial=math.inf),
    )


def _known_shares(x: np.ndarray, g: np.ndarray) -> dict[str, Share]:
    """Format -> share of the errors that rounding the input `x` makes; independent from element to element."""
    found = {}
    for fmt in NARROW:
        with np.errstate(all="ignore"):
            share = np.real(np.conj(g) * (round_array(x.astype(np.result_type(x, np.float64)), fmt) - x))
        finite = np.all(np.isfinite(share))
        found[fmt.name] = (
            Share(float(np.sqrt((share**2).sum())), float(np.abs(share).sum())) if finite else Share(math.inf, math.inf)
        )
    return found


def _mean(shares: list[Share]) -> Share:
    """Root mean square of rms, mean of absolute, over cotangents."""
    return Share(math.sqrt(sum(s.rms**2 for s in shares) / len(shares)), sum(s.absolute for s in shares) / len(shares))
