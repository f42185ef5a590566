import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def mix(h):
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@nb.njit(error_model="numpy")
def wlhash(src, dst, label, rounds):
    n = label.size
    colour, told, heard = np.empty(n, np.uint64), np.empty(n, np.uint64), np.empty(n, np.uint64)
    classes, features = np.zeros(rounds + 1, np.int64), np.zeros((rounds + 1, 64), np.int64)
    for i in range(n):
        colour[i] = mix(label[i] + np.uint64(1))
    for r in range(rounds + 1):
        order = np.sort(colour)
        classes[r] = 1
        for i in range(1, n):
            classes[r] += order[i] != order[i - 1]
        for i in range(n):
            features[r, np.int64(colour[i] >> np.uint64(58))] += 1
        if r == rounds:
            break
        for i in range(n):
            told[i] = mix(colour[i])
            heard[i] = np.uint64(0)
        for e in range(src.size):
            heard[src[e]] += told[dst[e]]
            heard[dst[e]] += told[src[e]]
        for i in range(n):
            colour[i] = mix(colour[i] * np.uint64(0x9E3779B97F4A7C15) + heard[i])
    total = np.uint64(0)
    for i in range(n):
        total += mix(colour[i])
    return colour, classes, features, total
