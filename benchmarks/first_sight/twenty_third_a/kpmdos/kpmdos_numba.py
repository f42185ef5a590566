import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def hamilton(v, onsite, turn, scale, before, out, first):
    """H v, or twice that less what came before; returns |out| by v and by out."""
    n, m = v.shape
    for i in range(n):
        up, down = i - 1 if i > 0 else n - 1, i + 1 if i < n - 1 else 0
        t, s = turn[i], np.conj(turn[i])
        for j in range(m):
            left, right = j - 1 if j > 0 else m - 1, j + 1 if j < m - 1 else 0
            h = (onsite[i, j] * v[i, j] - (v[up, j] + v[down, j]) - (t * v[i, left] + s * v[i, right])) / scale
            out[i, j] = h if first else 2.0 * h - before[i, j]


@nb.njit(error_model="numpy")
def dot(a, b):
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            total += a[i, j].real * b[i, j].real + a[i, j].imag * b[i, j].imag
    return total


@nb.njit(error_model="numpy")
def kpmdos(onsite, vectors, turn, scale, energy, moments):
    draws, n, m = vectors.shape
    mu, local = np.zeros(moments), np.zeros((n, m))
    weight = np.empty(moments)
    q = np.pi / (moments + 1.0)
    for k in range(moments):
        weight[k] = ((moments - k + 1.0) * np.cos(q * k) + np.sin(q * k) / np.tan(q)) / (moments + 1.0)
    before, now, after = np.empty((n, m), np.complex128), np.empty((n, m), np.complex128), np.empty((n, m), np.complex128)
    near = np.empty((n, m), np.complex128)
    for r in range(draws):
        before[:] = vectors[r]
        hamilton(before, onsite, turn, scale, before, now, True)
        first, second = dot(before, before), dot(before, now)
        mu[0] += first
        mu[1] += second
        for i in range(n):
            for j in range(m):
                near[i, j] = weight[0] * before[i, j]
        for k in range(1, moments // 2):
            mu[2 * k] += 2.0 * dot(now, now) - first
            hamilton(now, onsite, turn, scale, before, after, False)
            mu[2 * k + 1] += 2.0 * dot(after, now) - second
            f = 2.0 * weight[k] * np.cos(0.5 * np.pi * k)
            for i in range(n):
                for j in range(m):
                    near[i, j] += f * now[i, j]
            before, now, after = now, after, before
        for i in range(n):
            for j in range(m):
                local[i, j] += near[i, j].real ** 2 + near[i, j].imag ** 2
    mu /= vectors.size
    local /= draws
    density = np.empty(energy.size)
    for p in range(energy.size):
        angle = np.arccos(energy[p])
        total = 0.0
        for k in range(1, moments):
            total += weight[k] * mu[k] * np.cos(k * angle)
        density[p] = (mu[0] * weight[0] + 2.0 * total) / (np.pi * np.sqrt(1.0 - energy[p] ** 2)) / scale
    return density, local, mu
