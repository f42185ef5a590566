"""Training of the network, in flax: Levenberg-Marquardt where the network is small, else Adam, then L-BFGS.

Levenberg-Marquardt (Marquardt 1963) takes the Jacobian of every residual and reaches errors that first-order methods do
not. Outputs are standardised while training. The best parameters on the validation points are kept; a training is given up
where the trend of its error will not reach the target in time; one that is killed goes on from its checkpoint.

JAX, flax and optax are imported by what trains: they load slowly, and other surrogates do without.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.surrogate.network import Network, activation, cost
from precis.surrogate.store import drop_checkpoint, load_checkpoint, save_checkpoint
from precis.surrogate.task import Task

WIDTHS = (4, 8, 16, 32, 64)
MOST_MARQUARDT = 1500  # parameters
LARGEST_JACOBIAN = 3e7  # elements
ADAM_STEPS, BATCH, RATE = 3000, 512, 3e-3
SAVED_EVERY = 5.0  # seconds
_LAYERS = {"w1": ("layer1", "kernel"), "b1": ("layer1", "bias"), "w2": ("layer2", "kernel"), "b2": ("layer2", "bias"),
           "w3": ("layer3", "kernel"), "b3": ("layer3", "bias"), "skip": ("skip", "kernel")}


def train(task: Task) -> Network:
    """The narrowest network that meets the target on the validation points, else the best one found in time."""
    best, lowest = None, np.inf
    before = task.previous if isinstance(task.previous, Network) else None
    for width in (w for w in WIDTHS if before is None or w >= before.width):
        if best is not None and cost(width, task.inputs, task.outputs) > task.most_flops:
            break
        left = task.deadline - time.monotonic()
        if best is not None and left < 0.5:
            break
        model = _Training(task, width, left / 2 if width < WIDTHS[-1] else left).run()
        excess = task.excess(model)
        if excess < lowest or best is None:
            best, lowest = model, excess
        if excess <= 1.0:
            break
    assert best is not None
    return best


@dataclass
class _Training:
    """One network in training."""

    task: Task
    width: int
    seconds: float
    begun: float = 0.0
    best: Network | None = None
    lowest: float = np.inf
    trend: list[tuple[float, float]] = field(default_factory=list)
    saved: float = field(default_factory=time.monotonic)

    def run(self) -> Network:
        import jax

        with jax.enable_x64(True):
            self._run()
        drop_checkpoint(self.task.folder, self.stem)
        assert self.best is not None
        return self.best

    @property
    def stem(self) -> str:
        """Of the checkpoint: the same points, width and seed go on, others do not."""
        data = hashlib.sha256(self.task.z.tobytes() + self.task.y.tobytes()).hexdigest()[:12]
        return f"checkpoint-{self.width}-{self.task.seed}-{data}"

    def _run(self) -> None:
        import jax
        import jax.numpy as jnp
        from jax.flatten_util import ravel_pytree

        net = _module(self.width, self.task.outputs)
        shift, scale = _moments(self.task.y)
        first = net.init(jax.random.PRNGKey(self.task.seed), jnp.zeros((1, self.task.inputs)))
        before = self.task.previous
        if isinstance(before, Network) and before.width == self.width:
            first = _to_flax(before.weights, shift, scale)
        flat, unravel = ravel_pytree(first)
        kept = load_checkpoint(self.task.folder, self.stem, flat.size)
        flat = flat if kept is None else jnp.asarray(kept)
        weight = scale / self.task.target
        residuals = _residuals(net.apply, unravel, jnp.asarray(weight / weight.max()))

        def report(step: int, parameters: Any) -> bool:
            return self._look(step, np.asarray(parameters), Network(_from_flax(unravel(parameters), shift, scale)))
        report(0, flat)
        small = flat.size <= MOST_MARQUARDT
        z, y = _points(self.task, flat.size if small else None)
        (_marquardt if small else _descend)(residuals, flat, jnp.asarray(z), jnp.asarray((y - shift) / scale), report)

    def _look(self, step: int, flat: np.ndarray, model: Network) -> bool:
        """Judge the present parameters, keep the best; True when training should stop."""
        excess = self.task.excess(model)
        if excess < self.lowest or self.best is None:
            self.best, self.lowest = model, excess
        now = time.monotonic()
        if now - self.saved > SAVED_EVERY:
            self.saved = now
            print(f"precis: {model.summary}, step {step}: {excess:.3g} of the target", file=sys.stderr)
            if self.task.folder:
                save_checkpoint(self.task.folder, self.stem, flat, step)
        if not step:
            return False
        self.begun = self.begun or now  # compiling does not count
        self.trend.append((now - self.begun, self.lowest))
        return self.lowest <= 0.9 or now - self.begun > self.seconds or self._hopeless()

    def _hopeless(self) -> bool:
        """Whether the error, falling as a power of time as it did lately, stays far above the target to the end."""
        if not self.trend or self.trend[-1][0] < 0.3 * self.seconds:
            return False
        now, excess = self.trend[-1]
        half = next((e for t, e in self.trend if t >= now / 2), excess)
        expected = excess * (excess / half) ** math.log2(self.seconds / now)
        return not expected < 2.0


def _moments(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return y.mean(0), np.where(y.std(0) > 0, y.std(0), 1.0)


def _points(task: Task, parameters: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The training points, or as many as the Jacobian of so many parameters leaves room for."""
    most = len(task.z) if parameters is None else int(min(max(2000, 8 * parameters),
                                                          LARGEST_JACOBIAN / (parameters * task.outputs)))
    rows = np.random.default_rng(task.seed).permutation(len(task.z))[:most]
    return task.z[rows], task.y[rows]


# ---- flax

def _module(width: int, outputs: int) -> Any:
    from flax import linen

    class TwoLayers(linen.Module):
        @linen.compact
        def __call__(self, z):
            hidden = activation(linen.Dense(width, name="layer1", param_dtype=float)(z))
            hidden = activation(linen.Dense(width, name="layer2", param_dtype=float)(hidden))
            straight = linen.Dense(outputs, use_bias=False, name="skip", param_dtype=float)(z)
            return linen.Dense(outputs, name="layer3", param_dtype=float)(hidden) + straight

    return TwoLayers()


def _from_flax(params: Any, shift: np.ndarray, scale: np.ndarray) -> dict[str, np.ndarray]:
    """Weights of the trained module, with the scaling of the outputs folded into the last layer."""
    w = {n: np.asarray(params["params"][layer][part], float) for n, (layer, part) in _LAYERS.items()}
    return {**w, "w3": w["w3"] * scale, "b3": w["b3"] * scale + shift, "skip": w["skip"] * scale}


def _to_flax(weights: Mapping[str, np.ndarray], shift: np.ndarray, scale: np.ndarray) -> Any:
    w = {**weights, "w3": weights["w3"] / scale, "b3": (weights["b3"] - shift) / scale, "skip": weights["skip"] / scale}
    params: dict[str, dict[str, np.ndarray]] = {}
    for name, (layer, part) in _LAYERS.items():
        params.setdefault(layer, {})[part] = w[name]
    return {"params": params}


def _residuals(apply: Callable, unravel: Callable, weight: Any) -> Callable:
    return lambda flat, z, y: (weight * (apply(unravel(flat), z) - y)).ravel()


# ---- the methods

def _marquardt(residuals: Callable, flat: Any, z: Any, y: Any, report: Callable[[int, Any], bool], most: int = 20000) -> None:
    """Damped Gauss-Newton steps (J'J + damping * mean(diag J'J)) step = -J'r; the damping falls while steps succeed."""
    import jax
    import jax.numpy as jnp

    def of_point(p, zi, yi):
        return jax.jacrev(lambda q: residuals(q, zi[None], yi[None]))(p)

    @jax.jit
    def normal(p):
        jacobian = jax.vmap(of_point, (None, 0, 0))(p, z, y).reshape(-1, p.size)
        r = residuals(p, z, y)
        return jacobian.T @ jacobian, jacobian.T @ r, r @ r

    @jax.jit
    def trial(p, matrix, gradient, damping):
        shift = damping * jnp.trace(matrix) / p.size
        step = -jnp.linalg.solve(matrix + shift * jnp.eye(p.size), gradient)
        r = residuals(p + step, z, y)
        return p + step, r @ r

    damping, growth = 1e-2, 2.0
    for step in range(1, most + 1):
        matrix, gradient, loss = normal(flat)
        candidate, new = trial(flat, matrix, gradient, damping)
        while not float(new) < float(loss):
            damping, growth = damping * growth, growth * 2.0
            if damping > 1e12:
                report(step, flat)
                return
            candidate, new = trial(flat, matrix, gradient, damping)
        flat, damping, growth = candidate, max(damping / 3.0, 1e-16), 2.0
        if step % 5 == 0 and report(step, flat):
            return


def _descend(residuals: Callable, flat: Any, z: Any, y: Any, report: Callable[[int, Any], bool]) -> None:
    """Adam on batches with a falling rate, then L-BFGS on all points."""
    import jax
    import optax

    def loss(p, zb, yb):
        r = residuals(p, zb, yb)
        return r @ r / len(r)
    adam, batch = optax.adam(optax.cosine_decay_schedule(RATE, ADAM_STEPS)), min(BATCH, len(z))
    state = adam.init(flat)

    @jax.jit
    def stride(p, state, rows):
        moves, state = adam.update(jax.grad(loss)(p, z[rows], y[rows]), state)
        return optax.apply_updates(p, moves), state
    rng = np.random.default_rng(0)
    for step in range(1, ADAM_STEPS + 1):
        flat, state = stride(flat, state, rng.integers(0, len(z), batch))
        if step % 50 == 0 and report(step, flat):
            return

    newton, whole = optax.lbfgs(), lambda p: loss(p, z, y)
    state, evaluate = newton.init(flat), optax.value_and_grad_from_state(whole)

    @jax.jit
    def leap(p, state):
        value, gradient = evaluate(p, state=state)
        moves, state = newton.update(gradient, state, p, value=value, grad=gradient, value_fn=whole)
        return optax.apply_updates(p, moves), state
    for step in range(ADAM_STEPS + 1, 6 * ADAM_STEPS):
        flat, state = leap(flat, state)
        if step % 10 == 0 and report(step, flat):
            return
