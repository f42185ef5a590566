

GRAVITY = 9.81
DT = 0.002
DX = 0.05


def middle(a):
    """Mean of the four neighbours of the inner points."""
    return 0.25 * (a[2:, 1:-1] + a[:-2, 1:-1] + a[1:-1, 2:] + a[1:-1, :-2])


def along(a, axis):
    """Central difference of the inner points."""
    if axis == 0:
        return (a[2:, 1:-1] - a[:-2, 1:-1]) / (2.0 * DX)
    return (a[1:-1, 2:] - a[1:-1, :-2]) / (2.0 * DX)


def walls(h, u, v):
    """Reflect at the border, in place."""
    h[0, :], h[-1, :] = h[1, :], h[-2, :]
    h[:, 0], h[:, -1] = h[:, 1], h[:, -2]
    u[0, :], u[-1, :] = -u[1, :], -u[-2, :]
    v[:, 0], v[:, -1] = -v[:, 1], -v[:, -2]


def shallow(h, u, v, b, T):
    for t in range(T):
        depth = h - b
        pu, pv = depth * u, depth * v
        dh = along(pu, 0) + along(pv, 1)
        du = u[1:-1, 1:-1] * along(u, 0) + v[1:-1, 1:-1] * along(u, 1) + GRAVITY * along(h, 0)
        dv = u[1:-1, 1:-1] * along(v, 0) + v[1:-1, 1:-1] * along(v, 1) + GRAVITY * along(h, 1)
        h[1:-1, 1:-1] = 0.9 * h[1:-1, 1:-1] + 0.1 * middle(h) - DT * dh
        u[1:-1, 1:-1] = 0.9 * u[1:-1, 1:-1] + 0.1 * middle(u) - DT * du
        v[1:-1, 1:-1] = 0.9 * v[1:-1, 1:-1] + 0.1 * middle(v) - DT * dv
        walls(h, u, v)
