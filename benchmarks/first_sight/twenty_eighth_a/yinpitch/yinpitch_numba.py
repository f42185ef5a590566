import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lags(sound, r, rate, window, hop, threshold):
    count = r.shape[0]
    pitch, doubt = np.zeros(count), np.zeros(count)
    row = np.empty(window)
    for i in range(count):
        x = sound[i * hop:i * hop + 2 * window]
        first = 0.0
        for k in range(window):
            first += x[k] * x[k]
        energy, total, least = first, 0.0, 1.0
        row[0] = 1.0
        for k in range(1, window):
            energy += x[k + window - 1] * x[k + window - 1] - x[k - 1] * x[k - 1]
            d = first + energy - 2.0 * r[i, k]
            total += d
            row[k] = d * k / total
            least = min(least, row[k])
        lag = 2
        while lag < window - 1 and not row[lag] < threshold:
            lag += 1
        if lag == window - 1:
            doubt[i] = least
            continue
        while lag + 2 < window and row[lag + 1] < row[lag]:
            lag += 1
        bend = row[lag - 1] - 2.0 * row[lag] + row[lag + 1]
        pitch[i] = rate / (lag + (0.5 * (row[lag - 1] - row[lag + 1]) / bend if bend > 0.0 else 0.0))
        doubt[i] = row[lag]
    return pitch, doubt


def yinpitch(sound, rate, window, hop, threshold=0.15):
    frames = np.lib.stride_tricks.sliding_window_view(sound, 2 * window)[::hop]
    F, G = np.fft.rfft(frames[:, :window], 4 * window, axis=1), np.fft.rfft(frames, 4 * window, axis=1)
    return lags(sound, np.fft.irfft(np.conj(F) * G, 4 * window, axis=1), rate, window, hop, threshold)
