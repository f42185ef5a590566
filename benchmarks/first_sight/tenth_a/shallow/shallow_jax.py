from functools import partial

import jax
from jax import lax

GRAVITY = 9.81
DT = 0.002
DX = 0.05


def middle(a):
    return 0.25 * (a[2:, 1:-1] + a[:-2, 1:-1] + a[1:-1, 2:] + a[1:-1, :-2])


def down(a):
    return (a[2:, 1:-1] - a[:-2, 1:-1]) / (2.0 * DX)


def across(a):
    return (a[1:-1, 2:] - a[1:-1, :-2]) / (2.0 * DX)


@partial(jax.jit, static_argnames="T")
def shallow(h, u, v, b, T):
    def step(t, state):
        h, u, v = state
        pu, pv = (h - b) * u, (h - b) * v
        ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
        dh = down(pu) + across(pv)
        du = ui * down(u) + vi * across(u) + GRAVITY * down(h)
        dv = ui * down(v) + vi * across(v) + GRAVITY * across(h)
        h, u, v = (a.at[1:-1, 1:-1].set(0.9 * a[1:-1, 1:-1] + 0.1 * middle(a) - DT * d) for a, d in ((h, dh), (u, du), (v, dv)))
        h = h.at[0].set(h[1]).at[-1].set(h[-2])
        h = h.at[:, 0].set(h[:, 1]).at[:, -1].set(h[:, -2])
        u = u.at[0].set(-u[1]).at[-1].set(-u[-2])
        v = v.at[:, 0].set(-v[:, 1]).at[:, -1].set(-v[:, -2])
        return h, u, v
    return lax.fori_loop(0, T, step, (h, u, v))
