import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def comb(x, delay, feedback, damp, y, room):
    n = x.size
    for i in range(min(delay, n)):
        y[i] = x[i]
        room[i] += y[i]
    for start in range(delay, n, delay):
        y[start] = x[start] + feedback * y[start - delay]
        room[start] += y[start]
        for i in range(start + 1, min(start + delay, n)):
            y[i] = x[i] + feedback * ((1.0 - damp) * y[i - delay] + damp * y[i - delay - 1])
            room[i] += y[i]


@nb.njit(error_model="numpy")
def allpass(y, delay, memory, g=0.5):
    memory[:delay] = 0.0
    k = 0
    for i in range(y.size):
        new = y[i] + g * memory[k]
        y[i] = memory[k] - g * new
        memory[k] = new
        k = k + 1 if k + 1 < delay else 0


@nb.njit(error_model="numpy")
def schroverb(sound, combs, passes, feedback=0.84, damp=0.2, wet=0.3, spread=23):
    n = sound.shape[1]
    room, y, out, fade = np.zeros((2, n)), np.empty(n), np.empty((2, n)), np.empty(n)
    memory = np.empty(passes.max() + spread)
    for side in range(2):
        for c in combs:
            comb(sound[side], c + side * spread, feedback, damp, y, room[side])
        for p in passes:
            allpass(room[side], p + side * spread, memory)
    peak, left = 0.0, 0.0
    for side in range(2):
        for i in range(n):
            room[side, i] /= combs.size
            out[side, i] = (1.0 - wet) * sound[side, i] + wet * room[side, i]
            peak = max(peak, abs(out[side, i]))
    if peak > 1.0:
        out /= peak
    for i in range(n - 1, -1, -1):
        left += room[0, i] * room[0, i] + room[1, i] * room[1, i]
        fade[i] = left
    for i in range(n):
        fade[i] = 10.0 * np.log10(fade[i] / left + 1e-12)
    return out, fade
