import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def deformconv(x, offset, mask, weights):
    cin, ny, nx = x.shape
    taps = offset.shape[0]
    k = int(round(taps ** 0.5))
    sampled = np.empty((cin, taps, ny, nx))
    for t in range(taps):
        for a in range(ny):
            for b in range(nx):
                row = a + (t // k - k // 2) + offset[t, 0, a, b]
                column = b + (t % k - k // 2) + offset[t, 1, a, b]
                top, left = int(np.floor(row)), int(np.floor(column))
                fr, fc, m = row - top, column - left, mask[t, a, b]
                r0, r1 = top >= 0 and top < ny, top + 1 >= 0 and top + 1 < ny
                c0, c1 = left >= 0 and left < nx, left + 1 >= 0 and left + 1 < nx
                w00 = (1.0 - fr) * (1.0 - fc) if r0 and c0 else 0.0
                w01 = (1.0 - fr) * fc if r0 and c1 else 0.0
                w10 = fr * (1.0 - fc) if r1 and c0 else 0.0
                w11 = fr * fc if r1 and c1 else 0.0
                i0, i1 = min(max(top, 0), ny - 1), min(max(top + 1, 0), ny - 1)
                j0, j1 = min(max(left, 0), nx - 1), min(max(left + 1, 0), nx - 1)
                for c in range(cin):
                    sampled[c, t, a, b] = m * (w00 * x[c, i0, j0] + w01 * x[c, i0, j1] + w10 * x[c, i1, j0] + w11 * x[c, i1, j1])
    return (weights.reshape(-1, cin * taps) @ sampled.reshape(cin * taps, ny * nx)).reshape(-1, ny, nx)
