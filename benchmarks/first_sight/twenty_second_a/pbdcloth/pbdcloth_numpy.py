import numpy as np


def stretch(a, b, wa, wb, rest, stiff):
    """Moves the ends of springs so that they come nearer to their length, each by its share, in place."""
    d = b - a
    length = np.sqrt(np.sum(d * d, axis=-1))
    share = wa + wb
    pull = stiff * np.where(share > 0.0, (length - rest) / (length * np.maximum(share, 1.0)), 0.0)
    a += (wa * pull)[..., np.newaxis] * d
    b -= (wb * pull)[..., np.newaxis] * d


def project(p, w, h, stiff):
    for start in (0, 1):
        m = (p.shape[1] - start) // 2
        left, right = slice(start, start + 2 * m, 2), slice(start + 1, start + 2 * m, 2)
        stretch(p[:, left], p[:, right], w[:, left], w[:, right], h, stiff)
        m = (p.shape[0] - start) // 2
        above, below = slice(start, start + 2 * m, 2), slice(start + 1, start + 2 * m, 2)
        stretch(p[above], p[below], w[above], w[below], h, stiff)


def ball(p, centre, radius):
    """Points inside of a ball are put upon it."""
    d = p - centre
    far = np.sqrt(np.sum(d * d, axis=-1))
    inside = far < radius
    p[inside] = centre + d[inside] * (radius / far[inside])[:, np.newaxis]
    return np.count_nonzero(inside)


def pbdcloth(pos, vel, mobile, steps, rounds, dt=0.01, h=0.1, damp=0.995):
    """A cloth held at two corners falls upon a ball; how many points touch it."""
    ny, nx = mobile.shape
    centre = np.array([0.5 * h * nx, 0.6 * h * ny, -0.3])
    touched = np.zeros(steps, dtype=np.int64)
    gravity = np.array([0.0, 0.0, -9.81])
    for t in range(steps):
        vel += dt * gravity * mobile[..., np.newaxis]
        vel *= damp
        p = pos + dt * vel
        for _ in range(rounds):
            project(p, mobile, h, 0.9)
            touched[t] += ball(p, centre, 0.28)
        vel[:] = (p - pos) / dt
        pos[:] = p
    return touched
