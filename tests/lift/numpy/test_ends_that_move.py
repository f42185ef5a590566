"""`while` loops that count to, or by, the length of a list which their iterations change under other names: Python is the oracle, or the call is
refused. Lists of things of which one is replaced while the loop lengthens them."""

from __future__ import annotations

import numpy as np
import pytest

from precis.errors import InputError
from precis.lift import lift
from tests.lift.numpy.case import run


def by_an_inner_function(x, n):
    items = [0.0]

    def add(v):
        items.append(v)
    while len(items) < n:
        add(x[0])
        items.append(x[1])
    return np.array(items)


def by_another_name(x, n):
    items = other = [0.0]
    while len(items) < n:
        other.append(x[0])
        items.append(x[1])
    return np.array(items)


def shorter_by_another_name(x, n):
    items = other = [0.0]
    while len(items) < n:
        items.append(x[1])
        if x[1] > 0.5:
            other.pop(0)
        other.append(x[0])
    return np.array(items)


def worklist(x, n):
    queue, i = [float(v) for v in x], 0
    while i < len(queue):
        if queue[i] > 0.5:
            queue.append(queue[i] - 0.3)
        i += 1
    return np.array(queue), i


def worklist_by_another_name(x, n):
    queue, i = [0.0], 0
    other = queue
    while i < len(queue):
        if i < n:
            other.append(queue[i] + x[1])
        i += 1
    return np.array(queue), i


def worklist_by_an_inner_function(x, n):
    queue, i = [0.0], 0

    def grow(v):
        queue.append(v)
    while i < len(queue):
        if len(queue) < n:
            grow(queue[i] + x[1])
            queue.append(x[0])
        i += 1
    return np.array(queue), i


def shrinks(x, n):
    queue, i = list(range(n)), 0
    while i < len(queue):
        queue.pop()
        i += 1
    return np.array(queue), i


def end_of_another_function(x, n):
    m, i = n, 0

    def less():
        nonlocal m
        m -= 1
    while i < m:
        less()
        i += 1
    return x, i


X = np.array([0.3, 0.7, 0.1])
GIVEN = [(X, 6), (X, 9), (0.5 * X, 7), (X[:2] + 1.0, 6)]


@pytest.mark.parametrize("program", [by_an_inner_function, by_another_name, shorter_by_another_name, worklist, worklist_by_another_name,
                                     worklist_by_an_inner_function, shrinks, end_of_another_function], ids=lambda f: f.__name__)
def test_ends_that_iterations_move_are_asked_for_again(program):
    lifted = lift(program, *GIVEN[0])
    for k, given in enumerate(GIVEN):
        try:
            found = run(lifted, given)
        except InputError:
            assert k
            continue
        assert repr(found) == repr(program(*given))


def replaces(x, n):
    values = [1.0]
    while len(values) < n:
        k = len(values) // 2
        v = values[k]
        values[k] = 0.5 * v
        values.append(0.4 * v + x[0])
    return np.array(values)


def replaces_boxes(c, h, n):
    boxes = [(c, h, 1.0, 0)]
    for i in range(n):
        k = i // 2
        c, h, v, axis = boxes[k]
        boxes[k] = (c - h, 0.5 * h, 0.5 * v, (axis + 1) % 2)
        boxes.append((c + h, 0.5 * h, 0.4 * v, (axis + 1) % 2))
    return sum(b[2] for b in boxes), boxes[-1]


def cuts_the_worst_box(c, h, n):
    boxes, errors = [(c, h, 1.0, 0)], [1.0]
    while len(boxes) < n:
        k = int(np.argmax(np.array(errors)))
        c, h, v, axis = boxes[k]
        half = h.copy()
        half[axis] *= 0.5
        boxes[k] = (c - half, half, 0.5 * v, (axis + 1) % 2)
        errors[k] = 0.5 * v
        boxes.append((c + half, half, 0.4 * v, (axis + 1) % 2))
        errors.append(0.4 * v)
    return sum(b[2] for b in boxes), len(boxes)


def test_items_are_replaced_while_the_loop_counts_by_the_list():
    lifted = lift(replaces, X, 6)
    for given in ((X, 6), (X, 11), (X[1:], 3)):
        assert np.array_equal(run(lifted, given), replaces(*given))


@pytest.mark.parametrize("program", [replaces_boxes, cuts_the_worst_box], ids=lambda f: f.__name__)
def test_things_with_arrays_of_several_shapes_are_replaced(program):
    lifted = lift(program, np.arange(2.0), np.ones(2), 6)
    for given in ((np.arange(2.0), np.ones(2), 6), (np.arange(2.0) + 1, 2 * np.ones(2), 9)):
        assert repr(run(lifted, given)) == repr(program(*given))
