import numpy as np


def develop(raw, matrix):
    """Colours of a sensor with red, green / green, blue, by means of neighbours; matrix has 8 bits after the point."""
    h, w = raw.shape
    p = np.pad(raw, 1, mode="reflect").astype(np.int32)
    rgb = np.empty((h, w, 3), dtype=np.int32)
    for r in range(2):
        for c in range(2):
            near = {(i, j): p[1 + r + i:1 + r + i + h - 1:2, 1 + c + j:1 + c + j + w - 1:2] for i in (-1, 0, 1) for j in (-1, 0, 1)}
            across = (near[0, -1] + near[0, 1] + 1) >> 1
            along = (near[-1, 0] + near[1, 0] + 1) >> 1
            if r == c:
                rgb[r::2, c::2, 2 * r] = near[0, 0]
                rgb[r::2, c::2, 1] = (near[0, -1] + near[0, 1] + near[-1, 0] + near[1, 0] + 2) >> 2
                rgb[r::2, c::2, 2 - 2 * r] = (near[-1, -1] + near[-1, 1] + near[1, -1] + near[1, 1] + 2) >> 2
            else:
                rgb[r::2, c::2, 2 * r] = across
                rgb[r::2, c::2, 1] = near[0, 0]
                rgb[r::2, c::2, 2 - 2 * r] = along
    return np.clip((rgb @ matrix.T + 128) >> 8, 0, 4095).astype(np.uint16)
