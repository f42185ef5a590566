"""Names, statements and loops come back from the traced frames."""

import inspect
import runpy
from types import SimpleNamespace

import jax
import numpy as np
import pytest

from precis.ir.size import Size
from precis.lift.jaxpr import lift_jax
from precis.lift.jaxpr.frames import Function, Place, Trail, trail_of
from tests.lift.jaxpr import functions as f
from tests.lift.jaxpr.oracle import agree

rng = np.random.default_rng(5)


def r(*shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


PARAMS = {"w": r(3, 4), "b": r(4), "v": r(4, 1)}

# function, arguments, names of its containers besides the arguments, ulps
NAMED = [
    (f.heat, (r(9), 0.1, 5), "lap", 2),
    (f.forward_substitution, (r(4, 4) + 3 * np.eye(4, dtype=np.float32), r(4)), "x s", 8),
    (f.newton, (np.float32(2.0),), "y error y_new", 2),
    (f.rnn, ((r(3, 3), r(3, 2)), r(6, 2)), "h hs out", 8),
    (f.twice, (r(5),), "e a b c out", 8),
    (f.train_step, (PARAMS, r(5, 3), r(5, 1)), "h prediction out_0 new_0 new_1 new_2", 32),
    (f.gradient, (r(5),), "g out", 4),
    (f.unrolled, (r(5),), "out", 4),
    (f.closed_over, (r(3),), "WEIGHTS scaled constant_* out", 0),
    (f.spread_over_lines, (r(3),), "total", 4),
    (f.calls_jitted, (r(3),), "inner y z", 0),
    (f.integrate, (0.1, r(3)), "v path", 4),
    (f.unused_counter, (r(3),), "i", 0),
    (f.branches, (np.int32(1), r(3)), "y z", 4),
]


@pytest.mark.parametrize("fn, args, names, ulps", NAMED, ids=[row[0].__name__ for row in NAMED])
def test_containers_are_the_names_of_the_user(fn, args, names, ulps):
    program = agree(fn, *args, ulps=ulps)
    inputs = {p.container for p in program.body.params}
    found = {c.name for c in program.containers} - inputs
    assert {"constant_*" if n.startswith("constant_") else n for n in found} == set(names.split())


def test_arguments_are_named_by_the_signature_and_their_place_in_it():
    program = lift_jax(f.train_step, (PARAMS, r(5, 3), r(5, 1)))
    assert [p.container for p in program.body.params] == ["params_w", "params_b", "params_v", "x", "y"]
    assert [name for name, _ in program.arguments] == ["params", "x", "y", "rate"]


def test_roles():
    roles = {c.name: c.role for c in lift_jax(f.closed_over, (r(3),)).containers}
    assert roles["x"] == "input" and roles["WEIGHTS"] == "constant" and roles["scaled"] == "local" and roles["out"] == "output"


def line_of(fn, text):
    lines, first = inspect.getsourcelines(fn)
    return first + next(k for k, line in enumerate(lines) if text in line)


def test_nodes_stand_at_the_user_statement():
    program = lift_jax(f.heat, (r(9), 0.1, 5))
    spans = {n.op: n.span for n in program.nodes()}
    assert spans["store"].file == "functions.py" and spans["store"].line == line_of(f.heat, "# lap")
    assert spans["update_add"].line == line_of(f.heat, ".add(nu") and spans["loop"].line == line_of(f.heat, "fori_loop")
    assert spans["store"].column == 9
    assert list(program.sources) == ["functions.py"] and "def heat" in program.sources["functions.py"]


def test_a_statement_over_several_lines_is_one_site():
    program = lift_jax(f.spread_over_lines, (r(3),))
    assert {n.span.line for n in program.nodes()} == {line_of(f.spread_over_lines, "total = ")}


def test_cached_jaxprs_of_library_calls_stand_at_the_line_that_calls_them():
    """jnp.where is traced once; its second use must not point to the first."""

    def both(x):
        y = jax.numpy.where(x > 0, x, 1.0)
        z = jax.numpy.where(y > 2, y, 1.0)
        return y + z

    program = lift_jax(both, (r(3),))
    first, second = (n.span.line for n in program.nodes() if n.op == "select")
    assert second == first + 1


def test_gradients_keep_the_lines_of_what_they_differentiate():
    program = lift_jax(jax.grad(f.rnn), ((r(3, 3), r(3, 2)), r(6, 2)))
    lines = {n.span.line for n in program.nodes() if n.op == "einsum"}
    assert lines == {line_of(f.rnn, "# cell")}


def test_two_files_of_one_name_are_told_apart(tmp_path):
    made = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "model.py"
        path.write_text("def scale(x):\n    y = x * 2.0\n    return y\n")
        made.append(runpy.run_path(str(path))["scale"])
    program = lift_jax(lambda x: made[0](x) + made[1](x + 1.0), (r(3),))
    assert {"model.py", "two/model.py"} <= set(program.sources)


LOOPS = [
    (f.heat, (r(9), 0.1, 5), "loop", "max(0, n)", 0),
    (f.forward_substitution, (r(4, 4), r(4)), "loop", "4", 0),
    (f.rnn, ((r(3, 3), r(3, 2)), r(6, 2)), "loop", "6", 0),
    (f.unused_counter, (r(3),), "loop", "3", 0),
]


@pytest.mark.parametrize("fn, args, op, trips, start", LOOPS, ids=[row[0].__name__ for row in LOOPS])
def test_loops_are_counted_where_they_can_be(fn, args, op, trips, start):
    (loop,) = (n for n in lift_jax(fn, args).nodes() if n.op in ("loop", "while"))
    assert loop.op == op and str(loop.attrs["range"].trips) == trips and loop.attrs["range"].start == Size.of(start)


def test_positions_that_follow_the_loop_index_are_known():
    """`a[i, i]` is a position, not a clamped run-time index; nothing is left of the wrap of negative indices."""
    program = lift_jax(f.forward_substitution, (r(4, 4), r(4)))
    (loop,) = (n for n in program.nodes() if n.op == "loop")
    assert {n.op for n in loop.blocks[0].nodes} <= {"slice", "einsum", "store", "sub", "div", "update"}


def test_loops_on_a_condition_stay_so():
    (loop,) = (n for n in lift_jax(f.newton, (2.0,)).nodes() if n.op in ("loop", "while"))
    assert loop.op == "while" and [v.container for v in loop.outputs] == ["y", "error"]


def test_frames_outside_the_function_being_lowered_are_those_of_its_caller_here():
    """A cached jaxpr may hold the frames of its first caller: they are replaced by the trail of the call at hand."""
    codes = [f.softmax.__code__, f.twice.__code__, f.gradient.__code__]
    traceback = SimpleNamespace(raw_frames=lambda: (codes, [0, 0, 0]))
    eqn = SimpleNamespace(source_info=SimpleNamespace(traceback=traceback))
    here = Trail((Place("here.py", 7, 0, 7, 5),), 1)
    inside = Function("twice", f.__file__, f.twice.__code__.co_firstlineno)
    trail = trail_of(eqn, inside, here)
    assert [p.scope or p.file for p in trail.places] == ["softmax", "twice", "here.py"] and trail.own == 2
    library = Function("other", "elsewhere.py", 1)
    assert trail_of(eqn, library, here).places == here.places


def test_arguments_stand_where_the_function_is_defined_below_its_decorators():
    program = lift_jax(f.jitted, (r(3),))
    lines = inspect.getsource(inspect.getmodule(f)).splitlines()
    span = next(c.span for c in program.containers if c.role == "input")
    assert lines[span.line - 1] == "def jitted(x):"
