import numba as nb
import numpy as np

GAMMA = 5.0 / 3.0


@nb.njit(error_model="numpy", inline="always")
def minmod(a, b):
    return 0.5 * (np.sign(a) + np.sign(b)) * min(abs(a), abs(b))


@nb.njit(error_model="numpy")
def physical(q, F):
    rho = q[0]
    a, b, c = q[1] / rho, q[2] / rho, q[3] / rho
    X, Y, Z = q[5], q[6], q[7]
    inner = 0.5 * (X * X + Y * Y + Z * Z)
    p = (GAMMA - 1.0) * (q[4] - 0.5 * rho * (a * a + b * b + c * c) - inner)
    F[0] = q[1]
    F[1] = q[1] * a - X * X + (p + inner)
    F[2] = q[2] * a - Y * X
    F[3] = q[3] * a - Z * X
    F[4] = (q[4] + p + inner) * a - X * (a * X + b * Y + c * Z)
    F[5] = 0.0
    F[6] = Y * a - b * X
    F[7] = Z * a - c * X
    sound, alfven = GAMMA * p / rho, 2.0 * inner / rho
    root = np.sqrt(max((sound + alfven) ** 2 - 4.0 * sound * X ** 2 / rho, 0.0))
    return a, np.sqrt(0.5 * (sound + alfven + root))


@nb.njit(error_model="numpy")
def line(W, n, ratio, left, right, flux, FL, FR):
    """W (n, 8), a ring of cells, in place."""
    for i in range(n):
        east, west = (i + 1) % n, i - 1 if i > 0 else n - 1
        for v in range(8):
            slope = minmod(W[i, v] - W[west, v], W[east, v] - W[i, v])
            left[i, v] = W[i, v] + 0.5 * slope
            right[west, v] = W[i, v] - 0.5 * slope
    for i in range(n):
        vl, cl = physical(left[i], FL)
        vr, cr = physical(right[i], FR)
        low = min(min(vl - cl, vr - cr), 0.0)
        high = max(max(vl + cl, vr + cr), 0.0)
        for v in range(8):
            flux[i, v] = (high * FL[v] - low * FR[v] + high * low * (right[i, v] - left[i, v])) / (high - low)
    for i in range(n):
        west = i - 1 if i > 0 else n - 1
        for v in range(8):
            W[i, v] -= ratio * (flux[i, v] - flux[west, v])


@nb.njit(error_model="numpy")
def mhdhll(U, steps):
    _, ny, nx = U.shape
    h = 2.0 * np.pi / nx
    along, across = np.array([0, 1, 2, 3, 4, 5, 6, 7]), np.array([0, 2, 1, 3, 4, 6, 5, 7])
    most = max(nx, ny)
    W, left, right, flux = np.empty((most, 8)), np.empty((most, 8)), np.empty((most, 8)), np.empty((most, 8))
    q, FL, FR = np.empty(8), np.empty(8), np.empty(8)
    clock = 0.0
    for t in range(steps):
        fastest = 0.0
        for j in range(ny):
            for i in range(nx):
                for order in (along, across):
                    for v in range(8):
                        q[v] = U[order[v], j, i]
                    speed, sound = physical(q, FL)
                    fastest = max(fastest, abs(speed) + sound)
        dt = 0.3 * h / fastest
        for j in range(ny):
            for v in range(8):
                for i in range(nx):
                    W[i, v] = U[v, j, i]
            line(W, nx, dt / h, left, right, flux, FL, FR)
            for v in range(8):
                for i in range(nx):
                    U[v, j, i] = W[i, v]
        for i in range(nx):
            for v in range(8):
                for j in range(ny):
                    W[j, v] = U[across[v], j, i]
            line(W, ny, dt / h, left, right, flux, FL, FR)
            for v in range(8):
                for j in range(ny):
                    U[across[v], j, i] = W[j, v]
        clock += dt
    return clock
