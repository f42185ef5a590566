import numba as nb
import numpy as np


@nb.njit
def spread_points(x, c, fine, spread, tau):
    """The Gaussian of a place as a product of three factors, two of them powers."""
    grid = np.zeros(fine, np.complex128)
    step = 2.0 * np.pi / fine
    fixed = np.exp(-((np.arange(spread + 1) * step) ** 2) / (4.0 * tau))
    for p in range(x.size):
        at = int(np.floor(x[p] / step))
        off = x[p] - at * step
        first = np.exp(-off * off / (4.0 * tau))
        ratio = np.exp(off * step / (2.0 * tau))
        mine = c[p] * first
        power = 1.0
        for o in range(spread + 1):
            grid[(at + o) % fine] += mine * (power * fixed[o])
            power *= ratio
        back = 1.0 / ratio
        power = back
        for o in range(1, spread):
            grid[(at - o) % fine] += mine * (power * fixed[o])
            power *= back
        grid[(at + spread) % fine] += 0.0
    return grid


@nb.njit
def put_right(spectrum, modes, fine, tau):
    out = np.empty(modes, np.complex128)
    scale = np.sqrt(np.pi / tau) / fine
    for m in range(modes):
        k = m - modes // 2
        out[m] = scale * np.exp(tau * k * k) * spectrum[k % fine]
    return out


def nufft1(x, c, modes, spread=10):
    fine = 2 * modes
    tau = np.pi * spread / (modes * modes * 2 * 1.5)
    return put_right(np.fft.fft(spread_points(x, c, fine, spread, tau)), modes, fine, tau)
