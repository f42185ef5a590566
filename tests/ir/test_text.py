"""The text form: what it looks like, exact round trips."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from precis.errors import Span
from precis.formats import FORMATS, Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.ops import ArrayConstant
from precis.ir.size import Size
from precis.ir.text import parse, show
from precis.ir.text.grammar import identifier, original_name, read_span, span_text
from precis.ir.text.statements import DEEPEST
from precis.ir.trees import Leaf
from precis.ir.types import At, Container, Cut, New, Pick, Program
from precis.ir.verify import verify
from tests.ir.programs import M, N, arrays, heat, programs, simple, value_leaf

HEAT = """\
@sizes(N=6, M=5, T=3)
@guards(3 <= N)
def heat(u: inout[real[N, M], 'heat.py:17:10'], nu: input[real, 'heat.py:17:13'], T: size):
    def step(t, u):
        u[1:N - 1, 1:M - 1] = u[1:N - 1, 1:M - 1] + nu * (u[2:, 1:M - 1] + u[:N - 2, 1:M - 1] + u[1:N - 1, 2:] \
+ u[1:N - 1, :M - 2] - 4.0 * u[1:N - 1, 1:M - 1]); 'heat.py:20:9'
        return u
    u = loop(step, trips=T, carry=u); 'heat.py:19:5'
    mutates(u=u)
    return None
"""

EVERYTHING = """\
@sizes(N=8, n·2e·0=3)
@guards(2 <= N, N != n·2e·0, 2*((N + 1)//2) <= N + 1)
def every_form(
        x: inout[real[N], 'a b.py:3:4-9'],
        k: input[int64],
        tree: {'w': (input[w: real[N]], static(3)), 2: [size(N + 1), static('s'), value[x]]},
        N: size,
        flag: static(None),
        _··lambda: static((1.5, -inf, True)),
        *,
        seed: input[real]):
    p·2e·w: local[real[N]]; 'a:b.py:4:5'
    r: output[real]
    c: local[complex]
    p·2e·w = x * -2.0 + w; 'a:b.py:4:5'
    _16 = x[1:N - 1:2]
    _17 = x[::-1, None]
    _18 = x[1:min(3, N - 1) + 1]
    _19 = p·2e·w[k]
    _4 = k + 1
    _9 = -neg(2.0) ** 2.0 ** seed
    _15 = (-seed) ** -3.0 - (seed - 1.0)
    _20 = p·2e·w[_4]
    m = size(k)
    r = sum(x[:m], axes=(0,)) % seed // 3.0
    x[1:] += 1.0
    x[pick(k + 1)] = seed
    x[pick(1)] = 0.0
    c = const(1.0, -inf)
    _34 = (int8(-5) & int8(7)) << ~int8(1)
    _36 = x @ w < seed
    def test(r, _38):
        return r > const(nan)
    def step(r, _41):
        return r, _41 + 1
    r, _44 = while_(test, step, carry=(r, 0))
    def then():
        return r
    def otherwise():
        def step(i, r):
            r = convert(index(i - 1), kind='real')
            return r, seed
        r, _47 = loop(step, trips=N - 1, start=N, by=-1, carry=r)
        return r + _47[0]
    _50 = cond(_36, then, otherwise)
    def spec(_51):
        return exp(_51)
    def impl(_53):
        return _53
    r = approx(spec, impl, _50, inputs=('a', 1), name='net')
    _56 = array('h', (2,), 'int32')
    _58 = reshape(iota(N), shape=(N, 1))
    mutates(x=x)
    return {'a': (_16, _17, [_18]), 1: (_19, _20, _9, _15), 'n': size(2*N), 'k': static(7), 'z': None, 'rest': (c, _34, _44, r, _56, \
round(x, format='tf32', key=('storage', 'x')), einsum(x, w, spec='i,i->', accumulate=Format('odd', 5, -3, 4, 8, True, True)), _58)}
"""


def test_a_scientist_recognises_the_program():
    assert show(canonical(heat())) == HEAT
    assert str(heat()) == HEAT
    assert parse(HEAT) == canonical(heat())


def test_places_may_be_left_out():
    assert "heat.py" not in show(heat(), spans=False)


def test_every_form_reads_back_as_it_was_written():
    p = parse(EVERYTHING, {"h": np.zeros(2, np.int32)})
    assert show(p) == EVERYTHING
    assert parse(show(p)) == p == canonical(p)
    verify(p)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_verify_and_round_trip(p):
    note(show(p))
    verify(p)
    q = canonical(p)
    verify(q)
    assert show(canonical(q)) == show(q)
    text = show(q)
    r = parse(text)
    assert show(r) == text and r == q
    assert show(parse(show(p))) == text and parse(show(p)) == q
    inputs = arrays()
    for a, b in zip(interpret(p, inputs), interpret(r, inputs), strict=True):
        np.testing.assert_array_equal(a, b)


def test_original_and_sources_are_given_beside_the_text():
    original = Assignment(storage={"u": FORMATS["binary32"]}, values={"nu": FORMATS["binary16"]}, default=FORMATS["binary64"])
    p = canonical(replace(heat(), original=original, sources={"heat.py": "def heat(u, nu, T): ..."}))
    q = parse(show(p), original=original, sources=p.sources)
    assert q == p and q.sources == p.sources
    assert parse(show(p)) != p


def test_emulated_programs_round_trip():
    original = Assignment(storage={"u": FORMATS["binary16"], "nu": FORMATS["binary32"]}, default=FORMATS["bfloat16"])
    p = canonical(emulate(heat(), original))
    assert "round(" in show(p)
    assert parse(show(p)) == p


def test_an_expression_stands_inline_only_where_the_order_of_nodes_stays():
    b = Build(Names({"N"}))
    x = b.value("x", (N,), "real", "x")
    first, second = b.sin(x), b.cos(x)
    out = b.sub(second, first)  # sin is computed before cos, which stands before it
    p = canonical(simple(b.block((x,), (out,)), [Container("x", (N,), "real", "input")]))
    assert "_0 = sin(x)\n    return (cos(x) - _0,)" in show(p)
    assert parse(show(p)) == p


def test_long_and_deep_expressions_are_divided():
    b = Build()
    x = v = b.value("x", (), "real", "x")
    for _ in range(500):
        v = b.add(v, x)
    p = canonical(simple(b.block((x,), (v,)), [Container("x", (), "real", "input")], ()))
    assert parse(show(p)) == p
    assert max(line.count(" + ") for line in show(p).split("\n")) <= DEEPEST + 1


def test_older_values_of_a_container_have_their_own_name():
    b = Build(Names({"N"}))
    x = b.value("x", (N,), "real", "x")
    y = b.call("store", b.exp(x), container="x")
    z = b.call("store", b.add(x, y), container="x")
    p = canonical(simple(b.block((x,), (z,)), [Container("x", (N,), "real", "input")]))
    assert "    x = exp(x__0)\n    x = x__0 + x\n" in show(p)
    assert parse(show(p)) == p


def test_sources_stand_once_before_their_first_user():
    b = Build()
    x = b.value("x", (), "real", "x")
    two = b.call("const", value=2.0, kind="real")
    again = b.call("const", value=2.0, kind="real")
    out = b.mul(b.mul(b.exp(x), two), again)
    p = canonical(simple(b.block((x,), (out,)), [Container("x", (), "real", "input")], ()))
    assert [n.op for n in p.body.nodes] == ["exp", "const", "mul", "mul"]
    assert parse(show(p)) == p


def test_canonical_names_avoid_the_names_of_containers():
    b = Build()
    u = b.value("u", (), "real", "u")
    v = b.call("store", b.sin(u), container="u__1")
    w = b.call("store", b.sin(v), container="u")
    t = b.call("store", b.sin(w), container="_0")
    out = b.add(b.add(u, v), b.add(w, t))
    body = b.block((u,), (out,))
    p = canonical(simple(body, [Container("u", (), "real", "input"), Container("u__1"), Container("_0")], ()))
    names = [n.output.name for n in p.body.nodes] + [u.name]
    assert len(set(names)) == len(names)
    verify(p)
    assert parse(show(p)) == p == canonical(p)


def test_values_that_differ_only_in_a_container_differ_in_the_text():
    """A store of an in-place operation's temporary is a store; the operation itself may be kept too."""
    head = "@sizes(N=4)\ndef f(u: inout[real[N]], s: input[real]):\n"
    for line, ops in {"u = update(u, s, at=s_[0])": ["update"], "u = store(update(u, s, at=s_[0]))": ["update", "store"],
                      "u = s * u": ["mul", "store"], "u[0] = s": ["update"], "u[0] += s": ["update_add"]}.items():
        p = parse(f"{head}    {line}\n    mutates(u=u)\n    return None\n")
        assert [n.op for n in p.body.nodes] == ops
        assert parse(show(p)) == p
        verify(p)


SLICES = {  # index item of a dimension N -> text
    (Cut(Size(), N), N): ":", (Cut(Size.of(1), N - 2), N): "1:N - 1", (Cut(Size.of(2), N - 2), N): "2:",
    (Cut(Size(), N - 2), N): ":N - 2", (Cut(N - 1, N, -1), N): "::-1", (Cut(Size(), (N + 1) // 2, 2), N): "::2",
    (Cut(Size.of(1), N // 2, 2), N): "1::2", (Cut(Size.of(1), (N - 1) // 2, 2), N): "1:N - 1:2",
    (Cut(Size(), M, 3), N): ":3*M - 2:3", (Cut(N - 1, N - 1, -1), N): ":0:-1", (Cut(Size.of(5), Size.of(2), -2), N): "5:2:-2",
    (Cut(Size.of(4), Size.of(5), -1), N): "4::-1", (Cut(Size(), Size()), N): ":0", (Cut(Size(), Size.of(1)), N): ":1",
    (Cut(Size.of(2), Size.of(3)), Size.of(5)): "2:", (Cut(Size.of(1), N // 3, 2), N): "1:2*(N//3):2",
    (At(N - 1), N): "N - 1", (At(Size.of("i") + 1), N): "i + 1", (New(), N): "None"}


@pytest.mark.parametrize(("case", "expected"), SLICES.items(), ids=SLICES.values())
def test_slices(case, expected):
    item, dimension = case
    b = Build(Names({"N", "M", "i"}))
    x = b.value("x", (dimension,), "real", "x")
    p = simple(b.block((x,), (b.slice(x, at=(item,)),)), [Container("x", (dimension,), "real", "input")],
               (("N", 12), ("M", 3), ("i", 2)))
    assert f"x[{expected}]" in show(p)
    assert parse(show(p)) == canonical(p)


@given(st.integers(1, 9), st.integers(0, 8), st.integers(0, 9), st.integers(-3, 3).filter(bool))
def test_constant_slices_round_trip(dimension, start, length, step):
    b = Build()
    x = b.value("x", (Size.of(dimension),), "real", "x")
    at = (Cut(Size.of(start), Size.of(length), step),)
    p = canonical(simple(b.block((x,), (b.slice(x, at=at),)), [Container("x", x.shape, "real", "input")], ()))
    assert parse(show(p)) == p


@given(st.integers(1, 9), st.data())
def test_slices_mean_what_they_mean_in_numpy(n, data):
    step = data.draw(st.integers(-3, 3).filter(bool))
    low, high = sorted((data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))))
    ends = [low, high] if step > 0 else [high, low]
    start, stop = (data.draw(st.sampled_from([str(e), ""])) for e in ends)
    p = parse(f"def f(x: input[real[{n}]]):\n    return x[{start}:{stop}:{step}]\n")
    verify(p)
    (found,) = interpret(p, [np.arange(float(n))])
    np.testing.assert_array_equal(found, np.arange(n)[int(start) if start else None:int(stop) if stop else None:step])


def test_irregular_index_operands():
    b = Build(Names({"N"}))
    x, i, j = b.value("x", (N, N), "real", "x"), b.value("i", (N,), "int64", "i"), b.value("j", (), "int64", "j")
    outs = (b.slice(x, i, j, at=(Pick(1), Pick(0))), b.slice(x, i, at=(Pick(0), Pick(0))),
            b.slice(x, i, j, at=(Pick(0), Pick(1))))
    p = canonical(simple(b.block((x, i, j), outs), [Container(v.name, v.shape, v.kind, "input") for v in (x, i, j)]))
    assert "slice(x, i, j, at=s_[operand(1), operand(0)])" in show(p) and "x[i, j]" in show(p)
    assert parse(show(p)) == p


def test_a_run_time_position_with_the_name_of_a_size():
    b = Build(Names({"N"}))
    x, n = b.value("x", (N,), "real", "x"), b.value("N_", (), "int64", "N")
    p = canonical(simple(b.block((x, n), (b.slice(x, n, at=(Pick(0),)), b.slice(x, at=(At(N - 1),)))),
                         [Container("x", (N,), "real", "input"), Container("N", (), "int64", "input")]))
    assert "x[pick(N)]" in show(p)
    assert parse(show(p)) == p


@given(st.text(max_size=12))
def test_any_name_is_an_identifier_and_back(name):
    text = identifier(name)
    assert text.isidentifier() and original_name(text) == name


@pytest.mark.parametrize("name", ["lambda", "p.w", "ν", "fi", "a·b", "", "2x", "_··x", "None", "x y", "'; import os", "\ud800"])
def test_awkward_names_round_trip(name):
    b = Build()
    x = b.value("x", (), "real", name or None)
    body = b.block((x,), (b.call("store", b.sin(x), container=name or None),))
    containers = (Container(name, (), "real", "input"),) if name else ()
    returns = {name: value_leaf(body.results[0])}
    p = Program(name, (("n." + name, 3),), containers, body, ((name, value_leaf(x)),), returns)
    if name != "\ud800":  # no text file holds it
        assert parse(show(p)) == canonical(p)


@given(st.builds(Span, st.text(max_size=8), st.integers(0, 10**8), st.integers(0, 999), st.none() | st.integers(0, 999)))
def test_places_round_trip(span):
    assert read_span(span_text(span)) == span


CONSTANTS = [2.0, -0.0, 1e-308, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf"), 3, -(2**63), 2**63 - 1, True, False,
             complex(1, -0.0), complex(0, float("inf")), np.int8(-128), np.uint64(2**64 - 1), ArrayConstant(("hash", (2, 3)))]


@pytest.mark.parametrize("value", CONSTANTS, ids=str)
def test_constants_round_trip(value):
    b = Build()
    out = b.call("const", value=value, kind="real") if isinstance(value, ArrayConstant) else b.const(value)
    p = canonical(simple(b.block((), (b.neg(out) if out.kind != "bool" else out,)), (), ()))
    q = parse(show(p))
    assert q == p and str(q.body.nodes[0].attrs) == str(p.body.nodes[0].attrs)


def test_static_arguments_and_returns():
    leaves = [Leaf("static", v) for v in (None, True, 3, -2.5, float("inf"), "a'b\n", (1, "x", None), "numpy.sin", 1 + 2j)]
    tree = {"a": tuple(leaves), 3: [Leaf("size", N * N)], (1, 2): ()}
    p = Program("f", (("N", 3),), (), Build().block((), ()), (("s", tree), ("n", Leaf("size", N)), ("N", Leaf("size", N))), tree)
    assert parse(show(p)) == p


def test_a_format_that_has_no_name():
    b = Build()
    x = b.value("x", (), "real", "x")
    rounded = b.round(x, format=Format("own", 6, -9, 9, 16))
    p = canonical(simple(b.block((x,), (rounded,)), [Container("x", (), "real", "input")], ()))
    assert parse(show(p)) == p
