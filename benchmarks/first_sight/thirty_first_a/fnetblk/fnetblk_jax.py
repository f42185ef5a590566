import jax
import jax.numpy as jnp


def layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(x.var(axis=-1, keepdims=True) + 1e-5) * gain + shift


@jax.jit
def fnetblk(x, w1, b1, w2, b2, g1, s1, g2, s2):
    mixed = jnp.fft.fft2(x, axes=(1, 2)).real
    h = layer_norm(x + mixed / (x.shape[1] * x.shape[2]) ** 0.5, g1, s1)
    return layer_norm(h + jax.nn.gelu(h @ w1 + b1, approximate=True) @ w2 + b2, g2, s2)
