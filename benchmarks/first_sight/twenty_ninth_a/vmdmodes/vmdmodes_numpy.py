import numpy as np


def vmdmodes(signal, count, most, narrow=2000.0, tau=0.1, tol=1e-9):
    """Modes by alternating directions, each a Wiener filter about its own middle; ends are mirrored."""
    length = signal.size
    half = length // 2
    f = np.concatenate((signal[:half][::-1], signal, signal[half:][::-1]))
    size = f.size
    goal = np.fft.rfft(f)
    freq = np.arange(goal.size) / size
    modes = np.zeros((count, goal.size), dtype=complex)
    middle = 0.5 / count * np.arange(count)
    dual = np.zeros_like(goal)
    turns, change = 0, np.inf
    while change > tol and turns < most:
        before = modes.copy()
        for k in range(count):
            rest = goal - modes.sum(axis=0) + modes[k] + 0.5 * dual
            modes[k] = rest / (1.0 + narrow * (freq - middle[k]) ** 2)
            power = np.abs(modes[k]) ** 2
            if k > 0:
                middle[k] = freq @ power / power.sum()
        dual += tau * (goal - modes.sum(axis=0))
        change = np.sum(np.abs(modes - before) ** 2) / np.sum(np.abs(modes) ** 2)
        turns += 1
    out = np.fft.irfft(modes, size, axis=1)[:, half:half + length]
    order = np.argsort(middle)
    return out[order], middle[order], turns
