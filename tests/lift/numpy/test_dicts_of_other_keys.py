"""Dicts of which the data tell the keys: Python itself is the oracle."""

from __future__ import annotations

import copy
import math

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from tests.lift.numpy.case import Case, check, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


def roots_of_either_kind(a, b, c):
    disc = b * b - 4 * a * c
    out = {"disc": disc}
    if disc > 0:
        out["roots"] = ((-b - math.sqrt(disc)) / (2 * a), (-b + math.sqrt(disc)) / (2 * a))
    elif disc == 0:
        out["double"] = -b / (2 * a)
    else:
        out["re"] = -b / (2 * a)
        out["im"] = math.sqrt(-disc) / (2 * a)
    s = disc
    if "roots" in out:
        s += out["roots"][1] - out["roots"][0]
    if "im" in out:
        s += out["im"] * 10
    return s, out.get("re", 0.0), out


def made_in_either_branch(x):
    r = {"kind": "neg", "v": -x} if x < 0 else {"kind": "pos", "sq": x * x, "arr": np.array([x, 2 * x])}
    e = r
    if x > 1:
        e["big"] = x
    q = r.get("arr")
    return r, "big" in e, e.get("big"), r.get("v", 100.0), r["kind"], 0.0 if q is None else q[1]


def why_a_loop_ended(A, b, t):
    info = {}
    x = np.zeros_like(b)
    for k in range(30):
        r = b - A @ x
        n = np.sqrt(r @ r)
        if n < t:
            info["converged_at"] = k
            break
        if n > 1e6:
            info["reason"] = "diverged"
            break
        x = x + 0.3 * r
    if "converged_at" not in info:
        info["reason"] = info.get("reason", "maxiter")
    info["res"] = n
    return x, info


def two_names_for_one_dict(x, t):
    d = {"a": x.copy()}
    e = d
    if t > 0:
        d["b"] = d["a"]
        d["c"] = x * 2
    if "b" in e:
        e["b"][0] = 50.0
        e["c"] += 1
        e["a"][1] = 3.0
    c = e.get("c")
    if c is not None:
        c[2] = -7.0
    e.setdefault("b", x * 3)
    e["b"][2] = 9.0
    v = d.pop("c", None)
    return d, (0.0 if v is None else v[2]), "c" in e


def filled_by_a_loop(xs):
    last = {}
    n = 0
    for x in xs:
        if x > 0.5:
            last["x"] = x
            last["n"] = last.get("n", 0) + 1
        elif "x" in last:
            n += 1
            last["x"] = last["x"] * 0.5
    return last, n


def dicts_in_dicts(x):
    res = {"fit": {"a": x}, "warn": []}
    if x > 1:
        res["fit"]["b"] = x + 1
        res["extra"] = {"q": x, "r": [x, 1.0]}
    if "extra" in res and "b" in res["fit"]:
        return res["extra"]["r"][0] + res["fit"]["b"], res
    return -1.0, res


def there_and_none(x):
    d = {"a": x}
    if x > 1:
        d["b"] = None
    if x > 2:
        d["b"] = x
    y = d.get("b")
    return (0.0 if y is None else y), "b" in d, d


def a_missing_key_is_handled(x):
    d = {"a": x}
    if x > 1:
        d["b"] = x
    try:
        y = d["b"] + 1
    except KeyError:
        y = -1.0
    return y


def changed_under_both_names(x, t):
    d, e = {"a": x}, {"a": 2 * x}
    f = d if t > 0 else e
    if t > 0.5:
        f["b"] = 1.0
    d["a"] += 1
    f["c"] = f["a"]
    e.pop("b", None)
    return "b" in d, "b" in e, "b" in f, "c" in d, "c" in e, f["a"], d["a"], e["a"], d.get("c", -1.0), e.get("c", -1.0)


def deleted_now_and_then(x):
    d = {"a": x, "b": x + 1}
    if x > 1:
        del d["a"]
    elif x > 0.4:
        d["a"] = 5.0
    e = d.copy()
    d["a"] = 7.0
    return e, d, e.get("a", 0.0), len(d)


X, A = np.arange(3.0) + 1, np.eye(3)
CASES = [
    Case(roots_of_either_kind, (1.0, 3.0, 1.0), [(1.0, 1.0, 4.0), (1.0, 2.0, 1.0)]),
    *(Case(f, (0.5,), [(-2.0,), (2.0,), (1.5,), (2.5,)]) for f in (
        made_in_either_branch, dicts_in_dicts, there_and_none, a_missing_key_is_handled, deleted_now_and_then)),
    Case(why_a_loop_ended, (A, X, 1e-3), [(9 * A, X, 1e-3), (2 * A, X, 1e-30)], 1e-13),
    Case(two_names_for_one_dict, (X, 0.5), [(X, -2.0)]), Case(changed_under_both_names, (1.5, 0.7), [(1.5, 0.2), (1.5, -0.2)]),
    Case(filled_by_a_loop, (np.array([0.2, 0.7, 0.1, 0.9]),), [(np.array([0.1, 0.2]),), (np.array([0.9]),)]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_they_hold_what_python_holds(case):
    program = check(case)
    run = precis.compile(program, quick=True)
    assert run.backend == "native"
    for args in (case.args, *case.more):
        theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
        same(run(*ours), case.program(*theirs), 1e-13, "result")
        same(ours, theirs, 1e-13, "arguments")


def goes_through_it(x):
    d = {"a": x}
    if x > 1:
        d["b"] = x
    return sum(d.values())


def gives_it_to_the_caller(d, x):
    if x > 0:
        d["new"] = x


@pytest.mark.parametrize("program, args, key", [(goes_through_it, (0.5,), "b"), (gives_it_to_the_caller, ({"a": 1.0}, 0.5), "new")])
def test_refused(program, args, key):
    with pytest.raises(UnsupportedProgram, match=f"whether '{key}' is in this dict depends on the data") as info:
        precis.lift(program, *args)
    assert info.value.hints and info.value.span
