from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def apply(x, windx, windy, epsilon, decay):
    n, m = windx.shape
    u = jnp.pad(x.reshape(n, m), 1)
    here = u[1:-1, 1:-1]
    out = epsilon * (n + 1.0) * (4.0 * here - u[2:, 1:-1] - u[:-2, 1:-1] - u[1:-1, 2:] - u[1:-1, :-2])
    return (out + decay * here + windx * (here - u[:-2, 1:-1]) + windy * (here - u[1:-1, :-2])).ravel()


@partial(jax.jit, static_argnums=6)
def idrs4(f, windx, windy, P, epsilon, decay, cycles):
    s = P.shape[0]

    def cycle(state, _):
        x, r, G, U, M, omega = state
        g = P @ r
        for k in range(s):
            c = jnp.linalg.solve(M[k:, k:], g[k:])
            new = c @ U[k:] + omega * (r - c @ G[k:])
            image = apply(new, windx, windy, epsilon, decay)
            for i in range(k):
                alpha = P[i] @ image / M[i, i]
                image, new = image - alpha * G[i], new - alpha * U[i]
            G, U = G.at[k].set(image), U.at[k].set(new)
            M = M.at[k:, k].set(P[k:] @ image)
            beta = g[k] / M[k, k]
            r, x = r - beta * image, x + beta * new
            g = g.at[k + 1:].add(-beta * M[k + 1:, k])
        t = apply(r, windx, windy, epsilon, decay)
        tr, tt = t @ r, t @ t
        cosine = jnp.abs(tr) / jnp.sqrt(tt * (r @ r))
        omega = tr / tt * jnp.where(cosine < 0.7, 0.7 / cosine, 1.0)
        x, r = x + omega * r, r - omega * t
        return (x, r, G, U, M, omega), jnp.linalg.norm(r)

    r = f.ravel()
    zero = jnp.zeros((s, f.size))
    (x, *_), norms = lax.scan(cycle, (jnp.zeros(f.size), r, zero, zero, jnp.eye(s), 1.0), None, length=cycles)
    return x.reshape(f.shape), jnp.concatenate((jnp.linalg.norm(r)[None], norms))
