import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def zigvarint(series):
    n = series.size
    room = np.empty(10 * n, np.uint8)
    size, before, step = 0, 0, 0
    high = 0
    a, b = 0, 0
    for i in range(n):
        change = series[i] - before
        before = series[i]
        second = change - step if i > 1 else change
        if i > 0:
            step = change
        word = np.uint64((second << 1) ^ (second >> 63))
        while True:
            piece = word & np.uint64(127)
            word >>= np.uint64(7)
            if word:
                piece |= np.uint64(128)
                high += 1
            room[size] = piece
            a = (a + np.int64(piece)) % 65535
            b = (b + a) % 65535
            size += 1
            if not word:
                break
    stream = room[:size].copy()
    back = np.empty(n, np.int64)
    at, value, step = 0, 0, 0
    for i in range(n):
        word, shift = np.uint64(0), np.uint64(0)
        while True:
            byte = stream[at]
            at += 1
            word |= np.uint64(byte & 127) << shift
            shift += np.uint64(7)
            if byte < 128:
                break
        change = np.int64(word >> np.uint64(1)) ^ -np.int64(word & np.uint64(1))
        if i > 0:
            step += change
            change = step
        value += change
        back[i] = value
    return stream, back, a, b, np.array([size - high, high])
