from functools import partial

import jax
import jax.numpy as jnp


def blurred(image, window):
    taps = window.size
    h, w = image.shape
    down = sum(window[k] * image[k:h - taps + 1 + k] for k in range(taps))
    return sum(window[k] * down[:, k:w - taps + 1 + k] for k in range(taps))


def alike(x, y, window):
    c1, c2 = 2.55 ** 2, 7.65 ** 2
    mx, my = blurred(x, window), blurred(y, window)
    vx, vy = blurred(x * x, window) - mx * mx, blurred(y * y, window) - my * my
    contrast = (2.0 * (blurred(x * y, window) - mx * my) + c2) / (vx + vy + c2)
    bright = (2.0 * mx * my + c1) / (mx ** 2 + my ** 2 + c1)
    return jnp.mean(bright * contrast), jnp.mean(contrast)


def halved(image):
    return 0.25 * (image[0::2, 0::2] + image[1::2, 0::2] + image[0::2, 1::2] + image[1::2, 1::2])


@partial(jax.jit, static_argnums=3)
def ssimscale(x, y, window, scales):
    contrasts = []
    result = 1.0
    for s in range(scales):
        whole, contrast = alike(x, y, window)
        contrasts.append(contrast)
        result *= jnp.maximum(whole if s == scales - 1 else contrast, 0.0) ** (1.0 / scales)
        if s < scales - 1:
            x, y = halved(x), halved(y)
    return result, jnp.stack(contrasts)
