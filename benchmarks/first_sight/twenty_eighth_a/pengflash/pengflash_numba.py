import numba as nb
import numpy as np

R = 8.314462618


@nb.njit(error_model="numpy")
def root_of(c2, c1, c0, greatest):
    q = (c2 * c2 - 3.0 * c1) / 9.0
    r = (2.0 * c2 ** 3 - 9.0 * c2 * c1 + 27.0 * c0) / 54.0
    if r * r < q ** 3:
        root = np.sqrt(q)
        angle = np.arccos(min(max(r / root ** 3, -1.0), 1.0))
        turn = (angle + 2.0 * np.pi) / 3.0 if greatest else angle / 3.0
        return -2.0 * root * np.cos(turn) - c2 / 3.0
    s = -np.sign(r) * np.cbrt(abs(r) + np.sqrt(r * r - q ** 3))
    return s + (q / s if s != 0.0 else 0.0) - c2 / 3.0


@nb.njit(error_model="numpy")
def fugacities(x, root, b, kij, t, p, vapour, mixed, out):
    c = x.size
    am, bm = 0.0, 0.0
    for i in range(c):
        s = 0.0
        for j in range(c):
            s += root[i] * (1.0 - kij[i, j]) * root[j] * x[j]
        mixed[i] = s
        am += s * x[i]
        bm += b[i] * x[i]
    A, B = am * p / (R * t) ** 2, bm * p / (R * t)
    Z = root_of(B - 1.0, A - 3.0 * B * B - 2.0 * B, -(A * B - B * B - B ** 3), vapour)
    wide = np.log((Z + (1.0 + np.sqrt(2.0)) * B) / (Z + (1.0 - np.sqrt(2.0)) * B))
    for i in range(c):
        share = b[i] / bm
        out[i] = share * (Z - 1.0) - np.log(Z - B) - A / (2.0 * np.sqrt(2.0) * B) * (2.0 * mixed[i] / am - share) * wide


@nb.njit(error_model="numpy")
def pengflash(z, tc, pc, omega, kij, T, P, tol=1e-8, most=200):
    n, c = T.size, z.size
    share, turns = np.zeros(n), np.zeros(n, np.int64)
    liquid, vapour = np.zeros((n, c)), np.zeros((n, c))
    b, root, K = np.empty(c), np.empty(c), np.empty(c)
    mixed, fl, fv = np.empty(c), np.empty(c), np.empty(c)
    for s in range(n):
        t, p = T[s], P[s]
        for i in range(c):
            b[i] = 0.07780 * R * tc[i] / pc[i]
            kappa = 0.37464 + 1.54226 * omega[i] - 0.26992 * omega[i] ** 2
            root[i] = np.sqrt(0.45724 * (R * tc[i]) ** 2 / pc[i]) * abs(1.0 + kappa * (1.0 - np.sqrt(t / tc[i])))
            K[i] = pc[i] / p * np.exp(5.373 * (1.0 + omega[i]) * (1.0 - tc[i] / t))
        x, y = liquid[s], vapour[s]
        for turn in range(most):
            low, high = 0.0, 1.0
            for _ in range(45):
                mid = 0.5 * (low + high)
                g = 0.0
                for i in range(c):
                    g += z[i] * (K[i] - 1.0) / (1.0 + mid * (K[i] - 1.0))
                if g > 0.0:
                    low = mid
                else:
                    high = mid
            v = 0.5 * (low + high)
            sx, sy = 0.0, 0.0
            for i in range(c):
                x[i] = z[i] / (1.0 + v * (K[i] - 1.0))
                y[i] = K[i] * x[i]
                sx += x[i]
                sy += y[i]
            for i in range(c):
                x[i] /= sx
                y[i] /= sy
            fugacities(x, root, b, kij, t, p, False, mixed, fl)
            fugacities(y, root, b, kij, t, p, True, mixed, fv)
            change = 0.0
            for i in range(c):
                new = np.exp(fl[i] - fv[i])
                change = max(change, abs(new / K[i] - 1.0))
                K[i] = new
            share[s] = v
            turns[s] = turn + 1
            if change <= tol:
                break
    return share, liquid, vapour, turns
