import numpy as np

CX = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
CY = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
WEIGHT = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])
BACK = [0, 5, 6, 7, 8, 1, 2, 3, 4]


def flow(f, solid, steps, tau=0.6):
    """f[y, x, velocity] changes in place; returns the force along x on the cylinder."""
    drag = np.zeros(steps)
    for t in range(steps):
        for i in range(9):
            f[:, :, i] = np.roll(np.roll(f[:, :, i], CX[i], axis=1), CY[i], axis=0)
        bounced = f[solid, :]
        drag[t] = 2.0 * np.sum(bounced * CX)
        bounced = bounced[:, BACK]
        rho = np.sum(f, 2)
        ux = np.sum(f * CX, 2) / rho
        uy = np.sum(f * CY, 2) / rho
        equilibrium = np.zeros(f.shape)
        for i in range(9):
            cu = 3.0 * (CX[i] * ux + CY[i] * uy)
            equilibrium[:, :, i] = rho * WEIGHT[i] * (1.0 + cu + 0.5 * cu**2 - 1.5 * (ux**2 + uy**2))
        f += -(1.0 / tau) * (f - equilibrium)
        f[solid, :] = bounced
    return drag
