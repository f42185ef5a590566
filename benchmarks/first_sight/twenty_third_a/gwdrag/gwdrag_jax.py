import jax
import jax.numpy as jnp
from jax import lax

GRAVITY, GAS, HEAT, CAPPA = 9.80665, 287.05, 1004.6, 0.2857
WAVENUMBER, FROUDE = 2.5e-5, 0.7


@jax.jit
def gwdrag(u, v, t, edges, rough, dt):
    mid = 0.5 * (edges[1:] + edges[:-1])
    theta = t * (1e5 / mid) ** CAPPA
    mean = 0.5 * (t[:, 1:] + t[:, :-1])
    dz = GAS * mean / GRAVITY * jnp.log(mid[1:] / mid[:-1])
    n2 = 2.0 * GRAVITY * (theta[:, :-1] - theta[:, 1:]) / ((theta[:, :-1] + theta[:, 1:]) * dz)
    n, rho = jnp.sqrt(jnp.maximum(n2, 1e-6)), 0.5 * (mid[1:] + mid[:-1]) / (GAS * mean)
    speed = jnp.maximum(jnp.hypot(u[:, -1], v[:, -1]), 1e-3)
    ex, ey = u[:, -1] / speed, v[:, -1] / speed
    along = u * ex[:, None] + v * ey[:, None]
    height = jnp.minimum(2.0 * rough, FROUDE * speed / n[:, -1])
    launched = 0.5 * WAVENUMBER * rho[:, -1] * n[:, -1] * speed * height ** 2
    bottom = jnp.where((rough > 20.0) & (speed > 2.0), launched, 0.0)
    wind = 0.5 * (along[:, 1:] + along[:, :-1])
    most = 0.5 * WAVENUMBER * rho * FROUDE ** 2 * wind ** 3 / n

    def rise(stress, level):
        wind, most = level
        stress = jnp.where(wind > 0.0, jnp.minimum(stress, most), 0.0)
        return stress, stress

    _, inner = lax.scan(rise, bottom, (wind.T, most.T), reverse=True)
    stress = jnp.concatenate((inner[:1], inner, bottom[None])).T
    change = -GRAVITY * (stress[:, 1:] - stress[:, :-1]) / jnp.diff(edges)
    change = jnp.sign(change) * jnp.minimum(jnp.abs(change), 0.5 * jnp.abs(along) / dt)
    before = u ** 2 + v ** 2
    u = u + dt * change * ex[:, None]
    v = v + dt * change * ey[:, None]
    return stress, 0.5 * (before - u ** 2 - v ** 2) / (HEAT * dt), jnp.argmax(jnp.abs(change), axis=1), u, v
