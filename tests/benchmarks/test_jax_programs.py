"""JAX programs of a user beside JAX itself: found, judged with what rounding alone does, and reported whatever they do."""

import numpy as np
import pytest

from benchmarks import jax_programs
from benchmarks.jax_programs import _compared, _finite
from benchmarks.unmodified import distance, judged, load, names_in, nudged
from precis.lift import lift
from tests.emit.oracle import needs_compiler

jax = pytest.importorskip("jax")

PROGRAM = '''
import jax, jax.numpy as jnp

@jax.jit
def spring(state, n):
    step = lambda _, s: {"v": s["v"] - 0.1 * s["b"]["x"].sum(), "b": {"x": s["b"]["x"] + 0.1 * s["v"] * jnp.ones((3, 1))}}
    return jax.lax.fori_loop(0, 5, step, state), n + 1

def initialize(preset):
    return {"v": jnp.ones(()) * {"S": 1.0}[preset], "b": {"x": jnp.arange(3.0)[:, None] + 1.0}}, 4
'''


def test_what_agrees():
    e = np.array([3.0, 4.0], np.float32)
    assert distance(e, e + np.float32(0.5)) == pytest.approx(np.sqrt(0.5) / 5)
    assert distance(np.zeros(2), np.array([0.0, 1e-9])) == pytest.approx(1e-9)
    assert distance(np.array([np.nan, 1.0]), np.array([np.nan, 1.0])) == 0 and distance(np.array([1.0]), np.array([np.nan])) == np.inf
    near, far = e * np.float32(1 + 1e-6), e * np.float32(1.01)
    assert judged([e], [near], [e]) == "yes"
    assert judged([e], [far], [e * np.float32(1.005)]) == "yes, rounding moves it (0.01)"
    assert judged([e, e], [e, far], [e, near]).startswith("result 2 differs by 0.01 (JAX's own moves by 9.")
    assert judged([np.array([7, 8])], [np.array([7, 9])], [np.array([7, 8])]).startswith("result 1 differs")
    assert judged([e], [e.astype(float)], [e]) == "result 1 is float64[2], not float32[2]"
    assert judged([e], [], [e]) == "0 results, not 1"


def test_nudged_arguments_differ_in_the_last_place():
    rng = np.random.default_rng(0)
    x = np.linspace(1.0, 2.0, 50, dtype=np.float32)
    moved = np.asarray(nudged(x, rng))
    assert moved.dtype == x.dtype and np.all(moved != x) and np.all(np.abs(moved - x) <= 2 * np.spacing(x))
    assert nudged(3, rng) == 3 and nudged("a", rng) == "a" and isinstance(nudged(1.5, rng), float)


def test_programs_are_found_and_loaded(tmp_path):
    (tmp_path / "spring.py").write_text(PROGRAM)
    (tmp_path / "_beside.py").write_text("")
    assert names_in(tmp_path) == ["spring"]
    u = load(tmp_path, "spring", "S")
    assert u.jitted is u.function and [x.shape for x in u.floating] == [(3, 1), ()]
    values, bars = u.both(u.floating, [np.ones((3, 1), np.float32), np.ones((), np.float32)])
    assert [y.shape for y in values] == [b.shape for b in bars] == [(3, 1), ()]
    assert jax_programs.main(["no_such", "--programs", str(tmp_path)]) == 2


@needs_compiler
def test_a_program_is_measured_beside_jax(tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    (tmp_path / "spring.py").write_text(PROGRAM)
    record = {"name": "spring"}
    jax_programs.measure(load(tmp_path, "spring", "S"), 3, 0.1, record, tmp_path / "kept.json")
    assert [record[c] for c in jax_programs.COLUMNS] == ["yes"] * 4, record
    assert all(record[r] > 0 for r in jax_programs.RATIOS) and record["first call"]["precis"] > record["first call"]["lift"] > 0


@needs_compiler
def test_adjoints_that_are_not_finite_are_asked_again_with_guards():
    x = np.array([0.0, 4.0], np.float32)
    for power, guards in ((2.0, False), (0.5, True)):
        program = lift(lambda x: jax.numpy.where(x > 1.0, x ** power, 0.0), x)
        _, (_, bar), guarded = _finite(program, [x, np.ones(2, np.float32)])
        assert guarded is guards and np.all(np.isfinite(bar))


def test_cotangents_are_compared_where_those_of_jax_are_finite():
    one, nan = np.ones(3, np.float32), np.array([1.0, np.nan, 1.0], np.float32)
    assert _compared([one], [one], [one]) == "yes" and _compared([nan], [one], [nan]) == "yes, where JAX's is finite"
    assert _compared([nan], [2 * one], [nan]).startswith("result 1 differs by 1 (")
    assert _compared([one], [nan], [one]).startswith("result 1 differs by inf")


def test_every_state_has_its_row():
    whole = {"name": "a", "lifted": "yes", "right": "yes", "native": "yes", "adjoint": "yes", "seconds": {"jax": 2e-3, "precis": 1e-3}, "load": 1.0,
             "first call": {"precis": 1.0, "lift": 0.2, "build": 0.7, "jax": 0.5}, "jax / precis": 2.0, "adjoint / forward": 3.0,
             "jax adjoint / forward": 4.0, "jax / precis adjoint": 0.8}
    part = {**{k: v for k, v in whole.items() if "jax adjoint" not in k and "precis adjoint" not in k}, "name": "b", "jax / precis": 0.5,
            "irreversible": "no while loop", "adjoint": "differs by 1e-2 (by differences)"}
    refused, failed = {"name": "c", "lifted": "refused: x|y"}, {"name": "d", "lifted": "yes", "failure": "took longer than 3 s"}
    text = jax_programs.page([whole, part, refused, failed], "S")
    assert "4 JAX programs, preset S: lifted 3, right 2, native 2, adjoint 1." in text
    assert "jax.jit is more than 10 % ahead on 1 of 2 programs (b). jax.vjp is more than 10 % ahead on 1 of 1 programs (a)." in text
    assert "| a | yes | yes | yes | 2 | 1 | 2 | 1 | 0.5 | yes | 3 | 4 | 0.8 |" in text
    assert "| c | refused: x\\|y |" in text and "b: JAX cannot reverse it (no while loop)." in text and "d: took longer than 3 s" in text
    assert "| geometric mean |  |  |  |  |  | 1 |  |  |  | 3 | 4 | 0.8 |" in text
    assert jax_programs.page([refused], "S").count("\n| ") == 3
