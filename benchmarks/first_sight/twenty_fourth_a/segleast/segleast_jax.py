import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def segleast(x, y, price):
    n = x.size
    X, Y, XX, XY, YY = (jnp.concatenate((jnp.zeros(1), jnp.cumsum(v))) for v in (x, y, x * x, x * y, y * y))
    place = jnp.arange(n)

    def line(m, i, j):
        sx, sy, sxy = X[j] - X[i], Y[j] - Y[i], XY[j] - XY[i]
        den = m * (XX[j] - XX[i]) - sx ** 2
        slope = jnp.where(den > 1e-14, (m * sxy - sx * sy) / jnp.where(den > 1e-14, den, 1.0), 0.0)
        level = (sy - slope * sx) / m
        return level, slope, jnp.maximum(YY[j] - YY[i] - level * sy - slope * sxy, 0.0)

    def extend(j, state):
        best, first = state
        error = line(jnp.maximum(j - place, 1), place, j)[2]
        cost = jnp.where(place < j, best[:n] + error + price, jnp.inf)
        i = jnp.argmin(cost)
        return best.at[j].set(cost[i]), first.at[j - 1].set(i)

    best, first = lax.fori_loop(1, n + 1, extend, (jnp.zeros(n + 1), jnp.zeros(n, jnp.int64)))

    def back(state):
        fitted, starts, j = state
        i = first[j - 1]
        level, slope, _ = line(j - i, i, j)
        return jnp.where((place >= i) & (place < j), level + slope * x, fitted), starts.at[i].set(True), i

    fitted, starts, _ = lax.while_loop(lambda s: s[2] > 0, back, (jnp.zeros(n), jnp.zeros(n, bool), jnp.int64(n)))
    return fitted, starts, best
