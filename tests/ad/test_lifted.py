"""Adjoints of lifted programs: the case studies against mpmath differences, JAX functions against jax.vjp."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents

FOLDER = Path(__file__).resolve().parents[2] / "case_studies"
STUDIES = {  # file: (function, size, tolerance); CG amplifies differences of binary64 and wide arithmetic
    "arclength": ("arclength", 20, 1e-9), "black_scholes": ("black_scholes", 8, 1e-9), "burgers": ("burgers", 10, 1e-9),
    "conjugate_gradients": ("conjugate_gradients", 4, 1e-6), "hdiff": ("horizontal_diffusion", 3, 1e-9), "heat": ("heat", 5, 1e-9),
    "nbody": ("nbody", 3, 1e-9), "wet_bulb": ("column", 3, 1e-9),
    "shallow_water": ("shallow_water", 4, 1e-9), "simpson": ("simpson", 10, 1e-9), "three_matmuls": ("chain", 3, 1e-9)}


def load(name: str):
    spec = importlib.util.spec_from_file_location(f"adjoint_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def study(name: str):
    function, size, _ = STUDIES[name]
    module = load(name)
    args = module.inputs(1, size)
    made = lift(getattr(module, function), *args)
    arrays, sizes = bind(made, args)
    return replace(made, sizes=tuple((s, sizes[s]) for s, _ in made.sizes)), arrays


@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("memory", [2**30, 2000])
def test_case_study_transposes_its_derivative(name, memory):
    made, inputs = study(name)
    back = adjoint(made, memory=memory)
    verify(back)
    bars, direction = cotangents(made, inputs), tangents(made, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(made, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    scale = sum(np.abs(f * d).sum() for f, d in zip(found, direction)) if found else 1.0
    assert abs(backward - forward) <= STUDIES[name][2] * (scale + 1e-9)


def test_roundings_have_the_identity_for_adjoint():
    """The adjoint of an emulated run: linearised about the rounded values, roundings passed through."""
    made, inputs = study("burgers")
    rounded = emulate(made, Assignment.uniform(FORMATS["bfloat16"]))
    back = adjoint(rounded)
    verify(back)
    (bar,) = cotangents(made, inputs)
    found, exact = interpret(back, [*inputs, bar]), interpret(adjoint(made), [*inputs, bar])
    for a, b in zip(found, exact):
        assert 1e-6 < np.linalg.norm(a - b) / np.linalg.norm(b) < 0.3


def overlaid(x):
    x[1:-1, 2:] = np.sin(x)[:-2, :-2]


def test_what_a_store_leaves_of_a_cotangent_is_added_around_it():
    """Neither is the stored region cleared nor the whole array added."""
    made = lift(overlaid, np.random.default_rng(4).random((5, 6)))
    back = adjoint(made)
    verify(back)
    assert not any(n.op == "update" and n.inputs[1].rank == 0 and n.inputs[0].container == "x_bar" for n in back.nodes())
    x, g = np.random.default_rng(5).random((2, 5, 6))
    expected = g.copy()
    expected[1:-1, 2:] = 0.0
    expected[:-2, :-2] += np.cos(x[:-2, :-2]) * g[1:-1, 2:]
    np.testing.assert_allclose(interpret(back, [x, g])[0], expected, rtol=1e-14)


def rnn(w, x, h):
    def step(h, x):
        h = jnp.tanh(w @ h + x)
        return h, jnp.sum(h * h)
    h, energies = jax.lax.scan(step, h, x)
    return h, energies


def relaxed(x, rhs):
    """A sweep through the array in place, then scaling to unit norm by a while."""
    def point(i, x):
        return x.at[i].set(0.5 * (x[i - 1] * x[i + 1] + rhs[i]))
    x = jax.lax.fori_loop(1, x.shape[0] - 1, point, x)
    _, y = jax.lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] / jnp.sqrt(jnp.sum(s[1] * s[1]))), (0, jnp.sin(x)))
    return y, jax.lax.cond(x[0] > 0.0, lambda a: jnp.sum(a * a), lambda a: jnp.sum(a), x)


def random(*shape):
    return np.random.default_rng(sum(shape)).uniform(0.2, 1.2, shape)


FUNCTIONS = {
    "scan": (rnn, (random(3, 3), random(4, 3), random(3))), "loops": (relaxed, (random(6), random(6) + 0.1)),
    "attention": (load("attention").attention, tuple(a.astype(float) for a in load("attention").inputs(0, 6)))}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("memory", [2**30, 100])
def test_jax_function_equals_vjp(name, memory):
    function, inputs = FUNCTIONS[name]
    with jax.enable_x64(True):
        made = lift(function, *map(jnp.asarray, inputs))
        bars = cotangents(made, inputs)
        results, pull = jax.vjp(differentiable(function), *map(jnp.asarray, inputs))
        tree = jax.tree.structure(results)
        expected = pull(jax.tree.unflatten(tree, map(jnp.asarray, bars)))
    back = adjoint(made, memory=memory)
    verify(back)
    for g, e in zip(interpret(back, [*inputs, *bars]), expected, strict=True):
        np.testing.assert_allclose(g, e, rtol=1e-10, atol=1e-12)


def differentiable(function):
    """JAX has no reverse mode for loops of unknown length: unroll them."""
    if function is not relaxed:
        return function

    def unrolled(x, rhs):
        for i in range(1, x.shape[0] - 1):
            x = x.at[i].set(0.5 * (x[i - 1] * x[i + 1] + rhs[i]))
        y = jnp.sin(x)
        for _ in range(3):
            y = y / jnp.sqrt(jnp.sum(y * y))
        return y, jax.lax.cond(x[0] > 0.0, lambda a: jnp.sum(a * a), lambda a: jnp.sum(a), x)
    return unrolled
