"""Whole programs: derivatives, transformations, networks, pytrees, dtypes."""

import dataclasses
import functools
import importlib.util
from pathlib import Path
from typing import Any, NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from flax import nnx
from jax import lax

from precis.ad import adjoint
from precis.errors import InputError
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift.jaxpr import lift_jax
from tests.lift.jaxpr.oracle import agree, run, ulps_apart

rng = np.random.default_rng(11)


def r(*shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


X, V = r(5, 3), r(4)


def cross_entropy(x, y):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1))


def activations(x):
    n = jax.nn
    return (
        n.relu(x),
        n.elu(x),
        n.selu(x),
        n.silu(x),
        n.gelu(x),
        n.gelu(x, approximate=False),
        n.softplus(x),
        n.log_softmax(x),
        n.leaky_relu(x),
        n.relu6(x),
        n.sigmoid(x),
        n.logsumexp(x),
        n.softmax(x),
        n.hard_tanh(x),
        n.celu(x),
        n.glu(x[:, :2]),
    )


def numerics(x):
    return (
        jnp.mod(x, 0.7),
        jnp.floor_divide(x, 0.7),
        jnp.hypot(x, x),
        jnp.heaviside(x, 0.5),
        jnp.nan_to_num(x),
        jnp.sinc(x),
        jnp.trapezoid(x),
        jnp.linalg.norm(x, axis=1),
        jnp.std(x, axis=0),
        jnp.polyval(jnp.array([1.0, 2.0, 3.0]), x),
        jnp.diff(x, axis=0),
        jnp.outer(x, x),
        jnp.interp(x, jnp.linspace(-3, 3, 7), jnp.arange(7.0)),
        jnp.triu(x),
        jnp.logaddexp(x, 2 * x),
    )


PROGRAMS = {
    "grad": (jax.grad(lambda x: jnp.sum(jnp.tanh(x) * x**3)), (X,), 32),
    "value_and_grad": (jax.value_and_grad(lambda x: jnp.sum(jnp.exp(x) / (1 + x * x))), (X,), 32),
    "jacfwd": (jax.jacfwd(lambda x: jnp.sin(x) * x.sum()), (V,), 16),
    "jacrev": (jax.jacrev(lambda x: jnp.sin(x) * x.sum()), (V,), 16),
    "hessian": (jax.hessian(lambda x: jnp.sum(jnp.tanh(x) ** 3)), (V,), 64),
    "vmap": (jax.vmap(lambda x: jnp.dot(x, x) * x), (X,), 4),
    "vmap of grad": (jax.vmap(jax.grad(lambda x: jnp.sin(x).sum() * x[0])), (X,), 32),
    "vmap of scan": (jax.vmap(lambda x: lax.scan(lambda c, a: (c * a, c), 1.0, x)), (X,), 4),
    "vmap of while": (jax.vmap(lambda x: lax.while_loop(lambda v: jnp.sum(v * v) > 0.1, lambda v: v * 0.5, x)), (X,), 0),
    "vmap of cond": (jax.vmap(lambda x: lax.cond(x[0] > 0, lambda v: v * 2, lambda v: v - 1, x)), (X,), 0),
    "jvp of while": (
        lambda x: jax.jvp(lambda v: lax.while_loop(lambda v: v[0] < 3, lambda v: v * 2.0, v), (x,), (x,)),
        (abs(V) + 0.1,),
        0,
    ),
    "grad of scan": (jax.grad(lambda x: lax.scan(lambda c, y: (jnp.tanh(c * y), c), x[0], x)[0].sum()), (X,), 64),
    "grad of fori_loop": (jax.grad(lambda x: lax.fori_loop(0, 3, lambda i, u: u.at[i].multiply(u[i + 1]), x).sum()), (V,), 8),
    "grad of remat": (jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.sin(jnp.sin(x))))), (X,), 64),
    "grad of custom_vjp": (jax.grad(lambda x: jax.custom_gradient(lambda x: (x * x, lambda g: (g * 3 * x,)))(x).sum()), (X,), 0),
    "grad of gather": (jax.grad(lambda x, k: jnp.sum(x[k] ** 2)), (X, np.array([0, 2, 0])), 4),
    "grad of cumsum": (jax.grad(lambda x: jnp.sum(jnp.cumsum(x, 0) ** 2)), (X,), 32),
    "grad of convolve": (jax.grad(lambda k: jnp.sum(jnp.convolve(X[:, 0], k) ** 2)), (r(3),), 64),
    "grad of cross entropy": (jax.grad(cross_entropy), (X, np.array([0, 1, 2, 0, 1])), 64),
    "activations": (activations, (X,), 16),
    "numerics": (numerics, (X,), 16),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_agrees_with_jax(name):
    fn, args, ulps = PROGRAMS[name]
    agree(fn, *args, ulps=ulps)


# networks


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(8)(x)
        x = nn.LayerNorm()(x)
        y = nn.gelu(x)
        return nn.softmax(nn.Dense(2)(y))


class MLP(nnx.Module):
    def __init__(self, rngs):
        self.layers = nnx.List([nnx.Linear(3, 4, rngs=rngs), nnx.Linear(4, 3, rngs=rngs)])
        self.norm = nnx.LayerNorm(3, rngs=rngs)

    def __call__(self, x):
        h = nnx.relu(self.layers[0](x))
        y = self.layers[1](h)
        return self.norm(y)


def test_linen_module():
    net = Net()
    variables = jax.tree.map(lambda a: r(*a.shape), jax.eval_shape(net.init, jax.random.PRNGKey(0), X))
    program = agree(net.apply, variables, X, ulps=16)
    names = {c.name for c in program.containers}
    assert {"x", "y", "variables_params_Dense_0_kernel"} <= names
    assert {n.span.file for n in program.nodes()} == {"test_programs.py"}


def test_nnx_module_as_an_argument_closed_over_and_as_state():
    mlp = MLP(nnx.Rngs(0))
    graph, state = nnx.split(mlp)
    as_argument = agree(lambda model, x: model(x), mlp, X, ulps=16)
    closed_over = agree(lambda x: mlp(x), X, ulps=16)
    agree(lambda s, x: nnx.merge(graph, s)(x), state, X, ulps=16)
    assert "model_layers_0_kernel" in {c.name for c in as_argument.containers}
    assert [c.role for c in closed_over.containers].count("constant") == len(closed_over.constants) > 0


def test_training_step_of_a_network():
    mlp = MLP(nnx.Rngs(0))
    graph, state = nnx.split(mlp)

    def step(state, x, y):
        def loss(state):
            return jnp.mean((nnx.merge(graph, state)(x) - y) ** 2)

        grads = jax.grad(loss)(state)
        return jax.tree.map(lambda p, g: p - 0.1 * g, state, grads)

    program = lift_jax(step, (state, X, r(5, 3)))
    want = jax.tree.leaves(jax.eval_shape(step, state, X, r(5, 3)))
    assert [tuple(d.constant for d in v.shape) for v in program.returned] == [w.shape for w in want]


def case_study(name):
    path = Path(__file__).parents[3] / "case_studies" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_attention():
    module = case_study("attention")
    args = module.inputs(1, 24)
    program = lift_jax(module.attention, args)
    names = {c.name for c in program.containers}
    assert {"query", "key", "value", "logits", "largest", "weights", "probabilities", "heads", "out"} <= names
    assert ulps_apart(run(program, args), np.asarray(module.attention(*args))) < 64


# arguments


class Pair(NamedTuple):
    a: Any
    b: Any


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    u: Any
    v: Any


ARGUMENTS = {
    "dict of lists": (lambda p: p["w"][0] * 2 + p["w"][1], ({"w": [X, X]},), {}),
    "named tuple": (lambda p: {"twice": p.a * 2, "b": p.b}, (Pair(X, V),), {}),
    "dataclass": (lambda s: s.u * 2 + s.v, (State(X, 2.0),), {}),
    "keywords, None and strings": (lambda x, mode=None, *, scale="big": x * (2 if scale == "big" else 1), (X,), {"scale": "big"}),
    "shape from an int": (lambda x, n: jnp.zeros(n) + x[:n, 0], (X, 3), {}),
    "trips of a Python loop": (lambda x, n: functools.reduce(lambda a, _: a * 0.5, range(n), x), (X, 3), {}),
    "int that decides a branch": (lambda x, n: x * 2.0 if n > 2 else x, (X, 3), {}),
    "int that is a number": (lambda x, n: x * n, (X, 3), {}),
    "static_argnums": (jax.jit(lambda x, n: x * n if n > 2 else x, static_argnums=1), (X, 3), {}),
    "varargs": (lambda *xs, **k: sum(xs) + k["z"], (X, X), {"z": X}),
    "partial": (functools.partial(lambda a, x: a * x, 3.0), (X,), {}),
    "callable": (lambda f, x: f(x), (jnp.negative, X), {}),
    "bool decides": (lambda x, flag: x if flag else -x, (X, True), {}),
    "argument returned": (lambda x: (x, x[1:], None, x), (X,), {}),
    "no arrays": (lambda: jnp.arange(3.0) + 1, (), {}),
    "empty": (lambda x: jnp.sum(x), (np.zeros((0, 3), np.float32),), {}),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments(name):
    fn, args, kwargs = ARGUMENTS[name]
    agree(fn, *args, **kwargs)


def test_static_values_are_part_of_the_program():
    program = lift_jax(lambda x, n: jnp.zeros(n) + x[0], (V, 3))
    with pytest.raises(InputError, match="lifted for 3"):
        bind(program, (V, 4))


# formats


def test_dtypes_are_the_original_assignment():
    def mixed(x, y, z):
        a = x * 0.1
        b = a.astype(jnp.float32) + y
        c = jnp.dot(x, x)
        d = jnp.sum(b) + z
        return c, d

    with jax.enable_x64(True):
        args = r(4).astype(ml_dtypes.bfloat16), r(4), np.float64(0.3)
        program = agree(mixed, *args, ulps=2, x64=True)
    stored = {name: fmt.name for name, fmt in program.original.storage.items()}
    assert stored == {
        "x": "bfloat16",
        "y": "binary32",
        "z": "binary64",
        "a": "bfloat16",
        "b": "binary32",
        "c": "bfloat16",
        "d": "binary64",
    }
    line = mixed.__code__.co_firstlineno
    site = {
        k: (
            program.original.compute_of(f"test_programs.py:{line + k}").name,
            program.original.accumulate_of(f"test_programs.py:{line + k}").name,
        )
        for k in (1, 3)
    }
    assert site == {1: ("bfloat16", "bfloat16"), 3: ("bfloat16", "binary32")}


def test_literals_keep_their_traced_value():
    program = lift_jax(lambda x: x * 0.1, (V,))
    (constant,) = (n.attrs["value"] for n in program.nodes() if n.op == "const")
    assert constant == float(np.float32(0.1)) != 0.1


def test_values_that_differ_from_their_site_round_by_themselves():
    """One line that computes in two formats: each value keeps the format that JAX gives it."""

    def one_line(x, y):
        return (x * x).astype(jnp.float32) * y + jnp.exp(y) * y - y * y

    args = r(6).astype(np.float16), r(6)
    program = agree(one_line, *args, ulps=2)
    assert set(program.original.compute.values()) != {None} and "binary16" in {f.name for f in program.original.values.values()}


def test_sums_add_what_they_are_given_where_most_of_the_line_is_narrower():
    def one_line(x, y):
        return jax.nn.softmax(x), (x.astype(jnp.float32) + y).sum()

    agree(one_line, r(6).astype(np.float16), r(6), ulps=2)


def test_constants_are_named_by_their_content():
    shared = np.arange(4.0, dtype=np.float32)
    program = agree(lambda x: x * shared + shared.copy(), V)
    (name,) = program.constants
    assert len(name) == 16 and np.array_equal(program.constants[name], shared)


@jax.custom_vjp
def stepped(x):
    return jnp.round(4.0 * x) / 4.0


stepped.defvjp(lambda x: (stepped(x), None), lambda _, g: (g,))


@jax.custom_jvp
def _frexp(x):
    return 2.0 * x


_frexp.defjvps(lambda g, _, x: 2.0 * g)


def test_a_function_of_the_user_may_be_named_like_one_of_jax():
    agree(_frexp, V)


def test_rules_of_derivatives_are_those_of_gradients_inside_and_of_the_adjoint():
    inside = agree(jax.grad(lambda x: jnp.sum(stepped(x) * 3.0)), V)
    assert np.array_equal(run(inside, (V,)), np.full(4, 3.0, np.float32))
    program = lift_jax(lambda x: stepped(x) + x, (V,))
    inputs, binding = bind(program, (V,))
    assert np.array_equal(interpret(adjoint(program), [*inputs, np.ones(4)], binding)[0], np.full(4, 2.0))
