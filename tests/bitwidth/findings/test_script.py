"""Programs written out in plain NumPy: as the interpreter runs them; what cannot be written says so."""

import types

import numpy as np
import pytest

from precis.bitwidth.findings import findings
from precis.bitwidth.findings.scene import Scene, Unwritten, Watched
from precis.bitwidth.findings.script import script
from precis.formats import FORMATS, Assignment
from precis.ir.emulate import value_formats
from precis.ir.interpret import interpret
from precis.lift import lift

RNG = np.random.default_rng(3)


def scene(function, args, fmt="binary64"):
    program = lift(function, *args)
    arrays = [np.asarray(a) for a in args if isinstance(a, (np.ndarray, float))]
    assignment = fmt if isinstance(fmt, Assignment) else Assignment.uniform(fmt)
    return Scene(program, value_formats(program, assignment), arrays, program.binding)


def executed(text):
    module = types.ModuleType("script")
    exec(compile(text, "script", "exec"), module.__dict__)
    return module


def windows(u, w):
    """Slices in both directions, updates at places, a branch, stacks, reductions, a contraction and integers."""
    n = u.shape[0]
    out = np.zeros((n, 3))
    best = np.argmax(u)
    for k in range(1, n - 1):
        v = np.array([u[k - 1], u[k], u[k + 1]])
        out[k] = v[::-1] * w
        if out[k, 1] > 0.5 * np.max(v):
            out[k, 0] += np.sqrt(np.abs(out[k, 1]))
        else:
            out[k, 0] = np.minimum(v[0], float(k))
    m = out.T @ out
    return np.where(m > 1.0, np.log1p(m), -m), np.sum(out, axis=0) * u[best], np.cumsum(out[:, 2])


def falling(x, tol):
    k = 0
    while x > tol and k < 50:
        y = x
        for j in range(3, 0, -1):
            y = y - x / (4.0 + j)
        x = y
        k += 1
    return x, float(k) * x**1.5


@pytest.mark.parametrize(("function", "args"), [(windows, (RNG.random(9), RNG.random(3))), (falling, (1.3, 1e-3))])
def test_scripts_compute_what_the_interpreter_does(function, args):
    s = scene(function, args)
    results = executed(script(s, None, "results = ROUNDED")).results
    expected = interpret(s.program, s.arrays, s.binding)
    for found, wanted in zip(results, expected, strict=True):
        assert np.allclose(np.asarray(found, float), wanted, rtol=1e-14)


def mixed(x, y):
    total = x * 0.0
    for k in range(20):
        total = total + x * y
    return total


def test_names_convert_to_their_formats():
    """Every value is what emulation makes of it, bit for bit."""
    import precis

    chosen = Assignment.uniform("binary32").with_storage(total="binary16", x="bfloat16")
    s = scene(mixed, (1.1, 0.37), chosen)
    text = script(s, None, "results = ROUNDED")
    assert "ml_dtypes.bfloat16" in text and "np.float16" in text
    (found,) = executed(text).results
    assert float(found) == float(precis.compile(s.program, chosen).run(s.arrays, s.binding)[0])


def hostile(np, seen, run, wide):
    for print in range(3):
        seen = seen * np + run
        wide = wide + seen
    return wide


def test_no_name_of_the_user_shadows_one_of_the_script():
    s = scene(hostile, (1.5, 2.5, 3.5, 4.5))
    (found,) = executed(script(s, None, "results = ROUNDED")).results
    assert float(found) == hostile(1.5, 2.5, 3.5, 4.5)


def nested(x):
    for i in range(4):
        for j in range(3):
            x = x * 0.7 + 0.1
    return np.exp(x)


def test_a_loop_inside_another_is_watched():
    s = scene(nested, (0.4,))
    inner = next(n for n in s.program.nodes() if n.op == "loop" and not any(b.nodes and b.nodes[0].op == "loop" for b in n.blocks))
    watched = Watched(inner.outputs[0].name, lambda before, after, carries: after[0], 100)
    text = script(s, watched, "found = EXACT")
    assert "exp" not in text
    assert len(executed(text).found) == 12


@pytest.mark.parametrize(
    ("function", "args", "fmt", "why"),
    [
        (lambda a: np.linalg.solve(a, a), (np.eye(2),), "binary64", "`solve` has no short form"),
        (lambda x: x * 2.0, (np.random.default_rng(0).random(500),), "binary64", "the inputs have more than 400 elements"),
        (lambda x: x * 2.0, (np.array([1j]),), "binary64", "complex"),
        (lambda x: x * 2.0, (1.5,), "e4m3", "NumPy has no type"),
    ],
)
def test_what_cannot_be_written_says_why(function, args, fmt, why):
    with pytest.raises(Unwritten, match=why):
        script(scene(function, args, fmt), None)


def long_still(u, n):
    for t in range(n):
        u[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u


def test_where_there_is_no_script_it_is_said_why():
    args = np.zeros(500), 5
    found = [f for f in findings(lift(long_still, *args), args, Assignment.uniform(FORMATS["binary32"])) if f.kind == "idle"]
    assert found and all(f.reproducer == "# no script of it: the inputs have more than 400 elements.\n" for f in found)
