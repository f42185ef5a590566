import jax
import jax.numpy as jnp
from jax import lax


def softmin(M, eps, axis):
    return -eps * jax.nn.logsumexp(-M / eps, axis=axis)


@jax.jit
def sinkhlog(x, y, a, b, eps100, most, tol=1e-8):
    eps = eps100 / 100.0
    C = jnp.sum((x[:, None, :] - y[None, :, :]) ** 2, axis=2)
    plan = lambda f, g: jnp.exp((f[:, None] + g - C) / eps)

    def turn(state):
        _, g, used, _ = state
        f = softmin(C - g, eps, 1) + eps * jnp.log(a)
        g = softmin(C - f[:, None], eps, 0) + eps * jnp.log(b)
        used = used + 1
        rests = lambda: jnp.sum(jnp.abs(jnp.sum(plan(f, g), axis=1) - a)) < tol
        return f, g, used, lax.cond(used % 10 == 0, rests, lambda: False)

    f, g, used, _ = lax.while_loop(lambda s: (s[2] < most) & ~s[3], turn, (jnp.zeros(a.size), jnp.zeros(b.size), 0, False))
    return jnp.sum(plan(f, g) * C), f, g, used
