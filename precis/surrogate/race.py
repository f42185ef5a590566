"""The race: every kind of model on every shape of domain within a time budget; the cheapest that is good enough wins.

A kind whose smallest model costs more than one that is good enough already does not start.

Good enough is decided on validation points, taken from the training runs; the held-out runs only measure. In each round the
points of the domain where the model is worst join the training points, which brings down the largest error.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from precis.errors import UsageError
from precis.surrogate import chebyshev, network, training
from precis.surrogate.domain import Domain, enclose
from precis.surrogate.shards import Points
from precis.surrogate.task import Model, Task, rms

Exact = Callable[[np.ndarray], np.ndarray]  # points (n, k) -> values (n, m)
TRAINERS: Mapping[str, Callable[[Task], Model]] = {"chebyshev": chebyshev.train, "network": training.train}

ROUNDS = 3
FILL = 6000  # points drawn from the whole domain, beside those of the runs
DRAWN = 4000  # candidates for worst points, per round
MOST_BANDS = 40  # terms of a band
AIM = 0.8  # of the target, on the validation points, so that the held-out points meet it too


@dataclass(frozen=True, slots=True)
class Competitor:
    """A model that ran, measured on held-out runs (rms, largest: (m,)) and on the whole domain (domain_*: (m,)).

    flops    modelled operations per point, the membership test included
    meets    whether the held-out RMS errors are within the target
    outside  share of held-out points outside the domain; they are not counted in the errors
    """

    kind: str
    summary: str
    domain_degree: int
    flops: int
    rms: tuple[float, ...]
    largest: tuple[float, ...]
    domain_rms: tuple[float, ...]
    domain_largest: tuple[float, ...]
    outside: float
    seconds: float
    meets: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """What the race gives: the winner's model and domain, and every competitor, winner first."""

    model: Model
    domain: Domain
    competitors: tuple[Competitor, ...]


def race(exact: Exact, points: Points, held_out: Points, target: np.ndarray, *, models: Sequence[str], seconds: float,
         margin: float = 0.03, seed: int = 0, folder: Path | None = None) -> Finish:
    """Train each kind of model and return the cheapest that holds `target` (m,), else the one that comes nearest."""
    unknown = [m for m in models if m not in TRAINERS]
    if unknown or not models:
        raise UsageError(f"no model {unknown[0] if unknown else ''}", hints=("models: " + ", ".join(TRAINERS),))
    finished: list[tuple[Competitor, Model, Domain]] = []
    entries = _entries(points.inputs, models, margin)
    stop = time.monotonic() + seconds
    for position, (kind, domain) in enumerate(entries):
        share = (stop - time.monotonic()) / (len(entries) - position)
        most = min((c.flops for c, _, _ in finished if c.meets), default=np.inf) - domain.flops
        if finished and (share < 0.2 or _cheapest(kind, points) > most):
            print(f"precis: no {kind} on a domain of degree {domain.degree}: no time left, or none is cheaper", file=sys.stderr)
            continue
        started = time.monotonic()
        model = _rounds(exact, kind, domain, points, target, started + share, seed, folder, most)
        entry = _judge(exact, kind, model, domain, held_out, target, time.monotonic() - started, seed)
        print(f"precis: {entry.summary}, domain of degree {entry.domain_degree}: "
              f"{max(np.array(entry.rms) / target):.3g} of the target, {entry.flops} operations", file=sys.stderr)
        finished.append((entry, model, domain))
    finished.sort(key=lambda f: (not f[0].meets, f[0].flops if f[0].meets else max(np.array(f[0].rms) / target)))
    return Finish(finished[0][1], finished[0][2], tuple(f[0] for f in finished))


def _entries(points: np.ndarray, models: Sequence[str], margin: float) -> list[tuple[str, Domain]]:
    """Polynomials run on domains of several degrees (their cost differs), networks on the tightest."""
    k = points.shape[1]
    degrees = [d for d in (0, 1, 2, 3) if d == 0 or (k > 1 and _band_terms(k, d) <= MOST_BANDS)]
    domains = [enclose(points, d, margin) for d in degrees]
    return [(m, d) for m in models for d in (domains if m == "chebyshev" else domains[-1:])]


def _cheapest(kind: str, points: Points) -> float:
    """Operations of the smallest model of a kind."""
    k, m = points.inputs.shape[1], points.outputs.shape[1]
    return network.cost(training.WIDTHS[0], k, m) if kind == "network" else 0.0


def _band_terms(k: int, degree: int) -> int:
    return chebyshev.polynomial.count(k - 1, degree)


def _rounds(exact: Exact, kind: str, domain: Domain, points: Points, target: np.ndarray, deadline: float, seed: int,
            folder: Path | None, most: float) -> Model:
    """Train, add the worst points of the domain, train again."""
    rng = np.random.default_rng([seed, 11])
    chosen = rng.random(len(points)) < 0.8
    fill = sample(exact, domain, rng, FILL)
    x, y = np.concatenate([points.inputs[chosen], fill.inputs]), np.concatenate([points.outputs[chosen], fill.outputs])
    z_check, y_check = domain.scale(points.inputs[~chosen]), points.outputs[~chosen]
    best, lowest, begun = None, (np.inf, 0, np.inf), time.monotonic()
    for k in range(ROUNDS):
        until = begun + (deadline - begun) * (k + 1) / ROUNDS
        mixed = rng.permutation(len(x))
        task = Task(domain.scale(x[mixed]), y[mixed], z_check, y_check, AIM * target, until, seed, folder, best, most)
        model = TRAINERS[kind](task)
        drawn = sample(exact, domain, rng, DRAWN)
        errors = (np.abs(model.predict(domain.scale(drawn.inputs)) - drawn.outputs) / target).max(1)
        worth = (max(task.excess(model), 1.0), model.flops, float(errors.max(initial=0.0)))
        if best is None or worth < lowest:
            best, lowest = model, worth
        if time.monotonic() > until:
            break
        worst = np.argsort(errors)[-DRAWN // 20:]
        x, y = np.concatenate([x, drawn.inputs[worst]]), np.concatenate([y, drawn.outputs[worst]])
    assert best is not None
    return best


def sample(exact: Exact, domain: Domain, rng: np.random.Generator, n: int) -> Points:
    """About n evaluations of the region drawn from the whole domain; those that are not finite are left out."""
    x = domain.draw(rng, n)
    return Points(x, exact(x)).finite()


def _judge(exact: Exact, kind: str, model: Model, domain: Domain, held_out: Points, target: np.ndarray, seconds: float,
           seed: int) -> Competitor:
    within = domain.inside(held_out.inputs)
    errors = model.predict(domain.scale(held_out.inputs[within])) - held_out.outputs[within]
    drawn = sample(exact, domain, np.random.default_rng([seed, 13]), DRAWN)
    strayed = model.predict(domain.scale(drawn.inputs)) - drawn.outputs
    spread = rms(errors) if len(errors) else np.full(len(target), np.inf)
    return Competitor(kind, model.summary, domain.degree, model.flops + domain.flops, _row(spread), _row(_largest(errors)),
                      _row(rms(strayed) if len(strayed) else strayed.sum(0)), _row(_largest(strayed)),
                      float(1.0 - within.mean()), seconds, bool((spread <= target).all()))


def _largest(errors: np.ndarray) -> np.ndarray:
    return np.abs(errors).max(axis=0, initial=0.0)


def _row(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(v) for v in values)
