"""The cache of compiled programs: one result per content, whatever other processes do, and a text that is always the same."""

import ctypes
import errno
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import resources

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu import build, once
from precis.emit.engine import emit
from precis.errors import BuildError
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore it otherwise
from precis.emit.cpu.build import build
text = 'extern "C" int answer() { return 42; }\\n' + "".join(f"int f{k}(int x) {{ return x + {k}; }}\\n" for k in range(400))
print(build({"a.cpp": text}, "a.cpp"), flush=True)
"""


# Writes down each compilation, and takes its time.
COMPILER = """#!/bin/sh
case "$*" in *-shared*) echo compiled >> {log}; sleep "$PAUSE";; esac
exec {compiler} "$@"
"""


def child(cache, **environment):
    return subprocess.Popen([sys.executable, "-c", CHILD], env={**os.environ, "PRECIS_CACHE": str(cache), **environment},
                            stdout=subprocess.PIPE, text=True, start_new_session=True)


@pytest.fixture
def watched(tmp_path):
    """The environment of a compiler of which a file tells how often it ran."""
    script, log = tmp_path / "compiler", tmp_path / "log"
    script.write_text(COMPILER.format(log=log, compiler=" ".join(build.compiler())))
    script.chmod(0o755)
    log.write_text("")
    return {"CXX": str(script), "PAUSE": "0"}, log


def begins(watched, cache, pause):
    """A process that has begun to compile, for `pause` seconds more."""
    environment, log = watched
    begun = child(cache, **{**environment, "PAUSE": pause})
    deadline = time.monotonic() + 60
    while not log.read_text() and time.monotonic() < deadline:
        time.sleep(0.01)
    return begun


def test_of_processes_that_need_the_same_library_one_compiles_it(watched, tmp_path):
    cache = tmp_path / "cache"
    children = [begins(watched, cache, "0.5"), *(child(cache, **watched[0]) for _ in range(2))]
    paths = {c.communicate(timeout=120)[0].strip() for c in children}
    assert len(paths) == 1 and watched[1].read_text() == "compiled\n"
    assert [str(p) for p in cache.iterdir()] == list(paths)


@pytest.mark.parametrize("stroke", [signal.SIGKILL, signal.SIGINT])
def test_who_waits_for_a_process_that_is_ended_compiles(watched, tmp_path, stroke):
    cache = tmp_path / "cache"
    first, second = begins(watched, cache, "9"), child(cache, **watched[0])
    time.sleep(0.5)
    assert watched[1].read_text() == "compiled\n"
    os.killpg(first.pid, stroke)
    first.communicate(timeout=120)
    path = second.communicate(timeout=120)[0].strip()
    assert ctypes.CDLL(path).answer() == 42 and watched[1].read_text() == "compiled\n" * 2
    assert not list(cache.glob("*.lock"))


LOCK = f"{build.UNFINISHED}of.lock"


def held(folder):
    """The lock, as another process holds it."""
    fcntl = pytest.importorskip("fcntl")
    file = (folder / LOCK).open("ab")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def test_a_process_that_does_not_go_on_is_not_waited_for_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(once, "PATIENCE", 0.05)
    made = []
    with held(tmp_path):
        once.once(tmp_path / LOCK, lambda: False, lambda: made.append(1))
        assert made == [1] and (tmp_path / LOCK).exists()


def test_where_the_file_system_has_no_locks_nobody_waits(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    made = []
    with held(tmp_path):
        monkeypatch.setattr("fcntl.flock", refuse)
        once.once(tmp_path / LOCK, lambda: False, lambda: made.append(1))
    assert made == [1]


def test_a_wait_can_be_interrupted(tmp_path, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(once.time, "sleep", interrupt)
    with held(tmp_path), pytest.raises(KeyboardInterrupt):
        once.once(tmp_path / LOCK, lambda: False, pytest.fail)
    monkeypatch.undo()
    held(tmp_path).close()


def test_what_was_made_since_the_last_look_is_not_made_again(tmp_path):
    looks = iter([False, True])
    once.once(tmp_path / LOCK, lambda: next(looks), pytest.fail)


def test_a_lock_on_a_file_that_was_removed_is_worth_nothing(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    lock, flock, removed = tmp_path / LOCK, fcntl.flock, []

    def late(file, how):
        """Locks after the holder before has removed the file, and another process made it anew."""
        if not removed:
            lock.unlink()
            lock.touch()
            removed.append(file)
        flock(file, how)

    def make():
        with lock.open("ab") as other, pytest.raises(BlockingIOError):
            flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)

    monkeypatch.setattr(fcntl, "flock", late)
    once.once(lock, lambda: False, make)
    assert removed and not lock.exists()


def test_threads_make_one_thing_once_also_where_the_first_fails(tmp_path):
    made, tries = [], []

    def make():
        tries.append(1)
        time.sleep(0.01)
        if len(tries) == 1:
            raise BuildError("refused")
        made.append(1)

    def one(_):
        with suppress(BuildError):
            once.once(tmp_path / LOCK, lambda: bool(made), make)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(8)))
    assert len(made) == 1 and len(tries) == 2 and not list(tmp_path.iterdir())


def test_processes_that_compile_the_same_thing_share_one_library_even_if_one_is_killed(tmp_path):
    children = [child(tmp_path) for _ in range(4)]
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("*/a.cpp")) and time.monotonic() < deadline and not list(tmp_path.glob("*.so")):
        time.sleep(0.01)
    os.killpg(children[0].pid, signal.SIGKILL)
    paths = {c.communicate(timeout=120)[0].strip() for c in children[1:]}
    (path,) = paths
    assert all(c.returncode == 0 for c in children[1:])
    assert ctypes.CDLL(path).answer() == 42
    assert [p.name for p in tmp_path.glob("*.so")] == [os.path.basename(path)]
    before = os.stat(path).st_mtime_ns
    again = child(tmp_path)
    assert again.communicate(timeout=120)[0].strip() == path and os.stat(path).st_mtime_ns == before


def test_other_contents_and_flags_are_other_libraries(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    text = 'extern "C" int one() { return 1; }'
    paths = {build.build({"a.cpp": text}, "a.cpp", flags=build.QUICK), build.build({"a.cpp": text}, "a.cpp"),
             build.build({"a.cpp": text + " "}, "a.cpp"), build.build({"a.cpp": text, "b.h": ""}, "a.cpp")}
    assert len(paths) == 4 and not [p for p in tmp_path.iterdir() if p.is_dir()]


def test_what_was_compiled_thoroughly_is_not_compiled_quickly_as_well(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    files = {"a.cpp": 'extern "C" int three() { return 3; }'}
    assert len({build.build(files, "a.cpp", flags=flags) for flags in build.EFFORTS}) == 1
    assert len(list(tmp_path.glob("*.so"))) == 1


LEAN = {"cstdint", "cstdlib", "cstring", "limits", "new", "type_traits", "utility", "quadmath.h"}


def test_the_run_time_includes_no_header_that_takes_longer_than_most_programs():
    folder = resources.files("precis.emit").joinpath("runtime")
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in (*build.HEADERS, "precis_call.hpp")]
    assert {name for text in texts for name in re.findall("#include <(.*)>", text)} <= LEAN


def test_a_library_that_was_cut_off_is_built_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    path = build.build({"a.cpp": 'extern "C" int two() { return 2; }'}, "a.cpp")
    path.write_bytes(b"")
    left = tmp_path / f"{build.UNFINISHED}old", tmp_path / f"{build.UNFINISHED}old.lock"
    left[0].mkdir()
    left[1].touch()
    for old in left:
        os.utime(old, (1, 1))
    assert build.build({"a.cpp": 'extern "C" int two() { return 2; }'}, "a.cpp").stat().st_size > 0
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


PROGRAM = """
import numpy as np
from precis.emit.engine import emit
from precis.lift import lift
from tests.emit.test_cache import texts
print(*texts(), sep="")
"""


def blend(u, v, n):
    total = {}
    for k in range(n):
        total[f"t{k}"] = np.roll(u, 1, 0) @ v + np.where(u > 0.5, u, 1.0).sum(axis=1)
        u[1:] -= 0.1 * u[:-1] * v
    return total


def turned(x):
    """Halves are apart, and neither is apart from the whole: whether that is kept depends on which is told first."""
    s = x % 3329
    low, high = s[..., :8], s[..., 8:16]
    t = 17 * high % 3329
    high[...] = (low - t) % 3329
    low[...] = (low + t) % 3329
    return s


def texts():
    """The source of programs, and that of a sweep, which is divided into functions."""
    program = lift(blend, np.ones((4, 5)), np.ones(5), 3)
    return emit(program).text, emit(adjoint(instrument(program))).text, emit(lift(turned, np.ones((2, 3, 16), int))).text


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_text_does_not_depend_on_the_process(seed):
    here = "".join(texts())
    there = subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
    assert there.stdout[:-1] == here
