import numpy as np


def smooth(image, radius, spatial=np.float32(1.8), tonal=np.float32(0.12)):
    """The bilateral filter, and the strength of edges that are left (Sobel)."""
    h, w = image.shape
    if radius == 0:
        return image.copy(), np.zeros_like(image)
    padded = np.pad(image, radius, mode="reflect")
    total = np.zeros_like(image)
    weight = np.zeros_like(image)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            near = padded[radius + dy: radius + dy + h, radius + dx: radius + dx + w]
            g = np.exp(-(dy * dy + dx * dx) / (2 * spatial**2) - (near - image) ** 2 / (2 * tonal**2))
            total += g * near
            weight += g
    out = total / weight
    edges = np.zeros_like(out)
    gx = out[:-2, 2:] + 2 * out[1:-1, 2:] + out[2:, 2:] - out[:-2, :-2] - 2 * out[1:-1, :-2] - out[2:, :-2]
    gy = out[2:, :-2] + 2 * out[2:, 1:-1] + out[2:, 2:] - out[:-2, :-2] - 2 * out[:-2, 1:-1] - out[:-2, 2:]
    np.hypot(gx, gy, out=edges[1:-1, 1:-1])
    return out, edges
