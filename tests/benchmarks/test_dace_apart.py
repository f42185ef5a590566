"""DaCe in another Python: what is refused, what is wrong and what counts. A stand-in for DaCe runs the function itself."""

import sys

import pytest

from benchmarks.corpus import CORPUS
from benchmarks.dace_apart import measured_apart
from benchmarks.outcome import outcome

STAND_IN = """
import types

compiletime = object()

def typeclass(kind):
    class Shaped:
        def __class_getitem__(cls, shape):
            return (kind, shape)
    return Shaped

dtypes = types.SimpleNamespace(typeclass=typeclass)

def program(auto_optimize):
    def made(function):
        assert all(a is compiletime or len(a) == 2 for a in function.__annotations__.values())
        def run(*arguments):
            {body}
        return run
    return made
"""


def measured(monkeypatch, folder, body):
    if body:
        (folder / "dace.py").write_text(STAND_IN.replace("{body}", body))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    entry = next(e for e in CORPUS if e.name == "edit_distance")
    return measured_apart(sys.executable, entry.name, "small", 3, 0.1, 60.0, outcome(entry.load()[0], entry.arguments("small")))


def test_numbers_count_where_results_are_right(monkeypatch, tmp_path):
    found = measured(monkeypatch, tmp_path, "return __import__('numpy').array([float(function(*arguments))])")
    assert set(found) == {"first", "best", "median"} and 0 < found["best"] <= found["median"]


@pytest.mark.parametrize("body, why", [
    ("return function(*arguments) + 1", "wrong: result 1 differs by inf"),
    ("raise NotImplementedError('no loops today\\nand more')", "NotImplementedError: no loops today"),
    ("__import__('os').abort()", "ended by signal 6"),
    ("", "ModuleNotFoundError: No module named 'dace'")])
def test_what_does_not_count_says_why(monkeypatch, tmp_path, body, why):
    assert measured(monkeypatch, tmp_path, body) == {"failure": why}
