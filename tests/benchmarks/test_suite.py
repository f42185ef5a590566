"""A suite of kernels in its own layout: found, measured one process each, and reported whatever they do."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import suite
from benchmarks.gradients import check_gradient
from benchmarks.kernels import Kernel, SuiteError, find_kernels
from precis.emit.engine import compile as compile_native
from precis.ir.call import bind
from precis.lift import lift
from tests.emit.oracle import needs_compiler

SUITE = Path(__file__).parent / "small_suite"


def test_descriptions_are_found_and_faults_are_named():
    found = find_kernels(SUITE)
    assert set(found) == {"cooling", "blur", "guarded", "crash", "nameless", "cut"}
    assert {n for n, k in found.items() if isinstance(k, SuiteError)} == {"nameless", "cut"}
    assert "func_name is missing" in str(found["nameless"]) and "cut.json is not JSON" in str(found["cut"])


def test_a_kernel_loads_its_function_and_arguments():
    cooling = find_kernels(SUITE)["cooling"]
    assert isinstance(cooling, Kernel)
    function, arguments = cooling.load("S")
    assert function.__name__ == "cooling" and arguments[0].shape == (40,) and arguments[1:] == (0.2, 6)
    with pytest.raises(SuiteError, match="no preset L; there are S, M"):
        cooling.load("L")


def test_wrong_descriptions_say_what_is_wrong(tmp_path):
    (tmp_path / "k_numpy.py").write_text("def k(x):\n    return x\n")
    (tmp_path / "k.py").write_text("def initialize(n):\n    return n, n\n")
    right = {"func_name": "k", "module_name": "k", "parameters": {"S": {"n": 3}}, "input_args": ["x"],
             "init": {"func_name": "initialize", "input_args": ["n"], "output_args": ["x", "y"]}}
    for change, fault in (({"parameters": 3}, "parameters does not map presets"), ({"init": 3}, "init is not an object"),
                          ({"input_args": [1]}, "input_args is not a list of names"), ({"relative_path": "away", "module_name": "q"}, "no q_numpy.py"),
                          ({"input_args": ["z"]}, "is called z"), ({"func_name": "f"}, "has no function f"),
                          ({"init": {"input_args": ["n"], "output_args": ["x"]}}, "does not return the 1 values"),
                          ({"init": {"input_args": ["m"], "output_args": ["x"]}}, "the initialiser needs m")):
        (tmp_path / "k.json").write_text(json.dumps({**right, **change}))
        found = find_kernels(tmp_path)["k"]
        with pytest.raises(SuiteError, match=fault):
            raise found if isinstance(found, SuiteError) else AssertionError(found.load("S"))


@needs_compiler
def test_every_kernel_is_reported_and_a_second_run_measures_nothing(tmp_path, capsys):
    words = [str(SUITE), "--folder", str(tmp_path), "--turns", "3", "--budget", "0.1", "--json", str(tmp_path / "all.json"),
             "--markdown", str(tmp_path / "page.md")]
    assert suite.main(words) == 0
    first = capsys.readouterr()
    found = json.loads((tmp_path / "all.json").read_text())
    for name in ("cooling", "blur"):
        r = found[name]
        assert (r["lifted"], r["right"], r["native"], r["differentiated"]) == ("yes",) * 4, r
        assert r["over precis"]["numpy"] > 0 and r["sweep / forward"] > 0 and r["peak memory"] > 0
    assert found["guarded"]["lifted"].startswith("refused: guarded_numpy.py:5")
    assert found["crash"]["failure"] == "ended by signal 6"
    assert "lifted 2, right 2, native 2, differentiated 2" in first.out and (tmp_path / "page.md").read_text() == first.out[:-1]
    assert "suite: cooling" in first.err
    assert suite.main(words) == 0
    assert capsys.readouterr().err == ""


@pytest.fixture
def formats_of_jax():
    """As they were before, once a peer has run in this process and not in one of its own."""
    jax = pytest.importorskip("jax")
    before = jax.config.jax_enable_x64
    yield
    jax.config.update("jax_enable_x64", before)


@needs_compiler
@pytest.mark.usefixtures("formats_of_jax")
def test_peers_take_turns_where_they_are_right_and_the_fastest_port_counts(tmp_path, monkeypatch):
    monkeypatch.setattr(suite, "installed", lambda: ("jax",))
    found = {}
    for name in ("cooling", "blur"):
        kernel = find_kernels(SUITE)[name]
        assert isinstance(kernel, Kernel)
        suite.one(suite.options([str(SUITE), "--peers", "--one", str(tmp_path / name), "--turns", "3", "--budget", "0.1"]), kernel)
        found[name] = json.loads((tmp_path / name).read_text())
    assert set(found["cooling"]["over precis"]) == {"numpy", "jax"} and found["cooling"]["first call"]["jax"] > 0
    assert set(found["blur"]["over precis"]) == {"numpy", "jax_apart"}
    assert found["blur"]["missing"] == {"jax": "wrong: result 1"}
    text = suite.page(list(found.values()), "S")
    assert "| jax / precis | best peer / precis |" in text and "blur: jax does not count: wrong: result 1" in text


def test_the_page_says_where_the_best_peer_is_ahead():
    records = [{"name": "near", "over precis": {"numpy": 3.0, "numba": 2.0, "jax_a": 0.95, "jax_b": 4.0}, "load": 1.0, "missing": {}},
               {"name": "far", "over precis": {"numpy": 3.0, "numba": 0.5}, "load": 2.0, "missing": {}}]
    text = suite.page(records, "S")
    assert "load 1.0 to 2.0. The best peer (NumPy included) is more than 10 % ahead on 1 of 2 kernels (far)." in text
    assert "| near |  |  |  |  |  |  |  | 3 | 2 | 0.95 | 0.95 |" in text and "| far |  |  |  |  |  |  |  | 3 | 0.5 |  | 0.5 |" in text


@needs_compiler
def test_the_report_names_what_the_host_computes():
    def volumes(z):
        return np.linalg.svd(z, compute_uv=False) + np.linalg.svd(z + 1.0, compute_uv=False)

    def opposite(x):
        return -x
    assert suite.native_state(compile_native(lift(volumes, np.eye(3) + 1j))) == "with calls of svd"
    assert suite.native_state(compile_native(lift(opposite, np.ones(4)))) == "yes"


def test_a_wrong_derivative_is_seen(monkeypatch):
    def cube(x):
        return x * x * x
    x = np.linspace(0.5, 1.5, 7)
    program = lift(cube, x)
    inputs, binding = bind(program, (x,))
    assert check_gradient(program, inputs, binding)["differentiated"] == "yes"

    def power(x):
        return x * x * x * x
    wrong = lift(power, x)
    monkeypatch.setattr("benchmarks.gradients.adjoint", lambda p, **k: __import__("precis.ad").ad.adjoint(wrong, **k))
    assert check_gradient(program, inputs, binding)["differentiated"].startswith("differs")


def test_what_rounding_leaves_of_a_zero_derivative_is_none(monkeypatch):
    """Logarithms of products are sums of logarithms, whatever the numbers; a slope that is more than rounding is wrong."""
    def one(x, y):
        return np.sum(np.log(x * y) - np.log(x) - np.log(y)) + 1.0
    x, y = np.linspace(0.3, 4.7, 31), np.linspace(2.1, 7.9, 31)
    program = lift(one, x, y)
    inputs, binding = bind(program, (x, y))
    assert check_gradient(program, inputs, binding)["differentiated"] == "yes"

    def less(x, y):
        return one(x, y) + 1e-12 * np.sum(np.abs(x))
    wrong = lift(less, x, y)
    monkeypatch.setattr("benchmarks.gradients.adjoint", lambda p, **k: __import__("precis.ad").ad.adjoint(wrong, **k))
    assert check_gradient(program, inputs, binding)["differentiated"].startswith("differs")


def test_kinks_are_told_from_wrong_derivatives(monkeypatch):
    """Inputs on a kink are moved; kinks close to them ask for small steps; what is wrong beside them too stays wrong."""
    def bent(x):
        return np.maximum(x, 0.0) ** 0.5 + np.abs(x)

    def state(function, x):
        program = lift(function, x)
        return check_gradient(program, *bind(program, (x,)))["differentiated"]
    assert state(bent, np.zeros(5)) == "yes, beside a kink"
    assert state(bent, np.full(5, 1e-8)) == "yes"

    def straight(x):
        return x
    wrong = lift(straight, np.zeros(5))
    monkeypatch.setattr("benchmarks.gradients.adjoint", lambda p, **k: __import__("precis.ad").ad.adjoint(wrong, **k))
    assert state(bent, np.full(5, 1e-8)).startswith("differs")


def test_stairs_are_told_from_wrong_derivatives(monkeypatch):
    """Halving goes by steps of 2**-40, smaller than those of any difference: its derivative is 0, the slope of its stairs is not."""
    def halved(x):
        low, high = np.zeros(x.size), np.full(x.size, 4.0)
        for _ in range(40):
            middle = 0.5 * (low + high)
            below = middle * middle < x
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return low + x * x

    def state(x):
        program = lift(halved, x)
        return check_gradient(program, *bind(program, (x,)))
    x = np.linspace(0.3, 5.0, 4)
    record = state(x)
    assert record["differentiated"] == "yes, where decisions are held" and record["gradient gap"] > 1e-3

    def slope(x):
        return np.sqrt(x) + x * x
    wrong = lift(slope, x)
    monkeypatch.setattr("benchmarks.gradients.adjoint", lambda p, **k: __import__("precis.ad").ad.adjoint(wrong, **k))
    assert state(x)["differentiated"] == "yes"  # the slope of the stairs

    def less(x):
        return x * x + 1e-3 * x
    wrong = lift(less, x)
    assert state(x)["differentiated"].startswith("differs")


def test_what_rounding_spoils_is_told_from_wrong_derivatives(monkeypatch):
    """Each of 37 steps doubles an error: differences in binary64 and binary80 find nothing, and a derivative has few digits."""
    def doubled(x):
        for _ in range(37):
            x = 4.0 * x * (1.0 - x)
        return x

    def state(x):
        program = lift(doubled, x)
        return check_gradient(program, *bind(program, (x,)))["differentiated"]
    x = np.array([0.3, 0.41, 0.77])
    assert state(x).startswith("yes, rounding moves it by ")

    def less(x):
        return doubled(x) * 1.01
    wrong = lift(less, x)
    monkeypatch.setattr("benchmarks.gradients.adjoint", lambda p, **k: __import__("precis.ad").ad.adjoint(wrong, **k))
    assert state(x).startswith("differs")
