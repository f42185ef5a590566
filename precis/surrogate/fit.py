"""`fit`: from a region of a program to a trained surrogate with its evidence."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.ir.interpret import interpret
from precis.ir.ruled import without_rules
from precis.ir.types import Program
from precis.surrogate.capture import Inputs, capture, fingerprint
from precis.surrogate.domain import GUARDS
from precis.surrogate.points import flops, points_program
from precis.surrogate.price import model_error
from precis.surrogate.race import Exact, race
from precis.surrogate.region import Region, select
from precis.surrogate.replace import replace
from precis.surrogate.surrogate import Surrogate, file_stem
from precis.surrogate.task import rms

MOST_TRAININGS = 3
HELD_OUT = 1_000_000  # seeds of held-out runs start here


def exact_function(program: Program, region: Region) -> Exact:
    """The region as a function of points (n, k) -> (n, m), run by the interpreter in binary64."""
    points = points_program(program, region.name, region.nodes, region.inputs, region.outputs)

    def exact(x: np.ndarray) -> np.ndarray:
        if not len(x):
            return np.zeros((0, len(region.outputs)))
        return np.stack(interpret(points, list(x.T), {"n": len(x)}), 1)
    return exact


def fit(program: Program | Callable, region: Region | str, inputs: Inputs, *, rtol: float | None = None,
        rtol_share: float | None = None, weights: Sequence[float] | None = None, folder: Path | str = "surrogates",
        models: Sequence[str] = ("chebyshev", "network"), guard: str = "exact", runs: int = 3, held_out_runs: int = 1,
        size: int | None = None, seconds: float = 60.0, margin: float = 0.03, seed: int = 0) -> Surrogate:
    """Train a surrogate of `region` on the runs inputs(0, size), inputs(1, size), ..., and save it in `folder`.

    rtol        relative 2-norm error that the replacement may make at any output of the program: trains until run 0 says so,
                then measures on the held-out run
    rtol_share  relative RMS error allowed of each output of the region (default: rtol, or 1e-6); with `weights`, what the sum
                of weight x RMS error may come to (weights: change of the judged result per unit of error of an output)
    guard       outside the domain: `exact` runs the original, `clamp` moves the point to the edge, `none` does nothing
    runs, held_out_runs   numbers of program runs to train on, and to measure on
    seconds     for each training
    margin      by which the domain exceeds the training points, relative to its width

    A surrogate that misses its target is returned too, with `meets` False. Raises UsageError and UnsupportedProgram.
    """
    share = rtol_share if rtol_share is not None else rtol if rtol is not None else 1e-6
    if guard not in GUARDS:
        raise UsageError(f"guard {guard!r} is none of {', '.join(GUARDS)}")
    if not (share > 0 and (rtol is None or rtol > 0)) or runs < 1 or held_out_runs < 1 or margin < 0:
        raise UsageError("rtol, rtol_share, runs and held_out_runs are positive, margin is not negative")
    if not isinstance(program, Program):
        program = _lifted(program, inputs(0, size))
    program = without_rules(program)
    region = select(program, region) if isinstance(region, str) else region
    code = fingerprint(program, region)
    place = Path(folder) / f"{file_stem(region.name)}-{code}"
    training = capture(program, region, inputs, range(runs), place, size=size)
    held_out = capture(program, region, inputs, range(HELD_OUT, HELD_OUT + held_out_runs), place, role="held-out", size=size)

    def train(share: float) -> Surrogate:
        target, started = _target(training.outputs, share, weights), time.monotonic()
        result = race(exact_function(program, region), training, held_out, target, models=models, seconds=seconds,
                      margin=margin, seed=seed, folder=place)
        return Surrogate(region.name, code, region.input_names, region.output_names, result.domain, result.model, guard,
                         tuple(float(t) for t in target), result.competitors, (len(training), len(held_out)),
                         flops(region.nodes, program.binding), time.monotonic() - started)

    def measured(surrogate: Surrogate, number: int) -> dict[str, float]:
        return model_error(replace(program, region, surrogate), inputs(number, size))
    if rtol is None:
        return _saved(train(share), folder)
    best = _until(rtol, share, train, lambda s: max(measured(s, 0).values(), default=0.0))
    return _saved(changed(best, rtol=rtol, program_errors=measured(best, HELD_OUT)), folder)


def _until(rtol: float, share: float, train: Callable[[float], Surrogate], error: Callable[[Surrogate], float]) -> Surrogate:
    """Train with shares that bring the error at the program's outputs between rtol / 10 and rtol: the cheapest that keeps rtol,
    else the most accurate. The error is nearly proportional to the share."""
    tried: list[tuple[bool, float, Surrogate]] = []
    for _ in range(MOST_TRAININGS):
        surrogate = train(share)
        found = error(surrogate)
        print(f"precis: {surrogate.name} makes a relative error of {found:.2e} at the outputs", file=sys.stderr)
        tried.append((found > rtol, surrogate.chosen.flops if found <= rtol else found, surrogate))
        if rtol / 10 <= found <= rtol or found == 0.0 or (found > rtol and not surrogate.meets):
            break
        share *= 0.5 * rtol / found
    return min(tried, key=lambda t: t[:2])[2]


def _saved(surrogate: Surrogate, folder: Path | str) -> Surrogate:
    return Surrogate.load(surrogate.save(folder))


def _target(outputs: np.ndarray, share: float, weights: Sequence[float] | None) -> np.ndarray:
    """RMS error allowed per output: a share of its own RMS, or an equal part of the weighted budget."""
    if weights is None:
        size = rms(outputs)
        return share * np.where(size > 0, size, 1.0)
    w = np.abs(np.asarray(weights, float))
    if w.shape != (outputs.shape[1],) or not np.all(np.isfinite(w)):
        raise UsageError(f"weights: one finite number for each of the {outputs.shape[1]} outputs")
    return share / (len(w) * np.maximum(w, 1e-300))


def _lifted(function: Callable, arguments: Sequence[Any]) -> Program:
    from precis.lift import lift  # imported when asked for: front ends are heavy

    return lift(function, *arguments)
