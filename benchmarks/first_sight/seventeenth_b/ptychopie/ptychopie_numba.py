import numba as nb
import numpy as np


@nb.njit
def transform(a, twiddle, sign):
    """All columns of a (n, n), in place: radix 2, in time, n a power of two."""
    n = a.shape[0]
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            for c in range(n):
                a[i, c], a[j, c] = a[j, c], a[i, c]
    half = 1
    while half < n:
        step = n // (2 * half)
        for k in range(half):
            w = twiddle[k * step]
            w = complex(w.real, sign * w.imag)
            for i in range(k, n, 2 * half):
                for c in range(n):
                    odd = w * a[i + half, c]
                    even = a[i, c]
                    a[i, c] = even + odd
                    a[i + half, c] = even - odd
        half *= 2


@nb.njit
def turn(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j], a[j, i] = a[j, i], a[i, j]


@nb.njit
def reconstruct(specimen, beam, places, seen, order, alpha=0.9, beta=0.5):
    """Spectra lie transposed while their magnitudes are put right."""
    rounds, shots = order.shape
    n = beam.shape[0]
    error = np.zeros(rounds)
    scale = 0.0
    for a in seen.flat:
        scale += a * a
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    psi = np.empty((n, n), np.complex128)
    for t in range(rounds):
        for s in range(shots):
            k = order[t, s]
            y, x = places[k, 0], places[k, 1]
            strongest, densest = 0.0, 0.0
            for i in range(n):
                for j in range(n):
                    b, o = beam[i, j], specimen[y + i, x + j]
                    strongest = max(strongest, b.real * b.real + b.imag * b.imag)
                    densest = max(densest, o.real * o.real + o.imag * o.imag)
                    psi[i, j] = b * o
            transform(psi, twiddle, 1.0)
            turn(psi)
            transform(psi, twiddle, 1.0)
            off = 0.0
            for i in range(n):
                for j in range(n):
                    size = np.sqrt(psi[i, j].real**2 + psi[i, j].imag**2)
                    gap = size - seen[k, j, i]
                    off += gap * gap
                    psi[i, j] *= seen[k, j, i] / ((size + 1e-9) * (n * n))
            error[t] += off
            transform(psi, twiddle, -1.0)
            turn(psi)
            transform(psi, twiddle, -1.0)
            for i in range(n):
                for j in range(n):
                    b, o = beam[i, j], specimen[y + i, x + j]
                    change = psi[i, j] - b * o
                    specimen[y + i, x + j] = o + (alpha / strongest) * (np.conj(b) * change)
                    if t > 0:
                        beam[i, j] = b + (beta / densest) * (np.conj(o) * change)
        error[t] /= scale
    return error
