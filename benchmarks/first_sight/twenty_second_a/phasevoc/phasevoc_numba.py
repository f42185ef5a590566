import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def follow(bins, turn, ratio):
    """Phases run on, in place."""
    frames, m = bins.shape
    before, phase = np.empty(m), np.empty(m)
    for k in range(m):
        before[k] = phase[k] = np.arctan2(bins[0, k].imag, bins[0, k].real)
    for t in range(frames):
        for k in range(m):
            if t > 0:
                angle = np.arctan2(bins[t, k].imag, bins[t, k].real)
                drift = angle - before[k] - turn[k]
                drift -= 2.0 * np.pi * np.rint(drift / (2.0 * np.pi))
                phase[k] += (turn[k] + drift) * ratio
                before[k] = angle
            size = np.hypot(bins[t, k].real, bins[t, k].imag)
            bins[t, k] = complex(size * np.cos(phase[k]), size * np.sin(phase[k]))


@nb.njit(error_model="numpy")
def overlay(parts, window, stride):
    frames, size = parts.shape
    out = np.zeros((frames - 1) * stride + size)
    norm = np.zeros(out.size)
    for t in range(frames):
        for i in range(size):
            out[t * stride + i] += window[i] * parts[t, i]
            norm[t * stride + i] += window[i] ** 2
    for i in range(out.size):
        out[i] /= max(norm[i], 1e-3)
    return out


def phasevoc(x, size, slow):
    """Transforms are NumPy's, of all frames at once."""
    hop = size // 4
    stride = hop * slow // 4
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    bins = np.fft.rfft(window * np.lib.stride_tricks.sliding_window_view(x, size)[::hop], axis=1)
    follow(bins, 2.0 * np.pi * hop * np.arange(size // 2 + 1) / size, stride / hop)
    return overlay(np.fft.irfft(bins, n=size, axis=1), window, stride)
