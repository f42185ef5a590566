"""Lists of lists that the caller gives and the program writes into, item by item: its rows stay the lists that they were."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import precis
from precis.errors import InputError, PrecisError
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike


def grid(n: int, m: int, top: int = 7) -> list[list[int]]:
    return [[(3 * i + 5 * j + i * j) % top for j in range(m)] for i in range(n)]


def toppled(grid, least):
    rows, cols = len(grid), len(grid[0])
    todo = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] >= least]
    count = 0
    while todo:
        r, c = todo.pop()
        if grid[r][c] < least:
            continue
        grid[r][c] -= 4
        count += 1
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            i, j = r + dr, c + dc
            if 0 <= i < rows and 0 <= j < cols:
                grid[i][j] += 1
                if grid[i][j] >= least:
                    todo.append((i, j))
        if grid[r][c] >= least:
            todo.append((r, c))
    return count, sum(sum(row) for row in grid)


def halved(table, least):
    for i in range(len(table)):
        for j in range(len(table[i])):
            if table[i][j] > least:
                table[i][j] = table[i][j] / 2
            table[i][-1] = 0.5
    return table, table[0], max(map(max, table))


def swapped(grid, least):
    n = len(grid)
    for i in range(n):
        for j in range(i, len(grid[0])):
            if j < n and i < len(grid[0]):
                grid[i][j], grid[j][i] = grid[j][i], grid[i][j]
    return [row[:2] for row in grid]


def marked(grid, least):
    for i in range(len(grid)):
        grid[i][0] = True
    return any(row[0] for row in grid)


def crossed(grid, i, j):
    total = sum(grid[i]) + sum(row[j] for row in grid)
    return total + len(grid) - grid[i][j]


def reads_all(grid):
    return max(max(row) for row in grid)


def sums_by_a_function(grid, least):
    for i in range(len(grid)):
        for j in range(len(grid[i])):
            if crossed(grid, i, j) > least:
                grid[i][j] = reads_all(grid) - grid[i].count(least)
    return grid


CASES = [(sums_by_a_function, [(grid(3, 4), 9), (grid(5, 2), 9), (grid(1, 6), 2)]),
         (toppled, [(grid(3, 4, 7), 4), (grid(6, 6, 9), 4), (grid(1, 5), 4), (grid(5, 1), 4)]),
         (toppled, [(grid(3, 6, 7), 4), (grid(2, 7, 9), 4)]),
         (halved, [([[1.0, 2.5], [3.0, 9.0]], 2.0), ([[7.0, 1.0]], 2.0), ([[0.0, -0.0]] * 1, 1.0)]),
         (halved, [([[float(k + j) for k in range(6)] for j in range(3)], 2.0), ([[1.0] * 8, [9.0] * 8], 1.0)]),
         (swapped, [(grid(4, 4), 0), (grid(6, 6), 0)]),
         (marked, [([[False, True], [False, False]], 0), ([[False, True]], 0)])]


@pytest.mark.parametrize(("program", "samples"), CASES)
def test_rows_stay_the_lists_that_they_were(program: Any, samples: Any) -> None:
    lifted = lift(program, *copy.deepcopy(samples[0]))
    native = precis.compile(lifted, quick=2)
    assert native.backend == "native"
    for args in samples:
        theirs = copy.deepcopy(args)
        wanted = program(*theirs)
        for call in (lambda *a: run(lifted, a), native, native):
            ours = copy.deepcopy(args)
            rows = list(ours[0])
            alike(call(*ours), wanted)
            alike(ours[0], theirs[0])
            assert all(a is b for a, b in zip(rows, ours[0], strict=True))


def test_rows_that_are_one_list_are_refused() -> None:
    native = precis.compile(lift(toppled, grid(3, 4), 4), quick=2)
    row = [5, 5, 5, 5]
    with pytest.raises(InputError, match="twice"):
        native([row, row, [0, 0, 0, 0]], 4)
    assert row == [5, 5, 5, 5]


def two_tables(a, b):
    for i in range(len(a)):
        a[i][0] = b[i][1] + 1
    return a[0][0]


def test_rows_of_two_arguments_are_not_one_list() -> None:
    native = precis.compile(lift(two_tables, grid(3, 4), grid(3, 4)), quick=2)
    a, b = grid(3, 4), grid(3, 4)
    assert native(a, b) == b[0][1] + 1
    with pytest.raises(InputError, match="twice"):
        native([a[0], [1, 2, 3, 4], [0, 0, 0, 0]], [[0, 0, 0, 0], a[0], [1, 1, 1, 1]])


def another_name(grid, least):
    row = grid[0]
    grid[0][1] = 99
    return row[1] + least


def name_kept_for_later(grid, least):
    for row in grid:
        last = row
    grid[len(grid) - 1][0] = 77
    return last[0]


def of_another_kind(grid, least):
    for i in range(len(grid)):
        grid[i][0] = grid[i][0] / 2
    return least


def rows_are_replaced(grid, least):
    grid[0][0] = 5
    grid[1] = [least, least, least, least, least]
    return grid[0]


def first_of(grid):
    return grid[0]


def a_row_comes_from_a_function(grid, least):
    row = first_of(grid)
    for i in range(len(grid)):
        grid[i][0] = least
    return row[0]


def later(grid):
    for row in grid:
        yield row[0]


def a_generator_sees_writes(grid, least):
    total = 0
    for v in later(grid):
        grid[len(grid) - 1][0] = 5
        total += v
    return total


@pytest.mark.parametrize("program", (a_row_comes_from_a_function, a_generator_sees_writes, another_name, name_kept_for_later, of_another_kind, rows_are_replaced), ids=lambda f: f.__name__)
def test_what_else_is_done_is_right_or_refused(program: Any) -> None:
    """Item by item, for lists as long as these, or not at all."""
    args = grid(3, 5), 2
    try:
        lifted = lift(program, *copy.deepcopy(args))
    except PrecisError as problem:
        assert problem.hints
        return
    theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
    rows = list(ours[0])
    wanted = program(*theirs)
    alike(run(lifted, ours), wanted)
    alike(ours, theirs)
    if program is not rows_are_replaced:
        assert all(a is b for a, b in zip(rows, ours[0], strict=True))
