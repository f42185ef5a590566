import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def slices(shadows, angles):
    count, n = shadows.shape
    size = 2 * n
    taps = np.zeros(size)
    taps[0] = 0.25
    odd = np.arange(1, n, 2)
    taps[odd] = taps[size - odd] = -1.0 / (np.pi * odd) ** 2
    ramp = 2.0 * np.real(np.fft.fft(taps)) * (0.54 + 0.46 * np.cos(2.0 * np.pi * np.fft.fftfreq(size)))
    filtered = jnp.fft.irfft(jnp.fft.rfft(shadows, size, axis=1) * ramp[:n + 1], size, axis=1)[:, :n]
    middle = (n - 1) / 2.0
    y, x = np.mgrid[:n, :n] - middle

    def project(image, item):
        row, angle = item
        t = x * jnp.cos(angle) + y * jnp.sin(angle) + middle
        left = jnp.floor(t).astype(jnp.int32)
        part = t - left
        inside = (left >= 0) & (left < n - 1)
        at = jnp.clip(left, 0, n - 2)
        return image + jnp.where(inside, (1.0 - part) * row[at] + part * row[at + 1], 0.0), None
    image, _ = lax.scan(project, jnp.zeros((n, n)), (filtered, angles))
    image = jnp.where(x**2 + y**2 > middle**2, 0.0, image * (np.pi / (2.0 * count)))
    return image, image.sum()
