import numpy as np


def comb(x, delay, feedback, damp):
    """An echo that comes back again and again, each time duller, blocks as long as the delay."""
    y = x.copy()
    for start in range(delay, x.shape[1], delay):
        stop = min(start + delay, x.shape[1])
        before = y[:, start - delay:stop - delay]
        dull = before.copy()
        dull[:, 1:] = (1.0 - damp) * before[:, 1:] + damp * before[:, :-1]
        y[:, start:stop] += feedback * dull
    return y


def allpass(y, delay, g=0.5):
    """Spreads echoes without colour, in place."""
    n = y.shape[1]
    memory = np.zeros((y.shape[0], delay))
    for start in range(0, n, delay):
        block = y[:, start:start + delay]
        m = memory[:, :block.shape[1]]
        new = block + g * m
        block[:] = m - g * new
        m[:] = new


def schroverb(sound, combs, passes, feedback=0.84, damp=0.2, wet=0.3, spread=23):
    """Reverberation by combs side by side and allpasses one after the other, longer on the right, and how it fades."""
    room = np.zeros_like(sound)
    for side in range(2):
        for delay in combs:
            room[side:side + 1] += comb(sound[side:side + 1], delay + side * spread, feedback, damp)
        for delay in passes:
            allpass(room[side:side + 1], delay + side * spread)
    room /= len(combs)
    out = (1.0 - wet) * sound + wet * room
    peak = np.abs(out).max()
    if peak > 1.0:
        out /= peak
    left = np.cumsum(np.sum(room ** 2, axis=0)[::-1])[::-1]
    return out, 10.0 * np.log10(left / left[0] + 1e-12)
