import numpy as np

BITS = np.array([bin(value).count("1") for value in range(256)], dtype=np.int32)


def signature(image):
    """A bit for each of eight neighbours that is darker."""
    ny, nx = image.shape
    padded = np.pad(image, 1, mode="edge")
    code = np.zeros((ny, nx), dtype=np.uint8)
    for a in range(3):
        for b in range(3):
            if a != 1 or b != 1:
                code = (code << 1) | (padded[a:a + ny, b:b + nx] < image)
    return code


def costs(left, right, shifts):
    ny, nx = left.shape
    one = signature(left)
    two = signature(right)
    cost = np.full((ny, nx, shifts), 8, dtype=np.int32)
    for d in range(shifts):
        cost[:, d:, d] = BITS[one[:, d:] ^ two[:, :nx - d]]
    return cost


def carry(before, here, small, large):
    """Costs along a path from those of the place before."""
    least = np.min(before, axis=1)[:, np.newaxis]
    best = np.minimum(before, least + large)
    best[:, 1:] = np.minimum(best[:, 1:], before[:, :-1] + small)
    best[:, :-1] = np.minimum(best[:, :-1], before[:, 1:] + small)
    return here + best - least


def stereosgm(left, right, shifts, small=2, large=9):
    cost = costs(left, right, shifts)
    ny, nx, _ = cost.shape
    total = np.zeros_like(cost)
    across, gathered = cost.transpose(1, 0, 2), total.transpose(1, 0, 2)
    for path, sums in ((cost, total), (cost[::-1], total[::-1]), (across, gathered), (across[::-1], gathered[::-1])):
        line = path[0]
        sums[0] += line
        for k in range(1, path.shape[0]):
            line = carry(line, path[k], small, large)
            sums[k] += line
    return np.argmin(total, axis=2), np.min(total, axis=2)
