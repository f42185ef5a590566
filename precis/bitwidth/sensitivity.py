"""Sensitivities of a Program's outputs to relative rounding errors: one adjoint program, all containers and sites at
once; on request a second one for what first order leaves out.

The outputs y are weighed with Rademacher cotangents w / ||y||, w = +-1 at random: for errors e, E[(w . e)^2] = ||e||^2
(Hutchinson 1990), so sums of squares over probes estimate the squared relative 2-norm error; other norms and scales are
those of precis.bitwidth.seminorm. Several outputs add in squares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from precis.ad import HUGE, probe_keys
from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.edge_probes import with_edges
from precis.bitwidth.edges import Edges, is_edge, nearer
from precis.bitwidth.holes import filled, refuse_holes
from precis.bitwidth.holes import finite as is_finite
from precis.bitwidth.increments import WHAT, Residuals, residuals_of, with_largest, with_residuals, worst_residuals
from precis.bitwidth.inputs import input_row, known_shares
from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.places import Rounding, decisions
from precis.bitwidth.probes import instrument
from precis.bitwidth.repeated import computed_once
from precis.bitwidth.roots import Root, Roots, roots_of, runs_of, suspects
from precis.bitwidth.runs import is_quick, run
from precis.bitwidth.second_order import COTANGENTS, Bends, bends, worst_bends
from precis.bitwidth.singular import SIGNED, SMALLEST, past_singularities, sums_of, tally_apart, told_apart, without_guards
from precis.bitwidth.sums import roundings_of
from precis.bitwidth.swept import swept_for_each
from precis.bitwidth.tally import MEAN_SQUARE, Row, Share, finite
from precis.bitwidth.tolerance import Stated, tolerances
from precis.emit.rooms import bound
from precis.errors import UsageError
from precis.formats import FORMATS, Format
from precis.ir.approx import inline_approx
from precis.ir.emulate import ROUNDED
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.ruled import without_rules
from precis.ir.types import Program

SEEDS = 4  # cotangents; half of them where a sweep takes long


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sensitivity:
    """First-order sensitivities of the judged outputs, in their seminorms (relative 2-norm by default), to relative
    errors of rounded values. Estimates.

    question    the program and what is asked of it
    binding     sizes of the run
    rows        per cause of rounding errors
    inputs      container -> format -> share of rounding its input values (formats that hold them all are left out)
    samples     number of cotangents
    residuals   per cause that stores increments the signed sums of its errors (precis.bitwidth.increments)
    second      per cause the signed second-order shares under a small perturbation (precis.bitwidth.second_order); None where
                they were not asked for, or where the perturbed run breaks down
    edges       how near the run came to the edge of a domain (precis.bitwidth.edges)
    roots       causes whose errors meet a root at 0 (precis.bitwidth.roots); root_runs: runs that were made to find them
    """

    question: Question
    binding: Mapping[str, int]
    rows: Mapping[Rounding, Row]
    inputs: Mapping[str, Mapping[str, Share]]
    samples: int
    residuals: Residuals = field(default_factory=dict)
    second: Bends | None = None
    edges: Edges = field(default_factory=dict)
    roots: Roots = field(default_factory=dict)
    root_runs: int = 0

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

    def joined(self, other: Sensitivity) -> Sensitivity:
        """For two inputs of one program: whatever holds under the result is estimated to hold on both."""
        rows = {c: self.rows[c].worst(other.rows[c]) for c in self.rows}
        inputs = {
            name: {f: share.worst(other.inputs[name][f]) for f, share in shares.items()}
            for name, shares in self.inputs.items()
        }
        residuals, second = worst_residuals(self.residuals, other.residuals), worst_bends(self.second, other.second)
        samples, runs = self.samples + other.samples, self.root_runs + other.root_runs
        edges, roots = nearer(self.edges, other.edges), self._roots_with(other)
        return Sensitivity(self.question, self.binding, rows, inputs, samples, residuals, second, edges, roots, runs)

    def _roots_with(self, other: Sensitivity) -> Roots:
        """Of both, first order standing for a root; none where the derivative is infinite and only one of them knows more."""
        unknown = {c for s in (self, other) for c, row in s.rows.items() if math.isinf(row.rms) and c not in s.roots}
        causes = (self.roots.keys() | other.roots.keys()) - unknown
        return {c: self._laws(c) + other._laws(c) for c in causes}

    def _laws(self, cause: Rounding) -> tuple[Root, ...]:
        """First order with errors of the largest size and one sign: those that are known on this input are not known beside a root."""
        row = self.rows[cause]
        return self.roots.get(cause) or (Root(max(row.rms, row.signed) / math.sqrt(MEAN_SQUARE), 1.0),)

    def to_json(self) -> str:
        document = {
            "kind": "estimate",
            "program": self.question.program.name,
            "outputs": self.question.names,
            "samples": self.samples,
            "containers": {c: asdict(r) for c, r in self.containers.items()},
            "sites": {s: asdict(r) for s, r in self.sites.items()},
            "second_order": self.second_order,
        }
        return json.dumps(finite(document), indent=2)

    @property
    def second_order(self) -> dict[str, float] | None:
        """Container or site -> share of rounding everything there to binary32, the mean effect of squared errors; None where it
        is not known."""
        if self.second is None:
            return None
        groups: dict[str, Share] = {}
        for cause, shares in self.second.items():
            groups[cause.place[1]] = groups.get(cause.place[1], Share()).plus(Share(second=shares))
        return {name: share.size for name, share in groups.items()}

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
    seeds: int | None = None,
    kwargs: Mapping[str, Any] | None = None,
    tolerance: Stated = None,
    second_order: bool = False,
) -> Sensitivity:
    """The sensitivities of `program` at `args`: one forward run and one reverse sweep per cotangent, `seeds` cotangents
    (default: 4; 2 where a run takes long; 1 for a single number).

    qoi: None judges every floating output (mutated arguments included), a name or names those outputs, a function of
    the outputs its results. tolerance: their seminorms (precis.Tolerance). Multiply a row's rms by 0.42 u for the
    relative error that rounding to unit roundoff u causes there, to first order. second_order: whether the mean effect of
    squared errors is estimated too, by sweeps about a perturbed run, which take about as long again.
    Raises InputError for arguments that do not fit, and where they make outputs NaN, UsageError for an unknown output.
    """
    if seeds is not None and seeds < 1:
        raise UsageError(f"seeds is {seeds}; at least one cotangent is needed")
    program = without_rules(program)
    arrays, binding = bound(program, args, kwargs)
    question = ask(program, qoi, arrays, binding, None if tolerance is None else tolerances(tolerance))
    values = run(inline_approx(question.program, "spec"), arrays, binding)
    outputs = question.pick(values)
    refuse_holes(question.program, question.names, outputs, arrays, binding)
    return sweep(question, arrays, binding, outputs, seeds, second_order=second_order)


def sweep(
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    outputs: Sequence[np.ndarray],
    seeds: int | None = None,
    carrier: Format = FORMATS["binary64"],
    second_order: bool = False,
) -> Sensitivity:
    """`sensitivity` for inputs that are bound and outputs that are known, along the run in `carrier`."""
    alone = is_one_number(outputs)
    seeds = 1 if alone and seeds else seeds or cotangents_of(question.program, binding, outputs)
    probed = _probed(question, binding)
    watched = with_edges(with_residuals(probed, carrier, binding), binding)
    exact_weights = _weighed_by_themselves(probed)
    keys = [Rounding.of(k) for k in probe_keys(watched)]
    floating = [(p, np.asarray(x)) for p, x in zip(probed.body.params, arrays) if p.kind in ROUNDED]
    cotangents = [_cotangents(question, binding, outputs, np.random.default_rng(seed)) for seed in range(seeds)]

    def ran(guarded: bool, infinite: float = HUGE) -> list[list[Any]]:
        return swept_for_each(watched, arrays, binding, cotangents, carrier, guarded, infinite)

    def swept(guarded: bool) -> list[list[Any]]:
        if not guarded:
            return ran(False)
        return [_apart(*pair, len(floating)) for pair in zip(ran(True), ran(True, 0.0))]

    results = past_singularities(swept, lambda found: (x for r in found for x in (*r[: len(floating)], *(sums_of(r[-1]) if keys else ()))))
    tallies = [without_guards(r[-1]) if keys else np.zeros((0, len(TALLY_COLUMNS))) for r in results]
    inputs = [{p.container: (x, np.asarray(g)) for (p, x), g in zip(floating, r) if p.container} for r in results]
    found = {key: np.array([t[k] for t in tallies]) for k, key in enumerate(keys)}
    residuals = residuals_of({key: samples[:, SIGNED] for key, samples in found.items()})
    edges = {key: float(np.min(samples[:, SMALLEST])) for key, samples in found.items() if is_edge(key)}
    rows = with_largest({key: Row.of(samples) for key, samples in found.items() if not (key.what.startswith(WHAT) or is_edge(key))})
    rows = {key: row if key in exact_weights else replace(row, precision=math.inf) for key, row in rows.items()}
    rows |= {key: replace(rows[key], several=math.sqrt(n)) for key, n in roundings_of(probed, binding).items()}
    rows |= {cause: Row() for cause in decisions(probed)}  # constant between their jumps: no derivative sees them
    known = {}
    for name in inputs[0]:
        rows[Rounding(("storage", name), None, "input")] = input_row([sample[name] for sample in inputs])
        known[name] = known_shares([sample[name] for sample in inputs], alone)
    second = second_order_at(question, arrays, binding, outputs, carrier) if second_order else None
    doubtful = suspects(rows, probed, binding, second_order)
    roots = roots_of(question, probed, arrays, binding, doubtful, carrier)
    return Sensitivity(question, dict(binding), rows, known, seeds, residuals, second, edges, roots, runs_of(doubtful))


def cotangents_of(program: Program, binding: Mapping[str, int], outputs: Sequence[Any]) -> int:
    """How many cotangents are taken where nobody says: the sign of one number does not matter."""
    return 1 if is_one_number(outputs) else SEEDS if is_quick(program, binding) else SEEDS // 2


def _apart(met: list[Any], others: list[Any], inputs: int) -> list[Any]:
    """The results of a guarded sweep, infinite derivatives told apart from the others: cotangents of `inputs`, and a tally behind them."""
    bars = [told_apart(np.asarray(a), np.asarray(b)) for a, b in zip(met[:inputs], others)]
    return [*bars, *(tally_apart(np.asarray(a), np.asarray(b)) for a, b in zip(met[inputs:], others[inputs:]))]


def second_order_sweeps(outputs: Sequence[np.ndarray]) -> int:
    """How many sweeps `second_order_at` makes."""
    return 2 * _cotangents_of_second_order(outputs)


def _cotangents_of_second_order(outputs: Sequence[np.ndarray]) -> int:
    return 1 if is_one_number(outputs) else COTANGENTS


def is_one_number(outputs: Sequence[Any]) -> bool:
    """Whether outputs are a single real number. Complex ones are two: their errors add with the signs of a cotangent."""
    return sum(y.size * (1 + np.iscomplexobj(y)) for y in outputs) == 1


def second_order_at(
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    outputs: Sequence[np.ndarray],
    carrier: Format = FORMATS["binary64"],
) -> Bends | None:
    """The second-order shares of the causes at one input (precis.bitwidth.second_order)."""
    seeds = range(_cotangents_of_second_order(outputs))
    cotangents = [_cotangents(question, binding, outputs, np.random.default_rng(seed)) for seed in seeds]
    return bends(_probed(question, binding), arrays, binding, cotangents, carrier)


def _probed(question: Question, binding: Mapping[str, int]) -> Program:
    """The program with probes, equal errors as one."""
    return instrument(computed_once(inline_impl(question.program), binding), binding)


def _cotangents(
    question: Question, binding: Mapping[str, int], outputs: Sequence[np.ndarray], rng: np.random.Generator
) -> list[np.ndarray]:
    """One per floating result: random signs times the weights of its seminorm where it is judged, else zero."""
    weights = {
        k: m.weights(filled(y)) * is_finite(y) for k, m, y in zip(question.judged, question.seminorms, outputs)
    }
    found = []
    for k, v in enumerate(question.program.body.results):
        if v.kind in ROUNDED:
            shape = tuple(d.value(binding) for d in v.shape)
            found.append(_signs(shape, v.kind, rng) * weights.get(k, 0.0))
    return found


def _signs(shape: tuple[int, ...], kind: str, rng: np.random.Generator) -> np.ndarray:
    def real():
        return rng.integers(0, 2, shape) * 2.0 - 1.0

    return real() + 1j * real() if kind == "complex" else np.asarray(real())


def _weighed_by_themselves(probed: Program) -> frozenset[Rounding]:
    """Causes all of whose probes weigh with the value that is rounded: not sums, whose weights stand for many roundings."""
    probes = [n for n in probed.nodes() if n.op == "probe"]
    others = {n.attrs["key"] for n in probes if n.inputs[0] != n.inputs[1]}
    return frozenset(Rounding.of(n.attrs["key"]) for n in probes if n.attrs["key"] not in others)
