import jax
import jax.numpy as jnp
import numpy as np

RGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
D65 = np.array([0.95047, 1.0, 1.08883])
SHADES = np.arange(256) / 255.0
LINEAR = np.where(SHADES > 0.04045, ((SHADES + 0.055) / 1.055) ** 2.4, SHADES / 12.92)


def rgb_to_lab(rgb):
    xyz = jnp.asarray(LINEAR)[rgb] @ RGB_TO_XYZ.T / D65
    f = jnp.where(xyz > 0.008856, jnp.cbrt(xyz), 7.787 * xyz + 16.0 / 116.0)
    return 116.0 * f[..., 1] - 16.0, 500.0 * (f[..., 0] - f[..., 1]), 200.0 * (f[..., 1] - f[..., 2])


def seventh(c):
    return jnp.sqrt(c ** 7 / (c ** 7 + 25.0 ** 7))


@jax.jit
def labdelta(first, second, seen=2.3):
    L1, a1, b1 = rgb_to_lab(first)
    L2, a2, b2 = rgb_to_lab(second)
    G = 0.5 * (1.0 - seventh(0.5 * (jnp.hypot(a1, b1) + jnp.hypot(a2, b2))))
    a1, a2 = (1.0 + G) * a1, (1.0 + G) * a2
    C1, C2 = jnp.hypot(a1, b1), jnp.hypot(a2, b2)
    h1, h2 = jnp.degrees(jnp.arctan2(b1, a1)) % 360.0, jnp.degrees(jnp.arctan2(b2, a2)) % 360.0
    dh, total, grey = h2 - h1, h1 + h2, C1 * C2 == 0.0
    far = jnp.abs(dh) > 180.0
    h = jnp.where(grey, total, 0.5 * total + jnp.where(far, jnp.where(total < 360.0, 180.0, -180.0), 0.0))
    dh = jnp.where(grey, 0.0, jnp.where(far, dh - jnp.sign(dh) * 360.0, dh))
    dH = 2.0 * jnp.sqrt(C1 * C2) * jnp.sin(jnp.radians(0.5 * dh))
    d, C = 0.5 * (L1 + L2) - 50.0, 0.5 * (C1 + C2)
    T = (1.0 - 0.17 * jnp.cos(jnp.radians(h - 30.0)) + 0.24 * jnp.cos(jnp.radians(2.0 * h))
         + 0.32 * jnp.cos(jnp.radians(3.0 * h + 6.0)) - 0.20 * jnp.cos(jnp.radians(4.0 * h - 63.0)))
    turn = 30.0 * jnp.exp(-((h - 275.0) / 25.0) ** 2)
    RT = -2.0 * seventh(C) * jnp.sin(jnp.radians(2.0 * turn))
    p = (L2 - L1) / (1.0 + 0.015 * d ** 2 / jnp.sqrt(20.0 + d ** 2))
    q, s = (C2 - C1) / (1.0 + 0.045 * C), dH / (1.0 + 0.015 * C * T)
    dE = jnp.sqrt(p ** 2 + q ** 2 + s ** 2 + RT * q * s)
    return dE, dE.mean(axis=1), jnp.count_nonzero(dE > seen)
