import numpy as np


def vertical(q, w, dz, dt):
    """Crank and Nicolson's step of vertical advection; w lives on the faces between levels."""
    nz = q.shape[0]
    ratio = np.zeros_like(q)
    rhs = np.zeros_like(q)
    for k in range(nz):
        speed = 0.25 * dt / dz[k]
        if k > 0:
            down = -speed * w[k]
            below = down * (q[k - 1] - q[k])
        else:
            down = np.zeros_like(q[0])
            below = 0.0
        if k < nz - 1:
            up = speed * w[k + 1]
            above = up * (q[k + 1] - q[k])
        else:
            up = np.zeros_like(q[0])
            above = 0.0
        centre = 1.0 - down - up
        right = q[k] - below - above
        if k > 0:
            centre -= down * ratio[k - 1]
            right -= down * rhs[k - 1]
        ratio[k] = up / centre
        rhs[k] = right / centre
    q[-1] = rhs[-1]
    for k in range(nz - 2, -1, -1):
        q[k] = rhs[k] - ratio[k] * q[k + 1]
