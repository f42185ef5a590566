import numpy as np


def phatdelay(sound, reach):
    """Delays between all pairs after Knapp and Carter, between samples by a parabola through the peak."""
    mics, size = sound.shape
    F = np.fft.rfft(sound * np.hanning(size), 2 * size, axis=1)
    cross = F[:, None, :] * np.conj(F)
    r = np.fft.irfft(cross / (np.abs(cross) + 1e-12), axis=2)
    r = np.concatenate((r[..., -reach:], r[..., :reach + 1]), axis=2)
    at = np.clip(np.argmax(r, axis=2), 1, 2 * reach - 1)
    before, peak, after = (np.take_along_axis(r, at[..., None] + k, axis=2)[..., 0] for k in (-1, 0, 1))
    return at - reach + 0.5 * (before - after) / (before - 2.0 * peak + after), peak
