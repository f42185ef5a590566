import numpy as np


def reversal(n):
    """Numbers below n with their bits in reverse."""
    order = np.zeros(1, dtype=np.int64)
    while order.size < n:
        order = np.concatenate([2 * order, 2 * order + 1])
    return order


def transform(x, sign):
    """Decimation in time: small transforms are joined two by two."""
    n = x.shape[0]
    y = x[reversal(n)]
    length = 2
    while length <= n:
        blocks = y.reshape(n // length, length)
        factor = np.exp(sign * 2j * np.pi * np.arange(length // 2) / length)
        even = blocks[:, : length // 2]
        odd = blocks[:, length // 2:] * factor
        y = np.concatenate([even + odd, even - odd], axis=1).ravel()
        length *= 2
    return y


def convolve(signal, kernel):
    """Circular convolution by the transform, and the power of what comes out."""
    n = signal.shape[0]
    padded = np.zeros(n, dtype=np.complex128)
    padded[: len(kernel)] = kernel
    product = transform(signal, -1) * transform(padded, -1)
    result = transform(product, 1) / n
    return result, np.mean(np.abs(result) ** 2)
