"""Selecting regions: what is inside, what is moved out, and what is refused where."""

import dataclasses

import numpy as np
import pytest

from precis.errors import Span, UnsupportedProgram, UsageError
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Block, Range
from precis.ir.verify import verify
from precis.surrogate.lines import find_lines
from precis.surrogate.points import flops, points_program
from precis.surrogate.region import block_at, select, with_block
from tests.surrogate import programs as P

SOURCES = {"a/model.py": P.NEWTON, "other.py": "def root(x):\n    return x\n"}


def test_lines_of_a_function_and_of_what_it_calls():
    lines = find_lines({"model.py": P.NEWTON}, "root")
    assert (lines.first, lines.last, lines.callees) == (9, 13, ((6, 7),))
    assert lines.hold(Span("model.py", 12)) and not lines.hold(Span("model.py", 7)) and lines.reach(Span("model.py", 7))


@pytest.mark.parametrize("where, first, last, call", [
    ("model.py:root", 9, 13, None), ("a/model.py:2-4", 2, 4, None), ("model.py:2-2#3", 2, 2, 3), ("square#1", 6, 7, 1)])
def test_ways_to_name_lines(where, first, last, call):
    lines = find_lines(SOURCES, where)
    assert (lines.first, lines.last, lines.call) == (first, last, call)


@pytest.mark.parametrize("where, message", [
    ("nothing", "has no function 'nothing'"), ("root", "defined more than once: a/model.py:9, other.py:1"),
    ("model.py:5-99", "has no lines 5-99"), ("none.py:1-2", "no source file none.py"), ("root#x", "number of a call")])
def test_names_that_are_refused(where, message):
    with pytest.raises(UsageError, match=message):
        find_lines(SOURCES, where)


@pytest.mark.parametrize("program, where, inputs, outputs, shape, path", [
    (P.newton(), "root", ("d", "c"), ("y",), P.LINE, ()),
    (P.twice(), "f#1", ("a",), None, P.LINE, ()),
    (P.twice(), "f#2", ("c",), None, P.LINE, ()),
    (P.columns(), "blend", None, None, P.LINE, ((3, 0),)),
    (P.columns(), "model.py:4-9", None, None, P.LINE, ((3, 0),)),
    (P.scalar(), "halve", None, None, (), ((2, 0),)),
])
def test_regions(program, where, inputs, outputs, shape, path):
    verify(program)
    region = select(program, where)
    assert inputs is None or region.input_names == inputs
    assert outputs is None or region.output_names == outputs
    assert (region.shape, region.path) == (shape, path)
    rebuilt = Block(block_at(program.body, path).params, (*region.before, *region.nodes, *region.after),
                    block_at(program.body, path).results)
    verify(program.with_body(with_block(program.body, path, rebuilt)))


def test_indexing_of_inputs_and_stores_of_outputs_stay_outside():
    region = select(P.columns(), "model.py:4-9")
    assert [n.op for n in region.before][-1] == "slice" and [n.op for n in region.after] == ["update"]
    assert {n.op for n in region.nodes} <= {"const", "mul", "sub", "add", "store"}


def test_the_function_of_a_point_is_what_the_program_computes():
    program, (a, c) = P.newton(), P.newton_inputs(3, 50)
    region = select(program, "root")
    points = points_program(program, "root", region.nodes, region.inputs, region.outputs)
    verify(points)
    d = a * c + 1.0
    (y,) = interpret(points, [d, c], {"n": 50})
    assert np.abs(y ** 3 + c * y - d).max() < 1e-5
    assert np.array_equal(interpret(program, [a, c], {"N": 50})[0], y * 2.0 + d)
    assert flops(region.nodes, program.binding) == 6 * 13


def test_each_point_takes_its_own_branches_and_trips():
    program = P.scalar()
    region = select(program, "halve")
    points = points_program(program, "halve", region.nodes, region.inputs, region.outputs)
    verify(points)
    x = np.array([0.1, 0.69, 0.71, 1.0, 1.3, 9.0, 1e6])

    def halve(v):
        while v > 1.0:
            v = 0.5 * v
        return v if v > 0.7 else 2.0 * v
    assert np.array_equal(interpret(points, [x], {"n": 7})[0], [halve(v) for v in x])


NESTED_LOOPS = """\
def model(a):
    return halve(a[0])

def halve(n):
    while n > 1.0:
        k = 0.0
        while k < 3.0:
            k = k + n
        n = 0.5 * n
    return n
"""


def test_points_that_have_finished_do_not_run_inner_loops():
    """The inner loop would never end for n = 0, which the outer loop does not enter."""
    b = Build()
    a = P.param(b, "a", ())
    P.at(b, 5)
    test, step = b.child(), b.child()
    p, n = test.value(), step.value()
    inner_test, inner_step = step.child(), step.child()
    q, k = inner_test.value(), inner_step.value()
    (reached,) = step.while_([step.const(0.0)], inner_test.block([q], [inner_test.lt(q, inner_test.const(3.0))]),
                             inner_step.block([k], [inner_step.add(k, n)]))
    half = step.add(step.mul(step.const(0.5), n), step.mul(step.const(0.0), reached))
    (result,) = b.while_([a], test.block([p], [test.gt(p, test.const(1.0))]), step.block([n], [half]))
    P.at(b, 2)
    program = P.program(b, NESTED_LOOPS, [a], [b.neg(result)])
    region = select(program, "halve")
    points = points_program(program, "halve", region.nodes, region.inputs, region.outputs)
    x = np.array([0.0, 3.0, 0.4, 8.0])
    assert np.array_equal(interpret(points, [x], {"n": 4})[0], [0.0, 0.75, 0.4, 1.0])


def _with_line(extra, where):
    """A program of three lines: x = a * a; what `extra` builds from (b, a, x) at line 2; a result at line 4."""
    b = Build()
    a = P.param(b, "a", P.GRID)
    P.at(b, 1)
    x = b.mul(a, a)
    P.at(b, 2)
    y = extra(b, a, x)
    P.at(b, 3)
    z = b.add(y, y)
    P.at(b, 4)
    program = P.program(b, "x = a * a\ny = extra\nz = y + y\nreturn\n", [a], [b.mul(z, b.const(3.0))])
    return select(program, where)


def _kept_iterations(b, a, x):
    inner = b.child()
    p = inner.value("", P.GRID)
    block = inner.block([p], [inner.mul(p, p), p])
    return b.sum(b.loop(Range(Size.of(0), Size.of(3)), [x], block, b.names.fresh("i"))[1], axes=(0,))


def _while(b, a, x):
    test, step = b.child(), b.child()
    p, q = test.value("", P.GRID), step.value("", P.GRID)
    small = test.all(test.lt(p, test.const(9.0)), axes=(0, 1))
    return b.while_([x], test.block([p], [small]), step.block([q], [step.add(q, q)]))[0]


REFUSED = {
    "joins or reads several points \\(sum\\)": lambda b, a, x: b.sum(x, axes=(1,)),
    "moves elements between points": lambda b, a, x: b.slice(x, at=(At(Size.of(0)),)),
    "a while loop decides for all points at once": _while,
    "keeps every iteration": _kept_iterations,
    "joins or reads several points \\(einsum\\)": lambda b, a, x: b.einsum(x, x, spec="ij,kj->ik"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_not_pointwise_is_refused_at_its_line(message):
    with pytest.raises(UnsupportedProgram, match=message) as refusal:
        _with_line(REFUSED[message], "model.py:1-3")
    assert refusal.value.span == Span(P.FILE, 2) and refusal.value.hints and "y = extra" in str(refusal.value)


def test_a_statement_in_the_way_is_named():
    with pytest.raises(UnsupportedProgram, match="cannot be separated") as refusal:
        _with_line(lambda b, a, x: _elsewhere(b, x), "model.py:1-3")
    assert refusal.value.span == Span(P.FILE, 9)


def _elsewhere(b, x):
    b.span = Span(P.FILE, 9)
    out = b.sqrt(x)
    b.span = Span(P.FILE, 2)
    return b.neg(out)


def test_an_unrelated_statement_between_moves_out():
    def extra(b, a, x):
        b.span = Span(P.FILE, 9)
        other = b.sum(a, axes=(0, 1))
        b.span = Span(P.FILE, 2)
        return b.add(b.mul(x, x), other)
    region = _with_line(extra, "model.py:1-3")
    assert [n.op for n in region.before] == ["sum"] and len(region.inputs) == 2


def test_integers_and_outer_indices_are_refused():
    def whole(b, a, x):
        b.span = Span(P.FILE, 9)
        count = b.convert(b.sum(a, axes=(0, 1)), kind="int64")
        b.span = Span(P.FILE, 2)
        return b.add(x, b.convert(count, kind="real"))
    with pytest.raises(UnsupportedProgram, match="of kind int64"):
        _with_line(whole, "model.py:1-3")


def test_a_region_called_twice_wants_a_number():
    with pytest.raises(UsageError, match="in 2 places") as refusal:
        select(P.twice(), "f")
    assert refusal.value.hints == ("name one: f#1, f#2",)
    with pytest.raises(UsageError, match="no number 3"):
        select(P.twice(), "f#3")


def test_an_unrolled_loop_is_one_region():
    b = Build()
    a = P.param(b, "a")
    P.at(b, 2)
    y = a
    for c in (2.0, 3.0, 4.0):
        y = b.add(b.mul(y, a), b.const(c))
    P.at(b, 1)
    region = select(P.program(b, "return horner(a)\ndef horner(a): ...\n", [a], [b.mul(y, y)]), "horner")
    assert len([n for n in region.nodes if n.op != "const"]) == 6


def test_lines_without_computation():
    with pytest.raises(UsageError, match="computes nothing in this program"):
        select(P.newton(), "model.py:9-9")


def test_trips_from_a_size_of_the_program_are_fixed():
    program = P.newton(trips=6)
    loop = next(n for n in program.body.nodes if n.op == "loop")
    symbolic = dataclasses.replace(loop, attrs={**loop.attrs, "range": Range(Size.of(0), Size.of("steps"))})
    body = dataclasses.replace(program.body, nodes=tuple(symbolic if n is loop else n for n in program.body.nodes))
    program = dataclasses.replace(program, body=body, sizes=(*program.sizes, ("steps", 6)))
    region = select(program, "root")
    points = points_program(program, "root", region.nodes, region.inputs, region.outputs)
    d, c = np.array([2.0, 3.0]), np.array([1.0, 1.5])
    (y,) = interpret(points, [d, c], {"n": 2})
    assert np.abs(y ** 3 + c * y - d).max() < 1e-5


NESTED = """\
def outer(x):
    def inner(y):
        return y * y
    z = inner(x) + x
    return z - inner(z)
"""


def test_functions_defined_within_the_lines_belong_to_their_callers():
    b = Build()
    x = P.param(b, "x")
    P.at(b, 3)
    square = b.mul(x, x)
    P.at(b, 4)
    z = b.call("store", b.add(square, x), container="z")
    P.at(b, 3)
    again = b.mul(z, z)
    P.at(b, 5)
    program = P.program(b, NESTED, [x], [b.sub(z, again)])
    region = select(program, "model.py:1-4")
    assert [n.op for n in region.nodes] == ["mul", "add", "store"] and region.output_names == ("z",)
    assert [n.op for n in select(program, "outer").nodes] == ["mul", "add", "store", "mul", "sub"]


RETURNED = """\
def outer(x):
    z = x + 1.0
    return square(z)

def square(y):
    return y * y
"""


def test_a_returned_call_belongs_to_the_function():
    b = Build()
    x = P.param(b, "x")
    P.at(b, 2)
    z = b.call("store", b.add(x, b.const(1.0)), container="z")
    P.at(b, 6)
    y = b.mul(z, z)
    other = b.mul(x, x)
    P.at(b, 9)
    program = P.program(b, RETURNED, [x], [b.sub(y, other)])
    assert [n.op for n in select(program, "outer").nodes] == ["const", "add", "store", "mul"]
