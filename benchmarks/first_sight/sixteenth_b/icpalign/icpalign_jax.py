import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def align(source, target, tolerance=1e-9):
    turns, n = 30, source.shape[0]
    kept = int(0.9 * n)
    norms = jnp.sum(target**2, axis=1)

    def turn(state):
        R, shift, errors, k, before, _ = state
        moved = source @ R.T + shift
        part = norms - 2.0 * (moved @ target.T)
        which = jnp.argmin(part, axis=1)
        d2 = jnp.maximum(jnp.sum(moved**2, axis=1) + jnp.min(part, axis=1), 0.0)
        close = d2 <= jnp.sort(d2)[kept - 1]
        count = close.sum()
        error = jnp.sum(jnp.where(close, d2, 0.0)) / count
        mine = target[which]
        mask = close[:, None]
        cp, cq = jnp.sum(jnp.where(mask, moved, 0.0), axis=0) / count, jnp.sum(jnp.where(mask, mine, 0.0), axis=0) / count
        U, _, Vt = jnp.linalg.svd(jnp.where(mask, moved - cp, 0.0).T @ (mine - cq))
        dR = Vt.T @ U.T
        dR = jnp.where(jnp.linalg.det(dR) < 0.0, Vt.T @ jnp.diag(jnp.array([1.0, 1.0, -1.0])) @ U.T, dR)
        done = jnp.abs(before - error) < tolerance
        fresh = dR @ R, dR @ shift + (cq - dR @ cp)
        R, shift = jnp.where(done, R, fresh[0]), jnp.where(done, shift, fresh[1])
        return R, shift, errors.at[k].set(error), k + 1, error, done
    start = (jnp.eye(3), jnp.zeros(3), jnp.zeros(turns), 0, jnp.inf, False)
    R, shift, errors, k, _, _ = lax.while_loop(lambda s: (s[3] < turns) & ~s[5], turn, start)
    return R, shift, errors, k - 1
