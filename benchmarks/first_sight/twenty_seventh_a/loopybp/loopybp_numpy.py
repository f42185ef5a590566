import numpy as np


def send(h, slope, limit):
    """The least sum over labels of h and a cost that grows with their distance, up to a limit;
    h becomes the message, whose least is nothing."""
    h -= np.min(h, axis=-1, keepdims=True)
    for k in range(1, h.shape[-1]):
        h[..., k] = np.minimum(h[..., k], h[..., k - 1] + slope)
    for k in range(h.shape[-1] - 2, -1, -1):
        h[..., k] = np.minimum(h[..., k], h[..., k + 1] + slope)
    np.minimum(h, limit, out=h)


def loopybp(data, slope, limit, rounds):
    """Messages from above, below, left and right; labels, the whole cost after each round, and the messages."""
    m = np.zeros((4,) + data.shape, dtype=data.dtype)
    energy = np.zeros(rounds)
    best = np.argmin(data, axis=2)
    for r in range(rounds):
        belief = data + m.sum(axis=0)
        down = belief[:-1] - m[1, :-1]
        up = belief[1:] - m[0, 1:]
        right = belief[:, :-1] - m[3, :, :-1]
        left = belief[:, 1:] - m[2, :, 1:]
        for h in (down, up, right, left):
            send(h, slope, limit)
        m[0, 1:], m[1, :-1], m[2, :, 1:], m[3, :, :-1] = down, up, right, left
        best = np.argmin(data + m.sum(axis=0), axis=2)
        cost = np.take_along_axis(data, best[:, :, None], axis=2).sum(dtype=np.float64)
        for d in (np.diff(best, axis=0), np.diff(best, axis=1)):
            cost += np.minimum(slope * np.abs(d), limit).sum()
        energy[r] = cost
    return best, energy, m
