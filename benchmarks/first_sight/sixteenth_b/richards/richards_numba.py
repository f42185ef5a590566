import numba as nb
import numpy as np


@nb.njit
def infiltrate(head, rain, kinds, drained, turns, dz=0.05, dt=0.02, tolerance=1e-6):
    levels, columns = head.shape
    theta0 = np.empty((levels, columns))
    k, main, rhs = np.empty((levels, columns)), np.empty((levels, columns)), np.empty((levels, columns))
    for t in range(rain.shape[0]):
        turn = 0
        while turn < 20:
            for z in range(levels):
                for c in range(columns):
                    alpha, n, ks = kinds[0, c], kinds[1, c], kinds[2, c]
                    m = 1.0 - 1.0 / n
                    dry = min(head[z, c], -1e-9)
                    x = (-alpha * dry) ** n
                    one = 1.0 + x
                    se = one ** (-m)
                    # se ** (1 / m) is 1 / (1 + x)
                    k[z, c] = ks * np.sqrt(se) * (1.0 - (1.0 - 1.0 / one) ** m) ** 2
                    main[z, c] = 0.38 * m * n * x / (-dry) * se / one / dt
                    if turn == 0:
                        theta0[z, c] = 0.05 + 0.38 * se
                    rhs[z, c] = (theta0[z, c] - (0.05 + 0.38 * se)) / dt
            for z in range(levels - 1):
                for c in range(columns):
                    between = 0.5 * (k[z + 1, c] + k[z, c])
                    main[z, c] += between / dz**2
                    main[z + 1, c] += between / dz**2
                    flux = between * ((head[z + 1, c] - head[z, c]) / dz - 1.0) / dz
                    rhs[z, c] += flux
                    rhs[z + 1, c] -= flux
            for c in range(columns):
                rhs[0, c] += rain[t, c] / dz
                rhs[levels - 1, c] -= k[levels - 1, c] / dz
            for z in range(1, levels):
                for c in range(columns):
                    off = -0.5 * (k[z, c] + k[z - 1, c]) / dz**2
                    f = off / main[z - 1, c]
                    main[z, c] -= f * off
                    rhs[z, c] -= f * rhs[z - 1, c]
            most = 0.0
            for c in range(columns):
                rhs[levels - 1, c] /= main[levels - 1, c]
                head[levels - 1, c] += rhs[levels - 1, c]
                most = max(most, abs(rhs[levels - 1, c]))
            for z in range(levels - 2, -1, -1):
                for c in range(columns):
                    off = -0.5 * (k[z + 1, c] + k[z, c]) / dz**2
                    rhs[z, c] = (rhs[z, c] - off * rhs[z + 1, c]) / main[z, c]
                    head[z, c] += rhs[z, c]
                    most = max(most, abs(rhs[z, c]))
            turn += 1
            if most < tolerance:
                break
        turns[t] = turn
        for c in range(columns):
            drained[t, c] = k[levels - 1, c] * dt
