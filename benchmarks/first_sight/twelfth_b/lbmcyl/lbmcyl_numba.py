import numba as nb
import numpy as np

CX = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
CY = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
WEIGHT = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])
BACK = np.array([0, 5, 6, 7, 8, 1, 2, 3, 4])


@nb.njit
def flow(f, solid, steps, tau=0.6):
    ny, nx, _ = f.shape
    drag = np.zeros(steps)
    g = np.empty_like(f)
    for t in range(steps):
        force = 0.0
        for y in range(ny):
            for x in range(nx):
                rho, jx, jy = 0.0, 0.0, 0.0
                for i in range(9):
                    a = f[(y - CY[i]) % ny, (x - CX[i]) % nx, i]
                    g[y, x, i] = a
                    rho += a
                    jx += a * CX[i]
                    jy += a * CY[i]
                if solid[y, x]:
                    force += 2.0 * jx
                    for i in range(1, 5):
                        g[y, x, i], g[y, x, BACK[i]] = g[y, x, BACK[i]], g[y, x, i]
                else:
                    ux, uy = jx / rho, jy / rho
                    for i in range(9):
                        cu = 3.0 * (CX[i] * ux + CY[i] * uy)
                        equilibrium = rho * WEIGHT[i] * (1.0 + cu + 0.5 * cu**2 - 1.5 * (ux**2 + uy**2))
                        g[y, x, i] -= (1.0 / tau) * (g[y, x, i] - equilibrium)
        drag[t] = force
        f[:] = g
    return drag
