import numba as nb
import numpy as np


@nb.njit
def adpcm(pcm, steps, moves):
    n = pcm.size
    packed, decoded = np.zeros((n + 1) // 2, np.uint8), np.empty(n, np.int16)
    predicted, index, last = 0, 0, steps.size - 1
    for t in range(n):
        step = np.int64(steps[index])
        difference = np.int64(pcm[t]) - predicted
        code = 0
        if difference < 0:
            code = 8
            difference = -difference
        change = step >> 3
        if difference >= step:
            code |= 4
            difference -= step
            change += step
        step >>= 1
        if difference >= step:
            code |= 2
            difference -= step
            change += step
        step >>= 1
        if difference >= step:
            code |= 1
            change += step
        predicted = predicted - change if code & 8 else predicted + change
        predicted = max(-32768, min(32767, predicted))
        index = max(0, min(last, index + moves[code & 7]))
        decoded[t] = predicted
        packed[t >> 1] |= np.uint8(code << (4 * (t & 1)))
    return packed, decoded
