"""Arguments and results of classes that JAX knows how to take apart."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import numpy as np
import optax
import pytest
from flax import nnx, struct

from precis.lift.jaxpr import lift_jax
from tests.lift.jaxpr.oracle import run

X = np.random.default_rng(12).uniform(-1, 1, (4, 3)).astype(np.float32)


@jax.tree_util.register_pytree_node_class
class Ray:
    """Registered without names of its parts, one of which is None."""

    def __init__(self, origin, way, label):
        self.origin, self.way, self.label = origin, way, label

    def tree_flatten(self):
        return (self.origin, None, self.way), self.label

    @classmethod
    def tree_unflatten(cls, label, parts):
        return cls(parts[0], parts[2], label)


@pytest.mark.parametrize("fn, first, other", [
    (lambda ray, t: ray.origin + t * ray.way, Ray(X[0], X[1], "a"), Ray(X[2], X[3], "a")),
    (lambda f, t: f(t, k=t), jax.tree_util.Partial(lambda a, t, k, b: a * t + b * k, X[0], b=2.0), None),
], ids=["without names", "Partial"])
def test_pytrees_without_names_are_taken_apart_at_calls(fn, first, other):
    """The parts of another object than the one lifted with are found."""
    if other is None:
        other = jax.tree_util.Partial(first.func, X[1], b=5.0)
    program = lift_jax(fn, (first, 2.0))
    np.testing.assert_array_equal(run(program, (other, 3.0)), fn(other, 3.0))


class Normal(NamedTuple):
    mean: Any
    spread: Any


@struct.dataclass
class Chain:
    x: Any
    key: Any
    label: str = struct.field(pytree_node=False, default="first")


@partial(jax.tree_util.register_dataclass, data_fields=["y", "t"], meta_fields=["scheme"])
@dataclass
class Step:
    y: Any
    t: Any
    scheme: str = "euler"


OPTIMIZER = optax.adam(1e-3)
_, VARIABLES = nnx.split(nnx.Linear(3, 3, rngs=nnx.Rngs(0)))


def everything(x, state, key, variables, chain):
    """Each kind of result: named tuples, with None; dataclasses; states of an optimizer; keys; variables; dicts of their own order or keys."""
    _, state = OPTIMIZER.update({"w": x}, state)
    return (Normal(x, None), Chain(chain.x + 1, key, "next"), Step(x, Normal(1, x.sum())), state, jax.random.split(key)[0], variables,
            OrderedDict(b=x, a=2 * x), {1.5: x, 2.5: -x}, {"z": x, "a": [x, ()]}, Ray(x, -x, "a"))


@pytest.mark.parametrize("key", [jax.random.key(1), jax.random.PRNGKey(1)], ids=["typed", "words"])
def test_results_come_back_in_the_classes_of_jax(key):
    """A second call takes what a first one returned; nothing of it is left as it came."""
    args = (X[0], OPTIMIZER.init({"w": X[0]}), key, VARIABLES, Chain(X[1], key))
    program, expected = lift_jax(everything, args), jax.jit(everything)
    got, want = run(program, args), expected(*args)
    for _ in range(2):
        assert jax.tree.structure(got) == jax.tree.structure(want)
        for g, w in zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True):
            assert g.dtype == w.dtype
            words = jax.random.key_data if jax.numpy.issubdtype(w.dtype, jax.dtypes.prng_key) else np.asarray
            np.testing.assert_allclose(words(g), words(w), rtol=1e-6)
        got, want = run(program, _next(got)), expected(*_next(want))


def _next(returned):
    return (X[2], returned[3], returned[4], returned[5], returned[1])
