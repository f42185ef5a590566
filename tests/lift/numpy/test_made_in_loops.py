"""Attributes and keys that the first iteration of a loop makes, where only the run tells how many iterations there are."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import precis
from tests.lift.numpy.case import Case, check, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Gas:
    def __init__(self, u: Any):
        self.u, self.t = u, 0.0

    def step(self) -> None:
        self.dt = 0.5 / np.max(np.abs(self.u))
        self.flux = self.u * self.u / 2.0
        self.u = self.u - self.dt * (self.flux - np.roll(self.flux, 1))
        self.t += self.dt


class Solver:
    """The steps of a textbook, which keeps where it is in itself."""

    def __init__(self, f: Any, dt: float):
        self.f, self.dt = f, dt

    def solve(self, u0: Any, n: int) -> tuple[np.ndarray, np.ndarray]:
        self.u, self.t = [np.asarray(u0, float)], [0.0]
        for i in range(n):
            self.i = i
            self.u.append(self.advance())
            self.t.append(self.t[-1] + self.dt)
        return np.array(self.u), np.array(self.t)

    def advance(self) -> Any:
        return self.u[self.i] + self.dt * np.asarray(self.f(self.u[self.i], self.t[self.i]))


def until_a_time(u: Any, end: float) -> Any:
    gas = Gas(u)
    while gas.t < end:
        gas.step()
    return gas.u, gas.t


def with_the_last_step(u: Any, end: float) -> Any:
    gas = Gas(u)
    while gas.t < end:
        gas.step()
    return gas.u, gas.dt


def keys_of_a_dict(u: Any, end: float, dt: float) -> Any:
    d = {"u": u}
    for k in range(int(end / dt)):
        d["f"] = d["u"] * d["u"]
        d["u"] = d["u"] - dt * d["f"]
        d["k"] = float(k)
    return d["u"]


class Remembers:
    def run(self, x: Any, n: float) -> Any:
        for k in range(int(n)):
            if not hasattr(self, "before"):
                self.before = x * 0.5
            d = x - self.before
            self.before = x
            x = x + d * 0.25
            if k > 3:
                break
        return x


def asks_whether_it_is_there(x: Any, n: float) -> Any:
    return Remembers().run(x, n)


def asks_a_dict(x: Any, n: float) -> float:
    seen: dict[str, Any] = {}
    found, k = 0.0, 0.0
    while k < n and found < 50.0:
        if "m" in seen:
            found += seen["m"][0]
        seen["m"] = x * k
        k += 1.0
    return found


def steps_of_a_textbook(u0: Any, n: int, dt: float) -> Any:
    return Solver(lambda u, t: -u + t, dt).solve(u0, n)


def as_many_as_fit(u0: Any, end: float, dt: float) -> Any:
    return Solver(lambda u, t: [-u[0], u[0] - t], dt).solve(u0, int(round(end / dt)))


U = np.arange(1.0, 6.0)
CASES = [
    Case(until_a_time, (U, 3.0), [(U, 0.7), (U, -1.0)]),
    Case(with_the_last_step, (U, 3.0), [(U, 0.01)]),
    Case(keys_of_a_dict, (U, 2.0, 0.25), [(U, 0.1, 0.25), (U, 0.25, 0.25)]),
    Case(asks_whether_it_is_there, (U, 6.0), [(U, 2.0), (U, 1.0), (U, 0.0)]),
    Case(asks_a_dict, (U, 8.0), [(U, 1.0), (U, 0.0), (U, 30.0)]),
    Case(steps_of_a_textbook, (U, 20, 0.1), [(U[:3], 7, 0.1)]),
    Case(as_many_as_fit, (U[:2], 2.0, 0.1), [(U[:2], 0.3, 0.1), (U[:2], 0.0, 0.1)]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_first_iteration_makes_what_the_others_find(case: Case) -> None:
    run = precis.compile(check(case))
    for args in (case.args, *case.more):
        same(run(*copy.deepcopy(args)), case.program(*copy.deepcopy(args)), 1e-15, "compiled")


def test_loops_of_a_size_are_kept_for_every_size() -> None:
    program = precis.lift(steps_of_a_textbook, U, 20, 0.1)
    assert not program.pinned and not program.assumed


def test_that_there_is_an_iteration_is_said() -> None:
    assert any("at least once" in a.text for a in precis.lift(until_a_time, U, 3.0).assumed)
