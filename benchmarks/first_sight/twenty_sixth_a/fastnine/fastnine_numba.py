import numba as nb
import numpy as np

DY = np.array([-3, -3, -2, -1, 0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3])
DX = np.array([0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1])


@nb.njit(error_model="numpy")
def best_arc(diff):
    best = 0
    for k in range(16):
        least, most = 255, -255
        for q in range(9):
            v = diff[(k + q) & 15]
            least, most = min(least, v), max(most, v)
        best = max(best, least, -most)
    return best


@nb.njit(error_model="numpy")
def fastnine(image, threshold):
    h, w = image.shape
    score = np.zeros((h - 6, w - 6), np.int16)
    diff = np.empty(16, np.int64)
    for i in range(3, h - 3):
        for j in range(3, w - 3):
            c = np.int64(image[i, j])
            bright, dark = True, True
            for k in range(0, 8, 2):
                a = np.int64(image[i + DY[k], j + DX[k]]) - c
                b = np.int64(image[i + DY[k + 8], j + DX[k + 8]]) - c
                bright &= a > threshold or b > threshold
                dark &= a < -threshold or b < -threshold
            if not (bright or dark):
                continue
            for k in range(16):
                diff[k] = np.int64(image[i + DY[k], j + DX[k]]) - c
            best = best_arc(diff)
            if best > threshold:
                score[i - 3, j - 3] = best
    corners = np.zeros((h, w), np.bool_)
    count = 0
    for i in range(h - 6):
        for j in range(w - 6):
            s = score[i, j]
            if s > 0:
                top = True
                for y in range(max(i - 1, 0), min(i + 2, h - 6)):
                    for x in range(max(j - 1, 0), min(j + 2, w - 6)):
                        top &= score[y, x] <= s
                corners[i + 3, j + 3] = top
                count += top
    return corners, score, count
