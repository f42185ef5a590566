"""The cost model against counts made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.cost import SiteWork, arithmetic_seconds, cast_seconds, seconds, work_of, working_bandwidth
from precis.bitwidth.devices import DEVICES, Device, device_named
from precis.bitwidth.probes import instrument
from precis.bitwidth.resident import resident
from precis.bitwidth.trips import UNKNOWN_SIZE, elements, inside, length
from precis.errors import Span
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import At, Cut, Range, shape_of
from precis.lift import lift
from tests.bitwidth import programs

UNIFORM = {f: Assignment.uniform(f) for f in ("binary64", "binary32", "binary16")}
# one flop/s and one byte/s each, so that seconds are counts
UNIT = Device("unit", "cpu", 1.0, {"binary64": 1.0, "binary32": 1.0}, {"binary32": 1.0}, scalar=1.0)


def test_stencil():
    n, steps = 100, 7
    site = work_of(programs.heat(n, steps)).sites["heat.py:7"]
    inner = steps * (n - 2)
    assert site.moved == {"u": 2 * inner}  # three shifted operands are read once, one store
    assert site.flops == {"vector": 5 * inner}
    assert site.casts == {
        (("storage", "u"), ("compute", "heat.py:7")): (4 * inner, 0.0),
        (("compute", "heat.py:7"), ("storage", "u")): (inner, 0.0),
    }


def test_contraction_and_sum():
    n = 30
    sites = work_of(programs.dot_chain(n)).sites
    assert sites["chain.py:3"].flops == {"contraction": 2 * n * n, "vector": n}
    assert sites["chain.py:3"].moved == {"A": n * n, "x": n, "y": n}
    assert sites["chain.py:4"].flops == {"sum": n, "vector": n}
    assert sites["chain.py:4"].moved == {"y": n}  # the total is a scalar


def test_scalars_move_nothing_and_do_not_vectorise():
    n = 50
    sites = work_of(programs.arclength(n)).sites
    assert all(not site.moved for site in sites.values())
    assert sites["arclength.py:33"].flops == {"scalar": 6 * 5 * n, "scalar library": 14 * 5 * n}
    assert all(site.casts[key][0] == 0.0 for site in sites.values() for key in site.casts)


def test_seconds_are_the_longer_of_moving_and_computing():
    work = work_of(programs.heat(100, 7))
    inner = 7 * 98
    assert seconds(work, UNIFORM["binary64"], UNIT, 1.0) == 16 * inner
    assert seconds(work, UNIFORM["binary32"], UNIT, 1.0) == 8 * inner
    mixed = UNIFORM["binary64"].with_storage(u="binary16")
    assert seconds(work, mixed, UNIT, 1.0) == 5 * inner + 5 * inner  # arithmetic and conversions outweigh 4 bytes
    assert seconds(work, mixed, UNIT, 0.1) == pytest.approx(10 * 4 * inner)


def test_conversions_cost_nothing_between_equal_formats():
    wide, narrow = FORMATS["binary64"], FORMATS["binary32"]
    assert cast_seconds((3.0, 2.0), wide, wide, UNIT) == 0.0
    assert cast_seconds((3.0, 2.0), wide, narrow, UNIT) == 5.0


def test_memory_counts_named_arrays():
    work = work_of(programs.dot_chain(10))
    assert work.memory(UNIFORM["binary64"]) == 8 * (100 + 10 + 1 + 10 + 1)
    assert work.memory(UNIFORM["binary64"].with_storage(A="bfloat16")) == 2 * 100 + 8 * 22


def test_bandwidth_is_that_of_the_working_set():
    h100 = DEVICES["h100"]
    assert working_bandwidth(work_of(programs.dot_chain(100)), h100) > h100.bandwidth
    assert working_bandwidth(work_of(programs.dot_chain(10_000)), h100) == h100.bandwidth


def triangular(n):
    """for i in range(n): a[i, :i] = x[:i] * 3: n (n - 1) / 2 products."""
    b, size = Build(), Size.of("N")
    a, x = b.value("a", (size, size), container="a"), b.value("x", (size,), container="x")
    c = b.child()
    c.span = Span("tri.py", 3)
    p = c.value("a", (size, size), container="a")
    part = (Cut(Size.of(0), Size.of("i")),)
    y = c.mul(c.slice(x, at=part), c.const(3.0))
    q = c.update(p, y, at=(At(Size.of("i")), *part), container="a")
    (out,) = b.loop(Range(Size.of(0), size), (a,), c.block((p,), (q,)), "i")
    containers = (("a", (size, size), "real", "inout"), ("x", (size,), "real", "input"))
    return programs.program("triangular", (("N", n),), containers, b.block((a, x), (out,)), ("a",), 0)


@pytest.mark.parametrize("n", [9, 33])
def test_loops_over_a_triangle_are_exact(n):
    site = work_of(triangular(n)).sites["tri.py:3"]
    assert site.flops["vector"] == n * (n - 1) // 2


def test_while_loops_count_as_told():
    program = programs.march()
    assumed, told = (
        work_of(program, while_trips=t).sites["march.py:5"].flops["scalar"] for t in (None, {"march.py:2": 11.0})
    )
    assert (assumed, told) == (100.0, 11.0)


def test_sizes_of_the_run_itself_are_assumed():
    assert length(Size.of("k") * 2, {}) == 128 and elements(shape_of("N", 3), {"N": 4}) == 12
    loop = next(n for n in programs.heat(10, 5).nodes() if n.op == "loop")
    assert inside(loop, {"N": 10, "T": 5}) == ({"N": 10, "T": 5, "t": 2}, 5.0)


def test_what_does_not_overlap_is_added():
    work, inner = work_of(programs.heat(100, 7)), 7 * 98
    half = replace(UNIT, overlap=0.5)
    assert seconds(work, UNIFORM["binary64"], half, 1.0) == (16 + (16 + 5)) / 2 * inner


def test_borders_are_converted_where_the_device_says_so():
    work = work_of(programs.heat(100, 7))
    assert {name: (b.given, b.returned) for name, b in work.borders.items()} == {"u": (100.0, 100.0)}
    near = replace(UNIT, borders={"binary32": (1.0, 0.5), "binary16": (0.25, 1.0)})
    more = {f: seconds(work, a, near, 1.0) - seconds(work, a, UNIT, 1.0) for f, a in UNIFORM.items()}
    assert more == {"binary64": 0.0, "binary32": 300.0, "binary16": 500.0}


def test_registers_move_nothing():
    work = work_of(programs.heat(100, 7), resident=())
    assert not work.sites["heat.py:7"].moved
    assert resident(programs.heat(100, 7)) == {"u", "nu"}


def test_fused_arrays_are_registers():
    program = lift(fused, np.ones(8))
    assert resident(program) == {"x", "y"}


def fused(x):
    a = x * 2.0
    y = a + 1.0
    return y


def test_subnormals_are_slow():
    site, cpu = SiteWork(flops={"vector": 1e6}, smallest=1e-40), DEVICES["avx512"]
    times = {f: arithmetic_seconds(site, *[FORMATS[f]] * 3, cpu) for f in ("binary64", "binary32")}
    assert times["binary32"] > 1.5 * times["binary64"]
    site.smallest = 1e-30
    assert arithmetic_seconds(site, *[FORMATS["binary32"]] * 3, cpu) == times["binary64"] / 2


def rows(values, column, start, x):
    """A sparse product: the lengths of rows are known only to a run."""
    y = np.zeros(start.shape[0] - 1)
    for i in range(y.shape[0]):
        for k in range(start[i], start[i + 1]):
            y[i] += values[k] * x[column[k]]
    return y


def test_loops_between_sizes_of_the_run_are_counted():
    program = lift(rows, np.ones(6), np.arange(6) % 4, np.array([0, 2, 3, 6, 6]), np.ones(4))
    work = work_of(program)
    assert work.operations >= 2 * 4 * UNKNOWN_SIZE


def test_adding_to_some_elements_costs_no_more_for_all_the_others():
    """A sweep adds to a few numbers of a table with a row for every cause."""
    program = programs.arclength(50)
    swept = adjoint(instrument(program))
    assert work_of(swept).operations < 10.0 * work_of(program).operations


def test_chains_of_scalars_take_longer_in_two_numbers():
    cpu = device_named("cpu")
    wide, own, narrow = (cpu.scalar_rate(FORMATS[name]) for name in ("binary64x2", "binary64", "binary32"))
    assert narrow == own == cpu.scalar
    assert wide * cpu.vector_rate(FORMATS["binary64"]) == own * cpu.vector_rate(FORMATS["binary64x2"])
    assert wide < own / 10
