import numpy as np

GAMMA = 5.0 / 3.0


def minmod(a, b):
    return 0.5 * (np.sign(a) + np.sign(b)) * np.minimum(np.abs(a), np.abs(b))


def physical(U):
    """Flux along the first direction, and the speeds of wind and of fast waves."""
    rho, energy = U[0], U[4]
    v = U[1:4] / rho
    B = U[5:8]
    inner = 0.5 * np.sum(B * B, axis=0)
    p = (GAMMA - 1.0) * (energy - 0.5 * rho * np.sum(v * v, axis=0) - inner)
    F = np.empty_like(U)
    F[0] = U[1]
    F[1:4] = U[1:4] * v[0] - B * B[0]
    F[1] += p + inner
    F[4] = (energy + p + inner) * v[0] - B[0] * np.sum(v * B, axis=0)
    F[5:8] = B * v[0] - v * B[0]
    sound, alfven = GAMMA * p / rho, 2.0 * inner / rho
    root = np.sqrt(np.maximum((sound + alfven) ** 2 - 4.0 * sound * B[0] ** 2 / rho, 0.0))
    return F, v[0], np.sqrt(0.5 * (sound + alfven + root))


def sweep(U, axis, order, dt, h):
    """Harten, Lax and van Leer's two waves between limited values, along one axis of a torus."""
    W = U[order]
    slope = minmod(W - np.roll(W, 1, axis=axis), np.roll(W, -1, axis=axis) - W)
    left = W + 0.5 * slope
    right = np.roll(W - 0.5 * slope, -1, axis=axis)
    FL, vL, cL = physical(left)
    FR, vR, cR = physical(right)
    low = np.minimum(np.minimum(vL - cL, vR - cR), 0.0)
    high = np.maximum(np.maximum(vL + cL, vR + cR), 0.0)
    F = (high * FL - low * FR + high * low * (right - left)) / (high - low)
    U[order] -= dt / h * (F - np.roll(F, 1, axis=axis))


def mhdhll(U, steps):
    nx = U.shape[2]
    h = 2.0 * np.pi / nx
    along, across = [0, 1, 2, 3, 4, 5, 6, 7], [0, 2, 1, 3, 4, 6, 5, 7]
    clock = 0.0
    for t in range(steps):
        fastest = max(np.max(np.abs(physical(U[i])[1]) + physical(U[i])[2]) for i in (along, across))
        dt = 0.3 * h / fastest
        sweep(U, 2, along, dt, h)
        sweep(U, 1, across, dt, h)
        clock += dt
    return clock
