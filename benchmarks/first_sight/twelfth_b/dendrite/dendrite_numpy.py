import numpy as np

TAU, EPS, DELTA, FOLD = 3e-4, 0.01, 0.02, 6.0
H, DT, LATENT = 0.03, 1e-4, 1.6


def laplacian(a):
    around = np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1)
    return (around - 4.0 * a) / H**2


def slope(a, axis):
    return (np.roll(a, -1, axis) - np.roll(a, 1, axis)) / (2.0 * H)


def grow(phase, heat, steps):
    """Periodic; phase is 1 in the crystal. Returns how much is solid after each step."""
    solid = np.zeros(steps)
    for s in range(steps):
        px, py = slope(phase, 1), slope(phase, 0)
        theta = np.arctan2(py, px)
        eps = EPS * (1.0 + DELTA * np.cos(FOLD * (theta - 0.2)))
        deps = -EPS * FOLD * DELTA * np.sin(FOLD * (theta - 0.2))
        turn = slope(eps * deps * px, 0) - slope(eps * deps * py, 1)
        drive = 0.9 / np.pi * np.arctan(10.0 * (1.0 - heat))
        rate = (turn + eps**2 * laplacian(phase) + phase * (1.0 - phase) * (phase - 0.5 + drive)) / TAU
        old = phase.copy()
        phase += DT * rate
        heat += DT * laplacian(heat) + LATENT * (phase - old)
        solid[s] = np.mean(phase > 0.5)
    return solid
