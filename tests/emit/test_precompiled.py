"""The run-time headers as the compiler has read them: used where they mean the same, and never waited for."""

import os
import shutil
import subprocess

import numpy as np
import pytest

from precis.emit.cpu import apart, build, once, precompiled
from precis.emit.cpu.precompiled import HEADERS, SUFFIX
from precis.emit.engine import emit
from precis.errors import BuildError
from precis.lift import lift
from tests.emit.oracle import needs_compiler

GCC = bool(shutil.which("g++")) and not os.environ.get("CXX")
pytestmark = [needs_compiler, pytest.mark.skipif(not GCC, reason="needs GCC")]


def plain(x):
    return 2.0 * x + 1.0


def in_vectors(x, y):
    return np.exp(x) * np.where(y > 0.5, x, y)


def sorted_and_solved(a, x):
    return np.linalg.solve(a, np.sort(x))


def by_integers(n, x):
    total = 0
    for k in range(n):
        total = (total * 31 + x[k]) % 65521
    return total


PROGRAMS = {plain: (np.ones(3),), in_vectors: (np.ones(9), np.ones(9)), sorted_and_solved: (np.eye(3), np.ones(3)),
            by_integers: (3, np.arange(3))}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    return tmp_path


def compiled(folder, main, *flags):
    """What GCC says of the first header that it opens, `!` where it has read it before, `x` where that does not fit; and the object."""
    command = [*build.compiler(), *build.FLAGS, *flags, "-H", "-c", str(folder / main), "-o", str(folder / "out.o")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return said.split()[0], (folder / "out.o").read_bytes()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
@pytest.mark.parametrize("flags", [(), build.SPARING], ids=["", "sparing"])
def test_what_has_been_read_comes_first_and_means_the_same(program, flags, cache, tmp_path_factory):
    source, folder = emit(lift(program, *PROGRAMS[program])), tmp_path_factory.mktemp("source")
    for name, text in source.files.items():
        (folder / name).write_text(text)
    linked = (*flags, apart.PRODUCTS.declared)
    unread, expected = compiled(folder, source.main, *linked)
    build.prepare((*build.FLAGS, *flags))
    (kept,) = cache.glob(f"*{SUFFIX}")
    (folder / f"{HEADERS[0]}{SUFFIX}").symlink_to(kept)
    assert unread.startswith(".") and compiled(folder, source.main, *linked) == ("!", expected)
    assert {compiled(folder, source.main, *other)[0] for other in (flags, (*linked, "-DPR_QUAD=1"))} == {"x"}


def test_libraries_begin_with_what_has_been_read(cache, monkeypatch):
    """Seen by an error where it is nothing that GCC has written: the library is then made without."""
    source, flags, runs = emit(lift(plain, *PROGRAMS[plain])), (*build.FLAGS, "-Werror=invalid-pch"), []
    run = build._run
    monkeypatch.setattr(build, "_run", lambda *commands, **how: runs.append(commands) or run(*commands, **how))
    build.prepare(flags)
    build.prepare_sorts(flags)
    assert build.build(source.files, source.main, flags=flags) and len(runs) == 1
    (kept,) = cache.glob(f"*{SUFFIX}")
    kept.write_bytes(b"something else")
    assert build.build({**source.files, "more.h": ""}, source.main, flags=flags) and len(runs) == 3
    with pytest.raises(BuildError, match="refused"):
        build.build({**source.files, source.main: "not C"}, source.main, flags=flags)


def test_the_first_library_has_them_read_for_others(cache, monkeypatch):
    monkeypatch.setattr(once, "_begun", set())
    texts = dict.fromkeys(HEADERS, "") | {"a.cpp": f'#include "{HEADERS[0]}"\nextern "C" int one() {{ return 1; }}'}
    started = []
    monkeypatch.setattr(once.threading, "Thread", lambda target, daemon: started.append(target) or Never())
    build.build(texts, "a.cpp")
    build.build({**texts, "a.cpp": texts["a.cpp"] + "\n"}, "a.cpp")
    for make in started:
        make()
    assert len(started) == 2 and [p.suffix for p in cache.iterdir() if p.suffix != ".so"] in ([SUFFIX, ".o"], [".o", SUFFIX])


class Never:
    def start(self):
        """Not before the test says so."""


@pytest.mark.parametrize("texts", [dict.fromkeys(HEADERS, "#error no\n"), dict.fromkeys(HEADERS, "")], ids=["refused", "gone"])
def test_what_cannot_be_made_leaves_nothing(texts, tmp_path):
    folder = tmp_path if "#error" in texts[HEADERS[0]] else tmp_path / "gone"
    precompiled.make(folder / f"headers{SUFFIX}", build.compiler(), texts)
    assert not list(tmp_path.iterdir())


def test_each_set_of_flags_has_a_file_of_its_own(cache):
    """GCC does not look whether its optimisers are asked for the same, and crashes where they are not. The cache need not be there."""
    cache.rmdir()
    sets = [*build.EFFORTS, (*build.FLAGS, *build.SPARING)]
    for flags in sets:
        build.prepare(flags)
    assert len(list(cache.glob(f"*{SUFFIX}"))) == len(sets)


@pytest.mark.parametrize("flags", [(*build.FLAGS, "-DPR_THREADS=2"), (*build.FLAGS, "-DPR_QUAD=1")])
def test_flags_that_change_the_headers_keep_nothing(flags, cache):
    build.prepare(flags)
    assert not list(cache.iterdir())
