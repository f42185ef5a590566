"""Shares by iteration: they sum up, and say when an error was made."""

import numpy as np
import pytest

import precis
from precis.bitwidth.iterations import ELSEWHERE, PARTS
from precis.bitwidth.measure import measure
from precis.formats import Assignment

WIDE = Assignment.uniform("binary64")


def roots(x):
    total = 0.0
    for k in range(x.shape[0]):
        root = np.sqrt(x[k])
        total = total + root
    return total


def blur_and_settle(u, steps, limit):
    for _ in range(steps):
        for k in range(1, u.shape[0] - 1):
            u[k] = 0.7 * u[k] + 0.1 * u[k - 1] + 0.2 * u[k + 1]
    size = 1.0
    while size > limit:
        size = size / 3.0
        u[:] = u + size * np.sin(u)
    return u * 1.1


def shares_of(program, assignment, args):
    m = measure(program, assignment, args)
    return m, m.by_iteration


@pytest.mark.parametrize("part", [0, 3, 7])
def test_the_part_that_made_the_error_has_it(part):
    n = 80
    x = np.full(n, 4.0)  # the root is exact
    x[part * n // PARTS + 2] = 2.0
    m, found = shares_of(precis.lift(roots, x), WIDE.with_storage(root="binary32"), (x,))
    ((line, shares),) = ((k, v) for k, v in found.items() if k != ELSEWHERE)
    assert line.startswith("test_iterations.py:")
    assert shares[part] == pytest.approx(m.combined, rel=1e-6)
    assert np.abs(np.delete(shares, part)).max() < 1e-6 * m.combined
    assert abs(found[ELSEWHERE][0]) < 1e-6 * m.combined


def test_reversed_and_strided_loops_count_in_the_order_of_their_run():
    x = np.full(40, 4.0)
    x[4] = 2.0  # the last but two of 20 iterations: part 7 of 0 .. 7

    def backwards(x):
        total = 0.0
        for k in range(38, -1, -2):
            root = np.sqrt(x[k])
            total = total + root
        return total

    m, found = shares_of(precis.lift(backwards, x), WIDE.with_storage(root="binary32"), (x,))
    assert next(v for k, v in found.items() if k)[17 * PARTS // 20] == pytest.approx(m.combined, rel=1e-6)


@pytest.mark.parametrize("steps", [3, 8, 50])
def test_all_parts_add_up_to_what_containers_and_sites_do(steps):
    args = np.linspace(0.0, 1.0, 12) ** 2, steps, 1e-3
    m, found = shares_of(precis.lift(blur_and_settle, *args), Assignment.uniform("binary32"), args)
    assert len(found) == 3 and found[ELSEWHERE][0]
    total = sum(m.by_container.values()) + sum(m.by_site.values())
    assert sum(map(sum, found.values())) == pytest.approx(total, rel=1e-9)
    steps_of_blur = found[min(line for line in found if line)]
    assert np.count_nonzero(steps_of_blur) == min(steps, PARTS)


def test_without_loops_there_are_no_parts():
    def wave(x):
        return np.sin(3.0 * x)

    x = np.linspace(1.0, 2.0, 9)
    m, found = shares_of(precis.lift(wave, x), Assignment.uniform("binary32"), (x,))
    assert found == {ELSEWHERE: (m.explained * m.combined,)}
