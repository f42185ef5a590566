import numpy as np


def nufft1(x, c, modes, spread=10):
    """f_k = sum_j c_j exp(-i k x_j) for -modes/2 <= k < modes/2, to about ten digits."""
    fine = 2 * modes
    tau = np.pi * spread / (modes * modes * 2 * 1.5)
    step = 2.0 * np.pi / fine
    nearest = np.floor(x / step).astype(np.int64)
    offsets = np.arange(1 - spread, spread + 1)
    places = nearest[:, None] + offsets[None, :]
    weights = np.exp(-((x[:, None] - places * step) ** 2) / (4.0 * tau))
    grid = np.zeros(fine, dtype=np.complex128)
    np.add.at(grid, places % fine, c[:, None] * weights)
    spectrum = np.fft.fft(grid)
    k = np.arange(-modes // 2, modes // 2)
    return np.sqrt(np.pi / tau) / fine * np.exp(tau * k**2) * spectrum[k % fine]
