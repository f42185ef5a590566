import jax
import jax.numpy as jnp
from jax import lax

SIGMA = 5.670374e-8
DIFFUSE = 1.66


def bracket(grid, x):
    place = (x - grid[0]) / (grid[1] - grid[0])
    low = jnp.clip(jnp.floor(place).astype(int), 0, grid.size - 2)
    return low, jnp.clip(place - low, 0.0, 1.0)


@jax.jit
def fluxes(edges, t, ts, water, temps, presses, table, weights):
    middle = jnp.sqrt(edges[1:] * edges[:-1])
    i, a = bracket(temps, t)
    j, b = bracket(presses, jnp.log(middle))
    j, b, a = j[:, None], b[:, None, None], a[:, :, None]
    cold = (1.0 - b) * table[i, j] + b * table[i, j + 1]
    warm = (1.0 - b) * table[i + 1, j] + b * table[i + 1, j + 1]
    through = jnp.exp(-DIFFUSE * jnp.exp((1.0 - a) * cold + a * warm) * water[:, :, None])
    source = (SIGMA * t**4)[:, :, None]

    def cross(ray, layer):
        e, s = layer
        ray = ray * e + s * (1.0 - e)
        return ray, ray @ weights
    first = jnp.zeros(through.shape[1:])
    _, down = lax.scan(cross, first, (through, source))
    ground = first + (SIGMA * ts**4)[:, None]
    _, up = lax.scan(cross, ground, (through, source), reverse=True)
    down = jnp.vstack([jnp.zeros((1, ts.size)), down])
    up = jnp.vstack([up, (ground @ weights)[None]])
    net = jnp.diff(up - down, axis=0)
    return down, up, 86400.0 * 9.81 / 1004.0 * net / (100.0 * jnp.diff(edges)[:, None])
