import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def twiddles(n):
    w = np.empty(max(n // 2, 1), np.complex128)
    for k in range(w.size):
        a = -2.0 * np.pi * k / n
        w[k] = complex(np.cos(a), np.sin(a))
    return w


@nb.njit(error_model="numpy")
def fft(x, y, w):
    """Stockham's transform of a power of two; gives whichever of the two rows holds the result."""
    m, left = 1, x.size // 2
    while left >= 1:
        for j in range(left):
            t = w[j * m]
            for k in range(m):
                p, q = x[k + j * m], x[k + (j + left) * m]
                y[k + 2 * j * m] = p + q
                y[k + (2 * j + 1) * m] = (p - q) * t
        x, y = y, x
        m, left = 2 * m, left // 2
    return x


@nb.njit(error_model="numpy")
def surface_of(u, a, b, w, out):
    """The real signal of n places from its n/2 + 1 frequencies, by one transform of half the size."""
    h = u.size - 1
    n = 2 * h
    for k in range(h):
        p, q = u[k], np.conj(u[h - k])
        a[k] = np.conj((p + q) + 1j * np.conj(w[k]) * (p - q))
    s = fft(a, b, w[::2])
    for t in range(h):
        out[2 * t], out[2 * t + 1] = s[t].real / n, -s[t].imag / n


@nb.njit(error_model="numpy")
def spectrum_of(x, a, b, w, out):
    h = x.size // 2
    for t in range(h):
        a[t] = complex(x[2 * t], x[2 * t + 1])
    s = fft(a, b, w[::2])
    for k in range(h):
        p, q = s[k], np.conj(s[(h - k) % h])
        out[k] = 0.5 * (p + q) - 0.5j * w[k] * (p - q)
    out[h] = s[0].real - s[0].imag


@nb.njit(error_model="numpy")
def whitham(eta, length, dt, steps):
    n = eta.size
    m = n // 2 + 1
    w = twiddles(n)
    s, t = np.empty(n // 2, np.complex128), np.empty(n // 2, np.complex128)
    half, slope = np.empty(m, np.complex128), np.zeros(m, np.complex128)
    u, v, x = np.empty(m, np.complex128), np.empty(m, np.complex128), np.empty(n)
    a, b, c = np.empty(m, np.complex128), np.empty(m, np.complex128), np.empty(m, np.complex128)
    d = np.empty(m, np.complex128)
    spectrum_of(eta, s, t, w, u)
    for j in range(m):
        k = 2.0 * np.pi * j / length
        turn = k * (np.sqrt(np.tanh(k) / k) if j > 0 else 1.0) * dt / 2.0
        half[j] = complex(np.cos(turn), -np.sin(turn))
        if j < n // 3:
            slope[j] = -0.75j * k * dt
        else:
            u[j] = 0.0
    mass, energy, crest = np.zeros(steps), np.zeros(steps), np.zeros(steps, np.int64)
    stages = (a, b, c, d)
    for i in range(steps):
        for stage in range(4):
            for j in range(m):
                if stage == 0:
                    v[j] = u[j]
                elif stage == 1:
                    v[j] = half[j] * (u[j] + a[j] / 2.0)
                elif stage == 2:
                    v[j] = half[j] * u[j] + b[j] / 2.0
                else:
                    v[j] = half[j] * (half[j] * u[j] + c[j])
            surface_of(v, s, t, w, x)
            for j in range(n):
                x[j] *= x[j]
            into = stages[stage]
            spectrum_of(x, s, t, w, into)
            for j in range(m):
                into[j] *= slope[j]
        for j in range(m):
            u[j] = half[j] * (half[j] * (u[j] + a[j] / 6.0) + (b[j] + c[j]) / 3.0) + d[j] / 6.0
        surface_of(u, s, t, w, x)
        total, squares, best = 0.0, 0.0, 0
        for j in range(n):
            total += x[j]
            squares += x[j] * x[j]
            if x[j] > x[best]:
                best = j
        mass[i], energy[i], crest[i] = total / n * length, 0.5 * length / n * squares, best
    return x, mass, energy, crest
