import numba as nb
import numpy as np


@nb.njit
def philoxmc(key, paths, dates, spot=100.0, rate=0.03, sigma=0.25, expiry=1.0):
    dt = expiry / dates
    log, low = np.zeros(paths), np.zeros(paths)
    words = np.empty((4, paths), np.uint32)
    drift, spread = (rate - 0.5 * sigma ** 2) * dt, sigma * np.sqrt(dt)
    for t in range(0, dates, 2):
        for p in range(paths):
            c0, c1, c2, c3 = np.uint32(p), np.uint32(t), np.uint32(0), np.uint32(0)
            k0, k1 = key[0], key[1]
            for r in range(10):
                a, b = np.uint64(0xD2511F53) * np.uint64(c0), np.uint64(0xCD9E8D57) * np.uint64(c2)
                c0, c1 = np.uint32(np.uint32(b >> np.uint64(32)) ^ c1 ^ k0), np.uint32(b)
                c2, c3 = np.uint32(np.uint32(a >> np.uint64(32)) ^ c3 ^ k1), np.uint32(a)
                k0, k1 = np.uint32(k0 + np.uint32(0x9E3779B9)), np.uint32(k1 + np.uint32(0xBB67AE85))
            words[0, p], words[1, p], words[2, p], words[3, p] = c0, c1, c2, c3
        for p in range(paths):
            radius = np.sqrt(-2.0 * np.log((np.float64(words[0, p]) + 0.5) * 2.0 ** -32))
            angle = 2.0 * np.pi * ((np.float64(words[1, p]) + 0.5) * 2.0 ** -32)
            first = log[p] + (drift + spread * (radius * np.cos(angle)))
            second = first + (drift + spread * (radius * np.sin(angle)))
            low[p] = min(low[p], first, second)
            log[p] = second
    payoff = np.exp(-rate * expiry) * spot * (np.exp(log) - np.exp(low))
    return words, payoff.mean(), payoff.std() / np.sqrt(paths)
