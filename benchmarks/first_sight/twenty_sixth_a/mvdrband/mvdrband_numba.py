import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def mvdrband(X, freq, place, theta, load=1e-2):
    tones, sensors, shots = X.shape
    angles = theta.size
    power = np.empty((tones, angles))
    B = np.empty((tones, sensors, angles), np.complex128)
    A = np.empty((sensors, angles), np.complex128)
    total = np.zeros(angles)
    for f in range(tones):
        R = np.dot(X[f], np.conj(X[f]).T) / shots
        strength = 0.0
        for m in range(sensors):
            strength += R[m, m].real
        for m in range(sensors):
            R[m, m] += load * strength / sensors
            for a in range(angles):
                p = -2.0 * np.pi * freq[f] * place[m] * np.sin(theta[a]) / 340.0
                A[m, a] = complex(np.cos(p), np.sin(p))
        B[f] = np.linalg.solve(R, A)
        most = 0.0
        for a in range(angles):
            along = 0.0
            for m in range(sensors):
                along += A[m, a].real * B[f, m, a].real + A[m, a].imag * B[f, m, a].imag
            power[f, a] = 1.0 / along
            most = max(most, power[f, a])
        for a in range(angles):
            total[a] += power[f, a] / most / tones
    best = np.argmax(total)
    heard = np.zeros((tones, shots), np.complex128)
    for f in range(tones):
        for m in range(sensors):
            w = np.conj(B[f, m, best]) * power[f, best]
            for t in range(shots):
                heard[f, t] += w * X[f, m, t]
    return 10.0 * np.log10(total), theta[best], heard
