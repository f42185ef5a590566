"""The reference interpreter: control nodes, scoping, watching."""

import numpy as np
import pytest

from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify


def run(text, *inputs, binding=None, **keywords):
    p = parse(text)
    verify(p)
    return interpret(p, inputs, binding, **keywords)


LOOP = """
@sizes(N=4)
def f(x: input[real[N]], s: input[real]):
    def step(i, _0):
        return _0 + x[i], _0, index(i)
    _1, _2, _3 = loop(step, {range}, carry=s)
    return _1, _2, _3
"""


@pytest.mark.parametrize(("range_", "positions"), [
    ("trips=N", [0, 1, 2, 3]), ("trips=N, start=N - 1, by=-1", [3, 2, 1, 0]), ("trips=N//2, start=1, by=2", [1, 3]),
    ("trips=2, start=N - 1, by=-3", [3, 0]), ("trips=N - N", []), ("trips=N - 5", [])])
def test_loops(range_, positions):
    x = np.array([1.0, 10.0, 100.0, 1000.0])
    if range_ == "trips=N - 5":
        p = parse(LOOP.format(range="trips=N"))
        final, before, index = interpret(p, [x[:0], 0.5], {"N": 0})
    else:
        final, before, index = run(LOOP.format(range=range_), x, 0.5)
    sums = 0.5 + np.cumsum([0.0, *x[positions]])
    assert final == sums[-1]
    np.testing.assert_array_equal(before, sums[:-1])
    np.testing.assert_array_equal(index, positions)
    assert before.dtype == float and index.dtype == np.int64


def test_stacks_of_arrays_and_of_no_trips():
    text = """
@sizes(N=2, M=3)
def f(x: input[real[M]]):
    def step(i):
        return x * convert(index(i), kind="real"), x > 1.0
    _1, _2 = loop(step, trips=N)
    return _1, _2
"""
    x = np.array([1.0, 2.0, 3.0])
    rows, flags = run(text, x)
    np.testing.assert_array_equal(rows, [0 * x, x])
    np.testing.assert_array_equal(flags, [x > 1] * 2)
    rows, flags = run(text, x, binding={"N": 0, "M": 3})
    assert rows.shape == flags.shape == (0, 3) and flags.dtype == bool


def test_nested_loops_see_outer_indices_and_values():
    text = """
@sizes(N=4)
def f(x: inout[real[N, N]]):
    def step(i, x):
        def step(j, x):
            x[i, j] += convert(index(10*i + j), kind="real")
            return x
        x = loop(step, trips=i + 1, carry=x)
        return x
    x = loop(step, trips=N, carry=x)
    return x
"""
    (out,) = run(text, np.zeros((4, 4)))
    expected = np.array([[10.0 * i + j if j <= i else 0.0 for j in range(4)] for i in range(4)])
    np.testing.assert_array_equal(out, expected)


def test_while_counts_until_its_condition_fails():
    text = """
def f(x: input[real]):
    def test(_0, _1):
        return _0 < 100.0
    def step(_2, _3):
        return _2 * 2.0, _3 + 1
    _4, _5 = while_(test, step, carry=(x, 0))
    return _4, _5
"""
    assert run(text, 3.0) == (192.0, 6)
    assert run(text, 100.0) == (100.0, 0)


def test_branches():
    text = """
def f(x: input[real], y: input[real]):
    def then():
        return x / y, x
    def otherwise():
        return y, x + y
    _0, _1 = cond(x > y, then, otherwise)
    return _0, _1
"""
    assert run(text, 6.0, 2.0) == (3.0, 6.0)
    assert run(text, 2.0, 6.0) == (6.0, 8.0)


def test_references_run_spec_and_compiled_code_impl():
    text = """
def f(x: input[real]):
    def spec(_0):
        return exp(_0)
    def impl(_1):
        return _1 + 1.0
    _2 = approx(spec, impl, x, name="linear")
    return _2
"""
    assert run(text, 0.5) == (np.exp(0.5),)
    assert run(text, 0.5, spec=False) == (1.5,)


def test_run_time_sizes():
    text = """
@sizes(N=6)
def f(x: input[real[N]], k: input[int64]):
    m = size(k * 2)
    def step(i):
        return x[i] + convert(index(m), kind="real")
    _0 = loop(step, trips=m)
    return sum(x[:m], axes=(0,)), _0, iota(m)
"""
    x = np.arange(6.0)
    for k in (0, 1, 3):
        total, rows, count = run(text, x, k)
        assert total == x[: 2 * k].sum()
        np.testing.assert_array_equal(rows, x[: 2 * k] + 2 * k)
        np.testing.assert_array_equal(count, np.arange(2 * k))


def test_inputs_are_never_modified():
    text = "@sizes(N=3)\ndef f(x: inout[real[N]]):\n    x[0] = 7.0\n    x[1] += 1.0\n    mutates(x=x)\n    return None\n"
    x = np.zeros(3)
    (out,) = run(text, x)
    np.testing.assert_array_equal(x, 0)
    np.testing.assert_array_equal(out, [7, 1, 0])


def test_updates_at_repeated_positions_add_each_time():
    text = "@sizes(N=3, M=4)\ndef f(x: inout[real[N]], k: input[int64[M]]):\n    x[k] += 1.0\n    return x\n"
    (out,) = run(text, np.zeros(3), np.array([0, 2, 0, 0]))
    np.testing.assert_array_equal(out, [3, 0, 1])


def test_integers_wrap_around():
    text = "def f(x: input[int8], y: input[uint8]):\n    return x + int8(100), y - uint8(1), x << int8(1)\n"
    with np.errstate(all="ignore"):
        out = run(text, np.int8(100), np.uint8(0))
    assert [int(v) for v in out] == [-56, 255, -56] and [np.asarray(v).dtype.name for v in out] == ["int8", "uint8", "int8"]


def test_watching_sees_every_node_and_its_outputs():
    seen = []
    text = LOOP.format(range="trips=2")
    run(text, np.arange(4.0), 1.0, watch=lambda node, outputs: seen.append((node.op, len(outputs))))
    assert [s for s in seen if s[0] in ("slice", "add", "index", "loop")] == [
        ("slice", 1), ("add", 1), ("index", 1)] * 2 + [("loop", 3)]


@pytest.mark.parametrize("arithmetic", [NumpyArithmetic(np.longdouble), NumpyArithmetic(np.float32), MpArithmetic(120)], ids=type)
def test_any_arithmetic(arithmetic):
    final, before, _ = run(LOOP.format(range="trips=N"), np.full(4, 0.1), 0.5, arithmetic=arithmetic)
    assert np.asarray(final).dtype == before.dtype == arithmetic.real
    assert abs(float(final) - 0.9) < 1e-6


def test_wide_arithmetic_is_wide():
    text = "def f(x: input[real]):\n    return (x + 1e-25) - x\n"
    (narrow,), (wide,) = run(text, 1.0), run(text, 1.0, arithmetic=MpArithmetic(200))
    assert narrow == 0 and abs(float(wide.item()) - 1e-25) < 1e-40


def test_a_longdouble_keeps_its_bits_in_mpmath():
    x = np.longdouble(1) + np.finfo(np.longdouble).eps
    (y,) = run("def f(x: input[real]):\n    return x * 1.0\n", x, arithmetic=MpArithmetic(200))
    assert y.item() - 1 == float(np.finfo(np.longdouble).eps)
