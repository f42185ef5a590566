import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def fill(Z, width, middle, x, w, k, a):
    n, order = middle.size, x.size
    for i in range(n):
        for j in range(n):
            real, imag = 0.0, 0.0
            for q in range(order):
                z = middle[i] - middle[j] - 0.5 * width[j] * x[q]
                square = z * z + a * a
                R = np.sqrt(square)
                kr = k * R
                front = w[q] / (4.0 * np.pi * square * square * R)
                c, s = np.cos(kr), -np.sin(kr)
                b = 2.0 * square - 3.0 * a * a
                u, v = b + (k * a) ** 2 * square, kr * b
                real += front * (c * u - s * v)
                imag += front * (c * v + s * u)
            Z[i, j] = 0.5 * width[j] * complex(real, imag)


@nb.njit(error_model="numpy")
def sweep(ends, a, ks, x, w):
    n = ends.size - 1
    width, middle = ends[1:] - ends[:-1], 0.5 * (ends[1:] + ends[:-1])
    feed = n // 2
    Z, E, current = np.empty((n, n), np.complex128), np.zeros(n, np.complex128), np.zeros(n, np.complex128)
    impedance = np.zeros(ks.size, np.complex128)
    for f in range(ks.size):
        fill(Z, width, middle, x, w, ks[f], a)
        E[feed] = complex(0.0, -ks[f] / 376.730313668 / width[feed])
        current = np.linalg.solve(Z, E)
        impedance[f] = 1.0 / current[feed]
    k = ks[-1]
    pattern = np.empty(61)
    most = 0.0
    for t in range(61):
        theta = np.pi * t / 60.0
        total = 0j
        for i in range(n):
            p = k * middle[i] * np.cos(theta)
            total += current[i] * width[i] * complex(np.cos(p), np.sin(p))
        pattern[t] = abs(np.sin(theta) * total)
        most = max(most, pattern[t])
    return impedance, current, pattern / most


def momdipole(ends, a, ks, order=8):
    x, w = np.polynomial.legendre.leggauss(order)
    return sweep(ends, a, ks, x, w)
