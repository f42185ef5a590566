import numpy as np


def adpcm(pcm, steps, moves):
    n = pcm.size
    packed = np.zeros((n + 1) // 2, dtype=np.uint8)
    decoded = np.zeros(n, dtype=np.int16)
    predicted = 0
    index = 0
    for t in range(n):
        step = int(steps[index])
        difference = int(pcm[t]) - predicted
        code = 0
        if difference < 0:
            code = 8
            difference = -difference
        change = step >> 3
        for bit in (4, 2, 1):
            if difference >= step:
                code |= bit
                difference -= step
                change += step
            step >>= 1
        if code & 8:
            predicted -= change
        else:
            predicted += change
        predicted = max(-32768, min(32767, predicted))
        index = max(0, min(len(steps) - 1, index + int(moves[code & 7])))
        decoded[t] = predicted
        packed[t >> 1] |= code << (4 * (t & 1))
    return packed, decoded
