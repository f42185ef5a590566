"""The form of lifted Programs: containers, sizes and guards under the user's names, sites, roles, and the original Assignment."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from precis.errors import InputError
from precis.formats import FORMATS
from precis.ir.call import bind
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.case import Case, check, run, same
from tests.lift.numpy.programs_matrices import band_elimination
from tests.lift.numpy.programs_multiples import PROGRAMS as PARTS
from tests.lift.numpy.programs_multiples import two_colours

ROOT = Path(__file__).resolve().parents[3]
B32, B64 = FORMATS["binary32"], FORMATS["binary64"]


def heat(u, nu, T):
    for t in range(T):
        u[1:-1] = u[1:-1] + nu * (u[2:] - 2.0 * u[1:-1] + u[:-2])


def spread(X):
    return np.cov(X[X[:, 0] > 0.0], rowvar=False)


def named(A, x):
    N, M = A.shape
    y = A @ x
    z = y
    total = y.sum()
    share = total / N
    part = y[1:]
    return z, share, part


def helper(x):
    t = x * 2.0
    y = t + 1.0
    return y


def inlined(a):
    t = helper(a)
    y = helper(t) + helper(a)
    return y


def rebinds(u, k):
    u = u + 1.0
    s = u.sum()
    u = u[:, 0] * s
    s = u * k
    return s


def narrow(a, b, h):
    c = a * 0.1 + a
    d = c + b
    e = h * a
    m = a > 0.1
    s = a.sum()
    return c, d, e, m, s, d.astype(np.float32)


def grows(n, x):
    out = np.zeros(n + 1)
    for i in range(n):
        out[i + 1] = out[i] + x
    return out


def differences(a, b):
    return a[1:] - a[:-1] + b


def branches(n, x):
    if n > 4:
        return x * 2.0
    return x


def powers(x, n):
    y = x
    for k in range(n):
        y = y * x.reshape(2**n)
    return y


def test_the_example_of_the_design() -> None:
    program = lift(heat, np.linspace(0.0, 1.0, 8), 0.2, 5)
    assert [(c.name, c.role, c.kind, tuple(map(str, c.shape))) for c in program.containers] == [
        ("u", "inout", "real", ("N",)), ("nu", "input", "real", ())]
    assert program.sizes == (("N", 8), ("T", 5))
    assert [str(g) for g in program.guards] == ["0 <= T", "3 <= N"]
    assert program.mutated == ("u",)
    assert {n.op for n in program.nodes()} == {"loop", "slice", "mul", "sub", "add", "const", "update"}
    first = heat.__code__.co_firstlineno
    assert {n.site for n in program.nodes()} == {f"test_form.py:{first + 1}", f"test_form.py:{first + 2}"}
    assert program.sources["test_form.py"] == Path(__file__).read_text(encoding="utf-8")


def test_names_of_sizes_containers_and_roles() -> None:
    program = lift(named, np.ones((3, 4)), np.ones(4))
    assert program.sizes == (("N", 3), ("M", 4))
    assert {c.name: c.role for c in program.containers} == {"A": "input", "x": "input", "y": "output", "total": "local", "share": "output"}


def test_locals_of_inlined_functions_keep_their_names_and_are_shared_by_copies() -> None:
    program = lift(inlined, np.ones(4))
    assert [c.name for c in program.containers] == ["a", "t", "helper_y", "y"]
    assert len({n.site for n in program.nodes() if n.op == "mul"}) == 1


class Cloud:
    def __init__(self, pos):
        self.pos = pos


def pulled(cloud):
    f = np.zeros_like(cloud.pos)
    for i in range(len(cloud.pos)):
        row = cloud.pos[i]
        for j in range(i):
            f[i] += row - cloud.pos[j]
    return f


def moved(pos):
    cloud = Cloud(pos.copy())
    cloud.pos += 0.1 * pulled(cloud)
    return cloud.pos


def test_an_array_is_called_as_the_user_reaches_it_not_as_a_part_of_it():
    program = lift(moved, np.ones((4, 3)))
    assert [c.name for c in program.containers] == ["pos", "f", "cloud_pos"]


def test_a_name_of_another_shape_is_another_container() -> None:
    program = lift(rebinds, np.ones((3, 2)), 2)
    assert {c.name: len(c.shape) for c in program.containers} == {"u": 2, "s": 0, "u_2": 1, "s_2": 1}


def test_the_original_assignment_states_the_dtypes() -> None:
    a, b = np.linspace(0.1, 1.0, 5, dtype=np.float32), np.linspace(0.3, 2.0, 5)
    program = lift(narrow, a, b, 0.5)
    original = program.original
    assert original is not None
    assert {n: original.storage_of(n).name for n in ("a", "b", "c", "d", "e", "s")} == {
        "a": "binary32", "b": "binary64", "c": "binary32", "d": "binary64", "e": "binary32", "s": "binary32"}
    first = int(narrow.__code__.co_firstlineno)
    sites = [original.compute_of(f"test_form.py:{first + k}") for k in (1, 2, 3)]
    assert sites == [B32, B64, B32]
    check(Case(narrow, (a, b, 0.5)))


@pytest.mark.parametrize("size", [3, 9])
def test_one_program_serves_the_sizes_that_its_guards_admit(size: int) -> None:
    check(Case(grows, (5, 0.5), [(size, 0.25), (0, 1.0)]))
    check(Case(differences, (np.arange(5.0), np.ones(4)), [(np.arange(float(size)), np.ones(size - 1))]))


def test_other_sizes_are_refused_with_the_guard() -> None:
    program = lift(branches, 3, 1.5)
    assert [str(g) for g in program.guards] == ["n <= 4"]
    with pytest.raises(InputError, match="needs n <= 4"):
        bind(program, (7, 1.0))


def test_sizes_in_exponents_are_pinned() -> None:
    program = lift(powers, np.ones(8), 3)
    with pytest.raises(InputError, match="lifted for 3, not 4"):
        bind(program, (np.ones(16), 4))


def points(n: int) -> np.ndarray:
    return np.mgrid[0.0:1.0:n * 1j]


def test_sizes_that_number_the_points_of_a_grid_are_pinned() -> None:
    with pytest.raises(InputError, match="lifted for 5, not 9"):
        bind(lift(points, 5), (9,))


def headwise(x, heads):
    d = x.shape[1] // heads
    half = x.shape[0] // 2
    for h in range(heads):
        x[:half, h * d:(h + 1) * d] += x[half:, h * d:(h + 1) * d]


def test_parts_by_quotients_have_bounds_that_nothing_holds_inside() -> None:
    program = lift(headwise, np.ones((6, 13)), 3)
    assert "min(" not in str(program)
    assert dict(program.sizes)["M"] == 3  # of six rows
    for rows, columns, heads in ((6, 13, 3), (10, 12, 4), (2, 5, 5), (4, 14, 3)):
        x = np.arange(float(rows * columns)).reshape(rows, columns)
        expected = x.copy()
        headwise(expected, heads)
        run(program, (x, heads))
        assert np.array_equal(x, expected)


def test_every_second_element_of_arrays_of_one_size_is_as_many() -> None:
    program = lift(two_colours, np.ones((6, 8)), np.ones((6, 8)))
    assert "size(" not in str(program) and "N" in dict(program.sizes)
    with pytest.raises(InputError, match="expected shape"):
        bind(program, (np.ones((6, 8)), np.ones((6, 10))))


def test_arguments_are_not_changed_by_lifting() -> None:
    u = np.arange(6.0)
    lift(heat, u, 0.2, 3)
    same(u, np.arange(6.0), None, "argument")


def test_numpy_programs_are_lifted_without_jax() -> None:
    code = ("import sys, numpy as np\nfrom precis.lift import lift\nfrom tests.lift.numpy.test_form import heat\n"
            "lift(heat, np.ones(5), 0.1, 3)\nassert 'jax' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)


STUDIES = {"heat": "heat", "hdiff": "horizontal_diffusion", "burgers": "burgers", "shallow_water": "shallow_water",
           "three_matmuls": "chain", "conjugate_gradients": "conjugate_gradients", "nbody": "nbody", "black_scholes": "black_scholes",
           "arclength": "arclength", "simpson": "simpson", "wet_bulb": "column"}


def _study(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "case_studies" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", STUDIES)
def test_case_studies_lift_and_agree_at_two_sizes(name: str) -> None:
    module = _study(name)
    program = check(Case(getattr(module, STUDIES[name]), module.inputs(0, 10), [module.inputs(1, 14)], 1e-12))
    verify(program)
    assert len(program.containers) < 40


def test_a_lambda_has_the_place_of_its_body():
    double = lambda x: x * 2.0  # noqa: E731
    program = lift(double, np.ones(3))
    assert program.body.nodes and all(node.span for node in program.body.nodes if node.op == "mul")
    np.testing.assert_array_equal(run(program, (np.arange(3.0),)), [0.0, 2.0, 4.0])


def test_slices_along_a_band_have_bounds_that_are_sizes() -> None:
    program = lift(band_elimination, np.ones((5, 6)), np.ones((6, 2)), 2)
    assert not any(node.op == "size" for node in program.body.walk())


def test_what_is_written_through_a_turned_view_is_written_in_place() -> None:
    def scale_columns(a):
        for k in range(len(a.T)):
            a.T[k] *= 2.0
    assert "transpose" not in str(lift(scale_columns, np.ones((3, 4))))


def test_products_keep_their_dtype_beside_wider_arithmetic() -> None:
    """The terms of a product stay in binary32 where its statement also computes in binary64."""
    def scaled(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return a @ b / np.float32(np.sqrt(a.shape[0]))

    a = np.random.default_rng(0).normal(size=(5, 40, 30)).astype(np.float32)
    program = lift(scaled, a[0], a[1].T.copy())
    (product,) = [n for n in program.nodes() if n.op == "einsum"]
    assert program.original is not None
    assert program.original.value_of(product.output.name) == B32


@dataclass
class Fit:
    slope: np.ndarray
    count: int
    name: str = "line"


def fitted(x):
    return Fit(2.0 * x, len(x)), [Fit(x[:1], 3, "point")]


def test_a_dataclass_comes_back_as_such_and_in_lists() -> None:
    line, (point,) = run(lift(fitted, np.arange(3.0)), (np.arange(4.0),))
    assert type(line) is Fit and type(point) is Fit
    np.testing.assert_array_equal(line.slope, 2.0 * np.arange(4.0))
    assert (line.count, line.name) == (4, "line") and point.name == "point" and point.slope == 0.0


def shaped_like_another(a, b):
    return (2.0 * a.ravel()).reshape(b.shape) - b


def test_flat_arrays_take_the_shape_of_others_of_every_size() -> None:
    program = lift(shaped_like_another, np.ones((2, 3)), np.ones((2, 3)))
    assert [n for _, n in program.sizes] == [2, 3]
    args = np.arange(20.0).reshape(4, 5), np.ones((4, 5))
    same(run(program, args), shaped_like_another(*args), None, "result")


def bounded_places(x, i, u, k):
    low = x[np.clip(i, 0, len(x) - 1)] + x[i & 7] + x[np.minimum(abs(i) % 5, k)]
    return low + x[(u & np.uint64(3)).astype(np.int64)] + x[(u % np.uint64(9)).astype(np.int64)] + np.bincount(i & 3, minlength=4)[u & 1]


def wrapping_places(x, i, u, k):
    return x[np.minimum(i, k)] + x[np.maximum(i, -3)] + x[(u | np.uint64(1 << 63)).astype(np.int64) >> 60]


@pytest.mark.parametrize("program, wraps", [(bounded_places, 0), (wrapping_places, 3)])
def test_only_places_that_may_be_negative_count_from_the_end(program, wraps):
    x, i, u = np.random.default_rng(5).normal(size=20), np.array([-3, -1, 0, 2]), np.arange(4).astype(np.uint64) * 3
    program_of = lift(program, x, i, u, 4)
    assert sum(n.op == "select" and n.output.kind == "int64" for n in program_of.nodes()) == wraps
    check(Case(program, (x, i, u, 4)))


def back_and_forth(x):
    return np.fft.irfft(np.fft.rfft(x), n=7)


def test_an_odd_length_of_a_transform_pins_what_it_transforms() -> None:
    program, x = lift(back_and_forth, np.arange(7.0)), np.arange(7.0) ** 2
    same(run(program, (x,)), x, 1e-14, "result")
    with pytest.raises(InputError):
        run(program, (np.arange(6.0),))


def last_of(x):
    for k in range(3):
        y = 2.0 * x
        x = y + k
    return y


class Tank:
    def __init__(self, n):
        self.level = np.ones(n)
        self.filled = 0.0

    def fill(self, rate):
        self.filled += rate.sum()
        self.level = self.level + rate


def filled(rate):
    tank = Tank(len(rate))
    for _ in range(3):
        tank.fill(rate)
    return tank.level, tank.filled


def test_attributes_that_a_loop_changes_stand_where_they_are_set_first():
    places = {c.name: c.span.line for c in lift(filled, np.ones(3)).containers if c.span}
    first = Tank.__init__.__code__.co_firstlineno
    assert (places["tank_level"], places["tank_filled"]) == (first + 1, first + 2)


def test_names_that_a_loop_assigns_stand_where_it_does():
    (place,) = (c.span for c in lift(last_of, np.ones(3)).containers if c.name == "y")
    assert place is not None and place.line == last_of.__code__.co_firstlineno + 2


@pytest.mark.parametrize("name", ("products_by_tiles", "blocks_beside_the_diagonal", "attended_by_heads"))
def test_parts_are_slices_wherever_they_end(name):
    """No positions are gathered, and no guard asks for sizes that the parts divide."""
    (sample,) = (s for s in PARTS if s.program.__name__ == name)
    program = lift(sample.program, *sample.inputs(12))
    assert "pick" not in str(program) and not any(g.relation == "==" for g in program.guards)
    bind(program, sample.inputs(13))


def test_bins_are_searched_in_the_order_that_they_have():
    """Not in both, of which one would be thrown away."""
    program = lift(lambda x, edges: np.digitize(x, edges), np.ones(9), np.arange(3.0))
    (either,) = [n for n in program.body.nodes if n.op == "cond"]
    assert [sum(n.op == "searchsorted" for n in b.nodes) for b in either.blocks] == [1, 1]
    assert not any(n.op == "searchsorted" for n in program.body.nodes)


def test_a_covariance_of_columns_has_their_number_however_many_rows_a_run_chooses() -> None:
    program = lift(spread, np.arange(12.0).reshape(4, 3))
    assert program.body.results[0].shape == 2 * program.body.params[0].shape[1:]
