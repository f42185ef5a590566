import jax
import jax.numpy as jnp


@jax.jit
def scalogram(x, widths, dt, w0=6.0):
    n = x.size
    x = (x - x.mean()) / x.std()
    omega = 2.0 * jnp.pi * jnp.fft.fftfreq(n) / dt
    wide = widths[:, None]
    expnt = -0.5 * (wide * omega - w0) ** 2
    daughter = jnp.where(omega > 0.0, jnp.sqrt(2.0 * jnp.pi * wide / dt) * jnp.pi**-0.25 * jnp.exp(expnt), 0.0)
    wave = jnp.fft.ifft(jnp.fft.fft(x) * daughter, axis=1)
    power = wave.real**2 + wave.imag**2
    period = 4.0 * jnp.pi * widths / (w0 + jnp.sqrt(2.0 + w0**2))
    at = jnp.arange(n)
    inside = jnp.sqrt(2.0) * wide < dt * jnp.minimum(at, n - 1 - at)
    best = jnp.argmax(jnp.where(inside, power / wide, 0.0), axis=0)
    spectrum = jnp.sum(jnp.where(inside, power, 0.0), axis=1) / jnp.maximum(inside.sum(axis=1), 1)
    return power, 1.0 / period[best], spectrum
