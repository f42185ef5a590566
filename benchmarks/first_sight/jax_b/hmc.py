"""Hamiltonian Monte Carlo for logistic regression with a horseshoe-like prior: leapfrog, dual averaging of the step, chains by vmap."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from jax.scipy import stats

jax.config.update("jax_enable_x64", True)


def log_density(q, x, y):
    beta, log_tau = q["beta"], q["log_tau"]
    tau = jnp.exp(log_tau)
    logits = x @ beta[1:] + beta[0]
    likelihood = jnp.sum(y * jax.nn.log_sigmoid(logits) + (1 - y) * jax.nn.log_sigmoid(-logits))
    prior = stats.t.logpdf(beta / tau, 4.0).sum() - beta.size * log_tau + stats.cauchy.logpdf(tau) + log_tau
    return likelihood + prior


def leapfrog(grad, q, p, eps, steps):
    axpy = lambda a, s, b: jax.tree.map(lambda x, y: x + s * y, a, b)
    p = axpy(p, 0.5 * eps, grad(q))

    def body(_, qp):
        q = axpy(qp[0], eps, qp[1])
        return q, axpy(qp[1], eps, grad(q))

    q, p = lax.fori_loop(0, steps - 1, body, (q, p))
    q = axpy(q, eps, p)
    return q, axpy(p, 0.5 * eps, grad(q))


@partial(jax.jit, static_argnums=(4,))
def hmc(key, q, x, y, draws):
    density = lambda q: log_density(q, x, y)
    grad = jax.grad(density)
    kinetic = lambda p: 0.5 * sum(jnp.sum(v**2) for v in jax.tree.leaves(p))

    def draw(state, inputs):
        q, log_eps, h_bar = state
        key, t = inputs
        k1, k2, k3, k4 = random.split(key, 4)
        p = {"beta": random.normal(k1, q["beta"].shape), "log_tau": random.normal(k2)}
        steps = random.randint(k4, (), 4, 9)
        q_new, p_new = leapfrog(grad, q, p, jnp.exp(log_eps), steps)
        ratio = density(q_new) - kinetic(p_new) - density(q) + kinetic(p)
        ratio = jnp.where(jnp.isnan(ratio), -jnp.inf, ratio)
        accept = jnp.log(random.uniform(k3)) < ratio
        q = jax.tree.map(lambda a, b: jnp.where(accept, a, b), q_new, q)
        h_bar = h_bar + (0.8 - jnp.minimum(1.0, jnp.exp(ratio)) - h_bar) / (t + 10)
        return (q, -2.5 - jnp.sqrt(t) / 0.5 * h_bar * 0.1, h_bar), (q["beta"], accept)

    def chain(key, q):
        ts = jnp.arange(1, draws + 1, dtype=jnp.float64)
        (q, log_eps, _), (samples, accepts) = lax.scan(draw, (q, jnp.float64(-2.5), 0.0), (random.split(key, draws), ts))
        return samples, accepts.mean(), log_eps

    samples, rate, log_eps = jax.vmap(chain)(random.split(key, q["log_tau"].shape[0]), q)
    within, between = samples.var(1, ddof=1).mean(0), samples.mean(1).var(0, ddof=1)
    return samples.mean((0, 1)), jnp.sqrt(1 - 1 / draws + between / within), rate, log_eps


def initialize(preset):
    n, d, chains, draws = {"S": (40, 3, 2, 8), "L": (300, 8, 4, 60)}[preset]
    rng = np.random.default_rng(16)
    x = rng.normal(size=(n, d))
    y = (rng.random(n) < 1 / (1 + np.exp(-x @ rng.normal(size=d)))).astype(float)
    return random.key(3), {"beta": 0.1 * rng.normal(size=(chains, d + 1)), "log_tau": np.zeros(chains)}, x, y, draws
