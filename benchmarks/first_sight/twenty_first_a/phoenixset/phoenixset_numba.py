import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def phoenixset(points, most, c=0.5667, p=-0.5, limit=16.0):
    ny, nx = points.shape
    left, shade = np.full((ny, nx), most), np.zeros((ny, nx))
    over = np.log(limit)
    for j in range(ny):
        for i in range(nx):
            x, y = points[j, i].real, points[j, i].imag
            u, v = 0.0, 0.0
            for t in range(most):
                x, y, u, v = x * x - y * y + c + p * u, 2.0 * x * y + p * v, x, y
                square = x * x + y * y
                if square > limit * limit:
                    left[j, i] = t
                    shade[j, i] = t + 1.0 - np.log2(0.5 * np.log(square) / over)
                    break
    return left, shade
