"""Calling compiled programs: arguments changed in place, aliases, fallbacks, emitted files."""

import os
import shutil
import subprocess
import warnings

import numpy as np
import pytest

from precis.emit.cpu import build as building
from precis.emit.engine import compile as compile_program
from precis.emit.engine import compile_all, emit
from precis.errors import BuildError, InputError, UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.ir.types import Cut
from tests.emit.oracle import loop, needs_compiler, program

N, T = Size.of("N"), Size.of("T")


def smoothing():
    """u[1:-1] = (u[:-2] + u[2:]) * 0.5, T times; u is mutated, its sum returned."""
    inside, left, right = ((Cut(Size.of(k), N - 2),) for k in (1, 0, 2))

    def define(b, u):
        def step(c, t, v):
            mean = c.mul(c.add(c.slice(v, at=left), c.slice(v, at=right)), c.const(0.5))
            return (c.call("update", v, mean, at=inside, container="u"),)
        (out,) = loop(b, T, (u,), step)
        return b.sum(out, axes=(0,)), out
    return program({"N": 9, "T": 3}, {"u": ("N",)}, define, name="smooth", mutated=("u",))


def smoothed(u, trips):
    u = np.array(u, float)
    for _ in range(trips):
        u[1:-1] = (u[:-2] + u[2:]) * 0.5
    return u


@needs_compiler
@pytest.mark.parametrize("make", (
    lambda x: x.copy(), lambda x: np.repeat(x, 2)[::2], lambda x: np.asfortranarray(x), lambda x: x.astype(np.float32),
    lambda x: x.astype(">f8")))
@pytest.mark.parametrize("trips", (0, 1, 2, 5))
def test_mutated_arguments_of_any_layout(make, trips):
    run = compile_program(smoothing())
    u = make(np.arange(9.0) ** 2)
    expected = smoothed(u, trips)
    (total,) = run(u, 9, trips)
    assert total == expected.sum()
    np.testing.assert_array_equal(u, expected.astype(u.dtype))


@needs_compiler
def test_arguments_may_share_memory_only_where_none_is_changed():
    def reverse(b, x, y):
        return (b.update(x, b.slice(y, at=(Cut(N - 1, N, -1),)), at=(Cut(Size(), N),)),)
    run = compile_program(program({"N": 6}, {"x": ("N",), "y": ("N",)}, reverse, mutated=("x",)))
    memory = np.arange(7.0)
    for x, y in ((memory[1:], memory[1:]), (memory[1:], memory[:-1]), (memory[:6], memory[5::-1])):
        with pytest.raises(InputError, match="the arguments x and y share memory, and x is changed"):
            run(x, y, 6)
    np.testing.assert_array_equal(memory, np.arange(7.0))
    both = compile_program(program({"N": 6}, {"x": ("N",), "y": ("N",)}, lambda b, x, y: (b.mul(x, y),)))
    np.testing.assert_array_equal(both(memory[1:], memory[:-1], 6)[0], memory[1:] * memory[:-1])


@needs_compiler
def test_read_only_and_narrow_arrays_are_inputs_as_well():
    run = compile_program(program({"N": 4}, {"x": ("N",)}, lambda b, x: (b.mul(x, b.const(2.0)),)))
    x = np.arange(4, dtype=np.int32)
    x.flags.writeable = False
    np.testing.assert_array_equal(run(x, 4)[0], [0.0, 2.0, 4.0, 6.0])
    np.testing.assert_array_equal(run(np.arange(4, dtype=np.float16), 4)[0], [0.0, 2.0, 4.0, 6.0])


def test_without_a_compiler_programs_are_interpreted_and_say_so(monkeypatch):
    monkeypatch.setenv("CXX", "no-such-compiler")
    building.compiler.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="smooth is interpreted: no C\\+\\+ compiler no-such-compiler"):
            run = compile_program(smoothing())
        u = np.arange(9.0) ** 2
        assert run.backend == "interpreter" and "compiler" in run.reason
        assert run(u, 9, 2)[0] == smoothed(np.arange(9.0) ** 2, 2).sum()
        np.testing.assert_array_equal(u, smoothed(np.arange(9.0) ** 2, 2))
    finally:
        building.compiler.cache_clear()


@needs_compiler
def test_a_refusal_of_the_compiler_is_an_error_with_its_first_lines(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    with pytest.raises(BuildError, match="refused") as refusal:
        building.build({"a.cpp": "int f( {"}, "a.cpp")
    assert any("error" in note for note in refusal.value.notes) and str(tmp_path) not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


@needs_compiler
@pytest.mark.parametrize("wanted, hint", [("g++ -nosuchflag", "correct CXX"), ("", "newer compiler")])
def test_a_refusal_says_whose_choice_the_compiler_was(tmp_path, monkeypatch, wanted, hint):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    monkeypatch.setenv("CXX", wanted)
    building.compiler.cache_clear()
    try:
        with pytest.raises(BuildError, match="refused") as refusal:
            building.build({"a.cpp": "int f( {"}, "a.cpp")
        assert any(hint in h for h in refusal.value.hints)
    finally:
        building.compiler.cache_clear()


CRASHING = """#!/bin/sh
echo "$*" >> {log}
case "$*" in *{off}*) ;; *{file}*) echo "{file}: internal compiler error: in vect_transform_stmt" >&2; exit 1;; esac
exec {compiler} "$@"
"""


@needs_compiler
@pytest.mark.parametrize("units, crashing, runs", [((), "a.cpp", 2), (("int f() { return 1; }", "int g() { return 2; }"), "unit1.cpp", 4)])
def test_what_the_vectoriser_crashes_on_is_compiled_without_it(tmp_path, monkeypatch, units, crashing, runs):
    """Of several units that one alone; whatever else is refused stays so."""
    script, log = tmp_path / "compiler", tmp_path / "log"
    script.write_text(CRASHING.format(log=log, file=crashing, off=building.WARY[0], compiler=" ".join(building.compiler())))
    script.chmod(0o755)
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CXX", str(script))
    building.compiler.cache_clear()
    try:
        assert building.build({"a.cpp": "int f() { return 1; }"}, "a.cpp", units=units).exists()
        again = [line for line in log.read_text().splitlines() if ".cpp" in line or ".o" in line]
        assert len(again) == runs and [building.WARY[0] in line for line in again].count(True) == 1
        with pytest.raises(BuildError, match="refused"):
            building.build({crashing: "int f( {"}, crashing)
        with pytest.raises(BuildError, match="refused"):
            building.build({"other.cpp": "int f( {"}, "other.cpp")
        assert sum("other.cpp" in line for line in log.read_text().splitlines()) == 1
    finally:
        building.compiler.cache_clear()


@needs_compiler
def test_a_cache_that_cannot_be_written_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path / "file"))
    with pytest.raises(BuildError, match="cache"):
        building.build({"a.cpp": "int f();"}, "a.cpp")


@needs_compiler
def test_programs_are_built_once_per_content(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    compile_program(smoothing())
    (made,) = tmp_path.glob("*.so")
    stamp = made.stat().st_mtime_ns
    compile_program(smoothing())
    assert [p.stat().st_mtime_ns for p in tmp_path.glob("*.so")] == [stamp]
    compile_program(smoothing(), Assignment.uniform(FORMATS["binary32"]))
    assert len(list(tmp_path.glob("*.so"))) == 2


@needs_compiler
def test_many_programs_in_one_library(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    wide = program({"N": 3}, {"x": ("N",)}, lambda b, x: (b.sum(b.exp(x), axes=(0,)),), name="summed")
    first, second = compile_all([smoothing(), wide], building.QUICK)
    u = np.arange(9.0) ** 2
    assert (first.backend, second.backend, len(list(tmp_path.glob("*.so")))) == ("native", "native", 1)
    assert first(u, 9, 2)[0] == u.sum() == smoothed(np.arange(9.0) ** 2, 2).sum()
    np.testing.assert_allclose(second(np.arange(3.0), 3), [np.exp(np.arange(3.0)).sum()], rtol=1e-15)


def test_programs_of_one_library_have_names_of_their_own():
    def named(end):
        return program({"N": 3}, {"x": ("N",)}, lambda b, x: (b.exp(x),), name="of_more_letters_than_are_kept_" + end)
    with pytest.raises(UsageError, match="names that differ"):
        compile_all([named("one"), named("two")], building.QUICK)


@needs_compiler
def test_a_library_takes_formats_and_lengths(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    narrow, u = Assignment.uniform(FORMATS["binary32"]), np.arange(9.0) ** 2 / 3
    (compiled,), alone = compile_all([smoothing()], building.QUICK, narrow, lambda _: {"N": 9}), compile_program(smoothing(), narrow, quick=True)
    expected = alone.run([u], {"N": 9, "T": 2})
    for found, wanted in zip(compiled.run([u], {"N": 9, "T": 2}), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert compiled.lengths == {"N": 9} and compiled.backend == "native"
    assert compiled(u[:7].copy(), 7, 2)[0] == alone(u[:7].copy(), 7, 2)[0] != smoothed(u[:7], 2).sum()  # compiled again, for other lengths


def test_emitted_names_and_comments_are_safe():
    def define(b, x):
        return (b.call("store", b.mul(x, b.const(2.0)), container="int; } // \\\n*/ \u03b1"),)
    source = emit(program({"N": 4}, {"for": ("N",)}, define, name="class")).text
    assert "\u03b1" not in source and "} // \\" not in source
    assert all(not line.rstrip().endswith("\\") for line in source.splitlines())


@needs_compiler
def test_emitted_folder_builds_and_runs_from_c(tmp_path):
    source = emit(smoothing())
    assert {p.name for p in source.write(tmp_path)} == set(source.files)
    caller = """
#include <stdio.h>
#include "smooth_run.h"
int main(void) {
    double u[9], total;
    smooth_args args;
    for (int k = 0; k < 9; ++k) u[k] = k * k;
    FIELDS
    if (smooth_run(&args)) return 1;
    printf("%.17g\\n", total);
    return 0;
}
"""
    header = source.files["smooth_run.h"]
    names = [line.split(";")[0].split()[-1] for line in header.splitlines() if line.startswith("    ") and ";" in line]
    array, result, n, trips = names
    fields = f"args.{array} = u; args.{result} = &total; args.{n} = 9; args.{trips} = 4;"
    (tmp_path / "main.c").write_text(caller.replace("FIELDS", fields))
    if not shutil.which("make") or not shutil.which("cc"):
        pytest.skip("needs make and cc")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    subprocess.run(["make", "-s"], cwd=tmp_path, check=True)
    subprocess.run(["cc", "main.c", "-o", "main", "-L.", "-lsmooth_run"], cwd=tmp_path, check=True)
    out = subprocess.run(["./main"], cwd=tmp_path, check=True, capture_output=True, text=True, env=environment)
    assert float(out.stdout) == smoothed(np.arange(9.0) ** 2, 4).sum()


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write"):
        emit(smoothing()).write(tmp_path / "file" / "inner")


def test_unknown_targets_are_refused():
    for act in (compile_program, emit):
        with pytest.raises(UsageError):
            act(smoothing(), target="abacus")


@needs_compiler
def test_what_cannot_be_planned_is_interpreted_and_says_why():
    def define(b, x):
        return (b.prod(b.complex(x, x), axes=(0,)),)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = compile_program(program({"N": 2}, {"x": ("N",)}, define))
    assert run.backend == "interpreter" and "prod of complex" in run.reason
    np.testing.assert_allclose(run(np.array([1.0, 2.0]), 2)[0], 4j)
