import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def separate(goal, size, count, most, narrow, tau, tol):
    n = goal.size
    modes, total, dual = np.zeros((count, n), np.complex128), np.zeros(n, np.complex128), np.zeros(n, np.complex128)
    middle = np.empty(count)
    for k in range(count):
        middle[k] = 0.5 / count * k
    turns, change = 0, np.inf
    while change > tol and turns < most:
        moved, whole = 0.0, 0.0
        for k in range(count):
            power, first = 0.0, 0.0
            for i in range(n):
                f = i / size
                old = modes[k, i]
                new = (goal[i] - total[i] + old + 0.5 * dual[i]) / (1.0 + narrow * (f - middle[k]) ** 2)
                total[i] += new - old
                modes[k, i] = new
                p = new.real ** 2 + new.imag ** 2
                power += p
                first += f * p
                moved += (new.real - old.real) ** 2 + (new.imag - old.imag) ** 2
            if k > 0:
                middle[k] = first / power
            whole += power
        for i in range(n):
            dual[i] += tau * (goal[i] - total[i])
        change = moved / whole
        turns += 1
    return modes, middle, turns


def vmdmodes(signal, count, most, narrow=2000.0, tau=0.1, tol=1e-9):
    length = signal.size
    half = length // 2
    f = np.concatenate((signal[:half][::-1], signal, signal[half:][::-1]))
    modes, middle, turns = separate(np.fft.rfft(f), f.size, count, most, narrow, tau, tol)
    order = np.argsort(middle)
    return np.fft.irfft(modes, f.size, axis=1)[order, half:half + length], middle[order], turns
