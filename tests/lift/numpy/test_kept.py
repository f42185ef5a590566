"""Names by which users reach what loops carry: attributes of objects, items of dicts, lists that loops fill; loops that stay loops."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import precis
from precis.lift import lift
from tests.lift.numpy.case import Case, check

START = (np.linspace(0.0, 1.0, 7),)


@dataclass
class Brood:
    young: np.ndarray
    old: np.ndarray
    log: list = field(default_factory=list)


class Tank:
    def __init__(self, level: np.ndarray) -> None:
        self.level = level.copy()

    def drain(self, steps: int) -> np.ndarray:
        for _ in range(steps):
            self.level *= 0.9
        return self.level


def attributes(x):
    brood = Brood(x.copy(), np.zeros(x.size))
    for _ in range(20):
        grown = 0.1 * brood.young
        brood.young -= grown
        brood.old += grown
    return brood.young, brood.old


def within_dicts(x):
    state = {"warm air": x.copy(), "cold": x * 2.0}
    for _ in range(20):
        state["warm air"] *= 0.5
        state["cold"] += state["warm air"]
    return state["warm air"], state["cold"]


def of_self(x):
    return Tank(x).drain(20)


def lists(x):
    totals, fields = [], []
    for _ in range(20):
        x = x * 0.9
        totals.append(x.sum())
        fields.append(x[1:])
    return np.array(totals), np.stack(fields)


def long_bodies(x):
    """Few iterations, each long: written out they would be hundreds of nodes."""
    norms = []
    for _ in range(6):
        for _ in range(2):
            x = x + 0.1 * (np.roll(x, 1) - 2.0 * x + np.roll(x, -1)) - 0.01 * x**3 + 0.02 * np.sin(x) * np.exp(-x * x) / (1.0 + x**2)
            x = x - x.mean() + 0.01 * np.tanh(x) * np.cos(x) - 0.1 * np.maximum(x, 0.0) * np.minimum(x, 1.0) / (2.0 + np.abs(x))
            x = np.where(x > 0.5, 0.5 + 0.1 * (x - 0.5), x) + 0.001 * np.cumsum(x)
        norms.append(np.sqrt(np.sum(x**2)))
    return x, np.array(norms)


def long_bodies_changed(x):
    """As before, but an item is changed afterwards in a way that rows do not know: the loop is written out after all."""
    states = []
    for _ in range(5):
        x = x + 0.1 * (np.roll(x, 1) - 2.0 * x + np.roll(x, -1)) - 0.01 * x**3 + 0.02 * np.sin(x) * np.exp(-x * x) / (1.0 + x**2)
        x = x - x.mean() + 0.01 * np.tanh(x) * np.cos(x) - 0.1 * np.maximum(x, 0.0) * np.minimum(x, 1.0) / (2.0 + np.abs(x))
        x = x + 0.01 * np.cos(x) * np.exp(-x * x) / (1.0 + x**2) + 0.001 * np.cumsum(x) - 0.02 * np.tanh(x) * np.sin(x) / (3.0 + x * x)
        states.append(x)
    states.insert(1, x * 2.0)
    return states[1], states[2] + states[4]


def cells(x):
    """Pairs of neighbouring cells, a table of their members: 27 neighbours, each with loops of its own."""
    first, members = np.array([0, 1, 2, 4, 4, 5, 6, 7, 7]), np.argsort(x)
    total, near = 0.0, np.zeros(x.size)
    for a, b, c in itertools.product(range(2), repeat=3):
        home = (a * 2 + b) * 2 + c
        for p, q, r in itertools.product((-1, 0, 1), repeat=3):
            other = ((a + p) % 2 * 2 + (b + q) % 2) * 2 + (c + r) % 2
            weight = 1.0 if p == q else 0.5
            for i in members[first[home]:first[home + 1]]:
                for j in members[first[other]:first[other + 1]]:
                    if i < j:
                        total += weight * abs(x[i] - x[j])
                        near[i] += x[j] * (r + 2)
    return total, near


def shifted(x):
    """Bounds of slices by the items: written out."""
    total = 0.0 * x
    for k, shift in enumerate((0, 2, 1, 3, 0, 1, 2, 3, 1)):
        for weight in (0.5, 0.25, 0.125):
            total[:x.size - shift] += weight * x[shift:]
            total[k % 7] -= weight
            total *= 1.0 - 0.01 * weight
            total += 0.125 * shift
            total -= 0.25 * weight * x
            total[shift] += x[k % 7]
            total[0] *= 0.5
            total[1] *= 0.25
            total[2] += 0.125
            total[3] += 0.125
            total[4] += 0.125
            total[5] += 0.125
            total[6] += 0.125
    return total


NAMED = [(attributes, {"brood_young", "brood_old"}), (within_dicts, {"state_warm_air", "state_cold"}), (of_self, {"level"}),
         (lists, {"totals", "fields"})]  # fmt: skip


@pytest.mark.parametrize(("function", "names"), NAMED, ids=lambda x: getattr(x, "__name__", ""))
def test_containers_are_called_as_users_reach_them(function, names) -> None:
    program = lift(function, *START)
    assert {c.name for c in program.containers if c.role == "output"} == names
    check(Case(function, START))


@pytest.mark.parametrize("function", [long_bodies, long_bodies_changed], ids=lambda f: f.__name__)
def test_long_bodies_compute_the_same_kept_or_written_out(function) -> None:
    check(Case(function, START))


def test_a_short_loop_with_a_long_body_stays_a_loop() -> None:
    assert [n.attrs["range"].trips.constant for n in lift(long_bodies, *START).body.nodes if n.op == "loop"] == [6]


@pytest.mark.parametrize(("function", "most"), [(cells, 600), (shifted, 2000)], ids=["cells", "shifted"])
def test_long_lists_around_loops_are_tables(function, most) -> None:
    check(Case(function, START))
    assert most / 10 <= sum(1 for _ in lift(function, *START).body.walk()) <= most


def test_lists_are_stacked_where_they_are_wanted() -> None:
    """Not first elsewhere, then copied."""
    (text,) = (t for name, t in precis.emit(lift(lists, *START)).files.items() if name.endswith(".cpp"))
    assert text.count("totals_") == text.replace("] = totals_", "").count("totals_")


def test_a_file_may_be_named_like_a_module_of_the_standard_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "statistics.py").write_text("def half(x):\n    return 0.5 * x\n\n\ndef main(x):\n    return half(x) + 1.0\n")
    spec = importlib.util.spec_from_file_location("statistics", tmp_path / "statistics.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "statistics", module)
    spec.loader.exec_module(module)
    assert "0.5 * x" in str(lift(module.main, *START))
