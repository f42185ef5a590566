import numba as nb
import numpy as np

ONE = np.float32(1.0)


@nb.njit(error_model="numpy")
def nerfrays(origin, way, depth, W1, b1, W2, b2, W3):
    rays, samples, width = origin.shape[0], depth.size, b1.size
    colour, far, opacity = np.zeros((rays, 3), np.float32), np.zeros(rays, np.float32), np.zeros(rays, np.float32)
    f = np.empty((samples, W1.shape[0]), np.float32)
    for r in range(rays):
        for s in range(samples):
            for c in range(3):
                p = origin[r, c] + depth[s] * way[r, c]
                f[s, c] = p
                for k in range(5):
                    angle = np.float32(1 << k) * p
                    f[s, 3 + 6 * k + c] = np.sin(angle)
                    f[s, 6 + 6 * k + c] = np.cos(angle)
        h = np.dot(f, W1)
        for s in range(samples):
            for i in range(width):
                h[s, i] = max(h[s, i] + b1[i], np.float32(0.0))
        h = np.dot(h, W2)
        for s in range(samples):
            for i in range(width):
                h[s, i] = max(h[s, i] + b2[i], np.float32(0.0))
        out = np.dot(h, W3)
        before = ONE
        for s in range(samples):
            x = out[s, 0]
            sigma = max(x, np.float32(0.0)) + np.log1p(np.exp(-abs(x)))
            step = depth[s + 1] - depth[s] if s < samples - 1 else depth[s] - depth[s - 1]
            through = np.exp(-sigma * step)
            weight = before * (ONE - through)
            before *= through
            opacity[r] += weight
            far[r] += weight * depth[s]
            for c in range(3):
                colour[r, c] += weight / (ONE + np.exp(-out[s, c + 1]))
        for c in range(3):
            colour[r, c] += ONE - opacity[r]
    return colour, far, opacity
