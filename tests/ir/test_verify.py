"""Every rule of the IR, broken once."""

from dataclasses import replace

import numpy as np
import pytest

from precis.errors import Span, VerifyError
from precis.formats import FORMATS, Assignment
from precis.ir.ops import ArrayConstant
from precis.ir.size import Size
from precis.ir.text import parse
from precis.ir.trees import Leaf
from precis.ir.types import At, Block, Container, Cut, Guard, Node, Program, Range, Value
from precis.ir.verify import BLOCKS, CHECKS, verify
from tests.ir.programs import N, heat

TEXT = """
@sizes(N=4)
@guards(2 <= N)
def f(x: inout[real[N]], k: input[int64], s: input[real]):
    y: local[real[N]]
    y = x * s; "f.py:3:5"
    def step(i, x):
        x[i] = s; "f.py:5:9"
        return x, s
    x, _1 = loop(step, trips=N, carry=x); "f.py:4:5"
    def test(x, _2):
        return _2 < 3
    def body(x, _3):
        return x, _3 + 1
    x, _4 = while_(test, body, carry=(x, 0))
    def then():
        return x[0]
    def otherwise():
        return s
    _5 = cond(s > 0.0, then, otherwise)
    def spec(_6):
        return exp(_6)
    def impl(_7):
        return _7 + 1.0
    _8 = approx(spec, impl, _5, name="net")
    def forward(_11, _12):
        return _11 * 2.0, _11
    def backward(_13, _14):
        return _13 * _14
    _15 = ruled(forward, backward, _8, s, k, count=1)
    _16 = underivable(_15, why="it is somebody's secret")
    m = size(k)
    _9 = y[:m]
    _10 = x[k]
    mutates(x=x)
    return _1, _16, _9, _10, _4
"""
GOOD = parse(TEXT)
X = GOOD.body.params[0]


def node(op, k=0, within=None):
    """Node number k of an operation, in the body or a nested block."""
    return [n for n in (within or GOOD).nodes() if n.op == op][k]


def swap(old: Node, new: Node, block: Block = GOOD.body) -> Block:
    nodes = tuple(new if n is old else replace(n, blocks=tuple(swap(old, new, b) for b in n.blocks)) for n in block.nodes)
    return Block(block.params, nodes, block.results)


def changed(old: Node, **fields) -> Program:
    return replace(GOOD, body=swap(old, replace(old, **fields)))


def retyped(v: Value, **fields) -> Value:
    return replace(v, **fields)


def inner(old: Node, k: int, **fields) -> Program:
    """`old` with block k changed."""
    blocks = list(old.blocks)
    blocks[k] = replace(blocks[k], **fields)
    return changed(old, blocks=tuple(blocks))


LOOP, WHILE, COND, APPROX, SIZE, RULED, UNDERIVABLE = (
    node(op) for op in ("loop", "while", "cond", "approx", "size", "ruled", "underivable"))
MUL, STORE, SLICE, UPDATE = (node(op) for op in ("mul", "store", "slice", "update"))
PART, PICKED = node("slice", 1), node("slice", 2)
REAL, INTEGER = (next(n for n in GOOD.nodes() if n.op == "const" and n.attrs["kind"] == k) for k in ("real", "int64"))
ARRAY = {"value": ArrayConstant(("hash", (2,))), "kind": "real"}
UNKNOWN = Value("nowhere", (N,))
S = GOOD.body.params[2]

BROKEN = {
    # The Program around the body.
    "the size N stands twice": replace(GOOD, sizes=(("N", 4), ("N", 5))),
    "the example value of the size N is 4.0": replace(GOOD, sizes=(("N", 4.0),)),
    "the guard N <= 3 does not hold for the example sizes": replace(GOOD, guards=(Guard(N, "<=", Size.of(3)),)),
    "the guard N < 9 has the relation '<'": replace(GOOD, guards=(Guard(N, "<", Size.of(9)),)),
    "the guard M <= 9 mentions an unknown size": replace(GOOD, guards=(Guard(Size.of("M"), "<=", Size.of(9)),)),
    "the container x stands twice": replace(GOOD, containers=(*GOOD.containers, GOOD.containers[0])),
    "the container z has the role 'private'": replace(GOOD, containers=(*GOOD.containers, Container("z", role="private"))),
    "the container z has the kind 'float'": replace(GOOD, containers=(*GOOD.containers, Container("z", kind="float"))),
    "the parameter x is kept in x, whose role is local":
        replace(GOOD, containers=(replace(GOOD.containers[0], role="local"), *GOOD.containers[1:]), mutated=()),
    "the argument x stands twice": replace(GOOD, arguments=(*GOOD.arguments, GOOD.arguments[0])),
    "the argument z refers to nowhere, which is no parameter": replace(GOOD, arguments=(("z", (Leaf("value", "nowhere"),)),)),
    "the argument z is the size M, which is unknown": replace(GOOD, arguments=(("z", Leaf("size", Size.of("M"))),)),
    "the argument z has a leaf of 'thing'": replace(GOOD, arguments=(("z", Leaf("thing", 1)),)),
    "returns the size M, which is unknown": replace(GOOD, returns=Leaf("size", Size.of("M"))),
    "nowhere is mutated, but no parameter": replace(GOOD, mutated=("nowhere",)),
    "s is mutated, but its container is not inout": replace(GOOD, mutated=("s",)),
    "the mutated parameter x stands twice": replace(GOOD, mutated=("x", "x")),
    "6 results for 0 returned and 1 mutated values": replace(GOOD, returns=Leaf("static", None)),
    "returns ": replace(GOOD, returns=tuple(Leaf("value", n.value) for n in reversed(GOOD.returns))),
    "mutated parameters and final values: x is real of shape (N,)":
        replace(GOOD, body=replace(GOOD.body, results=(*GOOD.body.results[:-1], S))),
    "the original assignment is not total": replace(GOOD, original=Assignment()),
    # Values.
    "the value x is defined twice": changed(MUL, outputs=(retyped(MUL.output, name="x"),)),
    "has the unknown kind 'float'": replace(GOOD, body=replace(GOOD.body, params=(*GOOD.body.params, Value("q", (), "float")))),
    "the shape of q is no tuple of Sizes": replace(GOOD, body=replace(GOOD.body, params=(*GOOD.body.params, Value("q", (3,))))),  # type: ignore[arg-type]
    "the shape of y mentions the size i, which is not bound here": replace(GOOD, body=replace(GOOD.body, params=(
        *GOOD.body.params, Value("y", (Size.of("i"),))))),
    "which is not declared": changed(STORE, outputs=(retyped(STORE.output, container="z"),)),
    "only parameters, store, update, update_add, tally and control nodes keep values":
        changed(MUL, outputs=(retyped(MUL.output, container="y"),)),
    "its container s is real of shape ()": changed(STORE, outputs=(retyped(STORE.output, container="s"),)),
    # Uses.
    "nowhere is used before it is defined": changed(MUL, inputs=(UNKNOWN, S)),
    "x__1 is used outside its block": replace(GOOD, body=replace(GOOD.body, results=(
        *GOOD.body.results[:-1], LOOP.blocks[0].params[0]))),
    "is used as": changed(MUL, inputs=(retyped(X, kind="complex"), S)),
    # Nodes.
    "unknown operation 'frob'": changed(MUL, op="frob"),
    "needs the attribute at": changed(SLICE, attrs={}),
    "has 1 blocks, not 0": changed(MUL, blocks=(Block((), (), ()),)),
    "attribute at mentions the size q": changed(PART, attrs={"at": (Cut(Size.of("q"), Size.of(1)),)}),
    "has 2 outputs, not 1": changed(MUL, outputs=(MUL.output, UNKNOWN)),
    "but the operation gives real of shape (N,)": changed(MUL, outputs=(retyped(MUL.output, shape=()),)),
    "shapes (N,) and (m,) do not broadcast": replace(GOOD, body=replace(GOOD.body, nodes=(
        *GOOD.body.nodes, Node("add", (X, PART.output), (Value("q", (N,)),))))),
    "is real, not an integer": changed(PICKED, inputs=(PICKED.inputs[0], S)),
    "the index names the operands [0] of 2": changed(PICKED, inputs=(*PICKED.inputs, PICKED.inputs[1])),
    "position -1 of a dimension of unknown length": changed(PART, attrs={"at": (At(Size.of(-1)),)},
                                                            outputs=(retyped(PART.output, shape=()),)),
    "the real constant is 1": changed(REAL, attrs={"value": 1, "kind": "real"}),
    "the int64 constant is 9223372036854775808": changed(INTEGER, attrs={"value": 2**63, "kind": "int64"}),
    "the array constant hash is missing": replace(GOOD, body=replace(GOOD.body, nodes=(
        *GOOD.body.nodes, Node("const", (), (Value("q", (Size.of(2),)),), ARRAY)))),
    # Control.
    "is no Range with a step other than 0": changed(LOOP, attrs={**LOOP.attrs, "range": Range(Size(), N, 0)}),
    "the loop index 'N' is bound already": changed(LOOP, attrs={**LOOP.attrs, "index": "N"}),
    "has 0 blocks, not 1": changed(LOOP, blocks=()),
    "initial values and parameters: 2 and 1 values": changed(LOOP, inputs=(*LOOP.inputs, S)),
    "next values and parameters: s is real of shape ()": inner(LOOP, 0, results=(S, S)),
    "final values and parameters": changed(LOOP, outputs=(retyped(LOOP.outputs[0], shape=(), container=None), LOOP.outputs[1])),
    "stacked values": changed(LOOP, outputs=(LOOP.outputs[0], retyped(LOOP.outputs[1], shape=(N + 1,)))),
    "the condition is real of shape (), not one bool": inner(WHILE, 0, results=(S,)),
    "the condition is missing, not one bool": inner(WHILE, 0, results=()),
    "next values and parameters: 1 and 2 values": inner(WHILE, 1, results=WHILE.blocks[1].results[:1]),
    "initial values and parameters of the condition": inner(WHILE, 0, params=WHILE.blocks[0].params[:1]),
    "the predicate is real of shape (), not one bool": changed(COND, inputs=(S,)),
    "a branch has parameters": inner(COND, 1, params=(Value("q"),)),
    "outputs and results of a branch": inner(COND, 1, results=(X,)),
    "needs the attribute name": changed(APPROX, attrs={}),
    "inputs and parameters: 1 and 0 values": inner(APPROX, 1, params=()),
    "outputs and results: 1 and 0 values": inner(APPROX, 0, results=()),
    "arguments and parameters of forward: 2 and 1 values": inner(RULED, 0, params=RULED.blocks[0].params[:1]),
    "outputs and results of forward": inner(RULED, 0, results=(X, *RULED.blocks[0].results[1:])),
    "results of forward and parameters of backward": inner(RULED, 1, params=RULED.blocks[1].params[:1]),
    "floating arguments and results of backward": inner(RULED, 1, results=RULED.blocks[1].results * 2),
    "outputs and results of the function": changed(RULED, outputs=(*RULED.outputs, Value("q"))),
    "needs the attribute count": changed(RULED, attrs={}),
    "outputs and inputs: 2 and 1 values": changed(UNDERIVABLE, outputs=(*UNDERIVABLE.outputs, Value("q"))),
    "needs the attribute why": changed(UNDERIVABLE, attrs={}),
    "binds one integer of rank 0 and has no outputs": changed(SIZE, inputs=(S,)),
    "the size 'N' is bound already": changed(SIZE, attrs={"symbol": "N"}),
}


def test_the_good_program_is_good():
    verify(GOOD)
    verify(heat())


@pytest.mark.parametrize("message", BROKEN)
def test_each_rule(message):
    with pytest.raises(VerifyError) as caught:
        verify(BROKEN[message])
    assert message in caught.value.message


def test_an_error_has_the_place_of_its_node():
    with pytest.raises(VerifyError) as caught:
        verify(changed(UPDATE, inputs=(UNKNOWN, *UPDATE.inputs[1:])))
    assert caught.value.span == Span("f.py", 5, 9)
    assert caught.value.message.startswith("x__2 = update(nowhere, ")


def test_constants_of_the_right_shape():
    out = Value("q", (Size.of(2),))
    p = replace(GOOD, body=replace(GOOD.body, nodes=(*GOOD.body.nodes, Node("const", (), (out,), ARRAY))))
    verify(replace(p, constants={"hash": np.zeros(2)}))
    with pytest.raises(VerifyError, match=r"has shape \(3,\), not \(2,\)"):
        verify(replace(p, constants={"hash": np.zeros(3)}))


def test_one_storage_class_has_one_format():
    text = """
def f(x: input[real], n: input[int64]):
    y: local[real]
    def step(i, y):
        return exp(y)
    y = loop(step, trips=3, carry=x)
    return y
"""
    p = parse(text)
    verify(replace(p, original=Assignment.uniform("binary32")))
    with pytest.raises(VerifyError, match="share their storage, but the original assignment stores binary64 and binary32"):
        verify(replace(p, original=Assignment(storage={"x": FORMATS["binary32"]}, default=FORMATS["binary64"])))


def test_every_control_node_has_checks():
    assert set(BLOCKS) | {"size", "underivable"} == set(CHECKS)
