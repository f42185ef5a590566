"""Genetic programming: a batch of programs for a stack machine by lax.switch, scored, selected by tournaments, crossed and mutated."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random

OPS = 9


def execute(code, constants, length, x):
    def push(stack, top, value):
        return lax.dynamic_update_index_in_dim(stack, value, top, 0), jnp.minimum(top + 1, 15)

    def binary(f):
        def run(stack, top, k):
            a, b = stack[jnp.maximum(top - 2, 0)], stack[jnp.maximum(top - 1, 0)]
            return push(stack, jnp.maximum(top - 2, 0), f(a, b))
        return run

    def unary(f):
        return lambda stack, top, k: push(stack, jnp.maximum(top - 1, 0), f(stack[jnp.maximum(top - 1, 0)]))

    table = [lambda s, t, k: push(s, t, x), lambda s, t, k: push(s, t, constants[k]), binary(jnp.add), binary(jnp.subtract),
             binary(jnp.multiply), binary(lambda a, b: jnp.where(jnp.abs(b) < 1e-3, 1.0, a / jnp.where(jnp.abs(b) < 1e-3, 1.0, b))),
             unary(jnp.sin), unary(jnp.negative), lambda s, t, k: (jnp.roll(s, 1), jnp.minimum(t + 1, 15))]

    def step(k, state):
        stack, top = state
        return lax.switch(code[k], table, stack, top, k)

    stack, top = lax.fori_loop(0, length, step, (jnp.zeros(16, jnp.float32), jnp.int32(0)))
    return stack[jnp.maximum(top - 1, 0)]


def fitness(code, constants, length, xs, ys):
    out = jax.vmap(execute, (None, None, None, 0))(code, constants, length, xs)
    error = jnp.clip(jnp.nan_to_num((out - ys) ** 2, nan=1e6, posinf=1e6), 0.0, 1e6)
    return error.mean() + 1e-3 * length


@partial(jax.jit, static_argnames="generations")
def stack_machine(key, codes, constants, lengths, xs, ys, generations):
    score = jax.vmap(fitness, (0, 0, 0, None, None))
    n, width = codes.shape

    def generation(state, key):
        codes, constants, lengths = state
        k1, k2, k3, k4, k5 = random.split(key, 5)
        cost = score(codes, constants, lengths, xs, ys)
        rivals = random.randint(k1, (2, n, 3), 0, n)
        mother, father = jnp.take_along_axis(rivals, jnp.argmin(cost[rivals], -1)[..., None], -1)[..., 0]
        cut = random.randint(k2, (n, 1), 1, width)
        child = jnp.where(jnp.arange(width) < cut, codes[mother], codes[father])
        child = jnp.where(random.bernoulli(k3, 0.05, child.shape), random.randint(k4, child.shape, 0, OPS), child)
        tuned = constants[mother] + 0.1 * random.normal(k5, constants.shape)
        best = jnp.argmin(cost)
        child, tuned = child.at[0].set(codes[best]), tuned.at[0].set(constants[best])
        return (child, tuned, lengths[mother].at[0].set(lengths[best])), jnp.stack([cost.min(), jnp.median(cost)])

    return lax.scan(generation, (codes, constants, lengths), random.split(key, generations))


def initialize(preset):
    n, points, generations = {"S": (16, 8, 2), "L": (96, 24, 8)}[preset]
    rng = np.random.default_rng(22)
    xs = np.linspace(-2, 2, points).astype(np.float32)
    return (random.key(6), rng.integers(0, OPS, (n, 12)).astype(np.int32), rng.normal(size=(n, 12)).astype(np.float32),
            rng.integers(4, 13, n).astype(np.int32), xs, np.sin(xs) * xs + 0.5, generations)
