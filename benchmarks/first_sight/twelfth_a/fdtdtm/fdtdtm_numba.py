import numba as nb
import numpy as np


@nb.njit
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
        for i in range(nx):
            for j in range(ny - 1):
                hx[i, j] -= courant * (ez[i, j + 1] - ez[i, j])
        for i in range(nx - 1):
            for j in range(ny):
                hy[i, j] += courant * (ez[i + 1, j] - ez[i, j])
        for i in range(1, nx - 1):
            for j in range(1, ny - 1):
                ez[i, j] = ca[i, j] * ez[i, j] + cb[i, j] * (hy[i, j] - hy[i - 1, j] - (hx[i, j] - hx[i, j - 1]))
        source = np.sin(0.2 * t) * (1.0 - np.exp(-(t / 15.0) ** 2))
        s = 0.0
        for i in range(1, nx - 1):
            ez[i, 5] += source
        for i in range(nx):
            for j in range(ny):
                s += sigma[i, j] * ez[i, j] ** 2
        power[t] = s
    return ez, hx, hy, power
