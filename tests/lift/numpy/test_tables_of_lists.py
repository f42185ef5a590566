"""Lists of lists that are used as tables are arrays of two dimensions; where a row has another name, what is written is seen under it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import precis
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


def inputs(n):
    return np.random.default_rng(n).normal(size=n)


def warped(a):
    b = np.concatenate([a[2:], a[:4]])
    n, m = len(a), len(b)
    d = [[math.inf] * (m + 1) for _ in range(n + 1)]
    d[0][0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d[i][j] = abs(a[i - 1] - b[j - 1]) + min(d[i - 1][j], d[i][j - 1], d[i - 1][j - 1])
    i, j, path = n, m, []
    while i > 0 and j > 0:
        path.append((i - 1, j - 1))
        _, i, j = min((d[i - 1][j - 1], i - 1, j - 1), (d[i - 1][j], i - 1, j), (d[i][j - 1], i, j - 1))
    return d[n][m], path[::-1]


def counts_in_cells(x):
    grid = [[0] * 5 for _ in range(len(x))]
    for i, v in enumerate(x):
        grid[i][int(abs(v) * 2) % 5] += 1
        grid[0][0] += len(grid) + len(grid[0])
    return [sum(row) for row in grid], max(max(r) for r in grid), np.array(grid)


def transposed_in_place(x):
    n = len(x)
    a = [[x[i] * x[j] for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            a[i][j], a[j][i] = a[j][i], a[i][j] + 1
    t = a[0]
    return a, t[1]


def shortest_ways(x):
    n = len(x)
    d = [[abs(x[i] - x[j]) if abs(i - j) < 3 else math.inf for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def made_in_a_loop(x):
    out = []
    for k in range(3):
        w = [[0.0] * len(x) for _ in range(4)]
        for i in range(len(x)):
            w[k][i] = x[i] * k
            w[-1][-1] = 5.0
        out.append(sum(w[k]) + w[3][-1])
    return out


def lengths_asked(x):
    grid = [[0] * 5 for _ in range(len(x))]
    for i, v in enumerate(x):
        grid[i][2] = i
        grid[0][0] += len(grid[0])
    return grid


def flags(x):
    g = [[True] * len(x) for _ in range(len(x))]
    for i in range(len(x)):
        g[i][-1] = x[i] > 0
    return np.array(g), sum(sum(r) for r in g)


def columns_of_several_types(x):
    g = [[0, 0.0, 1] for _ in range(len(x))]
    for i in range(len(x)):
        g[i][1] = x[i]
        g[i][0] += i
        g[i][-1] = 2 * i
    return np.array(g), g[2][0], [r[1] for r in g]


def places_that_vary(x):
    g = [[0, 0, 0] for _ in range(len(x))]
    for i in range(len(x)):
        g[i][i % 3] += 1
        if x[i] > 0:
            g[i][(i + 1) % 3] = 5
    return g


def one_for_each_call(x):
    t = len(x) + 3

    def fill(n):
        t = [[0] * (n + 1) for _ in range(len(x))]
        for i in range(len(x)):
            t[i][0] = 1
            for j in range(1, n + 1):
                t[i][j] = t[i - 1][j] + t[i][j - 1] if i else 1
        return t
    a = fill(4)
    b = fill(t)
    return a, b[-1][-1]


@needs_compiler
@pytest.mark.parametrize("program", [
    warped, counts_in_cells, transposed_in_place, shortest_ways, made_in_a_loop, lengths_asked, flags, columns_of_several_types,
    places_that_vary, one_for_each_call], ids=lambda f: f.__name__)
def test_tables_serve_every_size(program):
    lifted = lift(program, inputs(8))
    assert not lifted.pinned
    compiled = precis.compile(lifted)
    for n in (8, 7, 13):
        wanted = program(inputs(n))
        same(run(lifted, (inputs(n),)), wanted, None, f"interpreted, {n}")
        same(compiled(inputs(n)), wanted, None, f"compiled, {n}")


def row_with_a_name(x):
    d = [[0.0] * len(x) for _ in range(len(x))]
    for i in range(len(x)):
        row = d[i]
        d[i][0] = x[i]
        row[1] += row[0] * 2
    return d


def row_before(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    prev = d[0]
    for i in range(1, len(x)):
        d[i][0] = prev[0] + x[i]
        d[0][0] = 2.0
        prev = d[i]
    return d, prev


def one_row_many_times(x):
    d = [[0.0] * len(x)] * len(x)
    d[0][1] = x[0]
    return d


def one_row_under_two_names(x):
    r = [0.0] * len(x)
    d = [r for _ in range(len(x))]
    d[0][1] = x[0]
    return d, r


def copied_list(x):
    d = [[0.0] * len(x) for _ in range(len(x))]
    e = list(d)
    d[0][1] = x[0]
    return e, d


def known_to_an_inner_function(x):
    d = [[0.0] * len(x) for _ in range(len(x))]
    def put(i):
        d[i][0] = x[i]
    r = d[1]
    put(1)
    d[0][0] = 3.0
    return d, r


def rows_kept_in_the_loop(x):
    d = [[0.0] * len(x) for _ in range(len(x))]
    kept = []
    for k in range(2):
        d[k][0] = x[k] + 1
        kept.append(d[k])
    d2 = d
    return kept, d2


def row_in_two_places(x):
    d = [[0.0] * len(x) for _ in range(len(x))]
    d[0][1] = x[0]
    if x[0] > 0:
        d[1] = d[0]
    return d


def places_with_effects(x):
    k = [0]
    def nx():
        k[0] += 1
        return k[0] - 1
    grid = [[0] * len(x) for _ in range(len(x))]
    grid[nx()][nx()] += 5
    grid[nx()][nx()] = 7.5
    return grid, k


def _made(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    d[0][0] = 2.0
    return d


def written_by_who_called(x):
    d = _made(x)
    row = d[0]
    d[0][1] = x[0] * 3
    return row[1] + d[1][1]


def written_under_another_name(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    d[0][0] = 2.0
    e = d
    row = d[0]
    e[0][1] = x[0] * 3
    return row[1] + d[0][1]


def _written_again(x, depth, d=None):
    if d is None:
        d = [[1.0] * len(x) for _ in range(len(x))]
    d[0][1] += x[0] * 3
    row = d[0]
    if depth:
        _written_again(x, depth - 1, d)
    return row[1]


def written_by_recursion(x):
    return _written_again(x, 2)


def row_read_later(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    first = d[0]
    total = 0.0
    for i in range(1, len(x)):
        d[0][0] += x[i]
        total += first[0]
    return total


def rows_gone_through(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    total = 0.0
    for row in d:
        d[1][0] += x[0]
        total += row[0]
    return total


def copied_before(x):
    d = [[1.0] * len(x) for _ in range(len(x))]
    rows = list(d)
    d[0][1] = x[0] * 3
    return rows[0][1] + 1


def one_row_for_all(x):
    row = [1.0] * len(x)
    d = [row for _ in range(len(x))]
    d[0][1] = x[0] * 3
    return d[2][1] + row[1]


@pytest.mark.parametrize("program", [
    written_by_who_called, written_under_another_name, written_by_recursion,
    row_read_later, rows_gone_through, copied_before, one_row_for_all, row_with_a_name, row_before, one_row_many_times,
    one_row_under_two_names, copied_list, known_to_an_inner_function, rows_kept_in_the_loop, row_in_two_places,
    places_with_effects], ids=lambda f: f.__name__)
def test_rows_with_other_names_see_what_is_written(program):
    same(_as_floats(run(lift(program, inputs(6)), (inputs(6),))), _as_floats(program(inputs(6))), None, "result")


def test_kinds_of_numbers_that_a_row_keeps_are_kept():
    """Returned as a list, such a table is known item by item."""
    lifted = lift(places_with_effects, inputs(4))
    assert repr(run(lifted, (inputs(4),))) == repr(places_with_effects(inputs(4)))


def _as_floats(x):
    return [_as_floats(i) for i in x] if isinstance(x, (list, tuple)) else float(x)
