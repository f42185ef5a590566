import numpy as np


def hswish(x):
    return x * np.clip(x + 3, 0, 6) / 6


def depthwise(x, weights):
    """Three by three of each channel, every second pixel; zeros beyond the border."""
    n, h, w, c = x.shape
    p = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    out = np.zeros((n, (h + 1) // 2, (w + 1) // 2, c), dtype=x.dtype)
    for i in range(3):
        for j in range(3):
            out += p[:, i:i + h:2, j:j + w:2] * weights[i, j]
    return out


def mbconv(x, expand, bias, kernel, shift, squeeze, excite, project):
    """A block of a small network: channels widened, filtered apart, weighed by their means, and narrowed."""
    y = hswish(x @ expand + bias)
    y = hswish(depthwise(y, kernel) + shift)
    pooled = np.mean(y, axis=(1, 2))
    gate = np.maximum(pooled @ squeeze, 0) @ excite
    gate = np.clip(gate + 3, 0, 6) / 6
    y *= gate[:, np.newaxis, np.newaxis, :]
    out = y @ project
    mean = np.mean(out, axis=-1, keepdims=True)
    spread = np.sqrt(np.mean((out - mean) ** 2, axis=-1, keepdims=True) + np.float32(1e-5))
    return (out - mean) / spread
