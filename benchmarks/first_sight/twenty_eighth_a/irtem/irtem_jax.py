import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def irtem(Y, most, tol=1e-5):
    people, items = Y.shape
    theta = jnp.linspace(-4.0, 4.0, 21)
    prior = jnp.exp(-0.5 * theta ** 2)
    prior = prior / jnp.sum(prior)
    p = (jnp.sum(Y, axis=0) + 0.5) / (people + 1.0)

    def newton(_, state):
        slope, easy, count, right = state
        p = jax.nn.sigmoid(easy + jnp.outer(theta, slope))
        miss = right - count[:, None] * p
        w = count[:, None] * p * (1.0 - p)
        h00, h01, h11 = jnp.sum(w, axis=0), theta @ w, theta ** 2 @ w
        g0, g1 = jnp.sum(miss, axis=0), theta @ miss
        det = h00 * h11 - h01 ** 2
        return slope + (h00 * g1 - h01 * g0) / det, easy + (h11 * g0 - h01 * g1) / det, count, right

    def turn(state):
        slope, easy, best, last, used, _ = state
        z = easy + jnp.outer(theta, slope)
        joint = Y @ z.T - jnp.sum(jax.nn.softplus(z), axis=1) + jnp.log(prior)
        likely = jnp.sum(jax.nn.logsumexp(joint, axis=1))
        weight = jax.nn.softmax(joint, axis=1)
        slope, easy, _, _ = lax.fori_loop(0, 3, newton, (slope, easy, jnp.sum(weight, axis=0), weight.T @ Y))
        return slope, easy, jnp.maximum(best, likely), likely, used + 1, likely - last < tol

    start = (jnp.ones(items), jnp.log(p / (1.0 - p)), -jnp.inf, -jnp.inf, 0, False)
    slope, easy, best, _, used, _ = lax.while_loop(lambda s: (s[4] < most) & ~s[5], turn, start)
    return slope, easy, best, used
