import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lay(parts, window, hop):
    frames, size = parts.shape
    x, norm = np.zeros((frames - 1) * hop + size), np.zeros((frames - 1) * hop + size)
    for t in range(frames):
        for i in range(size):
            x[t * hop + i] += window[i] * parts[t, i]
            norm[t * hop + i] += window[i] * window[i]
    for i in range(x.size):
        x[i] /= max(norm[i], 1e-8)
    return x


@nb.njit(error_model="numpy")
def cut(x, window, hop, frames):
    out = np.empty((frames, window.size))
    for t in range(frames):
        for i in range(window.size):
            out[t, i] = window[i] * x[t * hop + i]
    return out


@nb.njit(error_model="numpy")
def start(sizes, phase):
    out = np.empty(sizes.shape, np.complex128)
    for t in range(sizes.shape[0]):
        for k in range(sizes.shape[1]):
            out[t, k] = sizes[t, k] * complex(np.cos(phase[t, k]), np.sin(phase[t, k]))
    return out


@nb.njit(error_model="numpy")
def turn(now, before, sizes, momentum, spectra):
    off, all_of = 0.0, 0.0
    for t in range(sizes.shape[0]):
        for k in range(sizes.shape[1]):
            z, s = now[t, k], sizes[t, k]
            off += (np.hypot(z.real, z.imag) - s) ** 2
            all_of += s * s
            ahead = z + momentum * (z - before[t, k])
            spectra[t, k] = ahead * (s / max(np.hypot(ahead.real, ahead.imag), 1e-12))
    return np.sqrt(off) / np.sqrt(all_of)


def griflim(sizes, phase, window, hop, rounds, momentum):
    """Transforms are NumPy's, of all frames at once."""
    frames, size = sizes.shape[0], window.size
    spectra = start(sizes, phase)
    before = np.zeros_like(spectra)
    misfit = np.empty(rounds)
    for r in range(rounds):
        x = lay(np.fft.irfft(spectra, n=size, axis=1), window, hop)
        now = np.fft.rfft(cut(x, window, hop, frames), axis=1)
        misfit[r] = turn(now, before, sizes, momentum, spectra)
        before = now
    return lay(np.fft.irfft(spectra, n=size, axis=1), window, hop), misfit
