import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def vertical_mix(theta, kz, rho, dz, flux, dt):
    t, kz, rho = (jnp.moveaxis(x, -1, 0) for x in (theta, kz, rho))
    d = dz[:, None, None]
    b = dt * kz[1:] * (rho[:-1] + rho[1:]) / (d[1:] + d[:-1])
    zero = jnp.zeros((1,) + t.shape[1:])
    low = jnp.concatenate([zero, -b / (rho[1:] * d[1:])])
    up = jnp.concatenate([-b / (rho[:-1] * d[:-1]), zero])
    diag = 1.0 - low - up
    t = t.at[0].add(dt * flux / (rho[0] * dz[0]))

    def down(c, x):
        dp, tp, u = c
        l, dg, tk, uk = x
        m = l / dp
        dk = dg - m * u
        tk = tk - m * tp
        return (dk, tk, uk), (dk, tk)
    _, (dk, tk) = lax.scan(down, (diag[0], t[0], up[0]), (low[1:], diag[1:], t[1:], up[1:]))
    dk = jnp.concatenate([diag[:1], dk])
    tk = jnp.concatenate([t[:1], tk])
    last = tk[-1] / dk[-1]

    def back(c, x):
        tt, u, dg = x
        v = (tt - u * c) / dg
        return v, v
    _, r = lax.scan(back, last, (tk[:-1], up[:-1], dk[:-1]), reverse=True)
    return jnp.moveaxis(jnp.concatenate([r, last[None]]), 0, -1)
