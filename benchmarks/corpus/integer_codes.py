"""Codes on integers and bits."""

import numpy as np


def sieve(n):
    """Eratosthenes: the number of primes below n, and their sum."""
    prime = np.ones(n, dtype=bool)
    prime[:2] = False
    p = 2
    while p * p < n:
        if prime[p]:
            k = p * p
            while k < n:
                prime[k] = False
                k += p
        p += 1
    return np.sum(prime), np.sum(np.where(prime, np.arange(n), 0))


def inputs_sieve(seed, size=None):
    return ((size or 200) + seed,)


def checksum(data, table):
    """CRC-32 of bytes by table look-up (Hill's polynomial EDB88320). data (n,) uint8, table (256,) uint32."""
    crc = np.uint32(0xFFFFFFFF)
    for k in range(data.shape[0]):
        crc = table[(crc ^ data[k]) & np.uint32(0xFF)] ^ (crc >> np.uint32(8))
    return crc ^ np.uint32(0xFFFFFFFF)


def inputs_checksum(seed, size=None):
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, np.uint32(0xEDB88320) ^ (table >> np.uint32(1)), table >> np.uint32(1)).astype(np.uint32)
    return np.random.default_rng(seed).integers(0, 256, size or 100, dtype=np.uint8), table


def life(cells, generations):
    """Conway's game on a torus; population over time. cells (n, m) uint8, in place."""
    population = np.zeros(generations, dtype=np.int64)
    for g in range(generations):
        rows = cells + np.roll(cells, 1, 0) + np.roll(cells, -1, 0)
        near = rows + np.roll(rows, 1, 1) + np.roll(rows, -1, 1) - cells
        cells[:] = (near == 3) | ((cells == 1) & (near == 2))
        population[g] = np.sum(cells, dtype=np.int64)
    return population


def inputs_life(seed, size=None):
    n = size or 16
    return (np.random.default_rng(seed).random((n, n)) < 0.3).astype(np.uint8), 8


def ones(x):
    """Number of bits set, by partial sums in place of bits (Knuth 7.1.3)."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


def hamming_distances(a, b):
    """Distance of all pairs of bit strings, nearest of each. a (n, words), b (m, words) uint64."""
    distance = ones(a[:, None, :] ^ b[None, :, :]).astype(np.int64).sum(axis=2)
    return distance.min(axis=1), np.argmin(distance, axis=1)


def inputs_hamming_distances(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    return rng.integers(0, 2 ** 63, (n, 4), dtype=np.uint64), rng.integers(0, 2 ** 63, (n + 3, 4), dtype=np.uint64)


def collatz(start):
    """Steps until each number reaches 1. start (n,) int64."""
    x = start.copy()
    steps = np.zeros(start.shape[0], dtype=np.int64)
    while np.any(x != 1):
        going = x != 1
        x = np.where(going, np.where(x % 2 == 0, x // 2, 3 * x + 1), x)
        steps += going
    return steps


def inputs_collatz(seed, size=None):
    return (np.random.default_rng(seed).integers(1, 5000, size or 30),)


def modular_transform(x, root, modulus):
    """Number-theoretic transform by its definition with running powers. x (n,) int64; root of order n modulo `modulus`."""
    n = x.shape[0]
    y = np.zeros(n, dtype=np.int64)
    power = np.ones(n, dtype=np.int64)
    base = np.ones(n, dtype=np.int64)
    for k in range(1, n):
        base[k] = base[k - 1] * root % modulus
    for j in range(n):
        y = (y + x[j] * power) % modulus
        power = power * base % modulus
    return y


def inputs_modular_transform(seed, size=None):
    n = size or 16  # a power of two up to 2^20: 998244353 = 119 * 2^23 + 1, with the primitive root 3
    return np.random.default_rng(seed).integers(0, 998244353, n), np.int64(pow(3, 998244352 // n, 998244353)), np.int64(998244353)
