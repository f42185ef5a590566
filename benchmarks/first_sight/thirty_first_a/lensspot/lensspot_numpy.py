import numpy as np

COLOURS = np.array([0.4861, 0.5876, 0.6563])


def index(face, colour):
    """The index behind a face, after Cauchy, for a wavelength in micrometres."""
    n, spread = face[3], face[4]
    return n + 0.55 * spread * (1.0 / colour ** 2 - 1.0 / 0.5876 ** 2)


def pupil(grid, radius):
    side = np.linspace(-radius, radius, grid)
    x, y = np.meshgrid(side, side)
    inside = x ** 2 + y ** 2 <= radius ** 2
    return x[inside], y[inside]


def intersect(position, direction, c, k):
    """Way to a conic face whose vertex is the origin, and whether the ray meets it."""
    x, y, z = position
    l, m, n = direction
    a = c * (1.0 + k * n * n)
    b = c * (x * l + y * m + (1.0 + k) * z * n) - n
    e = c * (x * x + y * y + (1.0 + k) * z * z) - 2.0 * z
    d = b * b - a * e
    return e / (-b + np.sqrt(np.maximum(d, 0.0))), d >= 0.0


def refract(direction, normal, ratio):
    """Snell's law as vectors; false where light is thrown back altogether."""
    cosine = np.sum(direction * normal, axis=0)
    under = 1.0 - ratio ** 2 * (1.0 - cosine ** 2)
    turn = np.sqrt(np.maximum(under, 0.0)) - ratio * cosine
    return ratio * direction + turn * normal, under >= 0.0


def trace(position, direction, faces, aperture, colour):
    """Through all faces, in place; which rays get through."""
    alive = np.ones(position.shape[1], dtype=bool)
    before = 1.0
    for f in range(faces.shape[0]):
        c, k, way = faces[f, :3]
        behind = index(faces[f], colour)
        s, met = intersect(position, direction, c, k)
        position += s * direction
        alive &= met & (position[0] ** 2 + position[1] ** 2 <= aperture[f] ** 2)
        normal = np.stack([-c * position[0], -c * position[1], 1.0 - c * (1.0 + k) * position[2]])
        normal /= np.linalg.norm(normal, axis=0)
        direction[:], through = refract(direction, normal, before / behind)
        alive &= through
        position[2] -= way
        before = behind
    return alive


def best_focus(rays, weights):
    """How far behind the plane the spots of all rays are smallest together, by least squares."""
    up, down = 0.0, 0.0
    for (position, direction), w in zip(rays, weights):
        for axis in range(2):
            p = position[axis] - position[2] * direction[axis] / direction[2]
            q = direction[axis] / direction[2]
            p, q = p - np.average(p, weights=w), q - np.average(q, weights=w)
            up -= np.sum(w * p * q)
            down += np.sum(w * q * q)
    return up / down


def lensspot(faces, aperture, angles, grid, radius=9.0):
    """Best focus over all colours and fields, sizes and centres of spots there, and the share of rays that pass."""
    x, y = pupil(grid, radius)
    rays, weights = [], []
    for angle in angles:
        for colour in COLOURS:
            position = np.stack([x, y - 8.0 * np.tan(angle), np.zeros_like(x)])
            direction = np.repeat([[0.0], [np.sin(angle)], [np.cos(angle)]], x.size, axis=1)
            alive = trace(position, direction, faces, aperture, colour)
            rays.append((position, direction))
            weights.append(alive.astype(float))
    focus = best_focus(rays, weights)
    spots = np.zeros((angles.size, COLOURS.size))
    centres, passed = np.zeros((angles.size, COLOURS.size, 2)), np.zeros(spots.shape)
    for r, ((position, direction), w) in enumerate(zip(rays, weights)):
        field, colour = divmod(r, COLOURS.size)
        s = (focus - position[2]) / direction[2]
        place = position[:2] + s * direction[:2]
        centre = np.average(place, axis=1, weights=w)
        centres[field, colour] = centre
        spots[field, colour] = np.sqrt(np.average(np.sum((place - centre[:, None]) ** 2, axis=0), weights=w))
        passed[field, colour] = w.mean()
    return focus, spots, centres, passed
