"""Long programs are divided into functions, equal ones share one, and compile in time that grows with what is different in them."""

import re

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.cpu import ProgramPrinter
from precis.emit.cpu.divide import LARGEST, LONG, MODERATE, weight
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.interpret import interpret
from precis.lift import lift

STEP = """
    x = np.tanh(A @ x)
    A = A + {c} * np.outer(x, x)
    m = A.sum(axis=1)
    A = A - m[:, None] * 0.001
    total = total + np.max(np.abs(A)) * m[0]
"""


def written(tmp_path, name, text):
    """The function `name` of a module with this text."""
    import importlib.util
    path = tmp_path / f"{name}.py"
    path.write_text("import numpy as np\n" + text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def steps(tmp_path, count, different=False):
    body = "".join(STEP.format(c=f"0.0{k + 1}" if different else "0.01") for k in range(count))
    return written(tmp_path, "steps", f"def steps(A, x):\n    total = 0.0\n{body}\n    return x, A, total\n")


def arguments(n=13):
    r = np.random.default_rng(n)
    return r.random((n, n)), r.random(n)


def text_of(program):
    return ProgramPrinter(plan(program, default_assignment(program))).source("program.h")


def calls(text):
    return len(re.findall(r"^ +(?:\w+_)?part\d+\(", text, re.MULTILINE))


def test_equal_statements_share_a_function(tmp_path):
    five, ten = (text_of(lift(steps(tmp_path, n), *arguments())) for n in (5, 10))
    assert five.count("PR_CALLED static void") >= 3
    assert ten.count("PR_CALLED static void") <= five.count("PR_CALLED static void") + 1
    assert calls(ten) > 1.5 * calls(five)


def test_short_programs_stay_in_one_function(tmp_path):
    assert "PR_CALLED static" not in text_of(lift(steps(tmp_path, 1), *arguments()))


@pytest.mark.compiler
@pytest.mark.parametrize("different", [False, True])
def test_divided_programs_compute_the_same(tmp_path, different):
    function, args = steps(tmp_path, 6, different), arguments()
    program = lift(function, *args)
    found, expected = compile_native(program)(*arguments()), function(*args)
    for f, e in zip(found, expected):
        np.testing.assert_allclose(f, e, rtol=1e-12)
    # the same bits as the whole program, whose sums run in the same order
    for f, e in zip(compile_native(program).run(arguments(), program.binding), interpret(program, list(arguments()))):
        np.testing.assert_allclose(f, e, rtol=1e-13)


@pytest.mark.compiler
def test_long_loop_bodies_are_divided(tmp_path):
    lines = "".join(f"        u[1:-1] = u[1:-1] + 0.{k % 7 + 1} * (u[2:] - u[:-2])\n        v = v + u[{k}] * u\n" for k in range(LARGEST))
    text = f"def bodies(u, v, T):\n    for t in range(T):\n        s = u[t] + t\n{lines}        v[t] = s\n    return v\n"
    function = written(tmp_path, "bodies", text)
    r = np.random.default_rng(0)
    args = r.random(64) * 0.1, r.random(64), 3
    program = lift(function, *(np.copy(a) if isinstance(a, np.ndarray) else a for a in args))
    assert "PR_CALLED static" in text_of(program)
    expected = function(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in args))
    np.testing.assert_array_equal(compile_native(program)(*args), expected)


FIND = """
        if x[{k}] > 0.1 * t:
            i = (t + {k}) % 40
            while parent[i] != i:
                parent[i] = parent[parent[i]]
                i = parent[i]
            parent[i] = (i * 7 + {k}) % (i + 1)
            found += i
"""


@pytest.mark.compiler
@pytest.mark.parametrize("count, inside", [(LARGEST + 4, True), (MODERATE + 4, False)])
def test_functions_of_scalars_are_compiled_where_loops_call_them(tmp_path, count, inside):
    """Unless there is too much of them."""
    body = "".join(FIND.format(k=k) for k in range(count))
    text = f"def joined(parent, x, T):\n    found = 0\n    for t in range(T):\n{body}    return found\n"
    function = written(tmp_path, "joined", text)
    x = np.random.default_rng(2).random(MODERATE + 4) * 2.0
    program = lift(function, np.arange(40), x, 12)
    source = text_of(program)
    lines = re.findall(r"^(\w+) static void (\w+)\(", source, re.MULTILINE)
    around = re.findall(r"^ +(\w*part\d+)\(", source[source.index("static void compute("):], re.MULTILINE)  # the loop itself
    assert len(around) <= 1 or not inside
    assert {marker for marker, name in lines if name not in around} == {"PR_INLINE" if inside else "PR_CALLED"}
    mine, theirs = np.arange(40), np.arange(40)
    assert compile_native(program)(mine, x, 12) == function(theirs, x, 12)
    np.testing.assert_array_equal(mine, theirs)


@pytest.mark.compiler
def test_branches_scalars_and_run_time_lengths(tmp_path):
    part = """
    if s > {k}.5:
        a = a * 0.5
        s = s - np.sum(a)
    else:
        a = a + s * 0.01
        s = s + a[{k}]
    kept = a[a > 0.5 - s * 0.01]
    s = s + kept.sum() * 0.1
"""
    text = "def branches(a):\n    s = 0.25\n" + "".join(part.format(k=k) for k in range(LONG)) + "    return a, s\n"
    function = written(tmp_path, "branches", text)
    a = np.random.default_rng(1).random(40)
    found, expected = compile_native(lift(function, a.copy()))(a.copy()), function(a.copy())
    for f, e in zip(found, expected):
        np.testing.assert_allclose(f, e, rtol=1e-13)


@pytest.mark.compiler
def test_long_chains_of_scalars_are_no_single_expression(tmp_path):
    lines = "".join(("    a = a * b + c\n", "    c = c - b * 0.5\n", "    b = b * 0.25 + c / (1.0 + a * a)\n")[k % 3] for k in range(600))
    function = written(tmp_path, "chain", f"def chain(a, b):\n    c = 0.5\n{lines}    return a + b + c\n")
    assert compile_native(lift(function, 0.3, 0.7))(0.3, 0.7) == function(0.3, 0.7)


@pytest.mark.compiler
def test_tapes_are_written_in_functions_too():
    def ripple(u, v, k, steps):
        for _ in range(steps):
            pull = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
            v[1:-1, 1:-1] += k[1:-1, 1:-1] * pull * v[1:-1, 1:-1]
            u[1:-1, 1:-1] += 0.1 * v[1:-1, 1:-1] * u[1:-1, 1:-1]
            u[0, :], u[-1, :] = u[1, :] * u[1, :], u[-2, :] * v[-2, :]
            u[:, 0], u[:, -1] = u[:, 1] * v[:, 1], u[:, -2] * u[:, -2]

    r = np.random.default_rng(3)
    program = adjoint(lift(ripple, *r.uniform(0.1, 0.9, (3, 9, 9)), 4))
    inputs = [*r.uniform(0.1, 0.9, (3, 9, 9)), *r.normal(size=(2, 9, 9))]
    text = text_of(program)
    assert "PR_CALLED static" in text and "pr::far<" in text[: text.index("extern")]
    for found, expected in zip(compile_native(program, quick=True).run(inputs), interpret(program, inputs)):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_loops_that_are_left_become_functions(tmp_path):
    """Their index is a size that they bind themselves."""
    lines = "".join("    for i in range(u.shape[0]):\n        u[i] = 0.5 * (u[i] + v[i])\n        if u[i] < tol:\n            break\n"
                    "    v = v + u\n" for _ in range(LONG))
    program = lift(written(tmp_path, "left", f"def left(u, v, tol):\n{lines}    return v\n"), np.ones(9), np.ones(9), 0.1)
    text = text_of(program)
    assert text.count("PR_CALLED static void") <= 4 and "for (;;)" not in text[text.index("static void compute"):]


MARCHED = """
    while np.any(u > 0.1) and r < {k}.0:
        u = u * (1.0 - 0.1 * r) - 0.01 * r * v
        r = r + h
    v = v + r * u
"""


def test_loops_in_functions_count_in_variables_of_their_own(tmp_path):
    """Of what is stored by reference, compilers take every store into an array for another value: nests that read it are no vectors."""
    body = "".join(MARCHED.format(k=k + 2) for k in range(LONG))
    function = written(tmp_path, "marched", f"def marched(u, v, h):\n    r = h\n{body}\n    return u, v, r\n")
    u, v = np.random.default_rng(1).uniform(0.5, 1.0, (2, 20))
    text = text_of(lift(function, u, v, 0.25))
    heads = [line for line in text.splitlines() if line.startswith("PR_CALLED static void") and "double& " in line]
    assert heads and all(re.search(r"double& \w+_given\b", line) for line in heads)
    for found, expected in zip(compile_native(lift(function, u, v, 0.25), quick=True)(u, v, 0.25), function(u, v, 0.25)):
        np.testing.assert_allclose(found, expected, rtol=1e-13)


LEVEL = """
    if gap > tol:
        h = 0.5 * h
        t = np.arange({n}) * h
        more = np.sum(np.exp(-a[:, None] * t) * np.sinh(t), axis=1) * h
        gap = np.max(np.abs(more - total))
        total = more
"""


def test_what_branches_do_is_shared_too(tmp_path):
    """Levels of a refinement, each of which runs where the one before it was too coarse."""
    levels = (LEVEL.format(n=2 ** (k + 4)).replace("\n", "\n" + "    " * k) + "\n" for k in range(6))
    body = "".join(levels)
    text = f"def refined(a, tol):\n    total = np.zeros(a.size)\n    gap = h = 1.0\n{body}\n    return total, gap\n"
    function = written(tmp_path, "refined", text)
    text = text_of(lift(function, np.linspace(0.1, 1.0, 30), 1e-9))
    assert text.count("pr::sinh(") <= 2


FITTED = """
def misfit(p, t, y):
    return np.sum((y - p[0] * np.exp(-p[1] * t) * np.cos(p[2] * t)) ** 2)


def fitted(p, t, y):
    best = misfit(p, t, y)
    for k in range(20):
        q = p * 1.01
        f = misfit(q, t, y)
        if f < best:
            best, p = f, q
        else:
            q = p * 0.99
            f = misfit(q, t, y)
            if f < best:
                best, p = f, q
            else:
                q = p + 0.001
                f = misfit(q, t, y)
                if f < best:
                    best, p = f, q
    return p, best
"""


def test_elementary_functions_in_loops_are_compiled_once(tmp_path):
    """Few loops, but as much code as many: what says the same in branches is one function."""
    program = lift(written(tmp_path, "fitted", FITTED), np.array([1.0, 0.5, 2.0]), *np.random.default_rng(0).random((2, 50)))
    made = plan(program, default_assignment(program))
    assert weight(made.statements) <= LARGEST
    assert text_of(program).count("pr::cos(") <= 2


@pytest.mark.parametrize("n", [0, 1, 13, 64])
def test_functions_shared_by_branches_compute_the_same(tmp_path, n):
    t, y = np.random.default_rng(n).random((2, n))
    function = written(tmp_path, "fitted", FITTED)
    p, best = compile_native(lift(function, np.array([1.0, 0.5, 2.0]), t, y))(np.array([1.0, 0.5, 2.0]), t, y)
    q, least = function(np.array([1.0, 0.5, 2.0]), t, y)
    np.testing.assert_allclose(p, q, rtol=1e-12)
    np.testing.assert_allclose(best, least, rtol=1e-12)


def test_one_nest_of_many_elementary_functions_is_a_function(tmp_path):
    """It is never too much code for one: nothing of it could be divided further."""
    terms = " + ".join(f"np.{f}(x * {k + 1}.0)" for k, f in enumerate(("sin", "cos", "exp", "tanh", "log1p", "arctan")))
    body = "".join(f"    x = ({terms}) / x.sum() + {k}.5\n" for k in range(LONG + 1))
    text = text_of(lift(written(tmp_path, "many", f"def many(x):\n{body}    return x\n"), np.ones(7)))
    assert text[text.index("static void compute("):].count("pr::tanh(") == 0
