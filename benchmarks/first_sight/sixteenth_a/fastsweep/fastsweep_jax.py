import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def arrive(T, slow, h, tol=1e-9):
    """Rows in turn; along a row the earlier neighbour is carried by the scan."""
    def sweep(T, down, right):
        F = (slow if down else slow[::-1]) * h
        T = T if down else T[::-1]
        T, F = (T, F) if right else (T[:, ::-1], F[:, ::-1])

        def row(above, given):
            mine, below, f = given
            a = jnp.minimum(above, below)
            after = jnp.concatenate([mine[1:], mine[-1:]])

            def cell(before, x):
                t0, a, after, f = x
                b = jnp.minimum(before, after)
                t = jnp.where(jnp.abs(a - b) >= f, jnp.minimum(a, b) + f,
                              0.5 * (a + b + jnp.sqrt(jnp.maximum(2.0 * f * f - (a - b) ** 2, 0.0))))
                t = jnp.minimum(t, t0)
                return t, t
            _, out = lax.scan(cell, mine[0], (mine, a, after, f))
            return out, out
        _, out = lax.scan(row, T[0], (T, jnp.concatenate([T[1:], T[-1:]]), F))
        out = out if right else out[:, ::-1]
        return out if down else out[::-1]

    def turn(state):
        old, _ = state
        T = old
        for down in (True, False):
            for right in (True, False):
                T = sweep(T, down, right)
        return T, jnp.max(old - T)
    return lax.while_loop(lambda s: s[1] > tol, turn, (T, 1.0))[0]
