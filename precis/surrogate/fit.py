"""`fit`: from a region of a program to a trained surrogate with its evidence."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.ir.interpret import interpret
from precis.ir.types import Program
from precis.surrogate.capture import Inputs, capture, fingerprint
from precis.surrogate.domain import GUARDS
from precis.surrogate.points import flops, points_program
from precis.surrogate.race import Exact, race
from precis.surrogate.region import Region, select
from precis.surrogate.surrogate import Surrogate, file_stem
from precis.surrogate.task import rms

HELD_OUT = 1_000_000  # seeds of held-out runs start here


def exact_function(program: Program, region: Region) -> Exact:
    """The region as a function of points (n, k) -> (n, m), run by the interpreter in binary64."""
    points = points_program(program, region.name, region.nodes, region.inputs, region.outputs)

    def exact(x: np.ndarray) -> np.ndarray:
        if not len(x):
            return np.zeros((0, len(region.outputs)))
        return np.stack(interpret(points, list(x.T), {"n": len(x)}), 1)
    return exact


def fit(program: Program | Callable, region: Region | str, inputs: Inputs, *, rtol_share: float = 1e-6,
        weights: Sequence[float] | None = None, folder: Path | str = "surrogates",
        models: Sequence[str] = ("chebyshev", "network"), guard: str = "exact", runs: int = 3, held_out_runs: int = 1,
        size: int | None = None, seconds: float = 60.0, margin: float = 0.03, seed: int = 0) -> Surrogate:
    """Train a surrogate of `region` on the runs inputs(0, size), inputs(1, size), ..., and save it in `folder`.

    rtol_share  relative RMS error allowed of each output of the region; with `weights`, what the sum of weight x RMS error
                may come to (weights: change of the judged result per unit of error of an output, from the adjoints)
    guard       outside the domain: `exact` runs the original, `clamp` moves the point to the edge, `none` does nothing
    runs, held_out_runs   numbers of program runs to train on, and to measure on
    margin      by which the domain exceeds the training points, relative to its width

    A surrogate that misses its target is returned too, with `meets` False. Raises UsageError and UnsupportedProgram.
    """
    if guard not in GUARDS:
        raise UsageError(f"guard {guard!r} is none of {', '.join(GUARDS)}")
    if not rtol_share > 0 or runs < 1 or held_out_runs < 1 or margin < 0:
        raise UsageError("rtol_share, runs and held_out_runs are positive, margin is not negative")
    if not isinstance(program, Program):
        program = _lifted(program, inputs(0, size))
    region = select(program, region) if isinstance(region, str) else region
    code = fingerprint(program, region)
    place = Path(folder) / f"{file_stem(region.name)}-{code}"
    training = capture(program, region, inputs, range(runs), place, size=size)
    held_out = capture(program, region, inputs, range(HELD_OUT, HELD_OUT + held_out_runs), place, role="held-out", size=size)
    target = _target(training.outputs, rtol_share, weights)
    started = time.monotonic()
    result = race(exact_function(program, region), training, held_out, target, models=models, seconds=seconds, margin=margin,
                  seed=seed, folder=place)
    surrogate = Surrogate(region.name, code, region.input_names, region.output_names, result.domain, result.model, guard,
                          tuple(float(t) for t in target), result.competitors, (len(training), len(held_out)),
                          flops(region.nodes, program.binding), time.monotonic() - started)
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
