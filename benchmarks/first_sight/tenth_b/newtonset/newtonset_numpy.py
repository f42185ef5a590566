import numpy as np


def basins(re, im, steps, tol=1e-8):
    """To which cube root of one do Newton's iterations lead, and after how many steps?"""
    z = re[None, :] + 1j * im[:, None]
    count = np.zeros(z.shape, dtype=np.int32)
    root = np.full(z.shape, -1, dtype=np.int8)
    active = np.ones(z.shape, dtype=bool)
    for it in range(steps):
        w = z[active]
        w2 = w * w
        z[active] = w - (w2 * w - 1.0) / (3.0 * w2)
        active = active & (np.abs(z**3 - 1.0) > tol)
        count[active] += 1
        if not active.any():
            break
    for k, target in enumerate([1.0, -0.5 + 0.8660254037844386j, -0.5 - 0.8660254037844386j]):
        root[np.abs(z - target) < 1e-3] = k
    return root, count
