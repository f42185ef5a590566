import numpy as np


def logp(x):
    """A bent ridge with two heaps along it."""
    across = x[1] - 0.5 * x[0] ** 2 + 1.0
    return -2.0 * across ** 2 + np.logaddexp(-0.5 * (x[0] - 1.5) ** 2, -0.9 * (x[0] + 1.2) ** 2)


def step_out(x, d, edge, level, step, most=6):
    """Moves the edges on, in place, where the ridge is still above the level."""
    y = x.copy()
    for _ in range(most):
        y[d] = edge
        inside = logp(y) > level
        if not inside.any():
            break
        edge[inside] += step


def slicesamp(x, draws, width=0.8):
    """Means over chains after each step; the chains move in place."""
    steps, dims, tries, chains = draws.shape
    means = np.zeros((steps, dims))
    for t in range(steps):
        for d in range(dims):
            u = draws[t, d]
            level = logp(x) + np.log(u[0])
            left = x[d] - width * u[1]
            right = left + width
            step_out(x, d, left, level, -width)
            step_out(x, d, right, level, width)
            todo = np.arange(chains)
            for k in range(2, tries):
                if todo.size == 0:
                    break
                y = x[:, todo]
                y[d] = left[todo] + u[k, todo] * (right[todo] - left[todo])
                good = logp(y) > level[todo]
                x[d, todo[good]] = y[d, good]
                todo, failed = todo[~good], y[d, ~good]
                below = failed < x[d, todo]
                left[todo[below]] = failed[below]
                right[todo[~below]] = failed[~below]
        means[t] = x.mean(axis=1)
    return means
