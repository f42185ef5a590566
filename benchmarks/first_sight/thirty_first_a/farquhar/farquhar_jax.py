import jax
import jax.numpy as jnp
from jax import lax

GAS, CP, LATENT, SIGMA = 8.314, 29.3, 44100.0, 5.67e-8
PRESSURE, OXYGEN, CARBON = 101.3, 210.0, 410.0


def smaller_root(a, b, c):
    return (-b - jnp.sqrt(jnp.maximum(b * b - 4.0 * a * c, 0.0))) / (2.0 * a)


def saturation(kelvin):
    return 0.6108 * jnp.exp(17.27 * (kelvin - 273.15) / (kelvin - 35.85))


def leaf(light, air, humid, boundary, vmax25):
    moist = humid * saturation(air)
    top = 1.0 + jnp.exp((298.15 * 650.0 - 2.0e5) / (298.15 * GAS))

    def step(state):
        kelvin, ci, _, _, _, count = state
        lack = jnp.maximum(saturation(kelvin) - moist, 0.05)
        x = (kelvin - 298.15) / (298.15 * GAS * kelvin)
        high = top / (1.0 + jnp.exp((kelvin * 650.0 - 2.0e5) / (kelvin * GAS)))
        vmax, jmax = vmax25 * jnp.exp(65330.0 * x) * high, 1.67 * vmax25 * jnp.exp(43540.0 * x) * high
        k = 404.9 * jnp.exp(79430.0 * x) * (1.0 + OXYGEN / (278.4 * jnp.exp(36380.0 * x)))
        gamma = 42.75 * jnp.exp(37830.0 * x)
        j = smaller_root(0.7, -(0.425 * light + jmax), 0.425 * light * jmax)
        enzyme, lit = vmax * (ci - gamma) / (ci + k), 0.25 * j * (ci - gamma) / (ci + 2.0 * gamma)
        gain = smaller_root(0.98, -(enzyme + lit), enzyme * lit) - 0.015 * vmax25 * jnp.exp(46390.0 * x)
        stomata = 0.01 + 1.6 * (1.0 + 4.0 / jnp.sqrt(lack)) * jnp.maximum(gain, 0.0) / CARBON
        total = stomata * boundary / (stomata + boundary)
        water = total * lack / PRESSURE
        net = 0.35 * light - 4.0 * 0.97 * SIGMA * air ** 3 * (kelvin - air)
        dk = 0.4 * (air + (net - LATENT * water) / (2.0 * CP * boundary) - kelvin)
        dc = 0.4 * (jnp.clip(CARBON - 1.6 * gain / total, 50.0, 1.2 * CARBON) - ci)
        return kelvin + dk, ci + dc, gain, water, jnp.maximum(jnp.abs(dk).max(), jnp.abs(dc).max()), count + 1

    zero = jnp.zeros_like(light)
    start = (air + zero, zero + 0.7 * CARBON, zero, zero, jnp.inf, 0)
    kelvin, _, gain, water, change, _ = lax.while_loop(lambda s: (s[5] < 80) & (s[4] >= 1e-10), step, start)
    return gain, water, kelvin, change


@jax.jit
def farquhar(light, air, humid, wind, leafarea, vmax_top=70.0, kb=0.55, kd=0.7):
    above = jnp.cumsum(leafarea) - 0.5 * leafarea
    beam, sunlit = 0.7 * light[:, None], jnp.exp(-kb * above)
    dim = 0.3 * light[:, None] * kd * jnp.exp(-kd * above) + 0.1 * beam * kb * sunlit
    vmax = vmax_top * jnp.exp(-0.3 * above)
    boundary = 0.8 * jnp.sqrt(wind[:, None] * jnp.exp(-0.5 * above))
    sun = leaf(kb * beam + dim, air[:, None], humid[:, None], boundary, vmax)
    shade = leaf(dim, air[:, None], humid[:, None], boundary, vmax)
    gain = (sunlit * sun[0] + (1.0 - sunlit) * shade[0]) @ leafarea
    water = (sunlit * sun[1] + (1.0 - sunlit) * shade[1]) @ leafarea
    return gain, water, sun[2][:, 0], jnp.maximum(sun[3], shade[3]) < 1e-6, sunlit @ leafarea / leafarea.sum()
