import numpy as np


def slicsuper(picture, grid, compact, turns):
    """Superpixels after Achanta: each centre looks at pixels within one step of the grid, in place and colour."""
    height, width, _ = picture.shape
    step = height // grid
    cy, cx = np.meshgrid(np.arange(grid) * step + step // 2, np.arange(grid) * step + step // 2, indexing="ij")
    place = np.stack((cy.ravel(), cx.ravel()), axis=1).astype(np.float64)
    colour = picture[cy.ravel(), cx.ravel()]
    label = np.full((height, width), -1)
    rows, cols = np.mgrid[:height, :width]
    moved = np.zeros(turns)
    for t in range(turns):
        distance = np.full((height, width), np.inf)
        for c in range(grid * grid):
            y, x = int(place[c, 0]), int(place[c, 1])
            window = np.s_[max(y - step, 0):min(y + step + 1, height), max(x - step, 0):min(x + step + 1, width)]
            away = (rows[window] - place[c, 0]) ** 2 + (cols[window] - place[c, 1]) ** 2
            unlike = np.sum((picture[window] - colour[c]) ** 2, axis=2)
            d = unlike + away * (compact / step) ** 2
            closer = d < distance[window]
            distance[window][closer] = d[closer]
            label[window][closer] = c
        known = label.ravel()
        size = np.maximum(np.bincount(known, minlength=grid * grid), 1)
        old = place.copy()
        place[:, 0] = np.bincount(known, weights=rows.ravel(), minlength=grid * grid) / size
        place[:, 1] = np.bincount(known, weights=cols.ravel(), minlength=grid * grid) / size
        for k in range(3):
            colour[:, k] = np.bincount(known, weights=picture[..., k].ravel(), minlength=grid * grid) / size
        moved[t] = np.mean(np.abs(place - old))
    border = np.zeros((height, width), dtype=bool)
    border[:, 1:] |= label[:, 1:] != label[:, :-1]
    border[1:] |= label[1:] != label[:-1]
    return label, colour, moved, np.mean(border)
