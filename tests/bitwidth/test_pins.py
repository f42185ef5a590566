"""Pins: what they name, which outweighs which, and what is refused with which words."""

import re

import numpy as np
import pytest

from precis.bitwidth.pins import allowed_formats, places_named
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import UsageError
from precis.tune import tune
from tests.bitwidth import programs

PROGRAM = programs.dot_chain(6)  # containers A, x, s (inputs), y, total; sites chain.py:3, chain.py:4
STORED = {c.name for c in PROGRAM.containers}
RNG = np.random.default_rng(5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A", [("storage", "A")]),
        ("inputs", [("storage", n) for n in ("A", "x", "s")]),
        ("outputs", [("storage", n) for n in ("y", "total")]),
        ("arrays", [("storage", n) for n in ("A", "x", "y")]),
        ("scalars", [("storage", n) for n in ("s", "total")]),
        ("to*", [("storage", "total")]),
        ("[xy]", [("storage", "x"), ("storage", "y")]),
        ("chain.py:3", [("compute", "chain.py:3")]),
        ("line:4", [("compute", "chain.py:4")]),
        ("lines", [("compute", "chain.py:3"), ("compute", "chain.py:4")]),
        ("chain.py:*", [("compute", "chain.py:3"), ("compute", "chain.py:4")]),
        ("accumulate:line:3", [("accumulate", "chain.py:3")]),
        ("accumulate:lines", [("accumulate", "chain.py:3"), ("accumulate", "chain.py:4")]),
        ("storage:A", [("storage", "A")]),
        (("accumulate", "chain.py:3"), [("accumulate", "chain.py:3")]),
    ],
)
def test_what_a_name_names(name, expected):
    assert places_named(PROGRAM, name)[1] == expected


def test_a_name_outweighs_a_pattern_and_that_a_word():
    pins = {"A": "binary64", "?": "bfloat16", "inputs": "binary32", "arrays": ("binary32", "binary64")}
    for order in (list(pins), list(pins)[::-1]):
        found = allowed_formats(PROGRAM, {name: pins[name] for name in order})
        names = {place[1]: [f.name for f in formats] for place, formats in found.items()}
        assert names == {"A": ["binary64"], "x": ["bfloat16"], "s": ["bfloat16"], "y": ["bfloat16"]}


def test_pins_of_equal_weight_leave_what_both_allow():
    found = allowed_formats(PROGRAM, {"inputs": ("binary32", "binary64"), "arrays": ("bfloat16", "binary32")})
    assert [f.name for f in found["storage", "A"]] == ["binary32"]
    assert [f.name for f in found["storage", "s"]] == ["binary32", "binary64"]


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        ({"totl": "binary32"}, "called 'totl'.*total"),
        ({"imputs": "binary32"}, "called 'imputs'.*inputs"),
        ({"q*": "binary32"}, "matches 'q\\*'"),
        ({"line:7": "binary32"}, "computed on 'line:7'.*3, 4"),
        ({"line:x": "binary32"}, "computed on 'line:x'"),
        ({"A": ()}, "no format is left for 'A'"),
        ({"A": "fp33"}, "pin of 'A': unknown format"),
        ({"inputs": "tf32"}, "'inputs' cannot be pinned to tf32"),
        ({"accumulate:line:3": "tf32"}, "cannot be pinned to tf32"),
        ({"[Ax]": "binary32", "A*": "binary64"}, r"pins of '\[Ax\]' \(binary32\) and 'A\*' \(binary64\) contradict"),
        ({"inputs": "binary32", "arrays": "binary64"}, "contradict each other for 'A'"),
        ({"locals": "binary32", "constants": "binary32"}, "called 'constants'"),
    ],
)
def test_what_cannot_be_is_refused(pins, words):
    with pytest.raises(UsageError) as problem:
        allowed_formats(PROGRAM, pins)
    text = " ".join(str(problem.value).split())
    assert re.search(words, text), text


def test_tied_containers_share_their_pins():
    program = programs.heat(8, 2)
    group = {("storage", "u"): ("storage", "u"), ("storage", "nu"): ("storage", "u")}
    with pytest.raises(UsageError, match=r"'nu' is pinned to binary64, but shares its storage with 'u', .* binary32"):
        allowed_formats(program, {"u": "binary32", "nu": "binary64"}, group)
    (formats,) = allowed_formats(program, {"inputs": "binary32", "nu": "binary64"}, group).values()
    assert [f.name for f in formats] == ["binary64"]


def test_candidates_are_chosen_from():
    args = RNG.random((6, 6)), RNG.random(6), 1.7
    s = sensitivity(PROGRAM, args)
    pins = {"A": ("binary16", "binary64"), "x": ("binary32",), "line:3": ("binary32", "binary64"), "accumulate:lines": "binary64"}
    for rtol in (1e-1, 1e-3, 1e-6):
        found = assign(PROGRAM, s, rtol, pins=pins, device="a100")
        assert found.storage_of("A").name in ("binary16", "binary64") and found.storage_of("x").name == "binary32"
        assert found.compute_of("chain.py:3").name in ("binary32", "binary64")
        assert {found.accumulate_of(site).name for site in ("chain.py:3", "chain.py:4")} == {"binary64"}
    assert assign(PROGRAM, s, 1e-1, pins=pins, device="a100").storage_of("A").name == "binary16"


def test_pins_are_refused_before_anything_runs():
    def double(x):
        y = x * 2.0
        return y

    with pytest.raises(UsageError, match="matches 'q"):
        tune(double, np.ones(3), pins={"q*": "binary32"})
