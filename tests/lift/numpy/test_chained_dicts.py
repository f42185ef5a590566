"""collections.ChainMap, and `**` of objects that have keys: Python itself is the oracle."""

from __future__ import annotations

from collections import ChainMap
from typing import Any

import pytest

from tests.lift.numpy.case import Case, check

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")
BASE = {"lr": 0.1, "mom": 0.9, "l2": 0.0}


def settings_over_defaults(x, t):
    over = {"lr": x}
    c = ChainMap(over, BASE)
    s = c["lr"] * c["mom"] + c.get("none", 3.0)
    over["mom"] = 5.0
    c["new"] = x
    d = c.new_child({"l2": 7.0})
    if t > 0:
        over["late"] = 2.0
    d["mom"] = 1.0
    return s, c["mom"], d["mom"], "new" in over, d["l2"], c["l2"], d.parents["mom"], d.get("late", -1.0), "late" in c


def in_the_order_of_python(x):
    c = ChainMap({"b": x}, {"a": 1.0, "b": 2.0})
    return list(c), list(c.values()), dict(c.items()), {**c}, dict(c), sorted(c), len(c)


class Settings:
    def __init__(self, **values: Any) -> None:
        self.values, self.other = values, 1.0

    def keys(self) -> Any:
        return self.values.keys()

    def items(self) -> Any:
        return self.values.items()

    def __getitem__(self, key: str) -> Any:
        return self.values[key]


def _scaled(a: Any, b: Any = 2.0) -> Any:
    return a * b


def stars_of_an_object(x):
    s = Settings(a=x, b=3.0)
    return {**s, "c": 1.0}, _scaled(**s), dict(s)


@pytest.mark.parametrize("case", [Case(settings_over_defaults, (1.5, 0.7), [(1.5, -0.2)]), Case(in_the_order_of_python, (1.5,)),
                                  Case(stars_of_an_object, (1.5,))], ids=lambda c: c.name)
def test_they_are_what_python_has(case):
    check(case)
