import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def whiten(F, cross):
    """Pairs above the diagonal; those below are turned in time."""
    mics, bins = F.shape
    pair = 0
    for i in range(mics):
        for j in range(i, mics):
            for k in range(bins):
                c = F[i, k] * np.conj(F[j, k])
                cross[pair, k] = c / (np.abs(c) + 1e-12)
            pair += 1


@nb.njit(error_model="numpy")
def peaks(r, mics, reach):
    n = r.shape[1]
    delay, peak = np.empty((mics, mics)), np.empty((mics, mics))
    pair = 0
    for i in range(mics):
        for j in range(i, mics):
            for turn in range(2):
                way = 1 - 2 * turn
                at = -reach
                for k in range(-reach, reach + 1):
                    if r[pair, way * k % n] > r[pair, way * at % n]:
                        at = k
                at = min(max(at, 1 - reach), reach - 1)
                a, b, c = r[pair, way * (at - 1) % n], r[pair, way * at % n], r[pair, way * (at + 1) % n]
                p, q = (i, j) if turn == 0 else (j, i)
                delay[p, q] = at + 0.5 * (a - c) / (a - 2.0 * b + c)
                peak[p, q] = b
            pair += 1
    return delay, peak


def phatdelay(sound, reach):
    mics, size = sound.shape
    F = np.fft.rfft(sound * np.hanning(size), 2 * size, axis=1)
    cross = np.empty((mics * (mics + 1) // 2, size + 1), np.complex128)
    whiten(F, cross)
    return peaks(np.fft.irfft(cross, axis=1), mics, reach)
