import numpy as np


def fdtdtm(eps, sigma, T, courant=0.5):
    nx, ny = eps.shape
    ez = np.zeros((nx, ny))
    hx = np.zeros((nx, ny - 1))
    hy = np.zeros((nx - 1, ny))
    loss = 0.5 * sigma / eps
    ca = (1.0 - loss) / (1.0 + loss)
    cb = courant / eps / (1.0 + loss)
    power = np.zeros(T)
    for t in range(T):
        hx -= courant * np.diff(ez, axis=1)
        hy += courant * np.diff(ez, axis=0)
        ez[1:-1, 1:-1] = ca[1:-1, 1:-1] * ez[1:-1, 1:-1] + cb[1:-1, 1:-1] * (np.diff(hy, axis=0)[:, 1:-1] - np.diff(hx, axis=1)[1:-1])
        ez[1:-1, 5] += np.sin(0.2 * t) * (1.0 - np.exp(-(t / 15.0) ** 2))
        power[t] = np.sum(sigma * ez ** 2)
    return ez, hx, hy, power
