"""Functions that return out of loops what the loops go on to change: histories, lists in dicts, arrays in place."""

import numpy as np

from tests.lift.numpy.case import Case


def history_in_a_tuple(x, tol):
    norms = [x.sum()]
    for k in range(50):
        if np.abs(x).max() < tol:
            return x, k, norms
        x = x / 2
        norms.append(x.sum())
    return x, 50, norms


def changed_behind_the_loop(x, tol):
    norms = [x.sum()]
    for k in range(12):
        if np.abs(x).max() < tol:
            return x, k, norms
        x = x / 2
        norms.append(x.sum())
    norms.append(-1.0)
    x[0] = 3
    return x, 50, norms


def out_of_two_loops(x, tol):
    norms = []
    for _ in range(50):
        if np.abs(x).max() < tol:
            return x, norms
        x *= 0.5
        norms.append(x[0] + x[-1])
        for _ in range(3):
            if x[1] < 1e-2:
                return x, norms
            x -= 1e-3
    norms.append(-1.0)
    return x, norms


def lists_in_a_dict(x, tol):
    series = {"norm": [], "step": []}
    for k in range(50):
        x *= 0.5
        series["norm"].append(x.max())
        series["step"].append(k)
        if np.abs(x).max() < tol:
            return x, series
    return x, series


def appended_once_more(x, tol):
    norms = []
    while True:
        x = 0.5 * x
        norms.append(x.sum())
        if np.abs(x).max() < tol:
            norms.append(0.0)
            return norms


def array_changed_in_place(x, n):
    y = x.copy()
    for _ in range(n):
        if x.sum() < 3:
            return y
        y += 1
        if y[0] > 5:
            return y
        x -= 1
    y += 10
    return y


class Solver:
    def __init__(self, tol):
        self.tol, self.errors = tol, []

    def run(self, x, most):
        for k in range(most):
            new = np.cos(x)
            self.errors.append(np.abs(new - x).max())
            if self.errors[-1] < self.tol:
                return new, k, self.errors
            x = new
        return x, most, self.errors


def errors_of_an_object(x, tol):
    solver = Solver(tol)
    first = solver.run(x, 20)
    second = solver.run(x + 1.0, 30)
    return first[0], second[:2], solver.errors


def list_by_a_branch(x):
    """Lists of different lengths meet under a name."""
    if x[0] > 0.5:
        parts = [x[0], x[1]]
    else:
        parts = [x.sum()]
    return np.array(parts) * 2.0, len(parts)


V = np.arange(8.0)
CASES = [
    Case(history_in_a_tuple, (V, 1e-3), more=[(V[:5], 1e-3), (V[:3], 0.0)]),
    Case(changed_behind_the_loop, (V, 1e-1), more=[(V[:5] + 1, 1e-3), (V + 4, 1e-5)]),
    Case(out_of_two_loops, (V, 1e-1), more=[(V + 1, 1e-3), (V[:4] + 3, 0.0)]),
    Case(lists_in_a_dict, (V, 1e-3), more=[(V[:5], 1e-8), (V[:3], 0.0)]),
    Case(appended_once_more, (V, 1e-3), more=[(V[:5], 1e-8)]),
    Case(array_changed_in_place, (V, 9), more=[(V[:4] - 3, 9), (V - 2, 2)]),
    Case(errors_of_an_object, (V / 9, 1e-3), more=[(V[:4], 1e-9), (V[:2], 0.5)], close=1e-13),
    Case(list_by_a_branch, (V + 1,), more=[(V,), (V[:3] - 1,)]),
]
