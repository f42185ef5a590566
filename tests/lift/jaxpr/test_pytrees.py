"""Arguments of classes that JAX knows how to take apart, but not by names."""

import jax
import numpy as np
import pytest

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
