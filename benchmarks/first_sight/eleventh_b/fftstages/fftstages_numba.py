import numba as nb
import numpy as np


@nb.njit
def transform(x, w, sign):
    n = len(x)
    y = np.empty_like(x)
    j = 0
    for i in range(n):
        y[i] = x[j]
        bit = n >> 1
        while bit and j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
    length = 2
    while length <= n:
        half = length // 2
        stride = n // length
        for b in range(0, n, length):
            for k in range(half):
                f = w[k * stride]
                if sign > 0:
                    f = f.conjugate()
                t = y[b + k + half] * f
                s = y[b + k]
                y[b + k] = s + t
                y[b + k + half] = s - t
        length *= 2
    return y


@nb.njit
def convolve(signal, kernel):
    n = len(signal)
    w = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    padded = np.zeros(n, np.complex128)
    for i in range(len(kernel)):
        padded[i] = kernel[i]
    product = transform(signal, w, -1) * transform(padded, w, -1)
    result = transform(product, w, 1) / n
    power = 0.0
    for i in range(n):
        power += result[i].real ** 2 + result[i].imag ** 2
    return result, power / n
