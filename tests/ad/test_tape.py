"""What adjoints save: bytes per iteration, bounded memory, and the choices behind them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from precis.ad import adjoint
from precis.ad.cut import minimum_cut
from precis.ad.extent import upper_bound
from precis.ad.regions import Region, composition
from precis.ad.segment import segment_length
from precis.ir.interpret import interpret
from precis.ir.ops.structure import numpy_index
from precis.ir.size import Size, largest, product, smallest
from precis.ir.types import At, Cut, New, Program, Range
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot
from tests.ad.programs import T, branches, burgers, double_buffer, gauss_seidel, heat, logistic, loop, normalised, program

SIZES = {"real": 8, "bool": 1, "int64": 8}


def stacks(program: Program) -> list[int]:
    """Bytes that each loop of a program stacks, under its example sizes; symbols of inner loops at 1."""
    def of(node) -> int:
        shapes = ((v, product(v.shape)) for v in node.outputs[len(node.inputs):])
        return sum(SIZES[v.kind] * s.value({k: program.binding.get(k, 1) for k in s.symbols()}) for v, s in shapes)
    return [of(node) for node in program.nodes() if node.op == "loop"]


def tape(program: Program, trips: int, **options) -> float:
    """Bytes that the outermost loops of the adjoint save per iteration."""
    made = adjoint(program, **options)
    top = {node.outputs for node in made.body.nodes}
    loops = [node for node in made.nodes() if node.op == "loop"]
    return sum(b for node, b in zip(loops, stacks(made)) if node.outputs in top) / trips


def layers(width: int, of=lambda b, x: b.mul(x, x)) -> Program:
    """x = f(x W), whose squares are wanted: W (`width`, `width`)."""
    def define(b, x, w):
        return loop(b, T, (x,), lambda c, t, x: (of(c, c.einsum(x, w, spec="ij,jk->ik")),))
    return program("layers", {"N": 40, "M": width, "T": 3}, {"x": (("N", "M"), "real"), "w": (("M", "M"), "real")}, define)


BYTES_PER_ITERATION = {
    "contraction of few terms: its operand": (layers(7), 3, {}, 8 * 40 * 7),
    "quotient beside what is saved: computed again": (layers(7, lambda b, x: b.div(x, b.add(x, b.const(2.0)))), 3, {}, 8 * 40 * 7),
    "contraction of many terms: its operand and itself": (layers(9), 3, {}, 2 * 8 * 40 * 9),
    "function of a contraction: its result rather than all again": (layers(8, lambda b, x: b.tanh(x)), 3, {}, 2 * 8 * 40 * 8),
    "linear stencil": (heat(9, 8, 5), 5, {"wrt": ("u",)}, 0),
    "linear stencil, cotangent of its factor": (heat(9, 8, 5), 5, {}, 8 * 7 * 6),
    "linear stencil with probes": (heat(9, 8, 5, probes=True), 5, {"wrt": ()}, 8 * 7 * 6),
    "stencil that leaves a thin rim, with probes: all of the array, read where it lies": (heat(60, 50, 5, probes=True), 5, {}, 8 * 60 * 50),
    "burgers: the overwritten slice": (burgers(12, 6), 6, {}, 8 * 10),
    "burgers with four probes: the same": (burgers(12, 6, probes=True), 6, {}, 8 * 10),
    "gauss seidel, linear": (gauss_seidel(6, 5, 3, nonlinear=False), 3, {}, 0),
    "gauss seidel, linear, probes: the new value": (gauss_seidel(6, 5, 3, True, False), 3, {}, 8 * 4 * 3),
    "gauss seidel, nonlinear: the overwritten value": (gauss_seidel(6, 5, 3, True), 3, {}, 8 * 4 * 3),
    "double buffer: the overwritten slice": (double_buffer(7, 5), 5, {}, 8 * 5),
    "scalar recurrence": (logistic(9), 9, {}, 8),
    "sum of many: the carry and the sum": (normalised(12, 4), 4, {}, 8 * 12 + 8),
    "sum of few: the carry": (normalised(5, 4), 4, {}, 8 * 5),
    "branch in place: two scalars, a bool, the overwritten value": (branches(7), 6, {}, 8 + 1 + 8),
}


def levels(x, a):
    """What is stored at a level is read and stored over: it comes from what it was made of."""
    w = np.zeros_like(x)
    for k in range(1, len(x)):
        w[k] = a * x[k]
        w[k] = w[k] / (2.0 + w[k - 1] * w[k])
    return w


def levels_beside(x, a):
    """The same beside a store elsewhere, and with one that may be there."""
    w = np.zeros_like(x)
    for k in range(1, len(x)):
        w[k] = a * x[k]
        w[k - 1] = w[k - 1] + 1.0
        w[k] = w[k] / (2.0 + w[k - 1] * w[k])
    return w


def over_itself(x, a):
    """What was stored is not what is read: half of it is stored over."""
    w = np.zeros_like(x)
    for k in range(1, len(x)):
        w[k] = a * x[k]
        w[k, 1:] = np.sin(w[k - 1, 1:])
        w[k] = w[k] / (2.0 + w[k - 1] * w[k])
    return w


def powers(x, a):
    for _ in range(5):
        x = np.sin(x) + a * x ** 3.0 + np.abs(x) ** 1.5
    return x


@pytest.mark.parametrize(("function", "rows"), [(levels, 0), (levels_beside, 0), (over_itself, None), (powers, 1)])
def test_rows_that_the_reverse_keeps(function, rows):
    x = np.random.default_rng(5).normal(size=(6, 5)) + 0.1
    made = lift(function, x, 0.7)
    if rows is not None:
        assert max(stacks(adjoint(made))) == 8 * rows * 30 * (5 if function is powers else 1)
    bars, directions = cotangents(made, (x, 0.7)), [np.cos(x), np.array(0.3)]
    found = interpret(adjoint(made), (x, 0.7, *bars))
    np.testing.assert_allclose(dot(found, directions), dot(bars, directional(made, (x, 0.7), directions)), rtol=1e-9)


@pytest.mark.parametrize("name", BYTES_PER_ITERATION)
def test_bytes_per_iteration(name):
    made, trips, options, expected = BYTES_PER_ITERATION[name]
    assert tape(made, trips, **options) == expected


def test_what_is_saved_whole_is_not_put_back():
    *_, reverse = (node for node in adjoint(heat(60, 50, 5, probes=True)).body.nodes if node.op == "loop")
    assert not any(p.container == "u" for p in reverse.blocks[0].params)


def test_linear_stencil_needs_no_forward_run():
    assert sum(node.op == "loop" for node in adjoint(heat(), wrt=("u",)).nodes()) == 1


@pytest.mark.parametrize("memory", [2**18, 2**14, 2**12])
def test_tapes_fit_the_memory(memory):
    """Stored whole, this tape takes 400 * 48 * 8 = 153600 bytes."""
    made = burgers(50, 400)
    rng = np.random.default_rng(0)
    inputs = (rng.uniform(-1, 1, 50), 0.01, 0.1, 0.002)
    bars = cotangents(made, inputs)
    back = adjoint(made, memory=memory)
    assert max(stacks(back)) <= memory
    for a, b in zip(interpret(back, [*inputs, *bars]), interpret(adjoint(made), [*inputs, *bars])):
        np.testing.assert_array_equal(a, b)


def test_segments_serve_other_sizes():
    """A Program in segments of a constant length holds for any number of steps."""
    made = burgers(8, 30)
    back = adjoint(made, memory=600)
    assert len(stacks(back)) > 2
    inputs = (np.linspace(-1, 1, 8), 0.05, 0.3, 0.02)
    for steps in (0, 1, 5, 29, 31):
        sizes = {"N": 8, "T": steps}
        for a, b in zip(interpret(back, [*inputs, np.ones(8)], sizes), interpret(adjoint(made), [*inputs, np.ones(8)], sizes)):
            np.testing.assert_array_equal(a, b)


def test_segment_length_is_near_the_best():
    assert segment_length(10_000, 80, 80, 2**20) == 100
    assert segment_length(10_000, 80, 80, 800) == 5  # one tape takes half the memory
    assert segment_length(4, 8, 8, 1) == 2


def test_segments_are_not_worse_than_the_whole_tape():
    """8 bytes of tape per iteration beside a carry of 800 bytes that running again would need: nothing is cut."""
    def define(b, u, x):
        def step(c, t, v, y):
            w = c.call("update", v, c.sin(y), at=(At(t),), container="u")
            return w, c.tanh(c.add(y, c.slice(w, at=(At(N - 1 - t),))))
        return loop(b, T, (u, x), step)
    made = program("wide", {"N": 100, "T": 60}, {"u": (N,), "x": ()}, define)
    assert len(stacks(adjoint(made, memory=400))) == len(stacks(adjoint(made)))


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 7))
    depends = {k: draw(st.one_of(st.none(), st.lists(st.sampled_from(range(k)), unique=True) if k else st.just([]))) for k in range(n)}
    price, cost = ({k: draw(st.integers(least, 9)) for k in range(n)} for least in (1, 0))
    return depends, price, cost, draw(st.lists(st.integers(0, n - 1), min_size=1, unique=True))


def recomputed(depends, saved, wanted) -> set:
    """What is recomputed where `saved` is; None among it where something cannot be."""
    found, pending = set(), [v for v in wanted if v not in saved]
    while pending:
        v = pending.pop()
        if v not in found:
            found.add(v)
            found |= {None} if depends[v] is None else set()
            pending += [u for u in depends[v] or () if u not in saved]
    return found


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_cut_is_cheapest(graph):
    depends, price, cost, wanted = graph

    def total(saved: set) -> float:
        again = recomputed(depends, saved, wanted)
        return float("inf") if None in again else sum(price[v] for v in saved) + sum(cost[v] for v in again)

    found = minimum_cut(wanted, depends.get, price.get, cost.get)
    assert total(found) == min(total(set(c)) for k in range(len(depends) + 1) for c in combinations(depends, k))


def test_cut_prefers_values_near_the_wanted_ones():
    assert minimum_cut(["c"], {"a": None, "b": ["a"], "c": ["b"]}.get, lambda v: 1) == {"c"}


N, I = Size.of("N"), Size.of("i")
BOUNDS = [N - I, I + 1, smallest(I, 3) * 2, largest(N - I * 2, 1), (I * 3 + 1) // 2, N - smallest(I, N - I), Size.of(5), N - I // 2]


@pytest.mark.parametrize("size", BOUNDS, ids=str)
@pytest.mark.parametrize("range_", [Range(Size(), N), Range(N - 1, N, -1), Range(Size.of(1), Size.of(3), 2)], ids=str)
def test_upper_bound_is_never_exceeded(size, range_):
    bound = upper_bound(size, "i", range_)
    assert bound is not None and "i" not in bound.symbols()
    for n in (1, 2, 7):
        start, trips = range_.start.value({"N": n}), range_.trips.value({"N": n})
        values = [size.value({"N": n, "i": start + k * range_.step}) for k in range(trips)]
        assert bound.value({"N": n}) >= max(values)


def test_upper_bound_of_a_product_is_unknown():
    assert upper_bound(I * I, "i", Range(Size(), N)) is None


ITEMS = [At(Size.of(1)), Cut(Size.of(1), Size.of(3)), Cut(Size.of(3), Size.of(3), -1), New(), Cut(Size(), Size.of(2), 2),
         Cut(Size(), Size.of(1))]


def test_composition_takes_what_both_slices_take():
    x, count = np.arange(4 * 5 * 6).reshape(4, 5, 6), 0
    for outer in [(a, b) for a in ITEMS for b in ITEMS]:
        y = x[numpy_index(outer, (), lambda s: s.value({}))]
        for inner in [(), *((a,) for a in ITEMS), *((a, b) for a in ITEMS for b in ITEMS)]:
            try:
                z = y[numpy_index(inner, (), lambda s: s.value({}))]
            except IndexError:
                continue
            found = composition(Region(outer), Region(inner))
            lengths = [i.length.value({}) for i in inner if isinstance(i, Cut)]
            if found is None or 0 in z.shape or (len(lengths) and z.shape != shape_of(y, inner)):
                continue
            np.testing.assert_array_equal(x[numpy_index(found.at, (), lambda s: s.value({}))], z)
            count += 1
    assert count > 300


def shape_of(y, inner) -> tuple[int, ...]:
    """The shape of y[inner] if no Cut runs over the edge, which NumPy would clip."""
    dims = iter(y.shape)
    found = []
    for item in inner:
        if isinstance(item, New):
            found.append(1)
            continue
        next(dims)
        if isinstance(item, Cut):
            found.append(item.length.value({}))
    return (*found, *dims)


def test_upper_bound_of_a_band_is_its_width():
    k, b = Size.of("i"), Size.of("b")
    assert upper_bound(smallest(k + b, N - 1) - k, "i", Range(Size(), N - 1)) == smallest(b, N - 1)
