import jax
import jax.numpy as jnp


@jax.jit
def eddies(height, lat, lon, sea):
    radius, g = 6.371e6, 9.81
    f = 2.0 * 7.2921e-5 * jnp.sin(jnp.deg2rad(lat))[:, None]
    dy = radius * jnp.deg2rad(lat[1] - lat[0])
    dx = radius * jnp.cos(jnp.deg2rad(lat))[:, None] * jnp.deg2rad(lon[1] - lon[0])

    def gradients(q):
        return jnp.gradient(q, axis=1) / dx, jnp.gradient(q, axis=0) / dy

    eta = jnp.where(sea, height - jnp.mean(height, where=sea), 0.0)
    eta_x, eta_y = gradients(eta)
    u, v = -g / f * eta_y, g / f * eta_x
    (u_x, u_y), (v_x, v_y) = gradients(u), gradients(v)
    vorticity = v_x - u_y
    w = (u_x - v_y) ** 2 + (v_x + u_y) ** 2 - vorticity**2
    s = jnp.pad(sea, 1, constant_values=True)
    wide = sea & s[:-2, 1:-1] & s[2:, 1:-1] & s[1:-1, :-2] & s[1:-1, 2:]
    core = wide & (w < -0.2 * jnp.std(w, where=wide))
    area = dx * dy
    energy = 0.5 * (u**2 + v**2)

    def summary(sign):
        inside = core & (sign * vorticity * f > 0.0)
        size = jnp.sum(jnp.where(inside, area, 0.0))
        return size, jnp.sum(jnp.where(inside, energy * area, 0.0)) / jnp.maximum(size, 1.0), jnp.sum(inside)

    zonal = jnp.sum(jnp.where(core, energy, 0.0), axis=1) / jnp.maximum(core.sum(axis=1), 1)
    return jnp.where(wide, w, jnp.nan), summary(-1.0), summary(1.0), zonal
