import math

import numba as nb
import numpy as np


@nb.njit
def framed(sound, width, hop, count):
    window = np.hamming(width)
    frames = np.empty((count, width))
    for f in range(count):
        for i in range(width):
            at = f * hop + i
            frames[f, i] = (sound[at] - 0.97 * sound[at - 1] if at > 0 else sound[0]) * window[i]
    return frames


@nb.njit
def slopes(x, out):
    n = x.shape[0]
    for f in range(n):
        for c in range(x.shape[1]):
            total = 0.0
            for k in range(1, 3):
                total += k * (x[min(f + k, n - 1), c] - x[max(f - k, 0), c])
            out[f, c] = total / 10.0


@nb.njit
def rest(spectrum, rate, width, bands, kept):
    """Each triangle over its own few frequencies only."""
    count, bins = spectrum.shape
    top = 2595.0 * math.log10(1.0 + 0.5 * rate / 700.0)
    edges = np.empty(bands + 2)
    for b in range(bands + 2):
        edges[b] = 700.0 * (10.0 ** (top * b / (bands + 1) / 2595.0) - 1.0)
    bank = np.zeros((bands, bins))
    first, last = np.full(bands, bins), np.zeros(bands, np.int64)
    for b in range(bands):
        low, middle, high = edges[b], edges[b + 1], edges[b + 2]
        for i in range(bins):
            frequency = 0.5 * rate * i / (bins - 1)
            value = min((frequency - low) / (middle - low), (high - frequency) / (high - middle))
            if value > 0.0:
                bank[b, i] = value
                first[b] = min(first[b], i)
                last[b] = i + 1
    cosines = np.empty((bands, kept))
    for b in range(bands):
        for c in range(kept):
            lift = 1.0 + 11.0 * math.sin(math.pi * c / 22.0)
            cosines[b, c] = lift * math.sqrt((2.0 if c else 1.0) / bands) * math.cos(math.pi * c * (b + 0.5) / bands)
    out = np.zeros((count, 3 * kept))
    power = np.empty(bins)
    for f in range(count):
        total = 0.0
        for i in range(bins):
            power[i] = (spectrum[f, i].real ** 2 + spectrum[f, i].imag ** 2) / width
            total += power[i]
        for b in range(bands):
            energy = 0.0
            for i in range(first[b], last[b]):
                energy += power[i] * bank[b, i]
            energy = math.log(max(energy, 1e-10))
            for c in range(kept):
                out[f, c] += energy * cosines[b, c]
        out[f, 0] = math.log(total + 1e-10)
    slopes(out[:, :kept], out[:, kept:2 * kept])
    slopes(out[:, kept:2 * kept], out[:, 2 * kept:])
    for c in range(3 * kept):
        mean = 0.0
        for f in range(count):
            mean += out[f, c]
        mean /= count
        square = 0.0
        for f in range(count):
            square += (out[f, c] - mean) ** 2
        scatter = math.sqrt(square / count) + 1e-8
        for f in range(count):
            out[f, c] = (out[f, c] - mean) / scatter
    return out


def features(sound, rate, width, hop, bands, kept):
    """NumPy's transform, loops for the rest."""
    frames = framed(sound, width, hop, 1 + (len(sound) - width) // hop)
    return rest(np.fft.rfft(frames, axis=1), rate, width, bands, kept)
