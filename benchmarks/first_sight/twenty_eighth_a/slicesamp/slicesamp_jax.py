import jax
import jax.numpy as jnp
from jax import lax


def logp(x):
    across = x[1] - 0.5 * x[0] ** 2 + 1.0
    return -2.0 * across ** 2 + jnp.logaddexp(-0.5 * (x[0] - 1.5) ** 2, -0.9 * (x[0] + 1.2) ** 2)


@jax.jit
def slicesamp(x, draws, width=0.8):
    tries = draws.shape[2]

    def coordinate(x, d, u):
        level = logp(x) + jnp.log(u[0])
        left = x[d] - width * u[1]

        def step_out(edge, step):
            inside = lambda edge: logp(x.at[d].set(edge)) > level
            move = lambda s: (s[0] + jnp.where(inside(s[0]), step, 0.0), s[1] + 1)
            return lax.while_loop(lambda s: (s[1] < 6) & jnp.any(inside(s[0])), move, (edge, 0))[0]

        def draw(s):
            left, right, at, todo, k = s
            new = left + u[k] * (right - left)
            good = logp(x.at[d].set(new)) > level
            below = new < x[d]
            return (jnp.where(todo & ~good & below, new, left), jnp.where(todo & ~good & ~below, new, right),
                    jnp.where(todo & good, new, at), todo & ~good, k + 1)

        start = (step_out(left, -width), step_out(left + width, width), x[d], jnp.ones(x.shape[1], bool), 2)
        at = lax.while_loop(lambda s: (s[4] < tries) & jnp.any(s[3]), draw, start)[2]
        return x.at[d].set(at)

    def step(x, u):
        x = coordinate(coordinate(x, 0, u[0]), 1, u[1])
        return x, jnp.mean(x, axis=1)

    x, means = lax.scan(step, x, draws)
    return means, x
