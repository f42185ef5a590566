import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def slicsuper(picture, grid, compact, turns):
    height, width, _ = picture.shape
    step = height // grid
    many = grid * grid
    place, colour = np.empty((many, 2)), np.empty((many, 3))
    for c in range(many):
        y, x = (c // grid) * step + step // 2, (c % grid) * step + step // 2
        place[c, 0], place[c, 1] = y, x
        for k in range(3):
            colour[c, k] = picture[y, x, k]
    label, distance = np.full((height, width), -1), np.empty((height, width))
    size, sums = np.empty(many), np.empty((many, 5))
    moved = np.zeros(turns)
    weight = (compact / step) ** 2
    for t in range(turns):
        distance[:] = np.inf
        for c in range(many):
            cy, cx = place[c, 0], place[c, 1]
            red, green, blue = colour[c, 0], colour[c, 1], colour[c, 2]
            for y in range(max(int(cy) - step, 0), min(int(cy) + step + 1, height)):
                for x in range(max(int(cx) - step, 0), min(int(cx) + step + 1, width)):
                    r, g, b = picture[y, x, 0] - red, picture[y, x, 1] - green, picture[y, x, 2] - blue
                    d = r * r + g * g + b * b + ((y - cy) ** 2 + (x - cx) ** 2) * weight
                    if d < distance[y, x]:
                        distance[y, x] = d
                        label[y, x] = c
        size[:], sums[:] = 0.0, 0.0
        for y in range(height):
            for x in range(width):
                c = label[y, x]
                size[c] += 1.0
                sums[c, 0] += y
                sums[c, 1] += x
                for k in range(3):
                    sums[c, k + 2] += picture[y, x, k]
        total = 0.0
        for c in range(many):
            n = max(size[c], 1.0)
            for k in range(2):
                new = sums[c, k] / n
                total += abs(new - place[c, k])
                place[c, k] = new
            for k in range(3):
                colour[c, k] = sums[c, k + 2] / n
        moved[t] = total / (2 * many)
    border = 0
    for y in range(height):
        for x in range(width):
            border += (x > 0 and label[y, x] != label[y, x - 1]) or (y > 0 and label[y, x] != label[y - 1, x])
    return label, colour, moved, border / (height * width)
