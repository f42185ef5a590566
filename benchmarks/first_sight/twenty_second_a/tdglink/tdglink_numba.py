import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tdglink(psi, ax, ay, field, steps, dt=0.01, h=0.5, kappa=2.0):
    """ax joins rows, ay columns."""
    ny, nx = psi.shape
    order = np.zeros(steps)
    ux, uy = np.empty(ax.shape, np.complex128), np.empty(ay.shape, np.complex128)
    jx, jy = np.empty(ax.shape), np.empty(ay.shape)
    curl, old = np.empty((ny - 1, nx - 1)), np.empty_like(psi)
    square, strength = h ** 2, kappa ** 2
    for t in range(steps):
        for j in range(ny):
            for i in range(nx):
                old[j, i] = psi[j, i]
        for j in range(ny - 1):
            for i in range(nx):
                ux[j, i] = complex(np.cos(h * ax[j, i]), -np.sin(h * ax[j, i]))
                jx[j, i] = (np.conj(old[j, i]) * ux[j, i] * old[j + 1, i]).imag / h
        for j in range(ny):
            for i in range(nx - 1):
                uy[j, i] = complex(np.cos(h * ay[j, i]), -np.sin(h * ay[j, i]))
                jy[j, i] = (np.conj(old[j, i]) * uy[j, i] * old[j, i + 1]).imag / h
        for j in range(ny - 1):
            for i in range(nx - 1):
                curl[j, i] = (ay[j + 1, i] - ay[j, i] - ax[j, i + 1] + ax[j, i]) / h
        total = 0.0
        for j in range(ny):
            for i in range(nx):
                c = old[j, i]
                s = 0.0 + 0.0j
                if j < ny - 1:
                    s += ux[j, i] * old[j + 1, i] - c
                if j > 0:
                    s += np.conj(ux[j - 1, i]) * old[j - 1, i] - c
                if i < nx - 1:
                    s += uy[j, i] * old[j, i + 1] - c
                if i > 0:
                    s += np.conj(uy[j, i - 1]) * old[j, i - 1] - c
                density = c.real ** 2 + c.imag ** 2
                new = c + dt * (s / square + (1.0 - density) * c)
                psi[j, i] = new
                total += new.real ** 2 + new.imag ** 2
        for j in range(ny - 1):
            for i in range(nx):
                east = curl[j, i] if i < nx - 1 else field
                west = curl[j, i - 1] if i > 0 else field
                ax[j, i] += dt * (jx[j, i] - strength * (east - west) / h)
        for j in range(ny):
            for i in range(nx - 1):
                north = curl[j, i] if j < ny - 1 else field
                south = curl[j - 1, i] if j > 0 else field
                ay[j, i] += dt * (jy[j, i] + strength * (north - south) / h)
        order[t] = total / (ny * nx)
    return order, curl
