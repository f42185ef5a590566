import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def outgoing(square):
    return complex(np.sqrt(square), 0.0) if square >= 0.0 else complex(0.0, np.sqrt(-square))


@nb.njit(error_model="numpy")
def rcwagrate(lengths, ridge, most, period=0.7, depth=0.35, fill=0.4, angle=0.15, below=1.45):
    size = 2 * most + 1
    back, through = np.zeros((lengths.size, size)), np.zeros((lengths.size, size))
    shape = np.empty(size)
    shape[0] = fill
    for p in range(1, size):
        shape[p] = np.sin(np.pi * p * fill) / (np.pi * p)
    A, M = np.empty((size, size), np.complex128), np.empty((2 * size, 2 * size), np.complex128)
    kr, kt = np.empty(size, np.complex128), np.empty(size, np.complex128)
    first, last = np.empty(size, np.complex128), np.empty(size, np.complex128)
    source = np.zeros(2 * size, np.complex128)
    source[most] = -2j * np.cos(angle)
    lost = np.ones(lengths.size)
    for t in range(lengths.size):
        k0 = 2.0 * np.pi / lengths[t]
        for i in range(size):
            for j in range(size):
                A[i, j] = -(ridge[t] - 1.0) * shape[abs(i - j)]
            kx = np.sin(angle) - (i - most) * lengths[t] / period
            A[i, i] += kx * kx - 1.0
            kr[i], kt[i] = outgoing(1.0 - kx * kx), outgoing(below * below - kx * kx)
        w, W = np.linalg.eig(A)
        for j in range(size):
            q = np.sqrt(w[j])
            x = np.exp(-k0 * depth * q)
            for i in range(size):
                v, r, s = W[i, j] * q, 1j * kr[i] * W[i, j], 1j * kt[i] * W[i, j]
                M[i, j] = v - r
                M[i, size + j] = -(v + r) * x
                M[size + i, j] = (v + s) * x
                M[size + i, size + j] = -(v - s)
        c = np.linalg.solve(M, source)
        for j in range(size):
            x = np.exp(-k0 * depth * np.sqrt(w[j]))
            first[j], last[j] = c[j] + x * c[size + j], x * c[j] + c[size + j]
        r, s = np.dot(W, first), np.dot(W, last)
        r[most] -= 1.0
        for i in range(size):
            back[t, i] = abs(r[i]) ** 2 * kr[i].real / np.cos(angle)
            through[t, i] = abs(s[i]) ** 2 * kt[i].real / np.cos(angle)
            lost[t] -= back[t, i] + through[t, i]
    return back, through, lost
