"""Bayesian logistic regression by Markov chains under vmap: each step is a random walk or a Hamiltonian trajectory (lax.switch)."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, random


def log_posterior(theta, x, y):
    logits = x @ theta
    return jnp.sum(y * logits - jnp.logaddexp(0.0, logits)) - 0.5 * jnp.sum(theta**2) / 4.0


def random_walk(key, theta, logp, x, y):
    k1, k2 = random.split(key)
    proposal = theta + 0.05 * random.normal(k1, theta.shape)
    new = log_posterior(proposal, x, y)
    accept = jnp.log(random.uniform(k2)) < new - logp
    return jnp.where(accept, proposal, theta), jnp.where(accept, new, logp), accept


def hamiltonian(key, theta, logp, x, y, eps=0.02, leaps=5):
    k1, k2 = random.split(key)
    grad = jax.grad(log_posterior)
    momentum = random.normal(k1, theta.shape)

    def leap(_, state):
        q, p = state
        p = p + 0.5 * eps * grad(q, x, y)
        q = q + eps * p
        return q, p + 0.5 * eps * grad(q, x, y)

    q, p = lax.fori_loop(0, leaps, leap, (theta, momentum))
    new = log_posterior(q, x, y)
    log_ratio = new - logp - 0.5 * (p @ p - momentum @ momentum)
    accept = jnp.log(random.uniform(k2)) < log_ratio
    return lax.cond(accept, lambda: (q, new, True), lambda: (theta, logp, False))


@partial(jax.jit, static_argnames="samples")
def mcmc(key, theta, x, y, samples):
    def chain(key, theta):
        def step(state, k):
            theta, logp = state
            k_kind, k_move = random.split(k)
            kind = random.randint(k_kind, (), 0, 2)
            theta, logp, accepted = lax.switch(kind, [random_walk, hamiltonian], k_move, theta, logp, x, y)
            return (theta, logp), (theta, accepted)

        (_, _), (draws, accepted) = lax.scan(step, (theta, log_posterior(theta, x, y)), random.split(key, samples))
        return draws, jnp.mean(accepted)

    draws, rates = jax.vmap(chain)(random.split(key, theta.shape[0]), theta)
    return draws.mean(axis=(0, 1)), draws.var(axis=(0, 1)), rates


def initialize(preset):
    n, d, chains, samples = {"S": (50, 4, 2, 30), "L": (400, 10, 8, 300)}[preset]
    k1, k2, k3, k4 = random.split(random.PRNGKey(3), 4)
    x = random.normal(k1, (n, d))
    y = (random.uniform(k2, (n,)) < jax.nn.sigmoid(x @ jnp.linspace(-1.0, 1.0, d))).astype(jnp.float32)
    return k3, 0.1 * random.normal(k4, (chains, d)), x, y, samples
