import numba as nb
import numpy as np


@nb.njit
def houghpeak(image, theta, lines, near=4):
    ny, nx = image.shape
    angles = theta.size
    reach = ny + nx
    tall = 2 * reach + 1
    votes = np.zeros((tall, angles), np.int32)
    c, s = np.cos(theta), np.sin(theta)
    for j in range(ny):
        for i in range(nx):
            if image[j, i] != 0:
                for a in range(angles):
                    votes[int(np.rint(i * c[a] + j * s[a])) + reach, a] += 1
    left = votes.copy()
    found = np.zeros((lines, 3), np.int64)
    for m in range(lines):
        best, r, a = np.int32(-1), 0, 0
        for p in range(tall):
            for q in range(angles):
                if left[p, q] > best:
                    best, r, a = left[p, q], p, q
        found[m, 0], found[m, 1], found[m, 2] = r - reach, a, best
        for p in range(max(r - near, 0), min(r + near + 1, tall)):
            for q in range(max(a - near, 0), min(a + near + 1, angles)):
                left[p, q] = 0
    return votes, found
