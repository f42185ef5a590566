"""Programs that show in which order the elements of an argument lie: guarded, or refused."""
# ruff: noqa: E731

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError
from precis.ir.text import parse, show
from precis.lift import lift
from precis.lift.numpy.problems import MayHaveChanged
from tests.lift.numpy.case import run, same

C = np.arange(1.0, 7.0).reshape(2, 3)
F = np.asfortranarray(C + 10.0)


def changed(view: Callable[[Any], Any], array: Callable[[Any], Any] = lambda x: x) -> Callable[[Any], Any]:
    """A program that writes into a view of an array, and returns both."""
    def program(x):
        y = array(x)
        z = view(y)
        z[:1] = 99.0
        return y, z
    return program


def changed_behind(x):
    z = x.ravel()
    x[0] = 5.0
    return z


def in_a_loop(x):
    for _ in range(3):
        x = x * 1.5
    z = x.reshape(-1)
    z[0] = 99.0
    return x


def one_by_one(x):
    total = 0.0
    for v in np.nditer(x):
        total = total * 0.5 + v
    return total


def through_flat(x):
    x.flat[1] = 99.0
    x[0, 0] = 5.0
    return x.flat[1]


GUARDED: dict[str, Callable[[Any], Any]] = {
    "strides": lambda x: x.strides[0] * x, "strided": lambda x: np.lib.stride_tricks.as_strided(x, (2, 2), (24, 8)),
    "pairs": lambda x: (x + 0j).view(np.float64),
    "ravel": changed(lambda x: x.ravel()), "reshape": changed(lambda x: x.reshape(3, 2)), "turned": changed(lambda x: x.T.reshape(-1)),
    "contiguous": changed(np.ascontiguousarray), "fortran": changed(np.asfortranarray), "asarray": changed(lambda x: np.asarray(x, order="F")),
    "product": changed(lambda x: x.ravel(), lambda x: 2.0 * np.exp(x)), "chosen": changed(lambda x: x.ravel(), lambda x: np.where(x > 2.0, x, 0.0)),
    "like": changed(lambda x: x.ravel(), np.zeros_like), "astype": changed(lambda x: x.ravel(), lambda x: x.astype(np.float32)),
    "behind": changed_behind, "loop": in_a_loop, "elements": one_by_one}
ANY: dict[str, Callable[[Any], Any]] = {
    "read": lambda x: (x.ravel() + x.T.reshape(-1), x.reshape(3, 2) @ x), "copy": changed(lambda x: x.reshape(-1), lambda x: x.copy()),
    "flat": through_flat, "flatten": changed(lambda x: x.flatten()),
    "new": changed(lambda x: x.ravel(), lambda x: np.zeros(x.shape)), "matmul": changed(lambda x: x.ravel(), lambda x: x @ x.T)}
REFUSED: dict[str, Callable[[Any], Any]] = {
    "turned": changed(lambda x: x.reshape(-1), lambda x: x.T * 2.0), "columns": changed(lambda x: x.reshape(-1), lambda x: x[:, [0, 2]]),
    "zeros": changed(lambda x: x.ravel(), lambda x: np.zeros(x.shape, order="F")), "both": changed(lambda x: x.ravel(), lambda x: x + x.T.T)}


def agrees(program: Any, function: Callable[[Any], Any], x: np.ndarray) -> None:
    ours, theirs = x.copy(order="K"), x.copy(order="K")
    same(run(program, (ours,)), function(theirs), None, "result")
    same(ours, theirs, None, "argument")


@pytest.mark.parametrize("name", GUARDED)
def test_an_order_that_shows_is_guarded(name: str) -> None:
    function = GUARDED[name]
    program = lift(function, C.copy())
    agrees(program, function, C)
    assert "c_order(x))" in show(program)
    assert parse(show(program), program.constants, original=program.original) == program
    with pytest.raises(InputError, match="argument x: the program looks at the order in which its elements lie"):
        run(program, (F.copy(order="K"),))


@pytest.mark.parametrize("name", ANY)
def test_an_order_that_does_not_show_is_not_guarded(name: str) -> None:
    program = lift(ANY[name], copy.deepcopy(C))
    for x in (C, F):
        agrees(program, ANY[name], x)


@pytest.mark.parametrize("name", REFUSED)
def test_a_view_or_copy_that_nothing_tells_apart_is_not_read_once_it_has_changed(name: str) -> None:
    with pytest.raises(MayHaveChanged):
        lift(REFUSED[name], C.copy())
