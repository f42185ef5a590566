import numpy as np

M0, M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
W0, W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)


def product(m, x):
    wide = m * x.astype(np.uint64)
    return (wide >> np.uint64(32)).astype(np.uint32), wide.astype(np.uint32)


def philox(counter, key):
    c0, c1, c2, c3 = counter
    k = key.copy()
    for r in range(10):
        high0, low0 = product(M0, c0)
        high1, low1 = product(M1, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k[0], low1, high0 ^ c3 ^ k[1], low0
        k[0] += W0
        k[1] += W1
    return c0, c1, c2, c3


def uniform(word):
    return (word.astype(np.float64) + 0.5) * 2.0 ** -32


def philoxmc(key, paths, dates, spot=100.0, rate=0.03, sigma=0.25, expiry=1.0):
    dt = expiry / dates
    log = np.zeros(paths)
    low = np.zeros(paths)
    zero = np.zeros(paths, dtype=np.uint32)
    for t in range(0, dates, 2):
        counter = np.arange(paths, dtype=np.uint32), np.full(paths, t, dtype=np.uint32), zero, zero
        words = philox(counter, key)
        radius = np.sqrt(-2.0 * np.log(uniform(words[0])))
        angle = 2.0 * np.pi * uniform(words[1])
        for z in (radius * np.cos(angle), radius * np.sin(angle)):
            log += (rate - 0.5 * sigma ** 2) * dt + sigma * np.sqrt(dt) * z
            np.minimum(low, log, out=low)
    payoff = np.exp(-rate * expiry) * spot * (np.exp(log) - np.exp(low))
    return np.stack(words), payoff.mean(), payoff.std() / np.sqrt(paths)
