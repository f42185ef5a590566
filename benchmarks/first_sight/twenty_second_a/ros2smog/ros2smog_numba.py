import numba as nb
import numpy as np

TITRATE, FORM, TURN, END = 26.0, 0.05, 1.2e4, 2.0e3


@nb.njit(error_model="numpy")
def change(no, no2, o3, ro2, light, fuel, out):
    split = light * no2
    titrate = TITRATE * no * o3
    form = FORM * fuel * o3 + 1e-3 * fuel * light
    turn = TURN * ro2 * no
    end = END * ro2 * ro2
    out[0] = split - titrate - turn
    out[1] = titrate + turn - split
    out[2] = split - titrate - FORM * fuel * o3
    out[3] = form - turn - 2.0 * end


@nb.njit(error_model="numpy")
def fill(M, s, no, o3, ro2, light, fuel):
    M[0, 0] = s * (-TITRATE * o3 - TURN * ro2)
    M[0, 1] = s * light
    M[0, 2] = s * (-TITRATE * no)
    M[0, 3] = s * (-TURN * no)
    for j in range(4):
        M[1, j] = -M[0, j]
    M[2, 0] = s * (-TITRATE * o3)
    M[2, 1] = s * light
    M[2, 2] = s * (-TITRATE * no - FORM * fuel)
    M[2, 3] = 0.0
    M[3, 0] = s * (-TURN * ro2)
    M[3, 1] = 0.0
    M[3, 2] = s * (FORM * fuel)
    M[3, 3] = s * (-TURN * no - 4.0 * END * ro2)
    for i in range(4):
        M[i, i] += 1.0
    for k in range(4):
        for i in range(k + 1, 4):
            M[i, k] /= M[k, k]
            for j in range(k + 1, 4):
                M[i, j] -= M[i, k] * M[k, j]


@nb.njit(error_model="numpy")
def solve(M, b):
    for i in range(4):
        for j in range(i):
            b[i] -= M[i, j] * b[j]
    for i in range(3, -1, -1):
        for j in range(i + 1, 4):
            b[i] -= M[i, j] * b[j]
        b[i] /= M[i, i]


@nb.njit(error_model="numpy")
def ros2smog(y, light, fuel, end, rtol=1e-3, atol=1e-6):
    cells = light.size
    gamma = 1.0 + 1.0 / np.sqrt(2.0)
    clock, h = 0.0, 1e-3
    taken = refused = 0
    new = np.empty((4, cells))
    M, k1, k2 = np.empty((4, 4)), np.empty(4), np.empty(4)
    while clock < end:
        h = min(h, end - clock)
        error = 0.0
        for c in range(cells):
            no, no2, o3, ro2 = y[0, c], y[1, c], y[2, c], y[3, c]
            fill(M, -gamma * h, no, o3, ro2, light[c], fuel[c])
            change(no, no2, o3, ro2, light[c], fuel[c], k1)
            solve(M, k1)
            change(no + h * k1[0], no2 + h * k1[1], o3 + h * k1[2], ro2 + h * k1[3], light[c], fuel[c], k2)
            for i in range(4):
                k2[i] -= 2.0 * k1[i]
            solve(M, k2)
            for i in range(4):
                new[i, c] = y[i, c] + 1.5 * h * k1[i] + 0.5 * h * k2[i]
                e = abs(0.5 * h * (k1[i] + k2[i])) / (atol + rtol * max(abs(y[i, c]), abs(new[i, c])))
                error = max(error, e)
        if error <= 1.0:
            clock += h
            for i in range(4):
                for c in range(cells):
                    y[i, c] = max(new[i, c], 0.0)
            taken += 1
        else:
            refused += 1
        h *= min(2.5, max(0.2, 0.9 / np.sqrt(max(error, 1e-10))))
    return taken, refused
