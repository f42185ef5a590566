import numba as nb
import numpy as np


@nb.njit
def demodulate(signal, start, bandwidth, samples):
    n = signal.shape[0]
    bits = np.zeros(n // samples, dtype=np.int64)
    phases = np.zeros(n)
    alpha, beta, smooth = bandwidth, 0.25 * bandwidth**2, 0.15
    phase, frequency = 0.0, start
    i_arm, q_arm, lock, total = 0.0, 0.0, 0.0, 0.0
    left, bit = samples, 0
    for t in range(n):
        twice = 2.0 * signal[t]
        i_arm += smooth * (twice * np.cos(phase) - i_arm)
        q_arm += smooth * (-twice * np.sin(phase) - q_arm)
        error = q_arm if i_arm > 0.0 else -q_arm
        frequency += beta * error
        phase += frequency + alpha * error
        if phase > np.pi:
            phase -= 2.0 * np.pi
        phases[t] = phase
        lock += 0.01 * (i_arm * i_arm - q_arm * q_arm - lock)
        total += i_arm
        left -= 1
        if left == 0:
            bits[bit] = total > 0.0
            bit += 1
            left = samples
            total = 0.0
    return bits, phases, lock
