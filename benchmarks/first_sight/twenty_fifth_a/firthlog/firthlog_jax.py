from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def pieces(x, y, beta):
    mu = jax.nn.sigmoid(x @ beta)
    weighed = (mu * (1.0 - mu))[:, None] * x
    cover = jnp.linalg.inv(x.T @ weighed)
    hat = jnp.sum((weighed @ cover) * x, axis=1)
    return mu, cover, x.T @ (y - mu + hat * (0.5 - mu))


@partial(jax.jit, static_argnums=3)
def firthlog(x, y, tol, turns):
    def fit(y):
        def more(state):
            _, turn, (_, _, score) = state
            return (turn < turns - 1) & (jnp.max(jnp.abs(score)) >= tol)

        def newton(state):
            beta, turn, (_, cover, score) = state
            step = cover @ score
            beta = beta + step * jnp.minimum(1.0, 2.0 / jnp.max(jnp.abs(step)))
            return beta, turn + 1, pieces(x, y, beta)

        zero = jnp.zeros(x.shape[1])
        beta, turn, (mu, cover, _) = lax.while_loop(more, newton, (zero, 0, pieces(x, y, zero)))
        total = jnp.sum(y * jnp.log(mu) + (1.0 - y) * jnp.log1p(-mu)) - 0.5 * jnp.linalg.slogdet(cover)[1]
        return beta, beta / jnp.sqrt(jnp.diag(cover)), total, turn

    return lax.map(fit, y.T)
