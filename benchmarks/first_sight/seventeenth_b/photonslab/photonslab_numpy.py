import numpy as np


def deflection(g, u):
    """Cosine of the angle of scattering, after Henyey and Greenstein."""
    s = (1.0 - g * g) / (1.0 - g + 2.0 * g * u)
    return (1.0 + g * g - s * s) / (2.0 * g)


def turn(ux, uy, uz, cos, phi):
    sin = np.sqrt(max(0.0, 1.0 - cos * cos))
    cp, sp = np.cos(phi), np.sin(phi)
    if abs(uz) > 0.99999:
        return sin * cp, sin * sp, cos * np.sign(uz)
    root = np.sqrt(1.0 - uz * uz)
    return (sin * (ux * uz * cp - uy * sp) / root + ux * cos,
            sin * (uy * uz * cp + ux * sp) / root + uy * cos,
            -sin * cp * root + uz * cos)


def transport(draws, borders, absorb, scatter, forward, bins):
    """Packets of light in layered tissue: what is absorbed in each bin of depth, what leaves on either side, in rings, and what is left."""
    photons, hits, _ = draws.shape
    bottom = borders[-1]
    absorbed = np.zeros(bins)
    back = np.zeros(bins)
    through, left = 0.0, 0.0
    for p in range(photons):
        x, y, z = 0.0, 0.0, 0.0
        ux, uy, uz = 0.0, 0.0, 1.0
        weight, layer = 1.0, 0
        for k in range(hits):
            free = -np.log(1.0 - draws[p, k, 0])
            inside = True
            while True:
                total = absorb[layer] + scatter[layer]
                wall = borders[layer + 1] if uz > 0.0 else borders[layer]
                far = (wall - z) / uz if uz != 0.0 else np.inf
                if free / total < far:
                    far = free / total
                    x, y, z = x + far * ux, y + far * uy, z + far * uz
                    break
                x, y, z = x + far * ux, y + far * uy, wall
                free -= far * total
                layer += 1 if uz > 0.0 else -1
                if layer < 0 or layer >= absorb.size:
                    inside = False
                    break
            if not inside:
                break
            part = weight * absorb[layer] / total
            absorbed[min(int(z / bottom * bins), bins - 1)] += part
            weight -= part
            if weight < 0.01:
                break
            ux, uy, uz = turn(ux, uy, uz, deflection(forward[layer], draws[p, k, 1]), 2.0 * np.pi * draws[p, k, 2])
        if layer < 0:
            ring = int(np.sqrt(x * x + y * y) / bottom * bins)
            back[min(ring, bins - 1)] += weight
        elif layer >= absorb.size:
            through += weight
        else:
            left += weight
    return absorbed / photons, back / photons, through / photons, left / photons
