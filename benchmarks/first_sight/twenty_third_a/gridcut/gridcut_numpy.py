import numpy as np

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3


def push(excess, height, out, back, here, there):
    """What goes from places to their neighbours one step lower; capacities out and back change, too."""
    amount = np.where(height[here] == height[there] + 1, np.minimum(excess[here], out[here]), 0)
    excess[here] -= amount
    out[here] -= amount
    excess[there] += amount
    back[there] += amount


def lowest(height, caps, here, there, least):
    """The least height of neighbours that a place can still push to."""
    least[here] = np.minimum(least[here], np.where(caps[here] > 0, height[there], height.size))


def gridcut(excess, sink, caps, rounds):
    """Integers throughout: flow, heights, which places lie on the side of the source, and rounds; all of it in place."""
    top, low = np.s_[:-1, :], np.s_[1:, :]
    west, east = np.s_[:, :-1], np.s_[:, 1:]
    height = np.zeros(excess.shape, dtype=np.int64)
    full = excess.size
    flow = 0
    used = 0
    for r in range(rounds):
        drained = np.where(height == 1, np.minimum(excess, sink), 0)
        excess -= drained
        sink -= drained
        flow += np.sum(drained)
        push(excess, height, caps[UP], caps[DOWN], low, top)
        push(excess, height, caps[DOWN], caps[UP], top, low)
        push(excess, height, caps[LEFT], caps[RIGHT], east, west)
        push(excess, height, caps[RIGHT], caps[LEFT], west, east)
        least = np.where(sink > 0, 0, full)
        lowest(height, caps[UP], low, top, least)
        lowest(height, caps[DOWN], top, low, least)
        lowest(height, caps[LEFT], east, west, least)
        lowest(height, caps[RIGHT], west, east, least)
        active = (excess > 0) & (height < full)
        height[active] = np.minimum(np.maximum(least[active] + 1, height[active]), full)
        used = r + 1
        if not np.any((excess > 0) & (height < full)):
            break
    reached = sink > 0
    while True:
        grown = reached.copy()
        grown[low] |= reached[top] & (caps[UP][low] > 0)
        grown[top] |= reached[low] & (caps[DOWN][top] > 0)
        grown[east] |= reached[west] & (caps[LEFT][east] > 0)
        grown[west] |= reached[east] & (caps[RIGHT][west] > 0)
        if np.array_equal(grown, reached):
            break
        reached = grown
    return flow, height, ~reached, used
