"""`instrument` changes no value and puts its probes where an emulation rounds."""

import numpy as np
import pytest

from precis.ad import adjoint, probe_keys
from precis.bitwidth import rows
from precis.bitwidth.places import Rounding, places_of
from precis.bitwidth.probes import instrument
from precis.errors import Span
from precis.formats import Assignment
from precis.ir.build import Build
from precis.ir.emulate import emulate, value_formats
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import Cut, Pick
from precis.ir.verify import verify
from precis.lift import lift
from tests.bitwidth import programs


def cases():
    rng = np.random.default_rng(5)
    yield programs.heat(), [rng.random(24), 0.2]
    yield programs.arclength(30), []
    yield programs.dot_chain(12), [rng.random((12, 12)), rng.random(12), 1.7]


@pytest.mark.parametrize(("program", "inputs"), cases(), ids=lambda c: getattr(c, "name", ""))
def test_values_stay(program, inputs):
    probed = instrument(program)
    verify(probed)
    for a, b in zip(interpret(probed, inputs), interpret(program, inputs)):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("program", "inputs"), cases(), ids=lambda c: getattr(c, "name", ""))
def test_every_rounding_of_an_emulation_has_a_probe(program, inputs):
    narrow = Assignment.uniform("bfloat16")
    mixed = narrow.with_storage({c.name: "binary32" for c in program.containers})
    kinds = {"multiplicand": "compute"}
    probed = {
        (kinds.get(r.place[0], r.place[0]), r.place[1]) for r in map(Rounding.of, probe_keys(instrument(program)))
    }
    inputs_of = {("storage", p.container) for p in program.body.params}
    for assignment in (narrow, mixed):
        rounds = [n.attrs["key"] for n in emulate(program, assignment).nodes() if n.op == "round"]
        assert set(rounds) <= probed | inputs_of


@pytest.mark.parametrize(("program", "inputs"), cases(), ids=lambda c: getattr(c, "name", ""))
def test_places_agree_with_value_formats(program, inputs):
    storage = {
        c.name: f
        for c, f in zip(program.containers, ("binary16", "bfloat16", "binary32", "e4m3", "e5m2", "binary64") * 3)
    }
    sites = sorted({n.site for n in program.nodes()} - {""})
    assignment = Assignment.uniform("binary64").with_storage(storage).with_compute(dict.fromkeys(sites, "binary32"))
    assignment = assignment.with_accumulate(dict.fromkeys(sites, "binary80"))
    formats = value_formats(program, assignment)
    tables = {
        "storage": assignment.storage_of,
        "compute": assignment.compute_of,
        "accumulate": assignment.accumulate_of,
    }
    for name, place in places_of(program).items():
        assert formats[name] == (tables[place[0]](place[1]) if place else None), name


def test_a_stencil_converts_its_array_once():
    keys = [Rounding.of(n.attrs["key"]) for n in instrument(programs.heat()).nodes() if n.op == "probe"]
    site = ("compute", "heat.py:7")
    assert keys.count(Rounding(site, ("storage", "u"))) == 1
    assert keys.count(Rounding(site, ("storage", "nu"))) == 1
    assert keys.count(Rounding(("storage", "u"), site)) == 1
    assert keys.count(Rounding(site)) == 4  # sub, add, mul, add; the product with 2.0 is exact


def test_what_is_used_in_every_iteration_is_converted_before_the_loop():
    top = [n for n in instrument(programs.heat()).body.nodes if n.op == "probe"]
    assert [n.attrs["key"][:4] for n in top] == [("compute", "heat.py:7", "storage", "nu")]


def shown(parts):
    """t = x[part] * 3.0 (and + x[part] for each further part)."""
    b, size = Build(span=Span("v.py", 2)), Size.of("N")
    x = b.value("x", (size,), container="x")
    views = [b.slice(x, at=(Cut(Size.of(start), size - 2),)) for start in parts]
    out = b.mul(views[0], b.const(3.0))
    for v in views[1:]:
        out = b.add(out, v)
    t = b.store(out, container="t")
    containers = (("x", (size,), "real", "input"), ("t", (size - 2,), "real", "output"))
    return programs.program("shown", (("N", 7),), containers, b.block((x,), (t,)))


@pytest.mark.parametrize("parts", [(1,), (0, 2)])
def test_a_part_that_is_read_alone_is_converted_alone(parts):
    converted = [n for n in instrument(shown(parts)).nodes() if n.op == "probe" and n.attrs["key"][2:4] == ("storage", "x")]
    assert [n.inputs[0].shape == (Size.of("N") - 2,) for n in converted] == [len(parts) == 1]


def rows_of(a, y):
    """Sums of rows up to the diagonal, which divides them."""
    for i in range(a.shape[0]):
        y[i] = np.sum(a[i, :i] ** 2) / a[i, i]


def first_row_of(a, y):
    for i in range(a.shape[0]):
        y[i] = np.sum(a[0, :i] ** 2) / a[0, i]


@pytest.mark.parametrize(("function", "places"), [(rows_of, (2, 0)), (first_row_of, (0, 1))])
def test_rows_that_a_loop_takes_are_converted_one_at_a_time(function, places):
    """Where iterations share no element."""
    made = instrument(lift(function, np.eye(40), np.zeros(40)))
    (step,) = [n.blocks[0] for n in made.body.nodes if n.op == "loop"]
    of_a = [[n for n in nodes if n.op == "probe" and n.attrs["key"][2:4] == ("storage", "a")] for nodes in (step.nodes, made.body.nodes)]
    assert tuple(map(len, of_a)) == places


def test_conversions_of_rows_add_up_to_those_of_the_whole(monkeypatch):
    """But for the range of the weights, which is that of what is read."""
    rng = np.random.default_rng(4)
    a, y = rng.normal(size=(20, 20)) + 5.0 * np.eye(20), np.zeros(20)
    program, found = lift(rows_of, a, y), []
    for shortest in (8, 10**9):
        monkeypatch.setattr(rows, "SHORTEST", shortest)
        made = instrument(program)
        *_, tally = interpret(adjoint(made), [a, y, np.ones(20)])
        found.append({key: row[:4] for key, row in zip(probe_keys(made), tally)})
    assert found[0].keys() == found[1].keys()
    for key, row in found[0].items():
        np.testing.assert_allclose(row, found[1][key], rtol=1e-12, atol=1e-15)


def test_keys_read_back():
    for cause in (
        Rounding(("storage", "a")),
        Rounding(("compute", "f.py:3"), ("storage", "a")),
        Rounding(("storage", "a"), None, "input"),
    ):
        assert Rounding.of(cause.key) == cause


def scattered():
    """t[i] += x[k] with repeated positions: update_add, whose weight is the region only."""
    b, size = Build(span=Span("s.py", 2)), Size.of("N")
    t, x, at = (
        b.value("t", (size,), container="t"),
        b.value("x", (size,), container="x"),
        b.value("at", (size,), "int64", container="at"),
    )
    out = b.update_add(t, x, at, at=(Pick(0),), container="t")
    first = b.update_add(out, b.const(0.1), at=(Cut(Size.of(0), Size.of(2)),), container="t")
    return programs.program(
        "scatter",
        (("N", 5),),
        (("t", (size,), "real", "inout"), ("x", (size,), "real", "input"), ("at", (size,), "int64", "input")),
        b.block((t, x, at), (first,)),
        ("t",),
        0,
    )


def test_accumulating_updates_keep_their_values():
    program = scattered()
    probed = instrument(program)
    verify(probed)
    inputs = [np.arange(5.0), np.ones(5), np.array([0, 0, 1, 4, 4])]
    np.testing.assert_array_equal(interpret(probed, inputs)[0], interpret(program, inputs)[0])
