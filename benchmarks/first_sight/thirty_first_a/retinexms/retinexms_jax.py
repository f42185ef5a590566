import jax
import jax.numpy as jnp
import numpy as np


def blurred(image, sigma):
    r = int(3.0 * sigma)
    h, w, _ = image.shape
    g = np.exp(-0.5 * (np.arange(-r, r + 1) / sigma) ** 2)
    g = (g / g.sum()).astype(np.float32)
    p = jnp.pad(image, ((r, r), (0, 0), (0, 0)), mode="edge")
    p = jnp.pad(sum(g[k] * p[k:k + h] for k in range(g.size)), ((0, 0), (r, r), (0, 0)), mode="edge")
    return sum(g[k] * p[:, k:k + w] for k in range(g.size))


@jax.jit
def freed(image, alpha, beta):
    image = image + 1.0
    ratio = 3.0 * jnp.log(image)
    for sigma in (1.0, 2.5, 6.0):
        ratio -= jnp.log(blurred(image, sigma))
    colour = beta * (jnp.log(alpha * image) - jnp.log(image.sum(axis=2, keepdims=True)))
    return ratio / 3.0 * colour


@jax.jit
def stretched(out):
    mean, spread = out.mean(axis=(0, 1)), out.std(axis=(0, 1))
    return jnp.clip((out - (mean - 2.0 * spread)) / (4.0 * spread) * 255.0, 0.0, 255.0)


def retinexms(image, alpha=125.0, beta=46.0):
    """Two programs, since XLA's one for the whole is wrong for some sizes on the CPU."""
    return stretched(freed(image, alpha, beta))
