import numba as nb
import numpy as np


@nb.njit
def transport(draws, borders, absorb, scatter, forward, bins):
    photons, hits, _ = draws.shape
    layers, bottom = absorb.size, borders[-1]
    absorbed, back = np.zeros(bins), np.zeros(bins)
    through, left = 0.0, 0.0
    for p in range(photons):
        x, y, z, ux, uy, uz = 0.0, 0.0, 0.0, 0.0, 0.0, 1.0
        weight, layer = 1.0, 0
        total = absorb[0] + scatter[0]
        for k in range(hits):
            free = -np.log(1.0 - draws[p, k, 0])
            while True:
                wall = borders[layer + 1] if uz > 0.0 else borders[layer]
                far = (wall - z) / uz if uz != 0.0 else np.inf
                if free < far * total:
                    far = free / total
                    x += far * ux
                    y += far * uy
                    z += far * uz
                    break
                x += far * ux
                y += far * uy
                z = wall
                free -= far * total
                layer += 1 if uz > 0.0 else -1
                if layer < 0 or layer >= layers:
                    break
                total = absorb[layer] + scatter[layer]
            if layer < 0 or layer >= layers:
                break
            part = weight * absorb[layer] / total
            absorbed[min(int(z / bottom * bins), bins - 1)] += part
            weight -= part
            if weight < 0.01:
                break
            g = forward[layer]
            s = (1.0 - g * g) / (1.0 - g + 2.0 * g * draws[p, k, 1])
            cos = (1.0 + g * g - s * s) / (2.0 * g)
            sin = np.sqrt(max(0.0, 1.0 - cos * cos))
            phi = 2.0 * np.pi * draws[p, k, 2]
            cp, sp = np.cos(phi), np.sin(phi)
            if abs(uz) > 0.99999:
                ux, uy, uz = sin * cp, sin * sp, cos * np.sign(uz)
            else:
                root = np.sqrt(1.0 - uz * uz)
                ux, uy, uz = (sin * (ux * uz * cp - uy * sp) / root + ux * cos, sin * (uy * uz * cp + ux * sp) / root + uy * cos,
                              -sin * cp * root + uz * cos)
        if layer < 0:
            back[min(int(np.sqrt(x * x + y * y) / bottom * bins), bins - 1)] += weight
        elif layer >= layers:
            through += weight
        else:
            left += weight
    return absorbed / photons, back / photons, through / photons, left / photons
