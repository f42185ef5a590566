import numba as nb
import numpy as np


@nb.njit
def align(source, target, turns=30, tolerance=1e-9, trim=0.9):
    n, m = source.shape[0], target.shape[0]
    R, shift = np.eye(3), np.zeros(3)
    errors = np.zeros(turns)
    before = np.inf
    kept = int(trim * n)
    moved, d2, which = np.empty((n, 3)), np.empty(n), np.empty(n, np.int64)
    tx, ty, tz = target[:, 0].copy(), target[:, 1].copy(), target[:, 2].copy()
    far = np.empty(m)
    turn = 0
    while True:
        for i in range(n):
            for d in range(3):
                moved[i, d] = R[d, 0] * source[i, 0] + R[d, 1] * source[i, 1] + R[d, 2] * source[i, 2] + shift[d]
            x, y, z = moved[i, 0], moved[i, 1], moved[i, 2]
            for k in range(m):
                far[k] = (x - tx[k]) ** 2 + (y - ty[k]) ** 2 + (z - tz[k]) ** 2
            least = np.inf
            for k in range(m):
                least = min(least, far[k])
            for k in range(m):
                if far[k] == least:
                    which[i] = k
                    break
            d2[i] = least
        limit = np.sort(d2)[kept - 1]
        error, count = 0.0, 0
        cp, cq, H = np.zeros(3), np.zeros(3), np.zeros((3, 3))
        for i in range(n):
            if d2[i] <= limit:
                error += d2[i]
                count += 1
                for d in range(3):
                    cp[d] += moved[i, d]
                    cq[d] += target[which[i], d]
        error /= count
        cp /= count
        cq /= count
        errors[turn] = error
        if abs(before - error) < tolerance:
            break
        before = error
        for i in range(n):
            if d2[i] <= limit:
                for a in range(3):
                    for b in range(3):
                        H[a, b] += (moved[i, a] - cp[a]) * (target[which[i], b] - cq[b])
        U, _, Vt = np.linalg.svd(H)
        dR = Vt.T @ U.T
        if np.linalg.det(dR) < 0.0:
            Vt[2] *= -1.0
            dR = Vt.T @ U.T
        R = dR @ R
        shift = dR @ shift + (cq - dR @ cp)
        if turn == turns - 1:
            break
        turn += 1
    return R, shift, errors, turn
