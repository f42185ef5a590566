import numpy as np


def field(wires, currents, points, velocity):
    """B = mu0 I / 4 pi of every piece from the vectors a and b that go from its ends to the point."""
    a = points[:, None, None, :] - wires[None, :, :-1, :]
    b = points[:, None, None, :] - wires[None, :, 1:, :]
    la = np.linalg.norm(a, axis=-1)
    lb = np.linalg.norm(b, axis=-1)
    dot = np.sum(a * b, axis=-1)
    share = (la + lb) / (la * lb * (la * lb + dot))
    B = 1e-7 * np.einsum("c,pcs,pcsk->pk", currents, share, np.cross(a, b))
    strength = np.sqrt(np.sum(B**2, axis=1))
    along = B / strength[:, None]
    across = velocity - np.sum(velocity * along, axis=1, keepdims=True) * along
    return B, strength, np.cross(across, B)
