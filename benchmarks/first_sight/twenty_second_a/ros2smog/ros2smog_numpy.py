import numpy as np

TITRATE, FORM, TURN, END = 26.0, 0.05, 1.2e4, 2.0e3


def change(y, light, fuel):
    """Nitric oxide, nitrogen dioxide, ozone and radicals, a minute."""
    no, no2, o3, ro2 = y
    split = light * no2
    titrate = TITRATE * no * o3
    form = FORM * fuel * o3 + 1e-3 * fuel * light
    turn = TURN * ro2 * no
    end = END * ro2 * ro2
    return np.stack((split - titrate - turn, titrate + turn - split, split - titrate - FORM * fuel * o3, form - turn - 2.0 * end))


def jacobian(y, light, fuel):
    no, no2, o3, ro2 = y
    J = np.zeros((4, 4, no.size))
    J[0, 0] = -TITRATE * o3 - TURN * ro2
    J[0, 1] = light
    J[0, 2] = -TITRATE * no
    J[0, 3] = -TURN * no
    J[1] = -J[0]
    J[2, 0] = -TITRATE * o3
    J[2, 1] = light
    J[2, 2] = -TITRATE * no - FORM * fuel
    J[3, 0] = -TURN * ro2
    J[3, 2] = FORM * fuel
    J[3, 3] = -TURN * no - 4.0 * END * ro2
    return J


def factorise(M):
    for k in range(4):
        for i in range(k + 1, 4):
            M[i, k] /= M[k, k]
            for j in range(k + 1, 4):
                M[i, j] -= M[i, k] * M[k, j]


def solve(M, b):
    for i in range(4):
        for j in range(i):
            b[i] -= M[i, j] * b[j]
    for i in range(3, -1, -1):
        for j in range(i + 1, 4):
            b[i] -= M[i, j] * b[j]
        b[i] /= M[i, i]
    return b


def ros2smog(y, light, fuel, end, rtol=1e-3, atol=1e-6):
    """Rosenbrock's method of two stages for all cells, one step width that the worst of them asks for."""
    gamma = 1.0 + 1.0 / np.sqrt(2.0)
    clock, h = 0.0, 1e-3
    taken = refused = 0
    while clock < end:
        h = min(h, end - clock)
        M = -gamma * h * jacobian(y, light, fuel)
        for i in range(4):
            M[i, i] += 1.0
        factorise(M)
        k1 = solve(M, change(y, light, fuel))
        k2 = solve(M, change(y + h * k1, light, fuel) - 2.0 * k1)
        new = y + 1.5 * h * k1 + 0.5 * h * k2
        error = np.max(np.abs(0.5 * h * (k1 + k2)) / (atol + rtol * np.maximum(np.abs(y), np.abs(new))))
        if error <= 1.0:
            clock += h
            y[:] = np.maximum(new, 0.0)
            taken += 1
        else:
            refused += 1
        h *= min(2.5, max(0.2, 0.9 / np.sqrt(max(error, 1e-10))))
    return taken, refused
