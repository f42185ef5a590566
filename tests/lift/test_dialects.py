"""Which front end reads a function."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx

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


MODEL, PLAIN = Model(0.5), Plain()


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


@pytest.mark.parametrize("fn", [of_a_module, of_a_library_on_top, of_a_compiled_function, of_a_loss, of_an_object, MODEL.step, halved,
                                lambda x: halved(x)])
def test_jax_is_heard_where_it_is_not_named(fn):
    assert speaks_jax(fn, (X,), {})


@pytest.mark.parametrize("fn", [of_numpy, of_a_plain_object, PLAIN.step, lambda x: of_numpy(x), np.sin])
def test_numpy_stays_numpy(fn):
    assert not speaks_jax(fn, (X,), {})


def test_arrays_in_trees_of_libraries_are_seen():
    assert speaks_jax(of_numpy, (SPLIT[1],), {})
