import numpy as np


def cast(origins, rays, mesh, light):
    e1 = mesh[:, 1] - mesh[:, 0]
    e2 = mesh[:, 2] - mesh[:, 0]
    p = np.cross(rays[:, None, :], e2[None, :, :])
    det = np.sum(p * e1, axis=-1)
    hits = np.abs(det) > 1e-6
    inv = 1 / np.where(hits, det, 1)
    t = origins[:, None, :] - mesh[None, :, 0]
    u = np.sum(t * p, axis=-1) * inv
    q = np.cross(t, e1[None])
    v = np.sum(rays[:, None, :] * q, axis=-1) * inv
    d = np.sum(e2 * q, axis=-1) * inv
    hits &= (u >= 0) & (v >= 0) & (u + v <= 1) & (d > 1e-4)
    d = np.where(hits, d, np.float32(1e30))
    which = np.argmin(d, axis=1)
    depth = d[np.arange(d.shape[0]), which]
    normal = np.cross(e1, e2)
    normal /= np.sqrt(np.sum(normal**2, axis=1, keepdims=True))
    shade = np.abs(normal @ light)[which]
    shade[depth > 1e29] = 0
    which[depth > 1e29] = -1
    return depth, which, shade
