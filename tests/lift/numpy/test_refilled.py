"""Dicts, lists and objects that a function leaves with other items: NumPy's own run is the oracle, for results, for what the arguments hold,
for its types, and for which of the caller's things it is."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import precis


@dataclass
class State:
    u: np.ndarray
    v: np.ndarray
    t: float = 0.0
    steps: int = 0
    history: list[Any] = field(default_factory=list)


class Slotted:
    __slots__ = ("t", "u")

    def __init__(self, u: Any, t: float):
        self.u, self.t = u, t


class Guarded:
    """A property that checks, as user code has them."""

    def __init__(self, u: Any):
        self._u, self.writes = u, 0

    @property
    def u(self) -> Any:
        return self._u

    @u.setter
    def u(self, new: Any) -> None:
        self._u = new
        self.writes += 1


def leaps(s: State, dt: float, n: int) -> float:
    for _ in range(n):
        s.v = s.v - dt * s.u
        s.u = s.u + dt * s.v
        s.t += dt
        s.steps += 1
    return s.t


def swaps(d: dict) -> None:
    d["u"], d["new"] = d["new"], d["u"]
    d["u"][0] = 7.0


def passes_round(d: dict, n: int) -> None:
    for _ in range(n):
        d["new"][1:-1] = 0.5 * (d["u"][2:] + d["u"][:-2])
        d["u"], d["new"] = d["new"], d["u"]


def removes_and_adds(d: dict) -> None:
    d["w"] = d.pop("u") * 2.0
    d["name"] = "done"
    d["both"] = (d["w"][0], {"n": len(d["w"])})
    del d["t"]


def clears(d: dict) -> None:
    u = d["u"]
    d.clear()
    d.update(a=u + 1.0, b=None)


def sets_items(xs: list, k: int) -> None:
    xs[0] = xs[0] + xs[1]
    xs[-1] = k


def appends(xs: list) -> None:
    xs.append(xs[0] * 2.0)
    xs.insert(0, 3.5)


def appends_in_a_loop(xs: list, x: np.ndarray) -> None:
    for v in x:
        xs.append(v * 2.0)


def appends_pairs(s: State, n: int) -> None:
    for k in range(n):
        s.u = s.u * 0.5
        if k % 2 == 0:
            s.history.append((k, s.u.sum()))


def records(s: State, n: int) -> np.ndarray:
    for _ in range(n):
        s.u = s.u * 0.5
        s.history.append(s.u.sum())
    return s.u


def one_array_twice(s: State) -> None:
    s.u = s.u * 2.0
    s.v = s.u


def nested(sim: SimpleNamespace, dt: float) -> None:
    sim.grid["u"] = sim.grid["u"] + dt
    sim.clock.t += dt
    sim.last = sim.clock
    sim.clocks[1].t = 3.0


def under_a_condition(s: State, limit: float) -> None:
    if s.u[0] > limit:
        s.u = s.u - 1.0
        s.steps = s.steps + 2
    else:
        s.t = 1.5


def through_slots(s: Slotted) -> None:
    s.u = s.u + 1.0
    s.t = 2.0 * s.t


def through_a_property(g: Guarded) -> None:
    g.u = g.u * 2.0
    g.u += 1.0


def complex_and_bool(d: dict) -> None:
    d["z"] = d["z"] * 1j
    d["done"] = d["u"][0] > 0.5
    d["k"] = np.int32(3)
    d["big"] = bool(d["u"].sum() > 100.0)


def ramp(n: int = 6) -> np.ndarray:
    return np.linspace(0.0, 1.0, n) ** 2 + 0.25


def passes_things_on(states: list, d: dict) -> None:
    d["last"] = states[-1]
    states.insert(0, State(states[0].u * 2.0, states[0].v + 1.0))


def clocked() -> SimpleNamespace:
    return SimpleNamespace(grid={"u": ramp()}, clock=SimpleNamespace(t=0.5), clocks=[SimpleNamespace(t=1.0), SimpleNamespace(t=2.0)], last=None)


CASES = [
    (leaps, lambda: (State(ramp(), ramp(6) * 2.0), 0.1, 5)),
    (swaps, lambda: ({"u": ramp(), "new": np.zeros(6)},)),
    (passes_round, lambda: ({"u": ramp(), "new": ramp()}, 3)),
    (passes_round, lambda: ({"u": ramp(), "new": ramp()}, 4)),
    (removes_and_adds, lambda: (OrderedDict(u=ramp(), t=1.0, k=2),)),
    (clears, lambda: ({"u": ramp(), "t": 1.0},)),
    (sets_items, lambda: ([ramp(), ramp() * 3.0, None], 4)),
    (appends, lambda: ([ramp(), "x"],)),
    (appends_in_a_loop, lambda: (list(np.array([1.0, 2.0])), ramp())),
    (records, lambda: (State(ramp(), ramp()), 4)),
    (appends_pairs, lambda: (State(ramp(), ramp()), 5)),
    (one_array_twice, lambda: (State(ramp(), ramp()),)),
    (nested, lambda: (clocked(), 0.25)),
    (passes_things_on, lambda: ([State(ramp(), ramp()), State(ramp(), ramp())], {"last": None})),
    (under_a_condition, lambda: (State(ramp(), ramp()), 0.1)),
    (under_a_condition, lambda: (State(ramp(), ramp()), 9.0)),
    (through_slots, lambda: (Slotted(ramp(), 1.5),)),
    (through_a_property, lambda: (Guarded(ramp()),)),
    (complex_and_bool, lambda: ({"z": ramp() + 1j, "u": ramp(), "k": 1},)),
]


def held(x: Any) -> Any:
    names = getattr(type(x), "__slots__", None)
    return {n: getattr(x, n) for n in names} if names else vars(x) if hasattr(x, "__dict__") and not callable(x) else None


def alike(a: Any, b: Any) -> bool:
    """Equal, of one type, in the same order of keys."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, dict):
        return type(a) is type(b) and list(a) == list(b) and all(alike(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(alike, a, b))
    if held(a) is not None and not isinstance(a, np.generic):
        return type(a) is type(b) and alike(held(a), held(b))
    return a == b and (type(a) is type(b) or {type(a), type(b)} <= {bool, np.bool_} or {type(a), type(b)} <= {float, np.float64})


def which(x: Any, things: list[Any]) -> Any:
    """Of the arrays, dicts, lists and objects that arguments hold, by position in order of first appearance: which are the same."""
    if isinstance(x, (str, float, int, complex, np.generic, type(None))):
        return None
    known = next((k for k, thing in enumerate(things) if thing is x), None)
    if known is not None:
        return known
    things.append(x)
    inner = x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else (held(x) or {}).values()
    return len(things) - 1, [which(i, things) for i in ([] if isinstance(x, np.ndarray) else inner)]


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{fn.__name__}-{k}" for k, (fn, _) in enumerate(CASES)])
def test_arguments_hold_what_python_leaves_in_them(case: int) -> None:
    fn, made = CASES[case]
    run = precis.compile(precis.lift(fn, *made()))
    given, expected = made(), made()
    before, before_expected = [], []
    assert which(given, before) == which(expected, before_expected)
    once = (removes_and_adds, clears, appends, appends_in_a_loop, appends_pairs, records, sets_items, nested, complex_and_bool,
            passes_things_on)  # other keys or lengths after it
    for _ in range(1 if fn in once else 3):
        assert alike(fn(*expected), run(*given)) or fn is leaps
        assert alike(expected, given), (expected, given)
        assert which(expected, list(before_expected)) == which(given, list(before))


def test_arrays_that_leave_an_object_keep_what_they_held() -> None:
    run = precis.compile(precis.lift(leaps, State(ramp(), ramp()), 0.1, 5))
    state = State(ramp(), ramp())
    u = state.u
    run(state, 0.1, 5)
    assert state.u is not u and np.array_equal(u, ramp())
    assert type(state.t) is float and type(state.steps) is int


def keeps_a_view(s: State) -> None:
    s.v = s.u[1:]


def keeps_a_view_of_something_new(s: State) -> None:
    x = s.u * 2.0
    s.v = x[1:]
    s.u = x


def keeps_two_views(s: State) -> None:
    x = s.u * 2.0
    s.u, s.v = x[1:], x[:-1]


def keeps_a_view_of_what_it_returns(s: State) -> np.ndarray:
    x = s.u * 2.0
    s.u = x[1:]
    return x


def keeps_an_argument_inside(s: State) -> None:
    s.history = [(s.u, 1.0)]


def keeps_a_function(s: State) -> None:
    setattr(s, "v", np.sin)


def test_what_cannot_be_put_back_is_refused() -> None:
    for function in (keeps_a_view, keeps_a_view_of_something_new, keeps_two_views, keeps_a_view_of_what_it_returns):
        with pytest.raises(precis.UnsupportedProgram, match=r"s\.[uv] gets a view of an array that is kept elsewhere"):
            precis.lift(function, State(ramp(), ramp()))
    with pytest.raises(precis.UnsupportedProgram, match=r"s\.history gets s\.u inside of something new"):
        precis.lift(keeps_an_argument_inside, State(ramp(), ramp()))
    with pytest.raises(precis.UnsupportedProgram, match=r"s\.v becomes the function sin|s\.v becomes"):
        precis.lift(keeps_a_function, State(ramp(), ramp()))


def changes_first(a: State, b: State) -> np.ndarray:
    a.t = a.t + 1.0
    return b.u * b.t


def test_one_object_under_two_names_is_refused_when_it_changes() -> None:
    run = precis.compile(precis.lift(changes_first, State(ramp(), ramp()), State(ramp(), ramp())))
    state = State(ramp(), ramp())
    with pytest.raises(precis.InputError, match="a and b are one thing"):
        run(state, state)
    with pytest.raises(precis.InputError, match="a and b are one thing"):
        precis.lift(changes_first, state, state)


def returns_a_copy(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    u = 2.0 * x
    return u, u, u.copy()


def test_copies_are_returned_apart() -> None:
    a, b, c = precis.compile(precis.lift(returns_a_copy, ramp()))(ramp())
    assert a is b and c is not a and np.array_equal(a, c)


class Simulation:
    def __init__(self) -> None:
        self.u = ramp()

    def step(self) -> None:
        self.u += 1.0


def test_methods_of_one_object_say_how_they_are_lifted() -> None:
    with pytest.raises(precis.UnsupportedProgram) as caught:
        precis.lift(Simulation().step)
    assert any("Simulation.step" in hint for hint in caught.value.hints)
    sim = Simulation()
    precis.compile(precis.lift(Simulation.step, Simulation()))(sim)
    assert np.array_equal(sim.u, ramp() + 1.0)


def with_defaults(s: State, dt: float = 0.5, options: Any = {"half": True}) -> None:  # noqa: B006
    s.t += dt * (0.5 if options["half"] else 1.0)


def returns_what_is_known(x: np.ndarray) -> dict[str, Any]:
    return {"name": "a", "n": None}


def test_calls_that_leave_arguments_to_their_defaults() -> None:
    run, state = precis.compile(precis.lift(with_defaults, State(ramp(), ramp()))), State(ramp(), ramp())
    for _ in range(4):
        run(state)
    assert state.t == 1.0
    known = precis.compile(precis.lift(returns_what_is_known, ramp()))
    assert [known(ramp()) for _ in range(3)] == [returns_what_is_known(ramp())] * 3
