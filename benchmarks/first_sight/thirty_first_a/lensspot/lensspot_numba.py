import numba as nb
import numpy as np

COLOURS = np.array([0.4861, 0.5876, 0.6563])


@nb.njit(error_model="numpy")
def trace(x, y, l, m, n, faces, behind, aperture):
    z, before, alive = 0.0, 1.0, True
    for f in range(faces.shape[0]):
        c, k = faces[f, 0], faces[f, 1]
        a = c * (1.0 + k * n * n)
        b = c * (x * l + y * m + (1.0 + k) * z * n) - n
        e = c * (x * x + y * y + (1.0 + k) * z * z) - 2.0 * z
        d = b * b - a * e
        s = e / (-b + np.sqrt(max(d, 0.0)))
        x, y, z = x + s * l, y + s * m, z + s * n
        alive = alive and d >= 0.0 and x * x + y * y <= aperture[f] * aperture[f]
        p, q, r = -c * x, -c * y, 1.0 - c * (1.0 + k) * z
        size = 1.0 / np.sqrt(p * p + q * q + r * r)
        p, q, r = p * size, q * size, r * size
        ratio = before / behind[f]
        cosine = l * p + m * q + n * r
        under = 1.0 - ratio * ratio * (1.0 - cosine * cosine)
        alive = alive and under >= 0.0
        turn = np.sqrt(max(under, 0.0)) - ratio * cosine
        l, m, n = ratio * l + turn * p, ratio * m + turn * q, ratio * n + turn * r
        z -= faces[f, 2]
        before = behind[f]
    q, r = l / n, m / n
    return alive, x - z * q, y - z * r, q, r


@nb.njit(error_model="numpy")
def lensspot(faces, aperture, angles, grid, radius=9.0):
    fields, colours = angles.size, COLOURS.size
    side = np.linspace(-radius, radius, grid)
    rays = np.empty((fields * colours, grid * grid, 4))
    counts, behind = np.zeros(fields * colours, np.int64), np.empty(faces.shape[0])
    passed, mean = np.zeros((fields, colours)), np.zeros((fields * colours, 4))
    up, down = 0.0, 0.0
    for t in range(fields):
        for c in range(colours):
            for f in range(faces.shape[0]):
                behind[f] = faces[f, 3] + 0.55 * faces[f, 4] * (1.0 / COLOURS[c] ** 2 - 1.0 / 0.5876 ** 2)
            line, count, sent = t * colours + c, 0, 0
            for i in range(grid):
                for j in range(grid):
                    if side[j] ** 2 + side[i] ** 2 > radius ** 2:
                        continue
                    sent += 1
                    alive, x, y, q, r = trace(side[j], side[i] - 8.0 * np.tan(angles[t]), 0.0, np.sin(angles[t]),
                                              np.cos(angles[t]), faces, behind, aperture)
                    if alive:
                        one = rays[line, count]
                        one[0], one[1], one[2], one[3] = x, y, q, r
                        for k in range(4):
                            mean[line, k] += one[k]
                        count += 1
            counts[line], passed[t, c] = count, count / sent
            for k in range(4):
                mean[line, k] /= count
            for i in range(count):
                for k in range(2):
                    q = rays[line, i, 2 + k] - mean[line, 2 + k]
                    up -= (rays[line, i, k] - mean[line, k]) * q
                    down += q * q
    focus = up / down
    spots, centres = np.zeros((fields, colours)), np.zeros((fields, colours, 2))
    for t in range(fields):
        for c in range(colours):
            line, total = t * colours + c, 0.0
            for k in range(2):
                centre = mean[line, k] + focus * mean[line, 2 + k]
                centres[t, c, k] = centre
                for i in range(counts[line]):
                    total += (rays[line, i, k] + focus * rays[line, i, 2 + k] - centre) ** 2
            spots[t, c] = np.sqrt(total / counts[line])
    return focus, spots, centres, passed
