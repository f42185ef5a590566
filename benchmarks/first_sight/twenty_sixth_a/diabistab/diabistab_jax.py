import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def diabistab(diags, offsets, b, rounds, tol=1e-13):
    n = b.size
    main = diags[jnp.argmax(offsets == 0)]
    at = jnp.arange(n) + offsets[:, None]
    inside = jnp.where((at >= 0) & (at < n), diags, 0.0)

    def times(x):
        return sum(inside[k] * jnp.roll(x, -offsets[k]) for k in range(offsets.size))

    x = b / main
    r = b - times(x)
    goal = tol * jnp.linalg.norm(b)
    shadow = r

    def step(state):
        i, x, r, p, rho, _ = state
        ph = p / main
        v = times(ph)
        alpha = rho / (shadow @ v)
        s = r - alpha * v
        early = jnp.linalg.norm(s) < goal
        sh = s / main
        t = times(sh)
        omega = jnp.where(early, 0.0, (t @ s) / (t @ t))
        x = x + alpha * ph + omega * sh
        r = s - omega * t
        new = shadow @ r
        p = r + new / rho * alpha / omega * (p - omega * v)
        return i + 1, x, r, p, new, early | (jnp.linalg.norm(r) < goal)

    return lax.while_loop(lambda s: (s[0] < rounds) & ~s[5], step, (0, x, r, r, shadow @ r, False))[1]
