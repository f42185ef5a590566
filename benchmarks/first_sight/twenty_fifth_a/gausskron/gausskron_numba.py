import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def gausskron(centre, width, pitch, nodes, kronrod, gauss, tol):
    n = centre.size
    value, narrow, pieces = np.zeros(n), np.ones(n), np.zeros(n, np.int64)
    lefts, rights = np.empty(64), np.empty(64)
    for i in range(n):
        lefts[0], rights[0], depth = 0.0, 1.0, 1
        while depth > 0:
            depth -= 1
            left, right = lefts[depth], rights[depth]
            half, middle = 0.5 * (right - left), 0.5 * (left + right)
            fine, coarse = 0.0, 0.0
            for k in range(nodes.size):
                x = middle + half * nodes[k]
                f = np.cos(pitch[i] * x) * width[i] / ((x - centre[i]) ** 2 + width[i] ** 2) + np.sqrt(x)
                fine += kronrod[k] * f
                coarse += gauss[k] * f
            fine *= half
            off = abs(fine - half * coarse)
            if off < tol or half < 1e-7:
                value[i] += fine
                narrow[i] = min(narrow[i], half)
                pieces[i] += 1
            else:
                lefts[depth], rights[depth] = middle, right
                lefts[depth + 1], rights[depth + 1] = left, middle
                depth += 2
    return value, narrow, pieces
