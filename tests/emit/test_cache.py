"""The cache of compiled programs: one result per content, whatever other processes do, and a text that is always the same."""

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from importlib import resources

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu import build
from precis.emit.engine import emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

CHILD = """
import sys
from precis.emit.cpu.build import build
text = 'extern "C" int answer() { return 42; }\\n' + "".join(f"int f{k}(int x) {{ return x + {k}; }}\\n" for k in range(400))
print(build({"a.cpp": text}, "a.cpp"), flush=True)
"""


def child(cache):
    return subprocess.Popen([sys.executable, "-c", CHILD], env={**os.environ, "PRECIS_CACHE": str(cache)}, stdout=subprocess.PIPE, text=True,
                            start_new_session=True)


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
    assert build.build(files, "a.cpp") == build.build(files, "a.cpp", flags=build.QUICK)
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
    left = tmp_path / f"{build.UNFINISHED}old"
    left.mkdir()
    os.utime(left, (1, 1))
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


def texts():
    """The source of a program, and that of its sweep, which is divided into functions."""
    program = lift(blend, np.ones((4, 5)), np.ones(5), 3)
    return emit(program).text, emit(adjoint(instrument(program))).text


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_text_does_not_depend_on_the_process(seed):
    here = "".join(texts())
    there = subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
    assert there.stdout[:-1] == here
