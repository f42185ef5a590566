import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sky(values, rounds=3):
    for _ in range(rounds):
        middle = np.median(values)
        spread = 1.4826 * np.median(np.abs(values - middle))
        n = 0
        for i in range(values.size):
            if abs(values[i] - middle) <= 3.0 * spread:
                values[n] = values[i]
                n += 1
        values = values[:n]
    return np.median(values), np.std(values)


@nb.njit(error_model="numpy")
def aperphot(image, places, radius, inside, outside):
    h, w = image.shape
    stars = places.shape[0]
    flux, error, centre = np.zeros(stars), np.zeros(stars), places.copy()
    room = np.empty(int(2 * outside + 4) ** 2)
    for s in range(stars):
        py, px = places[s]
        top, left = max(int(py - outside), 0), max(int(px - outside), 0)
        bottom, right = min(int(py + outside) + 2, h), min(int(px + outside) + 2, w)
        n = 0
        for y in range(top, bottom):
            for x in range(left, right):
                far = np.sqrt((y - py) ** 2 + (x - px) ** 2)
                if inside < far < outside:
                    room[n] = image[y, x]
                    n += 1
        ground, noise = sky(room[:n])
        cy, cx = py, px
        for _ in range(3):
            total, sy, sx = 0.0, 0.0, 0.0
            for y in range(top, bottom):
                for x in range(left, right):
                    if np.sqrt((y - cy) ** 2 + (x - cx) ** 2) < radius:
                        light = max(image[y, x] - ground, 0.0)
                        total += light
                        sy += light * y
                        sx += light * x
            if total <= 0.0:
                break
            cy, cx = sy / total, sx / total
        centre[s, 0], centre[s, 1] = cy, cx
        area = 0.0
        for y in range(top, bottom):
            for x in range(left, right):
                part = min(max(radius + 0.5 - np.sqrt((y - cy) ** 2 + (x - cx) ** 2), 0.0), 1.0)
                area += part
                flux[s] += part * (image[y, x] - ground)
        error[s] = np.sqrt(max(flux[s], 0.0) / 2.0 + area * noise ** 2)
    return flux, error, centre
