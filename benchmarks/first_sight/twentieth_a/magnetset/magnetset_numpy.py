import numpy as np


def magnet(x, y, most, far=100.0, near=1e-3):
    C = x + y[:, None] * 1j
    count = np.zeros(C.shape, dtype=np.int64)
    rows, columns = np.mgrid[0:y.size, 0:x.size]
    rows, columns, C = rows.ravel(), columns.ravel(), C.ravel()
    Z = np.zeros(C.size, dtype=np.complex128)
    for i in range(most):
        if len(Z) == 0:
            break
        Z = ((Z * Z + C - 1.0) / (2.0 * Z + C - 2.0)) ** 2
        done = (np.abs(Z) > far) | (np.abs(Z - 1.0) < near)
        count[rows[done], columns[done]] = i + 1
        keep = ~done
        rows, columns = rows[keep], columns[keep]
        Z, C = Z[keep], C[keep]
    return count
