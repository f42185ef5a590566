"""Lists of things with parts: what would be lost where a part changes afterwards is refused; what comes back; ends of sizes that give
one integer."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass

import numpy as np
import pytest

from precis.errors import InputError, UnsupportedProgram
from precis.lift import lift
from precis.lift.numpy import apart, counted_loops
from tests.lift.numpy.case import run

X = np.array([0.7, -0.2, 0.9, 0.1, -0.5, 0.6])


@dataclass
class Body:
    x: float
    y: np.ndarray


def appended_and_changed(x):
    p, out = Body(0.0, np.zeros(2)), []
    for v in x:
        p.x += v
        if v > 0:
            out.append(p)
    return sum(o.x for o in out)


def appended_bound_anew_and_changed(x):
    p, out = Body(0.0, np.zeros(2)), []
    for v in x:
        if v > 0.5:
            p = Body(1.0, np.ones(2))
        p.x += v
        if v > 0:
            out.append(p)
    return sum(o.x for o in out)


def chosen_and_changed(x):
    out = []
    for v in x:
        if v > 0:
            out.append(Body(v, np.ones(2)))
    best = Body(0.0, np.zeros(2))
    for o in out:
        if o.x > best.x:
            best = o
    best.x = 100.0
    return sum(o.x for o in out)


def array_changed_later(x):
    y, out = np.zeros(2), []
    for k, v in enumerate(x):
        y += v
        if v > 0:
            out.append((k, y))
    return sum(o[1][0] for o in out)


def test_a_thing_that_is_an_item_several_times_or_not_may_change():
    assert run(lift(appended_and_changed, X), (X,)) == pytest.approx(appended_and_changed(X), rel=1e-14)


@pytest.mark.parametrize("program", [appended_bound_anew_and_changed, chosen_and_changed,
                                     array_changed_later], ids=lambda p: p.__name__)
def test_a_change_that_a_list_would_not_see_is_refused(program):
    with pytest.raises(UnsupportedProgram) as caught:
        lift(program, X)
    assert caught.value.hints


def chosen_or_none_and_changed(x):
    p, best = Body(0.0, np.zeros(2)), None
    for v in x:
        p.x = v
        if v > 0.5:
            best = p
    return best.x if best is not None else -1.0


def chosen_or_none_and_changed_behind(x):
    p, best = Body(0.0, np.zeros(2)), None
    for v in x:
        p.x = v
        if v > 0.5:
            best = p
    p.x = 7.0
    return best.x if best is not None else -1.0


def one_of_two_or_none(x):
    p, q, best = Body(0.0, np.zeros(2)), Body(1.0, np.zeros(2)), None
    for v in x:
        p.x = v
        q.x = 2 * v
        if v > 0.5:
            best = p
        elif v > 0.3:
            best = q
    return best.x if best is not None else -1.0


def changed_through_either(x):
    p, best = Body(0.0, np.zeros(2)), None
    for v in x:
        if best is not None:
            best.x += 10.0
        p.x += v
        if v > 0.5:
            best = p
    return p.x, (best.x if best is not None else -1.0)


def changed_around_the_loop(x):
    p, best = Body(0.0, np.zeros(2)), None
    for k in range(3):
        for v in x:
            p.x = v + k
            if v > 0.5:
                best = p
        if best is not None:
            best.x = best.x * 2
    return p.x, best.x if best is not None else -1.0


@pytest.mark.parametrize("program", [chosen_or_none_and_changed, chosen_or_none_and_changed_behind, one_of_two_or_none,
                                     changed_through_either, changed_around_the_loop], ids=lambda p: p.__name__)
def test_things_of_before_a_loop_are_what_its_names_stand_for(program):
    """What was there before the loop, and a name that the loop gives it where a condition holds, change together."""
    found = lift(program, X)
    for x in (X, np.array([0.1, 0.2, 0.3, 0.1, 0.2]), np.array([0.1, 0.2, 0.7]), np.zeros(0), np.array([0.4, 0.1, 0.35]), np.array([0.9])):
        np.testing.assert_array_equal(run(found, (x,)), program(x))


def pairs(x):
    out = []
    for k, v in enumerate(x):
        if v > 0:
            out.append((k, v))
    return out


def bodies(x):
    out = []
    for v in x:
        if v > 0:
            out.append(("up", Body(v, np.array([v, 1.0]))))
    return out


def test_lists_of_tuples_come_back_as_such():
    found = run(lift(pairs, X), (X,))
    assert found == pairs(X) and type(found[0]) is tuple and type(found[0][0]) is int
    (name, body), *_ = run(lift(bodies, X), (X,))
    assert name == "up" and type(body) is Body and body.x == 0.7 and body.y.tolist() == [0.7, 1.0]


@dataclass(eq=False)
class Mass:
    x: float
    y: np.ndarray


def pulls(x):
    found, masses = 0.0, [Mass(v, np.array([v, 1.0])) for v in x]
    for a in masses:
        for b in masses:
            if a is b:
                continue
            found += a.x * b.x
    return found


def pulls_of_unequal(x):
    found, masses = 0.0, [(v, np.array([v, 1.0])) for v in x]
    for a in masses:
        for b in masses:
            if a is not b:
                found += a[0] * b[0]
    return found


@pytest.mark.parametrize("program", [pulls, pulls_of_unequal])
def test_whether_two_items_are_one(program):
    lifted = lift(program, X)
    for x in (X, X[:4]) if program is pulls else (X,):
        assert run(lifted, (x,)) == pytest.approx(program(x), rel=1e-12)


def test_whether_two_tuples_are_one_holds_them_to_the_items_of_the_example():
    with pytest.raises(InputError):
        run(lift(pulls_of_unequal, X), (X[:4],))


def all_but_the_best(x):
    masses = []
    for v in x:
        if v > 0:
            masses.append(Mass(v, np.ones(2)))
    best = max(masses, key=lambda m: m.x)
    return sum(m.x for m in masses if m is not best)


def all_but_those_unequal(x):
    masses = []
    for v in x:
        if v > 0:
            masses.append(Mass(v, np.ones(2)))
    return sum(m.x for m in masses if m != masses[0])


def visited_once(x):
    masses, seen = [], set()
    for v in x:
        if v > 0:
            masses.append(Mass(v, np.ones(2)))
    for m in masses:
        seen.add(m)
    return len(seen)


@pytest.mark.parametrize("program", [all_but_the_best, all_but_those_unequal])
def test_which_of_the_items_one_is(program):
    lifted = lift(program, X)
    for x in (X, X[:4], X[2:]):
        assert run(lifted, (x,)) == pytest.approx(program(x), rel=1e-12)


def test_items_as_members_of_sets_are_refused():
    with pytest.raises(UnsupportedProgram) as caught:
        lift(visited_once, X)
    assert caught.value.hints


def levels(x):
    k = int(np.log2(len(x)))
    return [x[:: 2**j].sum() for j in range(k)]


def bins(x):
    return np.histogram(x, bins=int(math.sqrt(len(x))))[0]


def pyramid(x):
    out = []
    for _ in range(min(int(math.log2(len(x))), 3)):
        x = 0.5 * (x[0::2] + x[1::2])
        out.append(x)
    return out[-1], sum(float(d @ d) for d in out)


@pytest.mark.parametrize("program, lifted, first, last", [(levels, 20, 16, 31), (bins, 50, 49, 63), (pyramid, 16, 8, None)])
def test_an_integer_made_of_a_size_serves_all_sizes_between_its_ends(program, lifted, first, last):
    rng = np.random.default_rng(1)
    lifted_program = lift(program, rng.normal(size=lifted))
    for n in (first, last or 8 * lifted):
        x = rng.normal(size=n)
        found, wanted = run(lifted_program, (x,)), program(x)
        assert all(np.allclose(f, w) for f, w in zip(found, wanted)) and len(found) == len(wanted)
    for n in (first - 1, last + 1) if last else (first // 2,):
        with pytest.raises(InputError):
            run(lifted_program, (rng.normal(size=n),))


def sawtooth(x):
    return [x[j] for j in range(1 + int(math.sin(len(x)) > 0.0) + int(2.0 * math.cos(len(x))))]


def test_ends_hold_between_them_for_numbers_that_do_not_rise():
    lifted_program = lift(sawtooth, np.arange(40.0))
    served = 0
    for n in range(8, 80):
        x = np.arange(float(n))
        try:
            found = run(lifted_program, (x,))
        except InputError:
            continue
        served += 1
        assert len(found) == len(sawtooth(x))
    assert served


@dataclass
class Pair:
    x: float
    y: int = 0


def equal_objects(x):
    a, b = Mass(1.0, x), Mass(2.0, x)
    c = a if x[0] > 0.5 else b
    best = None
    for m in (a, b):
        if m.x * x[0] > 0.7:
            best = m
    left = sum(m.x for m in (a, b) if m != best)
    return 1.0 if c == a else 2.0, left, Pair(x[0]) == Pair(x[1]), Pair(x[0], 1) != Pair(x[0]), Pair(x[0]) == Pair(x[0])


def test_objects_are_equal_where_they_are_one_or_their_fields_are():
    lifted = lift(equal_objects, np.array([0.6, 0.6]))
    for x in ([0.6, 0.6], [0.9, 0.2], [0.1, 0.1]):
        given = np.array(x)
        assert list(map(float, run(lifted, (given,)))) == list(map(float, equal_objects(given)))


def by_pairs_behind_numbers(x, least):
    found = []
    for i in range(len(x)):
        if x[i] > least:
            found.append((int(x[i]), (i % 3, float(i))))
    found.sort(key=lambda p: (-p[0], p[1]))
    return found, sorted(found), sorted(found, reverse=True)


def test_tuples_in_tuples_decide_in_turn():
    x = np.array([3, 1, 5, 3, 5, 5, 2, 3])
    program = lift(by_pairs_behind_numbers, x, 1)
    for y in (x, x[::-1].copy(), np.arange(5)):
        assert run(program, (y, 1)) == by_pairs_behind_numbers(y, 1)


def logged(u, n):
    log = []
    for k in range(n):
        u = 0.9 * u
        log.append({"step": k, "energy": float(np.sum(u ** 2)), "u": u.copy()})
        if log[-1]["energy"] < 1e-6:
            break
    return [r["energy"] for r in log], log[-1]["step"], log[-1]["u"]


def logged_for_a_fixed_number_of_steps(u):
    log = []
    for _ in range(20):
        u = np.sin(u) * u[::-1] + np.cos(u) / (1.5 + u ** 2) - np.exp(-u * u)
        log.append({"u": u.copy(), "least": u.min()})
    return [r["least"] for r in log], log[3]["u"]


@pytest.mark.parametrize(("program", "args"), [(logged, (X, 60)), (logged_for_a_fixed_number_of_steps, (X,))],
                         ids=lambda a: getattr(a, "__name__", ""))
def test_lists_of_parts_are_tried_before_loops_are_written_out(program, args, monkeypatch):
    def written_out(lift, over, *rest):
        assert (lift.sizes.example(over.range.trips) or 0) < 9, "a loop is written out"
        return write_out(lift, over, *rest)
    write_out = counted_loops._written_out
    monkeypatch.setattr(counted_loops, "_written_out", written_out)
    monkeypatch.setattr(apart, "WORK", 100)
    found = run(lift(program, *args), copy.deepcopy(args))
    for f, w in zip(found, program(*copy.deepcopy(args))):
        np.testing.assert_allclose(f, w, rtol=1e-13)


def levels(x, n):
    made = []
    for _ in range(n):
        made.append({"x": x, "norm": np.sqrt((x ** 2).sum())})
        x = 0.5 * (x[::2] + x[1::2])
    return sum(m["norm"] + m["x"].sum() for m in made), made[0]["x"]


def test_loops_are_written_out_where_parts_are_no_rows():
    x = np.arange(16.0)
    for f, w in zip(run(lift(levels, x, 3), (x, 3)), levels(x, 3)):
        np.testing.assert_allclose(f, w, rtol=1e-13)
