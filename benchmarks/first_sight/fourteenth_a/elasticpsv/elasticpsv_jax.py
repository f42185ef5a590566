import jax
import jax.numpy as jnp
from jax import lax

C1, C2 = 9.0 / 8.0, 1.0 / 24.0
INNER = slice(2, -2)
EDGE = ((2, 2), (2, 2))


def ahead_x(f):
    return C1 * (f[3:-1, INNER] - f[2:-2, INNER]) - C2 * (f[4:, INNER] - f[1:-3, INNER])


def behind_x(f):
    return C1 * (f[2:-2, INNER] - f[1:-3, INNER]) - C2 * (f[3:-1, INNER] - f[:-4, INNER])


def ahead_z(f):
    return C1 * (f[INNER, 3:-1] - f[INNER, 2:-2]) - C2 * (f[INNER, 4:] - f[INNER, 1:-3])


def behind_z(f):
    return C1 * (f[INNER, 2:-2] - f[INNER, 1:-3]) - C2 * (f[INNER, 3:-1] - f[INNER, :-4])


@jax.jit
def seismogram(vx, vz, sxx, szz, sxz, light, lam, mu, taper, wavelet, receivers, dt, h):
    n, m = vx.shape
    r = dt / h
    inner = (INNER, INNER)
    rlight, rlam, rmu = r * light[inner], r * lam[inner], r * mu[inner]
    rstiff = rlam + 2.0 * rmu

    def step(fields, w):
        vx, vz, sxx, szz, sxz = fields
        vx = vx + jnp.pad(rlight * (ahead_x(sxx) + behind_z(sxz)), EDGE)
        vz = vz + jnp.pad(rlight * (behind_x(sxz) + ahead_z(szz)), EDGE)
        dxx, dzz = behind_x(vx), behind_z(vz)
        sxx = sxx + jnp.pad(rstiff * dxx + rlam * dzz, EDGE)
        szz = szz + jnp.pad(rlam * dxx + rstiff * dzz, EDGE)
        sxz = sxz + jnp.pad(rmu * (ahead_z(vx) + ahead_x(vz)), EDGE)
        sxx = sxx.at[n // 2, m // 3].add(w)
        szz = szz.at[n // 2, m // 3].add(w)
        fields = tuple(f * taper for f in (vx, vz, sxx, szz, sxz))
        return fields, jnp.stack([fields[0][receivers, 4], fields[1][receivers, 4]], axis=1)
    fields, seis = lax.scan(step, (vx, vz, sxx, szz, sxz), wavelet)
    return seis, *fields
