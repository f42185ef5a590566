import numba as nb
import numpy as np


@nb.njit
def denoise(noisy, u, px, py, steps, fit=8.0, tau=0.25, sigma=0.5):
    one, two = np.float32(1.0), np.float32(2.0)
    fit, tau, sigma = np.float32(fit), np.float32(tau), np.float32(sigma)
    h, w = u.shape
    ahead = u.copy()
    down = one + tau * fit
    rate = tau * fit
    for _ in range(steps):
        for i in range(h):
            for j in range(w - 1):
                px[i, j] += sigma * (ahead[i, j + 1] - ahead[i, j])
            if i < h - 1:
                for j in range(w):
                    py[i, j] += sigma * (ahead[i + 1, j] - ahead[i, j])
            for j in range(w):
                size = np.sqrt(px[i, j] * px[i, j] + py[i, j] * py[i, j])
                size = size if size > one else one
                px[i, j] /= size
                py[i, j] /= size
            if i == 0:
                ahead[i, 0] = px[i, 0] + py[i, 0]
                for j in range(1, w):
                    ahead[i, j] = px[i, j] + py[i, j] - px[i, j - 1]
            else:
                ahead[i, 0] = px[i, 0] + py[i, 0] - py[i - 1, 0]
                for j in range(1, w):
                    ahead[i, j] = px[i, j] + py[i, j] - px[i, j - 1] - py[i - 1, j]
            for j in range(w):
                old = u[i, j]
                new = (old + (tau * ahead[i, j] + rate * noisy[i, j])) / down
                u[i, j] = new
                ahead[i, j] = two * new - old
