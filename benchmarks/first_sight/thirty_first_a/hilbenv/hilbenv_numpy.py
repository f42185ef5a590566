import numpy as np


def analytic(x):
    n = x.shape[-1]
    spectrum = np.fft.fft(x, axis=-1)
    spectrum[:, 1:n // 2] *= 2.0
    spectrum[:, n // 2 + 1:] = 0.0
    return np.fft.ifft(spectrum, axis=-1)


def smooth(x, half):
    """A centred moving average of 2 half + 1 samples, shorter at the ends."""
    n = x.shape[1]
    sums = np.concatenate([np.zeros((x.shape[0], 1)), np.cumsum(x, axis=1)], axis=1)
    i = np.arange(n)
    low, high = np.maximum(i - half, 0), np.minimum(i + half + 1, n)
    return (sums[:, high] - sums[:, low]) / (high - low)


def hilbenv(x, rate, half=12):
    """Smoothed envelopes, momentary frequencies, and how firmly the phases of each pair are locked."""
    z = analytic(x - x.mean(axis=1, keepdims=True))
    envelope = np.abs(z)
    phase = np.unwrap(np.angle(z), axis=1)
    frequency = np.gradient(phase, axis=1) * rate / (2.0 * np.pi)
    unit = z / envelope
    locking = np.abs(unit @ unit.conj().T) / x.shape[1]
    return smooth(envelope, half), smooth(frequency, half), locking
