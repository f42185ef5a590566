"""Lists that loops join, empty and turn round, whose items have other names or are None."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(7, 11, 16)).both


def rows(n):
    return U(n, 2) - 0.7


@prog(lambda n: (rows(n),))
def joined_anew(zs):
    x, seen = np.zeros(2), []
    for z in zs:
        x = 0.5 * x + z
        seen = seen + [x * z]
    return x, np.array(seen), seen[-1]


@prog(lambda n: (rows(n),))
def joined_in_tuple(zs):
    state = np.zeros(2), 0.0, []
    for z in zs:
        x = np.tanh(state[0] + z)
        state = x, state[1] + float(x @ z), state[2] + [x]
    return state[0], state[1], np.array(state[2])


@dataclass
class Filtered:
    x: np.ndarray
    P: np.ndarray
    loglik: float = 0.0
    innovations: list = field(default_factory=list)

    def updated(self, y, gain):
        return Filtered(self.x + gain @ y, self.P - gain @ self.P, self.loglik - 0.5 * float(y @ y), self.innovations + [y])


@prog(lambda n: (rows(n),))
def joined_in_object(zs):
    s = Filtered(np.zeros(2), np.eye(2))
    for z in zs:
        s = replace(s, x=0.9 * s.x, P=0.8 * s.P + 0.1)
        s = s.updated(z - s.x, s.P / (1.0 + s.P.sum()))
    return s.x, s.P, s.loglik, s.innovations[-1], len(s.innovations)


@prog(lambda n: (rows(n),), sizes=(7,))
def joined_and_changed(zs):
    x = np.zeros(2)
    seen = [x]
    for z in zs:
        seen = seen + [z * 2]
        x += z
    return x, np.array(seen)


@prog(lambda n: (rows(n),), sizes=(7,))
def turned_and_changed(zs):
    x = np.zeros(2)
    seen = [x, x]
    for z in zs:
        seen = seen[::-1]
        x += z
        seen.append(z)
    return np.array(seen)


@prog(lambda n: (rows(n),), sizes=(7,))
def items_written_in_place(zs):
    kept = []
    for z in zs:
        for v in kept:
            v *= 0.5
        if len(kept) > 3:
            kept.pop(0)
        kept.insert(0, z)
    return np.array(kept)


@prog(lambda n: (rows(n),), grad=False)
def emptied_by_data(zs):
    run, longest = [], 0
    for k in range(1, len(zs)):
        if zs[k, 0] > 0.5:
            run.clear()
        run.append(zs[k, 1])
        longest = max(longest, len(run))
    return len(run), longest


@prog(lambda n: (rows(n),), grad=False)
def gaps_in_window(zs):
    window = []
    for z in zs:
        window.append(None if z[0] > 0 else z[1])
        if len(window) > 4:
            window.pop(0)
    return window, sum(1 for v in window if v is None)


@dataclass
class Recorder:
    x: np.ndarray
    seen: list = field(default_factory=list)

    def push(self, e):
        self.seen.append(e)


@prog(lambda n: (rows(n),), sizes=(7,), grad=False)
def pushed_and_rebound(zs):
    o, k = Recorder(zs[0].copy()), 0
    for z in zs:
        if z[0] > 0:
            o.x = z * 2
        o.push(o.x)
        o.x[0] = z[1]
        k += len(o.seen)
    return o.x, k, np.array(o.seen)


@prog(lambda n: (rows(n), 4), sizes=(9,))
def changed_where_first_items_came_from(zs, m):
    z, kept = zs[0], [zs[0]]
    for k in range(1, m):
        z = zs[k]
        kept = kept + [z]
        if z[0] > 0.5:
            kept[-1][1] = 7.0
    return z, np.array(kept)


@prog(lambda n: (3.0 + rows(n)[:, 0], 1e-3))
def compared_with_the_last_but_one(x, tol):
    mean, logs = x.mean(), []
    for k in range(15):
        w = np.exp(-(x - mean)**2)
        mean = (w * x).sum() / w.sum()
        logs.append(np.log(w).sum())
        if k and abs(logs[-1] - logs[-2]) < tol:
            break
    return mean, np.array(logs), k


@prog(lambda n: (3.0 + rows(n)[:, 0],))
def stands_still_or_has_begun(x):
    steps, still = [], 0
    for k in range(len(x)):
        steps.append(x[k])
        if k < 2 or steps[-3] > steps[-1]:
            still += 1
    return still, np.array(steps)


@prog(lambda n: (rows(n),), sizes=(7,))
def joined_to_rows_of_written_sizes(zs):
    kept = [np.zeros(2), np.zeros(2)]
    for z in zs:
        if len(kept) > 1 and z[0] > 0:
            kept.pop()
        kept = kept + [z.copy()]
    return len(kept), kept[-1]


@prog(lambda n: (rows(n),))
def rows_of_a_selection(zs):
    """How many rows a mask leaves only a run tells; their list is cut edge by edge."""
    poly = list(zs[zs[:, 0] > -0.4])
    for keep in (lambda p: p[0] < 0.2, lambda p: p[1] > -0.5):
        cut = []
        for k in range(len(poly)):
            a, b = poly[k - 1], poly[k]
            if keep(b):
                cut.append(b)
            elif keep(a):
                cut.append(a + 0.5 * (b - a))
        poly = cut
    return np.array(poly), len(poly)


def cells(zs, ws):
    return [(int(4 * z[0]), int(4 * z[1]), float(w)) for z, w in zip(zs, ws) if w > 0.2]


@prog(lambda n: (rows(n), U(n)))
def by_keys_with_tuples_in_them(zs, ws):
    """Numbers in a tuple in a key decide in its place; of lists that grow, and of items that are known."""
    near = sorted(cells(zs, ws), key=lambda c: (c[0] ** 2 + c[1] ** 2, c))
    known = sorted([(zs[k, 0], (ws[k], k)) for k in range(3)], key=lambda p: (p[0] > -0.3, p[1]))
    return np.array(near), [p[0] for p in known]


@prog(lambda n: (rows(n), U(n)))
def falling_by_keys_with_tuples_in_them(zs, ws):
    return np.array(sorted(cells(zs, ws), key=lambda c: (c[0], (c[1], c[2])), reverse=True))
