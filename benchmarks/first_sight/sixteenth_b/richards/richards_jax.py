import jax
import jax.numpy as jnp
from jax import lax


def soil(head, kinds):
    alpha, n, ks = kinds
    m = 1.0 - 1.0 / n
    dry = jnp.minimum(head, -1e-9)
    x = (-alpha * dry) ** n
    se = (1.0 + x) ** (-m)
    k = ks * jnp.sqrt(se) * (1.0 - (1.0 - 1.0 / (1.0 + x)) ** m) ** 2
    return 0.05 + 0.38 * se, 0.38 * m * n * x / (-dry) * se / (1.0 + x), k


def solve(off, main, rhs):
    """A symmetric tridiagonal system down the first axis; off has one row less."""
    def down(before, given):
        o, d, r = given
        f = o / before[0]
        new = d - f * o, r - f * before[1]
        return new, new
    first = main[0], rhs[0]
    _, (d, r) = lax.scan(down, first, (off, main[1:], rhs[1:]))
    last = r[-1] / d[-1]
    d, r = jnp.concatenate([main[:1], d[:-1]]), jnp.concatenate([rhs[:1], r[:-1]])

    def up(below, given):
        o, d, r = given
        x = (r - o * below) / d
        return x, x
    _, x = lax.scan(up, last, (off, d, r), reverse=True)
    return jnp.concatenate([x, last[None]])


@jax.jit
def infiltrate(head, rain, kinds, drained, turns, dz=0.05, dt=0.02, tolerance=1e-6):
    def step(head, rain):
        theta0 = soil(head, kinds)[0]

        def turn(state):
            head, count, _, _ = state
            theta, slope, k = soil(head, kinds)
            between = 0.5 * (k[1:] + k[:-1])
            off = -between / dz**2
            flux = between * ((head[1:] - head[:-1]) / dz - 1.0) / dz
            zero = jnp.zeros((1, head.shape[1]))
            main = slope / dt - jnp.concatenate([zero, off]) - jnp.concatenate([off, zero])
            rhs = (theta0 - theta) / dt + jnp.concatenate([flux, zero]) - jnp.concatenate([zero, flux])
            rhs = rhs.at[0].add(rain / dz).at[-1].add(-k[-1] / dz)
            change = solve(off, main, rhs)
            return head + change, count + 1, jnp.max(jnp.abs(change)), k[-1]
        start = head, 0, jnp.inf, jnp.zeros(head.shape[1])
        head, count, _, k = lax.while_loop(lambda s: (s[1] < 20) & (s[2] >= tolerance), turn, start)
        return head, (k * dt, count)
    head, (drained, turns) = lax.scan(step, head, rain)
    return head, drained, turns
