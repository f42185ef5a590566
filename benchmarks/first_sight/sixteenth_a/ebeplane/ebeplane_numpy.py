import numpy as np


def element_stiffness(nu):
    """The eight by eight matrix of a unit square of unit modulus, by two by two points of Gauss."""
    c = np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, (1.0 - nu) / 2.0]]) / (1.0 - nu**2)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ke = np.zeros((8, 8))
    g = 1.0 / np.sqrt(3.0)
    for xi in (-g, g):
        for eta in (-g, g):
            b = np.zeros((3, 8))
            for a, (sx, sy) in enumerate(corners):
                dx, dy = 0.5 * sx * (1.0 + sy * eta), 0.5 * sy * (1.0 + sx * xi)
                b[0, 2 * a] = b[2, 2 * a + 1] = dx
                b[1, 2 * a + 1] = b[2, 2 * a] = dy
            ke += 0.25 * b.T @ c @ b
    return ke


def freedoms(nx, ny):
    i, j = np.meshgrid(np.arange(nx), np.arange(ny), indexing="ij")
    first = (i * (ny + 1) + j).ravel()
    nodes = np.stack((first, first + ny + 1, first + ny + 2, first + 1), axis=1)
    return np.stack((2 * nodes, 2 * nodes + 1), axis=2).reshape(-1, 8)


def plate(rho, load, fixed, most, nu=0.3, penal=3.0, tol=1e-6):
    nx, ny = rho.shape
    ke = element_stiffness(nu)
    dof = freedoms(nx, ny)
    stiff = (rho**penal).ravel()
    free = ~fixed

    def times(p):
        q = np.einsum("e,ij,ej->ei", stiff, ke, p[dof], optimize=True)
        out = np.zeros_like(p)
        np.add.at(out, dof, q)
        return out * free

    diagonal = np.ones(load.size)
    np.add.at(diagonal, dof, stiff[:, None] * np.diag(ke)[None, :])
    u = np.zeros_like(load)
    r = load * free
    z = r / diagonal
    p = z.copy()
    rz = r @ z
    start = np.linalg.norm(r)
    its = 0
    while its < most:
        its += 1
        kp = times(p)
        alpha = rz / (p @ kp)
        u += alpha * p
        r -= alpha * kp
        if np.linalg.norm(r) < tol * start:
            break
        z = r / diagonal
        new = r @ z
        p = z + new / rz * p
        rz = new
    ue = u[dof]
    energy = 0.5 * stiff * np.einsum("ei,ij,ej->e", ue, ke, ue)
    return u, its, energy.reshape(nx, ny)
