import numpy as np

KAPPA, G = 0.4, 9.81


def psi_m(zeta):
    """Businger and Dyer's correction of the wind's profile; linear where it is stable."""
    out = -5.0 * np.minimum(zeta, 1.0)
    unstable = zeta < 0.0
    x = (1.0 - 16.0 * zeta[unstable]) ** 0.25
    out[unstable] = 2.0 * np.log((1.0 + x) / 2.0) + np.log((1.0 + x**2) / 2.0) - 2.0 * np.arctan(x) + np.pi / 2.0
    return out


def psi_h(zeta):
    return np.where(zeta < 0.0, 2.0 * np.log((1.0 + np.sqrt(1.0 - 16.0 * np.minimum(zeta, 0.0))) / 2.0), -5.0 * np.minimum(zeta, 1.0))


def exchange(wind, theta, ground, rough, z, tol, most):
    n = wind.size
    log_m = np.log(z / rough)
    log_h = log_m + 2.0
    zeta = np.zeros(n)
    ustar = np.empty(n)
    tstar = np.empty(n)
    todo = np.arange(n)
    turns = 0
    while todo.size and turns < most:
        at = zeta[todo]
        u = KAPPA * wind[todo] / (log_m[todo] - psi_m(at))
        t = KAPPA * (theta[todo] - ground[todo]) / (log_h[todo] - psi_h(at))
        new = np.clip(0.5 * (at + KAPPA * G * z[todo] * t / (theta[todo] * u**2)), -5.0, 2.0)
        ustar[todo], tstar[todo], zeta[todo] = u, t, new
        todo = todo[np.abs(new - at) > tol]
        turns += 1
    stress = 1.2 * ustar**2
    heat = -1.2 * 1005.0 * ustar * tstar
    return stress, heat, zeta, turns, todo.size
