"""Nests of recurrences along their last axis: each goes on in a scalar, several rows side by side, with the same bits."""

from __future__ import annotations

import re

import numpy as np
import pytest

import precis
from precis.lift import lift


def of_rows(x):
    return np.cumsum(x, axis=2), np.cumprod(x, axis=2)


def of_a_row(x):
    return np.cumsum(x[0, 0]), np.cumsum(x[0, 0] * x[1, 1])


def of_columns(x):
    return np.cumsum(x, axis=1), np.cumsum(x * x, axis=1)


def of_one(x):
    return (np.cumsum(x, axis=2),)


def of_a_vector(x):
    return (np.cumsum(x[0, 0]),)


def of_roots(x):
    """What costs more than the waiting stays alone."""
    return (np.cumsum(np.sqrt(x), axis=2),)


@pytest.mark.parametrize(("program", "scalars"), [(of_rows, 6), (of_a_row, 2), (of_columns, 0), (of_one, 5), (of_a_vector, 0), (of_roots, 0)])
def test_recurrences_along_the_last_axis_go_on_in_scalars(program, scalars):
    """Rows in blocks, and in those that are left: 2 of 2 recurrences, or 4 of one."""
    random = np.random.default_rng(3)
    shapes = [(9, 11, 9), (3, 4, 9), (2, 5, 2), (2, 3, 7), (2, 6, 1), (2, 2, 0)]
    compiled = precis.compile(lift(program, random.random(shapes[0])), quick=True)
    assert len(re.findall(r"double \w+ = 0 < ", compiled.source)) == scalars
    for shape in shapes:
        x = random.uniform(0.5, 1.5, shape)
        for found, wanted in zip(compiled(x), program(x), strict=True):
            np.testing.assert_array_equal(found, wanted)
