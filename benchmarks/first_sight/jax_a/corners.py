"""Corners of an image by Harris: Gaussian smoothing and Sobel filters by convolution, suppression by a running maximum, the best ones."""

import jax.numpy as jnp
import numpy as np
from jax import lax


def gaussian_kernel(sigma, radius):
    x = jnp.arange(-radius, radius + 1)
    k = jnp.exp(-0.5 * (x / sigma) ** 2)
    return k / k.sum()


def filter2d(image, kernel):
    return lax.conv_general_dilated(image[None, None], kernel[None, None], window_strides=(1, 1), padding="SAME")[0, 0]


def blur(image, sigma):
    k = gaussian_kernel(sigma, 3)
    return filter2d(filter2d(image, k[:, None]), k[None, :])


def corners(image, k=0.05):
    sobel = jnp.array([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]]) / 8.0
    smooth = blur(image, 1.0)
    gx, gy = filter2d(smooth, sobel), filter2d(smooth, sobel.T)
    xx, yy, xy = (blur(a, 1.5) for a in (gx * gx, gy * gy, gx * gy))
    response = xx * yy - xy**2 - k * (xx + yy) ** 2
    highest = lax.reduce_window(response, -jnp.inf, lax.max, (5, 5), (1, 1), "SAME")
    peaks = jnp.where((response == highest) & (response > 1e-6), response, 0.0)
    value, where = lax.top_k(peaks.ravel(), 32)
    rows, cols = jnp.unravel_index(where, image.shape)
    cell = rows // 16 * (image.shape[1] // 16 + 1) + cols // 16
    by_cell = jnp.zeros((image.shape[0] // 16 + 1) * (image.shape[1] // 16 + 1)).at[cell].max(value)
    return response, value, jnp.stack([rows, cols], axis=1), by_cell


def initialize(preset):
    n = {"S": 64, "L": 512}[preset]
    rng = np.random.default_rng(31)
    image = np.zeros((n, n), np.float32)
    for _ in range(12 if preset == "S" else 80):
        r, c = rng.integers(0, n - 12, 2)
        image[r:r + rng.integers(5, 12), c:c + rng.integers(5, 12)] += rng.uniform(0.3, 1.0)
    return (image + 0.02 * rng.normal(size=(n, n)).astype(np.float32),)
