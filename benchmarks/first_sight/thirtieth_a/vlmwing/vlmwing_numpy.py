import numpy as np


def segment(p, a, b):
    """Velocity at points p (rows) from vortices of strength one along a to b (columns)."""
    r1, r2 = p[:, None] - a, p[:, None] - b
    cross = np.cross(r1, r2)
    n1, n2 = np.linalg.norm(r1, axis=-1), np.linalg.norm(r2, axis=-1)
    dot = np.sum(r1 * r2, axis=-1)
    down = n1 * n2 * (n1 * n2 + dot)
    size = np.divide((n1 + n2), 4.0 * np.pi * down, out=np.zeros_like(down), where=down > 1e-12)
    return cross * size[..., None]


def trailing(p, a, flow):
    """The same for vortices that leave from a along the flow for ever."""
    r = p[:, None] - a
    n = np.linalg.norm(r, axis=-1)
    down = 4.0 * np.pi * n * (n - r @ flow)
    return np.cross(flow, r) / down[..., None]


def vlmwing(corners, angles):
    """Lift and induced drag of a wing by horseshoe vortices, and its circulation, for each angle of attack."""
    front, back = 0.75 * corners[:-1] + 0.25 * corners[1:], 0.25 * corners[:-1] + 0.75 * corners[1:]
    left, right = front[:, :-1].reshape(-1, 3), front[:, 1:].reshape(-1, 3)
    control = 0.5 * (back[:, :-1] + back[:, 1:]).reshape(-1, 3)
    diagonals = corners[1:, 1:] - corners[:-1, :-1], corners[:-1, 1:] - corners[1:, :-1]
    normal = np.cross(*diagonals).reshape(-1, 3)
    double = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = normal / double
    area = 0.5 * double.sum()
    bound, middle = right - left, 0.5 * (left + right)
    onto, along = segment(control, left, right), segment(middle, left, right)
    lift, drag = np.empty(angles.size), np.empty(angles.size)
    circulation = np.empty((angles.size, left.shape[0]))
    for k, alpha in enumerate(np.radians(angles)):
        flow = np.array([np.cos(alpha), 0.0, np.sin(alpha)])
        influence = onto + trailing(control, right, flow) - trailing(control, left, flow)
        A = np.einsum("ijc,ic->ij", influence, normal)
        gamma = np.linalg.solve(A, -normal @ flow)
        velocity = flow + np.einsum("ijc,j->ic", along + trailing(middle, right, flow) - trailing(middle, left, flow), gamma)
        force = (gamma[:, None] * np.cross(velocity, bound)).sum(axis=0)
        lift[k] = 2.0 * (force[2] * flow[0] - force[0] * flow[2]) / area
        drag[k] = 2.0 * (force @ flow) / area
        circulation[k] = gamma
    return lift, drag, circulation
