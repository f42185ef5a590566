import numpy as np


def demodulate(signal, start, bandwidth, samples):
    n = signal.shape[0]
    bits = np.zeros(n // samples, dtype=np.int64)
    phases = np.zeros(n)
    alpha, beta, smooth = bandwidth, 0.25 * bandwidth**2, 0.15
    phase, frequency = 0.0, start
    i_arm, q_arm, lock, total = 0.0, 0.0, 0.0, 0.0
    for t in range(n):
        c, s = np.cos(phase), np.sin(phase)
        i_arm += smooth * (2.0 * signal[t] * c - i_arm)
        q_arm += smooth * (-2.0 * signal[t] * s - q_arm)
        error = q_arm if i_arm > 0.0 else -q_arm
        frequency += beta * error
        phase += frequency + alpha * error
        if phase > np.pi:
            phase -= 2.0 * np.pi
        phases[t] = phase
        lock += 0.01 * (i_arm * i_arm - q_arm * q_arm - lock)
        total += i_arm
        if t % samples == samples - 1:
            bits[t // samples] = 1 if total > 0.0 else 0
            total = 0.0
    return bits, phases, lock
