"""What runs once in very long plans is divided: into stretches that are cut alike where they are alike, and into whole loops."""

import re
from importlib import import_module

import numpy as np
import pytest

from precis.emit.cpu.stretches import LEAST, MOST, operations, stretches
from precis.emit.engine import compile as compile_native
from precis.emit.plan.kernels import Access, Instr, Loop, Nest
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.test_divide import text_of, written

DIVIDE = import_module("precis.emit.cpu.divide")


def scalar(k, ops=("add", "mul", "exp", "sub")):
    """A statement on scalars, one of several kinds."""
    body = (Instr("t", "load", (), "int64", Access(f"a{k}", (), ())), *(Instr(f"u{n}", op, ("t",), "int64") for n, op in enumerate(ops)),
            Instr("s", "store", ("t",), "int64", Access(f"b{k}", (), ())))
    return Nest((), body)


def kinds(count, seed):
    return [tuple(np.random.default_rng((seed, k)).choice(["add", "mul", "exp", "sub", "log"], 1 + k % 5)) for k in range(count)]


def test_what_is_there_twice_is_cut_twice_in_the_same_way():
    first, same = kinds(37, 1), kinds(60, 2)
    block = tuple(scalar(k, ops) for k, ops in enumerate([*first, *same, *kinds(11, 3), *same]))
    parts = list(stretches(block, lambda s: True))
    assert tuple(s for part in parts for s in part) == block
    assert all(operations(part) >= LEAST for part in parts if len(part) > 1)
    assert all(operations(part[:-1]) <= MOST for part in parts)
    found = [tuple(tuple(i.op for i in s.body) for s in part) for part in parts if len(part) > 1]
    assert len(found) - len(set(found)) >= 2


def test_others_stand_alone_and_short_rests_are_no_stretches():
    loop = Loop("k", Size(), Size.of(3), 1, (scalar(0),))
    block = (*(scalar(k) for k in range(5)), loop, *(scalar(k) for k in range(3)))
    assert [len(part) for part in stretches(block, lambda s: s is not loop)] == [5, 1, 1, 1, 1]


TURN = """
def turn(q, v):
    w, x, y, z = q
    n = np.sqrt(w * w + x * x + y * y + z * z)
    w = w / n
    x = x / n
    y = y / n
    z = z / n
    a = v[0] * (1.0 - 2.0 * (y * y + z * z)) + v[1] * 2.0 * (x * y - w * z) + v[2] * 2.0 * (x * z + w * y)
    b = v[0] * 2.0 * (x * y + w * z) + v[1] * (1.0 - 2.0 * (x * x + z * z)) + v[2] * 2.0 * (y * z - w * x)
    c = v[0] * 2.0 * (x * z - w * y) + v[1] * 2.0 * (y * z + w * x) + v[2] * (1.0 - 2.0 * (x * x + y * y))
    if a > b:
        a = a + 0.1 * np.sin(b)
    return np.array([a, b, c])


def turned(q, v, u):
    total = 0.0
TURNS
    old = u.copy()
    while total < 40.0:
        new = 0.5 * (old + u[::-1]) * (1.0 + 0.01 * np.sin(total))
        old, u = u, new
        for k in range(u.shape[0]):
            total = total + abs(u[k]) + 0.1
    return v, total, u, old
""".replace("TURNS", "".join(f"""
    v = turn(q[{1 + k % 4}], v) + 0.1 * np.linalg.inv(np.eye(3) + np.outer(v, v) * 0.01)[1]
    total = total + v[0] * np.abs(v[1])
""" for k in range(8)))


def arguments():
    r = np.random.default_rng(3)
    return r.standard_normal((5, 4)), r.standard_normal(3), r.standard_normal(17)


def test_equal_stretches_share_a_function_and_loops_are_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(DIVIDE, "VERY_LONG", 300)
    text = text_of(lift(written(tmp_path, "turned", TURN), *arguments()))
    entry = text.index("static void compute(")
    called = re.findall(r"^ +(\w+part\d+)\(", text[entry:], re.MULTILINE)
    assert len(called) > len(set(called))
    assert "for (;;)" in text[:entry] and "for (;;)" not in text[entry:]
    assert len(text[entry:]) < 0.5 * len(text)


@pytest.mark.compiler
def test_they_compute_the_same(tmp_path, monkeypatch):
    function = written(tmp_path, "turned", TURN)
    program = lift(function, *arguments())
    monkeypatch.setattr(DIVIDE, "VERY_LONG", 300)
    divided = compile_native(program, quick=1)
    expected = function(*arguments())
    for f, e in zip(divided(*arguments()), expected):
        np.testing.assert_allclose(f, e, rtol=1e-12)
    monkeypatch.setattr(DIVIDE, "VERY_LONG", 10 ** 9)
    whole = compile_native(program, quick=1)
    assert len(whole.source) != len(divided.source)
    for f, w in zip(divided.run(arguments(), program.binding), whole.run(arguments(), program.binding)):
        np.testing.assert_array_equal(f, w)
