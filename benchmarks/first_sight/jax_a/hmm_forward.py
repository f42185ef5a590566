"""Log likelihood of many sequences under a hidden Markov model, by the forward algorithm in logarithms, with its gradient."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.nn import log_softmax
from jax.scipy.special import logsumexp


def log_likelihood(params, obs):
    log_pi = log_softmax(params["initial"])
    log_a = log_softmax(params["transition"], axis=1)
    log_b = log_softmax(params["emission"], axis=1)

    def step(alpha, o):
        alpha = logsumexp(alpha[:, None] + log_a, axis=0) + log_b[:, o]
        return alpha, None

    alpha, _ = jax.lax.scan(step, log_pi + log_b[:, obs[0]], obs[1:])
    return logsumexp(alpha)


def objective(params, sequences):
    return -jnp.mean(jax.vmap(log_likelihood, in_axes=(None, 0))(params, sequences))


@jax.jit
def hmm_forward(params, sequences):
    value, grads = jax.value_and_grad(objective)(params, sequences)
    return value, grads


def initialize(preset):
    states, symbols, batch, length = {"S": (8, 16, 12, 100), "L": (32, 40, 48, 200)}[preset]
    rng = np.random.default_rng(4)
    params = {"initial": rng.normal(size=states), "transition": rng.normal(size=(states, states)),
              "emission": rng.normal(size=(states, symbols))}
    return jax.tree.map(lambda a: jnp.asarray(a, jnp.float32), params), jnp.asarray(rng.integers(0, symbols, (batch, length)))
