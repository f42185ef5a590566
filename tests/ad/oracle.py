"""Independent derivatives: jax.vjp in float64, and central differences in 250-bit arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from precis.ir.arithmetic import MpArithmetic
from precis.ir.interpret import interpret
from precis.ir.types import Program

BITS = 250
STEP = 2.0**-80  # central differences: truncation about 2**-160, rounding about 2**-170


def cotangents(program: Program, inputs: Sequence[Any], seed: int = 0) -> list[np.ndarray]:
    """A random cotangent for each floating result."""
    rng = np.random.default_rng(seed)
    results = interpret(program, inputs)
    return [_like(rng, v.kind, np.shape(r)) for v, r in zip(program.body.results, results) if v.kind in ("real", "complex")]


def tangents(program: Program, inputs: Sequence[Any], seed: int = 1) -> list[np.ndarray | None]:
    """A random direction for each real input, None for others."""
    rng = np.random.default_rng(seed)
    return [_like(rng, "real", np.shape(x)) if p.kind == "real" else None for p, x in zip(program.body.params, inputs)]


def _like(rng: np.random.Generator, kind: str, shape: tuple[int, ...]) -> np.ndarray:
    real = rng.normal(size=shape)
    return np.asarray(real + 1j * rng.normal(size=shape) if kind == "complex" else real)


def jax_adjoint(function, binding, inputs, bars) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """(results, cotangents of the floating inputs) of `function(jnp, binding, *inputs)`."""
    import jax
    import jax.numpy as jnp

    with jax.enable_x64(True):
        floating = [k for k, x in enumerate(inputs) if np.asarray(x).dtype.kind in "fc"]

        def of(*xs):
            full = list(inputs)
            for k, x in zip(floating, xs):
                full[k] = x
            return tuple(map(jnp.asarray, function(jnp, binding, *full)))
        results, pull = jax.vjp(of, *(jnp.asarray(inputs[k], complex if np.iscomplexobj(inputs[k]) else float) for k in floating))
        found = pull(tuple(jnp.asarray(np.conj(g)) for g in bars))  # JAX's cotangents are linear, ours of the inner product
        return [np.asarray(r) for r in results], [np.conj(np.asarray(g)) for g in found]


def directional(program: Program, inputs: Sequence[Any], direction: Sequence[np.ndarray | None]) -> list[np.ndarray]:
    """d/dt of the real results at inputs + t direction, by central differences."""
    arithmetic = MpArithmetic(BITS)

    def moved(sign: int) -> list[Any]:
        found = []
        for x, d in zip(inputs, direction):
            wide = arithmetic.convert(np.asarray(x, float), "real") if d is not None else np.asarray(x)
            found.append(wide if d is None else wide + arithmetic.convert(np.asarray(d * STEP * sign), "real"))
        return found
    up, down = (interpret(program, moved(s), arithmetic=arithmetic) for s in (1, -1))
    return [np.asarray((np.asarray(a) - np.asarray(b)) / (2 * STEP), float)
            for a, b, v in zip(up, down, program.body.results) if v.kind == "real"]


def dot(xs: Sequence[Any], ys: Sequence[Any]) -> float:
    return float(sum(np.sum(np.asarray(x, float) * np.asarray(y, float)) for x, y in zip(xs, ys)))
