import numpy as np


def houghpeak(image, theta, lines, near=4):
    """Votes of all pixels for the lines through them, and the lines with most votes, one after the other."""
    ny, nx = image.shape
    y, x = np.nonzero(image)
    reach = ny + nx
    votes = np.zeros((2 * reach + 1, theta.size), dtype=np.int32)
    for a in range(theta.size):
        distance = np.rint(x * np.cos(theta[a]) + y * np.sin(theta[a])).astype(np.int64)
        votes[:, a] = np.bincount(distance + reach, minlength=2 * reach + 1)
    left = votes.copy()
    found = np.zeros((lines, 3), dtype=np.int64)
    for m in range(lines):
        r, a = np.unravel_index(np.argmax(left), left.shape)
        found[m] = r - reach, a, left[r, a]
        left[max(r - near, 0):r + near + 1, max(a - near, 0):a + near + 1] = 0
    return votes, found
