"""Which front end reads a function."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx
from jax import random
from jax.numpy import linalg

from precis.lift import speaks_jax

X = np.ones((2, 3))
DENSE = nn.Dense(4)
SPLIT = nnx.split(nnx.Linear(3, 2, rngs=nnx.Rngs(0)))


@jax.jit
def halved(x):
    return x / 2


class Model:
    def __init__(self, rate):
        self.rate = rate

    def step(self, x):
        return jnp.tanh(self.rate * x)


class Plain:
    def step(self, x):
        return np.tanh(x)


class Mixed:
    """Methods of both kinds, which call others of the object."""

    def __init__(self):
        self.inner, self.plain = Model(0.5), Plain()

    def total(self, x):
        return jnp.sum(x)

    def slope(self, x):
        return self.plain.step(np.cumsum(x))

    def score(self, x):
        return -self.total(x)

    def deep(self, x):
        return self.inner.step(x)

    @jax.jit
    def halved(x):
        return x / 2


LAYERS = {"inner": [lambda x: jnp.tanh(x)], "last": (np.sin, 2.0)}
PLAIN_LAYERS = [np.sin, {"last": np.cos}]
PLAIN_LAYERS.append(PLAIN_LAYERS)  # which holds itself
MODEL, PLAIN, MIXED = Model(0.5), Plain(), Mixed()
USED = random, linalg


def of_a_module(p, x):
    return DENSE.apply(p, x)


def of_a_library_on_top(state, x):
    return nnx.merge(SPLIT[0], state)(x)


def of_a_compiled_function(x):
    return halved(x) + 1


def of_a_loss(x):
    return optax.l2_loss(x).mean()


def of_an_object(x):
    return MODEL.step(x)


def of_numpy(x):
    return np.sqrt(x) + x.sum()


def of_a_plain_object(x):
    return PLAIN.step(x)


def of_a_numpy_method(x):
    return MIXED.slope(x)


def of_numpy_attributes(x):
    np.random.default_rng(0)
    return np.linalg.solve(x @ x.T, x)


def of_an_object_handed_on(x):
    return (lambda model: model.step(x))(MODEL)


def by_a_method_of_its_own(x):
    return MIXED.score(x)


def of_an_object_in_an_object(x):
    return MIXED.inner.step(x)


def of_a_compiled_method(x):
    return type(MIXED).halved(x) + MIXED.halved(x)


def of_a_name_taken_from_jax(x):
    return linalg.norm(x)


def of_a_table(x):
    return [f(x) for f in LAYERS["inner"]]


def of_a_default(x, activation=jnp.tanh):
    return activation(x)


def of_a_plain_table(x, layers=PLAIN_LAYERS):
    return layers[0](x)


@pytest.mark.parametrize("fn", [of_a_module, of_a_library_on_top, of_a_compiled_function, of_a_loss, of_an_object, MODEL.step, halved,
                                of_an_object_handed_on, by_a_method_of_its_own, of_an_object_in_an_object, of_a_compiled_method,
                                of_a_name_taken_from_jax, of_a_table, of_a_default, MIXED.score, MIXED.deep,
                                lambda x: halved(x)])
def test_jax_is_heard_where_it_is_not_named(fn):
    assert speaks_jax(fn, (X,), {})


@pytest.mark.parametrize("fn", [of_numpy, of_a_plain_object, PLAIN.step, lambda x: of_numpy(x), np.sin, of_a_numpy_method,
                                MIXED.slope, of_numpy_attributes, of_a_plain_table])
def test_numpy_stays_numpy(fn):
    assert not speaks_jax(fn, (X,), {})


def test_arrays_in_trees_of_libraries_are_seen():
    assert speaks_jax(of_numpy, (SPLIT[1],), {})


def test_functions_that_are_arguments_are_heard():
    assert speaks_jax(lambda f, x: f(x), (jnp.tanh, X), {}) and speaks_jax(lambda f, x: f(x), (lambda x: jnp.tanh(x), X), {})
    assert not speaks_jax(lambda f, x: f(x), (np.tanh, X), {})
