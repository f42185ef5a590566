import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def characteristic(u, t, rate, kappa, theta, xi, rho, v0):
    iu = 1j * u
    beta = kappa - rho * xi * iu
    d = np.sqrt(beta * beta + xi * xi * (iu + u * u))
    g = (beta - d) / (beta + d)
    fade = np.exp(-d * t)
    c = kappa * theta / (xi * xi) * ((beta - d) * t - 2.0 * np.log((1.0 - g * fade) / (1.0 - g)))
    return np.exp(iu * rate * t + c + (beta - d) / (xi * xi) * (1.0 - fade) / (1.0 - g * fade) * v0)


@nb.njit(error_model="numpy")
def cosheston(strikes, years, spot, rate, model, terms):
    kappa, theta, xi, rho, v0 = model
    n = strikes.size
    calls = np.empty((years.size, n))
    turn, phase = np.empty(n, np.complex128), np.empty(n, np.complex128)
    for m in range(years.size):
        t = years[m]
        width = 12.0 * np.sqrt(theta * t + (v0 - theta) * (1.0 - np.exp(-kappa * t)) / kappa)
        calls[m] = 0.0
        for i in range(n):
            turn[i] = np.exp(1j * np.pi / (2.0 * width) * (np.log(spot / strikes[i]) + width))
            phase[i] = 1.0
        for k in range(terms):
            u = k * np.pi / (2.0 * width)
            if k == 0:
                weight = 0.5 * (width - 1.0 + np.exp(-width))
            else:
                s, c = np.sin(u * width), np.cos(u * width)
                weight = s / u - (c + u * s - np.exp(-width)) / (1.0 + u * u)
            factor = characteristic(u, t, rate, kappa, theta, xi, rho, v0) * weight / width
            for i in range(n):
                calls[m, i] += factor.real * phase[i].real - factor.imag * phase[i].imag
                phase[i] *= turn[i]
        fade = np.exp(-rate * t)
        for i in range(n):
            calls[m, i] = strikes[i] * fade * (calls[m, i] - 1.0) + spot
    return calls
