"""Models: polynomials recover polynomials, networks learn, domains enclose; the IR computes what predict says."""

import time

import numpy as np
import pytest

from precis.errors import UsageError
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.trees import Leaf
from precis.ir.types import Container, Program, shape_of
from precis.ir.verify import verify
from precis.surrogate import chebyshev, network, polynomial, training
from precis.surrogate.domain import Domain, clamped, domain_arrays, enclose, inside, read_domain, scaled
from precis.surrogate.network import Network
from precis.surrogate.polynomial import Basis
from precis.surrogate.task import Task

RNG = np.random.default_rng(5)


def run_in_ir(write, x):
    """Values of what `write(b, inputs, constants)` builds, at points x (n, k)."""
    b, constants = Build(), {}
    params = [b.value(f"x{i}", shape_of("n"), "real", f"x{i}") for i in range(x.shape[1])]
    results = write(b, params, constants)
    program = Program("f", (("n", 1),), tuple(Container(p.name, p.shape, "real", "input") for p in params),
                      b.block(params, results), tuple((p.name, Leaf("value", p.name)) for p in params),
                      tuple(Leaf("value", r.name) for r in results), constants=constants)
    verify(program)
    return np.stack(interpret(program, list(x.T), {"n": len(x)}), 1)


def task_of(function, k, n=2000, target=1e-6, seconds=20.0, **more):
    z, check = RNG.uniform(-1, 1, (n, k)), RNG.uniform(-1, 1, (500, k))
    y = function(z)
    return Task(z, y, check, function(check), np.full(y.shape[1], target), time.monotonic() + seconds, **more)


# ---- polynomials

def test_terms_are_all_of_a_total_degree():
    terms = polynomial.total_degree(3, 4)
    assert len(terms) == polynomial.count(3, 4) == 35 and terms.sum(1).max() == 4 and len({tuple(t) for t in terms}) == 35
    assert polynomial.total_degree(0, 3).shape == (1, 0)


def test_design_matches_the_cosine_definition():
    z, terms = RNG.uniform(-1, 1, (50, 2)), polynomial.total_degree(2, 6)
    expected = np.prod(np.cos(terms[None] * np.arccos(z)[:, None]), axis=2)
    assert np.abs(polynomial.design(z, terms) - expected).max() < 1e-13


def test_a_polynomial_region_is_recovered():
    def f(z):
        return np.stack([1.0 + z[:, 0] * z[:, 1] ** 3 - 2.0 * z[:, 2] ** 2, z[:, 0] ** 5 - z[:, 1]], 1)
    model = chebyshev.train(task_of(f, 3, target=1e-12))
    z = RNG.uniform(-1, 1, (1000, 3))
    assert np.abs(model.predict(z) - f(z)).max() < 1e-13
    assert len(model.terms) <= 11  # thinned from 56


def test_the_cheapest_polynomial_that_is_good_enough():
    def f(z):
        return np.exp(z[:, :1] + 0.3 * z[:, 1:])
    cheap, dear = chebyshev.train(task_of(f, 2, target=1e-3)), chebyshev.train(task_of(f, 2, target=1e-9))
    z = RNG.uniform(-1, 1, (2000, 2))
    errors = [np.sqrt(np.mean((m.predict(z) - f(z)) ** 2)) for m in (cheap, dear)]
    assert errors[0] < 1.1e-3 and errors[1] < 1.1e-9 and cheap.flops < dear.flops / 2


@pytest.mark.parametrize("k, m, degree", [(1, 1, 9), (2, 3, 5), (4, 1, 4)])
def test_polynomial_in_the_ir(k, m, degree):
    terms = polynomial.total_degree(k, degree)
    model = chebyshev.Chebyshev(terms, RNG.normal(size=(len(terms), m)))
    z = RNG.uniform(-1, 1, (40, k))
    counted = {}

    def write(b, params, constants):
        results = model.build(b, Basis(b, params), constants)
        counted["flops"] = sum(n.op in ("add", "sub", "mul") for n in b.nodes)
        return results
    assert np.abs(run_in_ir(write, z) - model.predict(z)).max() < 1e-12 * len(terms)
    assert counted["flops"] == model.flops


# ---- domains

def correlated(n, rng=RNG):
    a = rng.uniform(-3, 5, n)
    b = 0.3 * a ** 2 + rng.uniform(-0.2, 0.2, n)
    return np.stack([a, rng.uniform(2, 3, n), b], 1)


@pytest.mark.parametrize("degree", [0, 1, 2, 3])
def test_a_domain_holds_its_points_and_others_like_them(degree):
    domain = enclose(correlated(3000), degree, 0.03)
    assert domain.inside(correlated(3000)).mean() > 0.998 and domain.degree == degree
    far = np.array([[-4.0, 2.5, 1.0], [9.0, 2.5, 20.0], [0.0, 9.0, 0.0]])
    assert not domain.inside(far).any()
    drawn = domain.draw(np.random.default_rng(0), 2000)
    assert reachable(domain, domain.scale(drawn)).all() and domain.inside(drawn).mean() > 0.99


def test_bands_follow_the_points():
    volumes = [enclose(correlated(3000), d, 0.03).volume(np.random.default_rng(0)) for d in (0, 2)]
    assert volumes[1] < 0.15 * volumes[0]
    assert not enclose(correlated(3000), 2, 0.03).inside(np.array([[0.0, 2.5, 5.0]]))[0]  # far above the parabola


def test_constant_inputs_have_a_domain():
    x = correlated(500)
    x[:, 1] = 7.0
    domain = enclose(x, 2, 0.03)
    assert domain.inside(x).all() and np.isfinite(domain.scale(x)).all()


@pytest.mark.parametrize("degree", [0, 2])
def test_membership_and_clamping_in_the_ir(degree):
    domain = enclose(correlated(2000), degree, 0.02)
    x = np.concatenate([correlated(50), RNG.uniform(-6, 9, (200, 3))])

    def member(b, params, constants):
        return [b.convert(inside(Basis(b, scaled(b, domain, params)), domain), kind="real")]
    assert np.array_equal(run_in_ir(member, x)[:, 0].astype(bool), domain.inside(x))

    def moved(b, params, constants):
        return list(clamped(Basis(b, scaled(b, domain, params)), domain).z)
    z = run_in_ir(moved, x)
    within = domain.inside(x)
    assert np.allclose(z[within], domain.scale(x)[within], rtol=0, atol=1e-14)
    assert reachable(domain, z).all()


def reachable(domain: Domain, z):
    """Whether each point lies in its bands, rounding of 1e-9 aside."""
    bands = [(z[:, v], *domain.band(z, i)) for i, v in enumerate(domain.order)]
    return np.all([(low - 1e-9 <= x) & (x <= high + 1e-9) for x, low, high in bands], axis=0)


def test_points_are_moved_into_the_box_where_a_band_is_empty():
    constant, line = polynomial.total_degree(0, 1), polynomial.total_degree(1, 1)
    domain = Domain(np.zeros(2), np.ones(2), (0, 1), (constant, line), (np.array([-1.0]), np.array([0.0, 3.0])),
                    (np.array([1.0]), np.array([0.5, 3.0])), 1.04)
    x = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.2], [9.0, -9.0]])
    z = run_in_ir(lambda b, params, constants: list(clamped(Basis(b, scaled(b, domain, params)), domain).z), x)
    assert np.array_equal(z, [[1.0, 1.04], [-1.0, -1.04], [0.0, 0.2], [1.0, 1.04]])
    drawn = domain.draw(np.random.default_rng(1), 500)
    assert len(drawn) == 500 and reachable(domain, drawn).all() and (np.abs(drawn) <= 1.04).all()


def test_domain_as_data():
    domain = enclose(correlated(500), 2, 0.03)
    again = read_domain(domain_arrays(domain), 3)
    x = RNG.uniform(-6, 9, (500, 3))
    assert np.array_equal(domain.inside(x), again.inside(x))
    with pytest.raises(UsageError, match="malformed"):
        read_domain({**domain_arrays(domain), "domain.half": np.zeros(3)}, 3)


# ---- networks

def random_network(k, h, m):
    sizes = {"k": k, "h": h, "m": m}
    return Network({n: RNG.normal(size=tuple(sizes[c] for c in s)) for n, s in network._SHAPES.items()})


@pytest.mark.parametrize("k, h, m", [(1, 4, 1), (3, 8, 2), (2, 40, 2), (1, 40, 1)])
def test_network_in_the_ir(k, h, m):
    model, z = random_network(k, h, m), RNG.uniform(-1, 1, (30, k))
    values = run_in_ir(lambda b, params, constants: model.build(b, Basis(b, params), constants), z)
    assert np.abs(values - model.predict(z)).max() < 1e-11


def test_a_network_learns_and_is_the_module_that_was_trained():
    def f(z):
        return np.stack([np.sin(2.0 * z[:, 0]) + z[:, 1], 100.0 + z[:, 0] * z[:, 1]], 1)
    task = task_of(f, 2, n=600, target=2e-3, seconds=600.0)
    model = training.train(task)
    assert task.excess(model) <= 1.0
    shift, scale = np.array([3.0, -1.0]), np.array([2.0, 0.5])
    module, params = training._module(model.width, 2), training._to_flax(model.weights, shift, scale)
    z = RNG.uniform(-1, 1, (20, 2)).astype(np.float32)
    assert np.abs(np.asarray(module.apply(params, z)) * scale + shift - model.predict(z)).max() < 1e-3  # binary32 in flax
    again = training._from_flax(params, shift, scale)
    assert all(np.allclose(again[n], model.weights[n], rtol=1e-13, atol=1e-13) for n in again)


def test_adam_and_lbfgs_learn_too(monkeypatch):
    monkeypatch.setattr(training, "MOST_MARQUARDT", 0)
    monkeypatch.setattr(training, "ADAM_STEPS", 60)
    monkeypatch.setattr(training, "WIDTHS", (8,))
    task = task_of(lambda z: np.sin(2.0 * z[:, :1]) * z[:, 1:], 2, n=300, target=0.1, seconds=600.0)
    assert task.excess(training.train(task)) <= 1.0


def test_training_goes_on_from_its_checkpoint(monkeypatch, tmp_path):
    monkeypatch.setattr(training, "SAVED_EVERY", 0.0)
    monkeypatch.setattr(training, "WIDTHS", (4,))
    with monkeypatch.context() as killed:
        killed.setattr(training, "drop_checkpoint", lambda folder, stem: None)
        task = task_of(lambda z: np.sin(2.0 * z[:, :1]) * z[:, 1:], 2, n=300, target=1e-9, seconds=2.0, folder=tmp_path)
        first = training.train(task)
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".safetensors"]
    monkeypatch.setattr(training, "_marquardt", lambda residuals, flat, z, y, report: None)
    again = training.train(task)
    assert task.excess(again) <= 1.5 * task.excess(first)  # where the first one stopped, not where it began
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("read, arrays", [
    (chebyshev.read, {"terms": np.zeros((3, 2), np.int64), "coefficients": np.zeros((2, 1))}),
    (chebyshev.read, {"terms": np.full((1, 2), 10 ** 9), "coefficients": np.zeros((1, 1))}),
    (chebyshev.read, {"terms": -np.ones((1, 2), np.int64), "coefficients": np.zeros((1, 1))}),
    (network.read, {**random_network(2, 4, 1).weights, "w2": np.zeros((4, 5))}),
])
def test_malformed_models_are_refused(read, arrays):
    with pytest.raises(UsageError, match="malformed"):
        read(arrays, 2, 1)
