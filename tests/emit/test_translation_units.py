"""Libraries of which several processes of the compiler make a part each: every function once, the same bits, errors as of one."""

import ctypes
import re
from importlib import resources

import numpy as np
import pytest

from precis.emit import engine
from precis.emit.cpu import build, translation_units
from precis.emit.cpu.translation_units import CALLED, units
from precis.emit.engine import compile as compile_native
from precis.emit.native import filler
from precis.errors import BuildError
from precis.formats import FORMATS
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.test_divide import arguments, steps, text_of

OWN = re.compile(r"^PR_OF_UNITS void (\w+)\(.*\{$", re.MULTILINE)
OTHERS = re.compile(r"^PR_OF_UNITS void (\w+)\(.*;$", re.MULTILINE)


@pytest.fixture
def commands(monkeypatch, tmp_path):
    """What the compiler is asked for, in a cache that is empty."""
    asked, run = [], build._run
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(build, "_run", lambda folder, *commands, **how: (asked.append(commands), run(folder, *commands, **how))[1])
    return asked


@pytest.mark.parametrize("most", [2, 3, 16])
def test_every_function_is_in_one_unit(tmp_path, most):
    text = text_of(lift(steps(tmp_path, 12, different=True), *arguments()))
    made = units(text, most)
    names = [m["name"] for m in CALLED.finditer(text)]
    assert 2 <= len(made) <= most and len(names) > 4
    assert sorted(n for unit in made for n in OWN.findall(unit)) == sorted(names)
    for k, unit in enumerate(made):
        assert not CALLED.search(unit)
        assert sorted(OWN.findall(unit) + OTHERS.findall(unit)) == sorted(names)
        assert OWN.findall(unit) or k == 0
        assert ("static void compute(" in unit) == ('extern "C" int' in unit) == (k == 0)
        assert unit.startswith(text[:text.index("\n\n")])
    assert units(text, 1) == (text,)


def test_short_source_stays_one_unit(tmp_path):
    for program in (lift(lambda x: np.sqrt(x) + 1.0, np.ones(5)), lift(steps(tmp_path, 1), *arguments())):
        text = text_of(program)
        assert units(text, 8) == (text,)


def test_units_are_about_equal(tmp_path):
    text = text_of(lift(steps(tmp_path, 12, different=True), *arguments()))
    weights = [translation_units._weight(unit) for unit in units(text, 2)]
    assert max(weights) < 1.5 * min(weights)


def test_what_calls_one_function_of_the_runtime_stays_together(monkeypatch):
    """It would be compiled in each unit."""
    monkeypatch.setattr(translation_units, "LEAST", 10)
    monkeypatch.setattr(translation_units, "HEADERS", 10)

    def function(name, body):
        return f"PR_CALLED static void {name}(const double* x) {{\n" + f"    {body}\n" * 20 + "}\n\n"
    text = (function("a", "pr::sort(x);") + function("b", "for (;;) x[0];") + function("c", "pr::sort(x);") + function("d", "for (;;) x[1];")
            + "static void compute(const args_t& args) {\n    a(x);\n}\n")
    one, other = sorted((OWN.findall(u) for u in units(text, 2)), key=lambda names: "a" not in names)
    assert one == ["a", "c"] and other == ["b", "d"]


@needs_compiler
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_units_compute_the_same_bits(tmp_path, monkeypatch, commands, cores):
    monkeypatch.setattr(engine, "cores", lambda: cores)
    function = steps(tmp_path, 12, different=True)
    found = compile_native(lift(function, *arguments()))
    assert [len(c) for c in commands] == ([1] if cores == 1 else [cores, 1])
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path / "whole"))
    monkeypatch.setattr(engine, "units", lambda text, most: (text,))
    whole = compile_native(lift(function, *arguments()))
    assert len(commands[-1]) == 1 and whole.backend == found.backend == "native"
    for a, b in zip(found(*arguments()), whole(*arguments())):
        np.testing.assert_array_equal(a, b)
    assert found.workspace_bytes() == whole.workspace_bytes() > 0


@needs_compiler
def test_libraries_in_units_have_tables_of_formats_of_their_own(tmp_path, monkeypatch):
    """Each library is filled with its own formats, all units of it with the same."""
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    open_ = "#include \"precis_open.hpp\"\n"
    first = open_ + 'PR_OF_UNITS double part(double x);\nextern "C" double here(double x) { return pr::Open<0>::to(x); }\n' \
                    'extern "C" double there(double x) { return part(x); }\n// {}\n'
    second = open_ + "PR_OF_UNITS double part(double x) { return pr::Open<0>::to(x); }\n"
    folder = resources.files("precis.emit").joinpath("runtime")
    headers = {name: folder.joinpath(name).read_text() for name in (*build.HEADERS, build.THREADS, "precis_open.hpp")}
    found = {}
    for name in ("binary32", "binary16"):
        text = first.replace("{}", name)
        path = build.build({**headers, "a.cpp": text}, "a.cpp", flags=build.BRIEF, units=(text, second))
        library = ctypes.CDLL(str(path))
        library.here.restype = library.there.restype = ctypes.c_double
        library.here.argtypes = library.there.argtypes = [ctypes.c_double]
        fill = filler(path)
        assert fill is not None
        fill([FORMATS[name]])
        found[name] = library
    for name, rounded in (("binary32", float(np.float32(0.1))), ("binary16", float(np.float16(0.1)))):
        assert found[name].here(0.1) == found[name].there(0.1) == rounded


@needs_compiler
def test_what_the_compiler_says_of_a_unit_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    with pytest.raises(BuildError, match="refused the emitted source") as problem:
        build.build({"a.cpp": "int f();"}, "a.cpp", units=("int f();", "int f() { return nothing_of_this; }"))
    assert "unit1.cpp:1" in "".join(problem.value.notes) and str(tmp_path) not in "".join(problem.value.notes)
    assert list(tmp_path.iterdir()) == []
