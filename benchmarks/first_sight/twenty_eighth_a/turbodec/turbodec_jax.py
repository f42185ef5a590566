import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

S, U = np.arange(8)[:, None], np.arange(2)
F = U ^ (S >> 1 & 1) ^ (S & 1)
AFTER = F << 2 | (S >> 2) << 1 | (S >> 1 & 1)
PARITY = 2.0 * (F ^ S >> 2 ^ (S & 1)) - 1.0
BEFORE = np.argsort(AFTER.ravel(), kind="stable").reshape(8, 2)


def decode(belief, checks):
    blocks, size = belief.shape
    branch = 0.5 * (belief.T[..., None, None] * jnp.array([-1.0, 1.0]) + checks.T[..., None, None] * PARITY)

    def forth(alpha, b):
        new = jnp.max(alpha[:, BEFORE // 2] + b.reshape(blocks, 16)[:, BEFORE], axis=2)
        return new - jnp.max(new, axis=1, keepdims=True), alpha

    def home(beta, row):
        alpha, b = row
        path = beta[:, AFTER] + b
        whole = jnp.max(alpha[:, :, None] + path, axis=1)
        beta = jnp.max(path, axis=2)
        return beta - jnp.max(beta, axis=1, keepdims=True), whole[:, 1] - whole[:, 0]

    _, alpha = lax.scan(forth, jnp.full((blocks, 8), -1e9).at[:, 0].set(0.0), branch)
    _, out = lax.scan(home, jnp.zeros((blocks, 8)), (alpha, branch), reverse=True)
    return out.T


@jax.jit
def turbodec(sent, first, second, order, rounds, trust=0.75):
    def turn(state):
        told, _, used, _ = state
        one = decode(sent + told, first)
        known = (sent + trust * (one - sent - told))[:, order]
        two = decode(known, second)
        back = jnp.zeros_like(sent).at[:, order].set(two)
        told = jnp.zeros_like(sent).at[:, order].set(trust * (two - known))
        return told, back, used + 1, jnp.array_equal(one > 0.0, back > 0.0)

    none = jnp.zeros_like(sent)
    _, back, used, _ = lax.while_loop(lambda s: (s[2] < rounds) & ~s[3], turn, (none, none, 0, False))
    return (back > 0.0).astype(jnp.uint8), back, used
