from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

WAVES = ((5.2, 0.05), (3.0, 0.029))


def residual(event, places, picks, corrections):
    columns = []
    for v0, g in WAVES:
        far = jnp.sum((event[:3] - places) ** 2, axis=1)
        u = 1.0 + 0.5 * g * g * far / ((v0 + g * event[2]) * (v0 + g * places[:, 2]))
        columns.append(jnp.arccosh(u) / g)
    return (picks - event[3] - jnp.stack(columns, axis=1) - corrections[:, None]).ravel()


def bisquare(r):
    return jnp.where(jnp.abs(r) < 0.8, (1.0 - (r / 0.8) ** 2) ** 2, 0.0)


def locate(places, corrections, picks, weights):
    flat = weights.ravel()
    first = jnp.argmin(jnp.where(weights[:, 0] > 0.0, picks[:, 0], jnp.inf))
    event = jnp.stack((places[first, 0], places[first, 1], jnp.array(10.0), picks[first, 0] - 2.0))

    def linear(event):
        return residual(event, places, picks, corrections), -jax.jacfwd(residual)(event, places, picks, corrections)

    def step(k, event):
        r, G = linear(event)
        w = flat * jnp.where(k < 3, 1.0, bisquare(r))
        N = G.T @ (w[:, None] * G)
        move = jnp.linalg.solve(N + 1e-3 * jnp.trace(N) / 4.0 * jnp.eye(4), G.T @ (w * r))
        event = event + move * jnp.minimum(1.0, 10.0 / jnp.sqrt(move[:3] @ move[:3]))
        return event.at[2].set(jnp.clip(event[2], 0.5, 60.0))

    event = lax.fori_loop(0, 12, step, event)
    r, G = linear(event)
    w = flat * bisquare(r)
    variance = jnp.sum(w * r * r) / jnp.sum(w)
    spread = jnp.sqrt(variance * jnp.diag(jnp.linalg.inv(G.T @ (w[:, None] * G))))
    return event, spread, jnp.sqrt(variance), (w * r).reshape(-1, 2).sum(1), w.reshape(-1, 2).sum(1)


@partial(jax.jit, static_argnames="rounds")
def geigerloc(places, picks, weights, rounds=2):
    corrections = jnp.zeros(places.shape[0])
    for _ in range(rounds):
        before = corrections
        found, spread, rms, total, count = jax.vmap(partial(locate, places, before))(picks, weights)
        corrections = before + total.sum(axis=0) / jnp.maximum(count.sum(axis=0), 1.0)
        corrections -= corrections.mean()
    return found, spread, rms, corrections
