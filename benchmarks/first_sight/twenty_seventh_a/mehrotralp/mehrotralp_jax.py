import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import cho_factor, cho_solve


def longest(v, dv):
    return jnp.minimum(1.0, jnp.min(jnp.where(dv < 0.0, -v / jnp.where(dv < 0.0, dv, 1.0), 1.0)))


@jax.jit
def mehrotralp(A, b, c, tol=1e-10, most=60):
    n = c.size
    M = cho_factor(A @ A.T)
    x = A.T @ cho_solve(M, b)
    y = cho_solve(M, A @ c)
    s = c - A.T @ y
    x = x + jnp.maximum(-1.5 * x.min(), 0.0)
    s = s + jnp.maximum(-1.5 * s.min(), 0.0)
    xs = x @ s
    x, s = x + 0.5 * xs / s.sum(), s + 0.5 * xs / x.sum()

    def rest(x):
        return b - A @ x

    def go(state):
        x, _, s, r = state
        done = (x @ s / n < tol) & (jnp.linalg.norm(rest(x)) < tol * (1.0 + jnp.linalg.norm(b)))
        return (r < most) & ~done

    def step(state):
        x, y, s, r = state
        rp, rd, mu = rest(x), c - A.T @ y - s, x @ s / n
        M = cho_factor((A * (x / s)) @ A.T)

        def direction(rc):
            dy = cho_solve(M, rp + A @ ((x * rd - rc) / s))
            ds = rd - A.T @ dy
            return (rc - x * ds) / s, dy, ds

        dx, _, ds = direction(-x * s)
        ap, ad = longest(x, dx), longest(s, ds)
        sigma = ((x + ap * dx) @ (s + ad * ds) / n / mu) ** 3
        dx, dy, ds = direction(sigma * mu - x * s - dx * ds)
        ap, ad = 0.99 * longest(x, dx), 0.99 * longest(s, ds)
        return x + ap * dx, y + ad * dy, s + ad * ds, r + 1

    x, y, s, r = lax.while_loop(go, step, (x, y, s, 0))
    return c @ x, x, y, r
