import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def near(pos, box, reach, first, second):
    n, count = pos.shape[0], 0
    for i in range(n):
        for j in range(i + 1, n):
            x, y, z = pos[i, 0] - pos[j, 0], pos[i, 1] - pos[j, 1], pos[i, 2] - pos[j, 2]
            x -= box * np.rint(x / box)
            y -= box * np.rint(y / box)
            z -= box * np.rint(z / box)
            if x * x + y * y + z * z < reach * reach:
                first[count], second[count] = i, j
                count += 1
    return count


@nb.njit(error_model="numpy")
def forces(pos, box, first, second, count, cut, force):
    force[:] = 0.0
    total = 0.0
    for m in range(count):
        i, j = first[m], second[m]
        x, y, z = pos[i, 0] - pos[j, 0], pos[i, 1] - pos[j, 1], pos[i, 2] - pos[j, 2]
        x -= box * np.rint(x / box)
        y -= box * np.rint(y / box)
        z -= box * np.rint(z / box)
        square = x * x + y * y + z * z
        if square < cut * cut:
            six = 1.0 / (square * square * square)
            push = 24.0 * six * (2.0 * six - 1.0) / square
            total += 4.0 * six * (six - 1.0)
            force[i, 0] += push * x
            force[i, 1] += push * y
            force[i, 2] += push * z
            force[j, 0] -= push * x
            force[j, 1] -= push * y
            force[j, 2] -= push * z
    return total


@nb.njit(error_model="numpy")
def verletlist(pos, vel, box, steps, dt=0.004, cut=1.8, skin=0.25):
    n = pos.shape[0]
    energy = np.zeros(steps)
    first, second = np.empty(n * (n - 1) // 2, np.int64), np.empty(n * (n - 1) // 2, np.int64)
    count = near(pos, box, cut + skin, first, second)
    start, force = pos.copy(), np.empty((n, 3))
    made = 1
    forces(pos, box, first, second, count, cut, force)
    for t in range(steps):
        far = 0.0
        for i in range(n):
            gone = 0.0
            for c in range(3):
                vel[i, c] += 0.5 * dt * force[i, c]
                pos[i, c] += dt * vel[i, c]
                gone += (pos[i, c] - start[i, c]) ** 2
            far = max(far, gone)
        if far > (0.5 * skin) ** 2:
            count = near(pos, box, cut + skin, first, second)
            start[:] = pos
            made += 1
        total = forces(pos, box, first, second, count, cut, force)
        kinetic = 0.0
        for i in range(n):
            for c in range(3):
                vel[i, c] += 0.5 * dt * force[i, c]
                kinetic += vel[i, c] * vel[i, c]
        energy[t] = total + 0.5 * kinetic
    return energy, made
