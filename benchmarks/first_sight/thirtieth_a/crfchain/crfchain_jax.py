import jax
import jax.numpy as jnp
from jax import lax


def penalty(weights, trans, x, gold, length, decay):
    longest = x.shape[1]
    emit = jnp.einsum("btd,kd->tbk", x, weights)
    real = jnp.arange(longest)[:, None] < length

    def step(alpha, row):
        emit, real = row
        most = alpha.max(axis=1, keepdims=True)
        new = most + jnp.log(jnp.exp(alpha - most) @ jnp.exp(trans)) + emit
        return jnp.where(real[:, None], new, alpha), None

    alpha, _ = lax.scan(step, emit[0], (emit[1:], real[1:]))
    score = jnp.sum(jnp.take_along_axis(emit, gold.T[:, :, None], axis=2)[..., 0] * real)
    score += jnp.sum(trans[gold[:, :-1], gold[:, 1:]] * real.T[:, 1:])
    return jnp.sum(jax.nn.logsumexp(alpha, axis=1)) - score + 0.5 * decay * (jnp.sum(weights ** 2) + jnp.sum(trans ** 2))


@jax.jit
def crfchain(x, gold, length, weights, trans, decay=1e-3):
    loss, (d_weights, d_trans) = jax.value_and_grad(penalty, argnums=(0, 1))(weights, trans, x, gold, length, decay)
    return loss, d_weights, d_trans
