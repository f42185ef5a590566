import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def dupirevol(w, years, k, least=0.02, most=1.5):
    n, m = w.shape
    local, count = np.empty((n, m)), np.zeros(n, np.int64)
    h = k[1] - k[0]
    for i in range(n):
        a, c = max(i - 1, 0), min(i + 1, n - 1)
        before, after = years[i] - years[a], years[c] - years[i]
        for j in range(m):
            if i == 0:
                dt = (w[1, j] - w[0, j]) / after
            elif i == n - 1:
                dt = (w[i, j] - w[a, j]) / before
            else:
                dt = (before * before * w[c, j] + (after * after - before * before) * w[i, j] - after * after * w[a, j])
                dt /= before * after * (before + after)
            if j == 0:
                dk = (w[i, 1] - w[i, 0]) / h
            elif j == m - 1:
                dk = (w[i, j] - w[i, j - 1]) / (k[j] - k[j - 1])
            else:
                left, right = k[j] - k[j - 1], k[j + 1] - k[j]
                dk = (left * left * w[i, j + 1] + (right * right - left * left) * w[i, j] - right * right * w[i, j - 1])
                dk /= left * right * (left + right)
            s = min(max(j, 1), m - 2)
            dkk = (w[i, s + 1] - 2.0 * w[i, s] + w[i, s - 1]) / (h * h)
            x = k[j] / w[i, j]
            density = 1.0 - x * dk + 0.25 * (-0.25 - 1.0 / w[i, j] + x * x) * dk * dk + 0.5 * dkk
            if density <= 0.0 or dt < 0.0:
                count[i] += 1
                v = w[i, j] / years[i]
            else:
                v = dt / density
            local[i, j] = min(max(np.sqrt(v), least), most)
    return local, count
