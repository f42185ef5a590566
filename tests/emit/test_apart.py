"""Sorts and products that are compiled once: linked where the cache has them, with the results of those that a program compiles itself."""

import os
import shutil
from dataclasses import replace

import numpy as np
import pytest

from precis.emit.cpu import apart, build, once
from precis.emit.engine import compile_all, emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

GCC = bool(shutil.which("g++")) and not os.environ.get("CXX")
pytestmark = [needs_compiler, pytest.mark.skipif(not GCC, reason="needs GCC")]
RNG = np.random.default_rng(11)
ODD = np.array([3.0, np.nan, -0.0, 0.0, -np.inf, 2.0, np.nan, np.inf, -1.0])


def in_order(x):
    return np.sort(x)


def order(x):
    return np.argsort(x, kind="stable")


def columns(x):
    return np.sort(x.reshape(-1, 3), axis=0), np.argsort(x.reshape(-1, 3), axis=1, kind="stable")


def middle(x):
    return np.median(x), np.partition(x, 2)[2]


def places(x):
    return np.searchsorted(np.sort(x), x[::-1]), np.searchsorted(np.sort(x), x, side="right")


def unsorted(x):
    return 2.0 * x


def solutions(x):
    a, sides = x[:9].reshape(3, 3), x[9:x.size // 3 * 3].reshape(3, -1)
    systems, one = x[:90].reshape(10, 3, 3), x[:30].reshape(10, 3, 1)
    return np.linalg.solve(a, sides), np.linalg.solve(a, sides[:, 0]), np.linalg.solve(systems, one)


def products(x):
    a, narrow = x[:x.size // 3 * 3].reshape(-1, 3), x.astype(np.float32)[:x.size // 3 * 3].reshape(3, -1)
    return a.T @ a, a @ a[:5].T, narrow @ narrow.T


FUNCTIONS = [in_order, order, columns, middle, places]
KINDS = {"float64": RNG.normal(size=300), "int64": RNG.integers(-50, 50, size=300), "float32": RNG.normal(size=300).astype(np.float32),
         "odd": ODD, "long": RNG.normal(size=30_000), "int16": RNG.integers(-9, 9, size=60).astype(np.int16)}


@pytest.fixture(scope="module")
def compiled_apart(tmp_path_factory):
    """A cache with what is compiled apart, and nothing else."""
    folder = tmp_path_factory.mktemp("sorts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRECIS_CACHE", str(folder))
        build.prepare_sorts(build.QUICK)
    return folder


@pytest.fixture
def kept(tmp_path, compiled_apart, monkeypatch):
    """Where a cache has what is compiled apart, by its name."""
    places = {what.name: tmp_path / file.name for what in apart.ALL for file in compiled_apart.glob(f"{what.name}-*")}
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    monkeypatch.setattr(once, "_begun", {*places.values(), *(build._headers(f, build._runtime()) for f in build.EFFORTS)})
    for place in places.values():
        shutil.copyfile(compiled_apart / place.name, place)
    return places


@pytest.fixture
def cache(kept):
    """Sorts alone."""
    for name in {*kept} - {"sorts"}:
        kept[name].unlink()
    return kept["sorts"]


@pytest.fixture
def runs(monkeypatch):
    """The commands of the compiler."""
    told, run = [], build._run
    monkeypatch.setattr(build, "_run", lambda folder, *commands, **how: told.extend(commands) or run(folder, *commands, **how))
    return told


def test_what_is_linked_is_what_programs_compile_themselves(cache, runs):
    cases = [(fn, x) for fn in FUNCTIONS for x in KINDS.values()]
    programs = [lift(fn, x.copy()) for fn, x in cases]
    linked = compile_all(programs_of_their_own(programs), build.QUICK)
    assert apart.SORTS.declared in runs[-1] and str(cache) in runs[-1]
    cache.unlink()
    alone = compile_all(programs_of_their_own(programs, "g"), build.QUICK)
    assert apart.SORTS.declared not in runs[-1]
    for (fn, x), a, b in zip(cases, linked, alone, strict=True):
        for found, own, expected in zip(*(r if isinstance(r, tuple) else (r,) for r in (a(x), b(x), fn(x))), strict=True):
            np.testing.assert_array_equal(found, own)
            np.testing.assert_array_equal(found, expected)
            np.testing.assert_array_equal(np.signbit(found), np.signbit(own))


@pytest.mark.parametrize(("what", "function"), [(apart.PRODUCTS, products), (apart.SOLVERS, solutions)])
def test_algebra_that_is_linked_is_what_programs_compile_themselves(what, function, kept, runs):
    others = [kept.pop(name) for name in {*kept} - {what.name}]
    for place in others:
        place.unlink()
    program = lift(function, KINDS["float64"].copy())
    linked = compile_all([replace(program, name="f")], build.QUICK)[0]
    assert what.declared in runs[-1] and str(kept[what.name]) in runs[-1]
    kept[what.name].unlink()
    alone = compile_all([replace(program, name="g")], build.QUICK)[0]
    assert what.declared not in runs[-1]
    for x in (KINDS["float64"], KINDS["float64"][:120], KINDS["long"]):
        for found, own, expected in zip(linked(x), alone(x), function(x), strict=True):
            np.testing.assert_array_equal(found, own)
            np.testing.assert_allclose(found, expected, rtol=1e-5 if found.dtype == np.float32 else 1e-12, atol=1e-4)


def programs_of_their_own(programs, letter="f"):
    return [replace(p, name=f"{letter}{k}") for k, p in enumerate(programs)]


def test_libraries_take_no_more_than_they_call(cache, runs):
    source = emit(lift(order, KINDS["float64"].copy()))
    short = build.build(source.files, source.main, flags=build.QUICK)
    cache.unlink()
    long = build.build({**source.files, "more.h": ""}, source.main, flags=build.QUICK)
    assert [apart.SORTS.declared in c for c in runs] == [True, False]
    assert short.stat().st_size <= 1.2 * long.stat().st_size


def test_an_object_that_is_none_is_done_without(cache, runs):
    cache.write_bytes(b"something else")
    source = emit(lift(in_order, KINDS["float64"].copy()))
    assert build.build(source.files, source.main, flags=build.QUICK)
    assert [apart.SORTS.declared in c for c in runs] == [True, False]


def test_programs_that_sort_nothing_have_none(cache, runs):
    source = emit(lift(unsorted, ODD.copy()))
    build.build(source.files, source.main, flags=build.QUICK)
    assert apart.SORTS.declared not in runs[-1]
    assert build._apart(apart.SORTS, (*build.QUICK, "-DPR_THREADS=2"), build._runtime()) is None


def test_the_first_that_sorts_has_it_compiled_for_others(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    monkeypatch.setattr(once, "_begun", set())
    started = []
    monkeypatch.setattr(once.threading, "Thread", lambda target, daemon: started.append(target) or Never())
    source = emit(lift(in_order, KINDS["float64"].copy()))
    for more in ("", "\n"):
        build.build({**source.files, source.main: source.files[source.main] + more}, source.main, flags=build.BRIEF)
    ((what, place, command, texts),) = (s.args for s in started if s.func is apart.make and s.args[0] == apart.SORTS)
    apart.make(what, place, command, {**texts, what.header: "#error no\n"})
    assert not list(tmp_path.glob("sorts-*")) and not list(tmp_path.glob(f"{build.UNFINISHED}*"))
    apart.make(what, place, command, texts)
    assert place.stat().st_size > 0 and not list(tmp_path.glob(f"{build.UNFINISHED}*"))


class Never:
    def start(self):
        """Not before the test says so."""
