import numpy as np


def sky(values, rounds=3):
    """Median and spread without what lies far out."""
    for _ in range(rounds):
        middle = np.median(values)
        spread = 1.4826 * np.median(np.abs(values - middle))
        values = values[np.abs(values - middle) <= 3.0 * spread]
    return np.median(values), np.std(values)


def aperphot(image, places, radius, inside, outside):
    """Light of stars in round openings, soft at the rim, less the sky in a ring about each."""
    h, w = image.shape
    stars = places.shape[0]
    flux, error = np.zeros(stars), np.zeros(stars)
    centre = places.copy()
    for s in range(stars):
        py, px = places[s]
        top, left = max(int(py - outside), 0), max(int(px - outside), 0)
        cut = image[top:min(int(py + outside) + 2, h), left:min(int(px + outside) + 2, w)]
        y = np.arange(top, top + cut.shape[0])[:, None]
        x = np.arange(left, left + cut.shape[1])
        far = np.sqrt((y - py) ** 2 + (x - px) ** 2)
        ground, noise = sky(cut[(far > inside) & (far < outside)])
        light = cut - ground
        for _ in range(3):
            near = np.sqrt((y - centre[s, 0]) ** 2 + (x - centre[s, 1]) ** 2)
            weight = np.where(near < radius, np.maximum(light, 0.0), 0.0)
            total = np.sum(weight)
            if total <= 0.0:
                break
            centre[s] = np.sum(weight * y) / total, np.sum(weight * x) / total
        near = np.sqrt((y - centre[s, 0]) ** 2 + (x - centre[s, 1]) ** 2)
        part = np.clip(radius + 0.5 - near, 0.0, 1.0)
        flux[s] = np.sum(part * light)
        error[s] = np.sqrt(max(flux[s], 0.0) / 2.0 + np.sum(part) * noise ** 2)
    return flux, error, centre
