import numpy as np


def kernel(sigma):
    r = int(3.0 * sigma)
    g = np.exp(-0.5 * (np.arange(-r, r + 1) / sigma) ** 2)
    return (g / g.sum()).astype(np.float32)


def blur(image, sigma):
    """A separable blur of all channels, edges repeated."""
    g = kernel(sigma)
    r = g.size // 2
    h, w, _ = image.shape
    padded = np.pad(image, ((r, r), (0, 0), (0, 0)), mode="edge")
    tall = np.zeros_like(image)
    for k in range(g.size):
        tall += g[k] * padded[k:k + h]
    padded = np.pad(tall, ((0, 0), (r, r), (0, 0)), mode="edge")
    out = np.zeros_like(image)
    for k in range(g.size):
        out += g[k] * padded[:, k:k + w]
    return out


def retinexms(image, sigmas=(1.0, 2.5, 6.0), alpha=125.0, beta=46.0):
    image = image + np.float32(1.0)
    ratio = np.zeros_like(image)
    for sigma in sigmas:
        ratio += (np.log(image) - np.log(blur(image, sigma))) / np.float32(len(sigmas))
    colour = np.float32(beta) * (np.log(np.float32(alpha) * image) - np.log(image.sum(axis=2, keepdims=True)))
    out = ratio * colour
    mean, spread = out.mean(axis=(0, 1)), out.std(axis=(0, 1))
    low, high = mean - 2.0 * spread, mean + 2.0 * spread
    return np.clip((out - low) / (high - low) * 255.0, 0.0, 255.0)
