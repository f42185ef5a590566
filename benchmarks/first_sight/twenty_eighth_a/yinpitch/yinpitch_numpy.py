import numpy as np


def differences(frames, window):
    """Squared differences between a window and the same later, by correlations through Fourier space."""
    size = 4 * window
    F, G = np.fft.rfft(frames[:, :window], size, axis=1), np.fft.rfft(frames, size, axis=1)
    r = np.fft.irfft(np.conj(F) * G, size, axis=1)[:, :window]
    power = np.zeros((frames.shape[0], frames.shape[1] + 1))
    np.cumsum(frames ** 2, axis=1, out=power[:, 1:])
    energy = power[:, window:2 * window] - power[:, :window]
    return energy[:, :1] + energy - 2.0 * r


def yinpitch(sound, rate, window, hop, threshold=0.15):
    frames = np.lib.stride_tricks.sliding_window_view(sound, 2 * window)[::hop]
    d = differences(frames, window)[:, 1:]
    d = np.concatenate((np.ones((d.shape[0], 1)), d * np.arange(1, window) / np.cumsum(d, axis=1)), axis=1)
    pitch, doubt = np.zeros(frames.shape[0]), np.zeros(frames.shape[0])
    for i, row in enumerate(d):
        good = np.flatnonzero(row[2:-1] < threshold)
        if good.size == 0:
            doubt[i] = row.min()
            continue
        lag = 2 + good[0]
        while lag + 2 < window and row[lag + 1] < row[lag]:
            lag += 1
        before, at, after = row[lag - 1:lag + 2]
        bend = before - 2.0 * at + after
        pitch[i] = rate / (lag + (0.5 * (before - after) / bend if bend > 0.0 else 0.0))
        doubt[i] = at
    return pitch, doubt
