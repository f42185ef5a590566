import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FARADAY, GAS, KELVIN = 96485.33, 8.314, 298.15


def inverse(radius, spread, shells, dt):
    """The inverse of the implicit step, which is the same for all cells and times, and what a flux does to the last shell."""
    edges = np.linspace(0.0, radius, shells + 1)
    volume = (edges[1:] ** 3 - edges[:-1] ** 3) / 3.0
    flow = dt * spread * jnp.asarray(edges[1:-1] ** 2 / (radius / shells))
    lower, upper = -flow / volume[1:], -flow / volume[:-1]
    middle = 1.0 - jnp.append(0.0, lower) - jnp.append(upper, 0.0)
    return jnp.linalg.inv(jnp.diag(middle) + jnp.diag(lower, -1) + jnp.diag(upper, 1)), dt * radius ** 2 / volume[-1]


def over(flux, surface, rate, most):
    return 2.0 * GAS * KELVIN / FARADAY * jnp.arcsinh(flux / (2.0 * rate * jnp.sqrt(1000.0 * surface * (most - surface))))


@jax.jit
def spmcell(load, negative, positive, dt, least=3.0, ohms=0.004):
    cells, shells = load.shape[1], negative.shape[0]
    move_n, gain_n = inverse(1.0e-5, 3.9e-14, shells, dt)
    move_p, gain_p = inverse(8.0e-6, 1.0e-14, shells, dt)

    def step(state, amps):
        negative, positive, alive, drawn = state
        current = jnp.where(alive, amps, 0.0)
        out, into = current / (FARADAY * 15.0), current / (FARADAY * 21.0)
        negative = move_n @ negative.at[-1].add(-gain_n * out)
        positive = move_p @ positive.at[-1].add(gain_p * into)
        cx, cy = jnp.clip(negative[-1], 1.0, 30554.0), jnp.clip(positive[-1], 1.0, 51553.0)
        x, y = cx / 30555.0, cy / 51554.0
        high = 4.2 - 0.9 * (y - 0.4) - 0.25 * jnp.tanh(6.0 * (y - 0.75)) - 0.8 * jnp.maximum(y - 0.95, 0.0) ** 2 / 0.01
        low = 0.194 + 1.5 * jnp.exp(-120.0 * x) + 0.0351 * jnp.tanh((x - 0.286) / 0.083)
        low -= 0.0045 * jnp.tanh((x - 0.849) / 0.119)
        volts = high - low - over(out, cx, 2.0e-11, 30555.0) - over(into, cy, 1.5e-11, 51554.0) - ohms * current
        return (negative, positive, alive & (volts > least), drawn + current * dt / 3600.0), volts

    start = (negative, positive, jnp.ones(cells, bool), jnp.zeros(cells))
    (negative, positive, alive, drawn), volts = lax.scan(step, start, load)
    return volts, alive, drawn, negative, positive
