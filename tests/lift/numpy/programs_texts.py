"""Texts, patterns, groups and sets, functions under the names of others, operators as methods; parts of arrays up to their ends."""

import functools
import itertools
import operator
import re
from collections import Counter, deque

import numpy as np
from scipy import linalg, signal

from tests.lift.numpy.case import SUMS, Case

TOKEN = re.compile(r"([A-Z][a-z]?)(\d*)")


def twice(f):
    """Its functions have the name and the module of others."""
    @functools.wraps(f)
    def g(*args):
        return 2.0 * f(*args)
    return g


detrend, expm, sin = twice(signal.detrend), twice(linalg.expm), twice(np.sin)


def under_other_names(x):
    return detrend(x), expm(np.outer(x, x) / 10), sin(x)


def formulas(x):
    atoms = Counter()
    for element, number in TOKEN.findall("H2SO4"):
        atoms[element] += int(number or 1)
    found = re.match(r"(\d+)x(\d+)", "3x4")
    rows, columns = map(int, found.groups()) if found else (0, 0)
    weight = {"a_b": 2.0}[re.sub(r"\W", "_", "a b")]
    return x * dict(atoms)["H"] + atoms["O"] * rows + columns * weight + int(re.split(r",\s*", "7, 8")[1])


def groups(x):
    rows = [{"site": "ab"[k % 2], "value": x[k]} for k in range(6)]
    sums = {}
    for site, group in itertools.groupby(sorted(rows, key=operator.itemgetter("site")), key=lambda r: r["site"]):
        sums[site] = sum(r["value"] for r in group)
    runs = [(k, len(list(g))) for k, g in itertools.groupby([1, 1, 0, 0, 0, 1])]
    return sums, runs


def operators_as_methods(x):
    k = (x * 10).astype(np.int64)
    return k.__rshift__(1), x.__add__(1), k.__and__(3), x.__lt__(2), x.__neg__(), (2.0).__mul__(3.0)


def texts_by_data(x):
    state = "hot" if x[0] > 0.5 else "cold"
    label = f"is {state}!"
    report = "{} ({})".format(label, state.upper() + "-" + state)
    assert f"{x[0]:.3f} {state}".endswith(state)
    return label, label == "is hot!", report, {"is hot!": 1.0, "is cold!": 2.0}[label]


def sets_in_place(x):
    seen = {1, 2}
    same, frozen = seen, frozenset([1, 2])
    other = frozen
    seen |= {3}
    frozen |= {7}
    named = {"a": x[0]}
    alias = named
    named |= {"b": x[1]}
    return x * len(same), len(other), len(frozen), alias["b"], (named | {"a": 5.0})["a"], named["a"]


def grows_at_the_front(x):
    path, k = deque(), x.size
    while k > 0:
        path.appendleft((k - 1, 2 * k))
        k -= 2 if x[k - 1] > 0.3 else 1
    return np.array(path), path[0][0]


def splits_whatever_the_order(x):
    y = x[:, [3, 1, 2, 0]]
    y.reshape(x.shape[0], 2, 2)[:, 0, 1] = -1.0
    z = x.T.reshape(2, 2, -1)
    z[0, 1] += 5
    return y, x, z


def strides_of_a_row(x):
    row = x.ravel()
    return np.lib.stride_tricks.as_strided(row, (3, row.size - 3), 2 * row.strides) @ row[3:]


def tiles(x, y, width):
    """Products tile by tile; the last ones are smaller."""
    n, out = len(x), np.zeros((len(x), len(y)))
    for i in range(0, n, width):
        for j in range(0, len(y), width):
            top, end = min(i + width, n), min(j + width, len(y))
            out[i:top, j:end] += x[i:top, None] * y[None, j:end]
    for k in range(len(x) // 2):
        out[2 * k:min(2 * k + 2, n)] += 1.0
    return out


V = np.random.default_rng(5).random(24)
CASES = [
    Case(under_other_names, (V[:6],), more=[(V[:9],)], close=1e-12), Case(formulas, (V[:3],), more=[(V,)]),
    Case(groups, (V[:8],), more=[(V[8:],)], close=SUMS), Case(operators_as_methods, (V[:3],), more=[(V,)]),
    Case(texts_by_data, (V[:3],), more=[(V[:4] / 9,), (V[:4] + 1,)]), Case(sets_in_place, (V[:3],), more=[(V,)]),
    Case(grows_at_the_front, (V[:7],), more=[(V,), (V[:2],)]),
    Case(splits_whatever_the_order, (V[:12].reshape(3, 4),), more=[(V.reshape(6, 4),)]),
    Case(strides_of_a_row, (V[:8].reshape(2, 4),), more=[(V.reshape(6, 4),)], close=SUMS),
    Case(tiles, (V[:8], V[:12], 4), more=[(V[:10], V[:7], 4), (V[:3], V, 4)]),
]
