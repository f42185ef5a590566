import numpy as np


def initialize(symbols, size, prefix):
    rng = np.random.default_rng(42)
    grid = 2.0 * rng.integers(0, 4, (symbols, size)) - 3.0 + 1j * (2.0 * rng.integers(0, 4, (symbols, size)) - 3.0)
    known = (2.0 * rng.integers(0, 2, size) - 1.0) * (1.0 + 1j)
    grid[0] = known
    pilots = np.arange(4, size, 16)
    grid[:, pilots] = known[pilots]
    time = np.fft.ifft(grid, axis=1)
    sent = np.concatenate([time[:, -prefix:], time], axis=1).reshape(-1)
    taps = rng.standard_normal(6) + 1j * rng.standard_normal(6)
    taps *= np.exp(-0.8 * np.arange(6))
    got = np.convolve(sent, taps)[:sent.size] * np.exp(2j * np.pi * 0.13 / size * np.arange(sent.size))
    noise = rng.standard_normal(sent.size) + 1j * rng.standard_normal(sent.size)
    return (got + 0.002 * noise).reshape(symbols, size + prefix), known, pilots, prefix
