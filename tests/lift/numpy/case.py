"""A program and arguments, and the comparison of its lifted form with itself."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np

from precis.ir.call import bind, give_back
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.types import Program
from precis.lift import lift

SUMS = 1e-13  # relative: sums, products of matrices and elementary functions in another order or library


@dataclass(frozen=True)
class Case:
    """`program` on `args`, and on `more` arguments that the same lifted Program has to serve.

    close   None: results are bitwise equal; else the relative distance allowed in the largest norm
    """

    program: Callable[..., Any]
    args: Sequence[Any]
    more: Sequence[Sequence[Any]] = field(default_factory=tuple)
    close: float | None = None

    @property
    def name(self) -> str:
        return self.program.__name__


def run(program: Program, args: Sequence[Any]) -> Any:
    """What the lifted Program returns in its original formats; arguments are changed as the function changes them."""
    arrays, sizes = bind(program, args)
    rounded = emulate(program, program.original) if program.original else program
    return give_back(program, interpret(rounded, arrays, sizes), args)


def check(case: Case) -> Program:
    """Lift on the first arguments, compare on all; returns the Program."""
    before = copy.deepcopy(case.args)
    program = lift(case.program, *case.args)
    same(case.args, before, None, "arguments after lifting")
    for args in (case.args, *case.more):
        theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
        with np.errstate(all="ignore"):
            wanted = case.program(*theirs)
        found = run(program, ours)
        same(found, wanted, case.close, "result")
        same(ours, theirs, case.close, "arguments")
    return program


def same(found: Any, wanted: Any, close: float | None, where: str, least: float = 0.0) -> None:
    """Assert equality of trees of arrays and numbers; `close` is relative to the largest element, or to `least` if that is larger."""
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted), where
        for k, (f, w) in enumerate(zip(found, wanted)):
            same(f, w, close, f"{where}[{k}]", least)
    elif isinstance(wanted, dict):
        assert set(found) == set(wanted), where
        for key in wanted:
            same(found[key], wanted[key], close, f"{where}[{key!r}]", least)
    elif isinstance(wanted, (np.ndarray, np.generic, float, int, complex)):
        _same_numbers(np.asarray(found), np.asarray(wanted), close, where, least)
    elif is_dataclass(wanted) and not isinstance(wanted, type):
        assert type(found) is type(wanted), where
        for part in fields(wanted):
            same(getattr(found, part.name), getattr(wanted, part.name), close, f"{where}.{part.name}", least)
    elif hasattr(wanted, "__dict__") and not callable(wanted):
        same(vars(found), vars(wanted), close, where, least)
    elif not callable(wanted):
        assert found == wanted, where


def _same_numbers(found: np.ndarray, wanted: np.ndarray, close: float | None, where: str, least: float) -> None:
    assert found.shape == wanted.shape, f"{where}: shape {found.shape}, not {wanted.shape}"
    assert found.dtype == wanted.dtype, f"{where}: dtype {found.dtype}, not {wanted.dtype}"
    if close is None or wanted.dtype.kind not in "fc":
        assert np.array_equal(found, wanted, equal_nan=wanted.dtype.kind in "fc"), f"{where}: {found} is not {wanted}"
        return
    assert np.array_equal(np.isfinite(found), np.isfinite(wanted)), where
    finite = np.isfinite(wanted)
    scale = np.max(np.abs(wanted[finite]), initial=least)
    distance = np.max(np.abs(found[finite] - wanted[finite]), initial=0.0)
    assert distance <= close * scale, f"{where}: distance {distance} at scale {scale}"
