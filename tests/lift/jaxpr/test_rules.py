"""Adjoints by the rules that JAX programs state, against jax.vjp; what programs compute, and sensitivities, do not follow rules."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import precis
from precis.ad import adjoint
from precis.errors import UnsupportedProgram
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.ruled import without_rules
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift.jaxpr import lift_jax

V = np.array([0.1, 0.7, -0.4, 1.3], np.float32)
ZEROS = np.zeros(3, np.float32)


@jax.custom_vjp
def stepped(x):
    return jnp.round(4.0 * x) / 4.0


stepped.defvjp(lambda x: (stepped(x), None), lambda _, g: (g,))


@jax.custom_vjp
def clipped(x, y):
    return x, y


def _clip(_, gs):
    most = jnp.maximum(jnp.linalg.norm(gs[0]), jnp.linalg.norm(gs[1]))
    return tuple(g / jnp.maximum(1.0, most) for g in gs)


clipped.defvjp(lambda x, y: ((x, y), None), _clip)


@jax.custom_jvp
def length(x):
    return jnp.sqrt(jnp.sum(x * x))


@length.defjvp
def _length(primals, tangents):
    (x,), (dx,) = primals, tangents
    y = length(x)
    return y, jnp.sum(x * dx) / jnp.where(y > 0.0, y, 1.0)


@jax.custom_vjp
def scaled(x, k):
    return x * k.astype(x.dtype)


scaled.defvjp(lambda x, k: (scaled(x, k), k), lambda k, g: (5.0 * g * k, None))


@jax.custom_vjp
def fixed(a):
    """x = cos(a x), iterated; its rule is that of implicit functions, by iterations too."""
    return lax.while_loop(lambda s: s[1] < 60, lambda s: (jnp.cos(a * s[0]), s[1] + 1), (jnp.ones_like(a), 0))[0]


def _implicit(kept, g):
    a, x = kept
    u = lax.fori_loop(0, 60, lambda _, u: g - u * a * jnp.sin(a * x), g)
    return (-u * x * jnp.sin(a * x),)


fixed.defvjp(lambda a: ((x := fixed(a)), (a, x)), _implicit)


@jax.custom_jvp
def turned(z):
    return z * z


turned.defjvps(lambda t, _, z: 3j * z * t)


@jax.custom_jvp
def around(x):
    return stepped(x) * 2.0


around.defjvps(lambda t, y, x: 7.0 * t * y)


def in_loops(x):
    def step(c, row):
        return stepped(c) + 0.5 * length(row * c), stepped(row)
    c, rows = lax.scan(step, x[0], x.reshape(2, 2).repeat(2, axis=0))
    while_ = lax.fori_loop(0, 3, lambda k, s: s * 0.5 + length(x * s), c)
    return lax.cond(x[1] > 0.0, lambda y: stepped(y), lambda y: length(x) * y, while_), rows


def by_iterations(x):
    a = jnp.diag(jnp.array([2.0, 3.0, 4.0, 5.0])) + 0.1
    return jax.scipy.sparse.linalg.cg(lambda v: a @ v * (1.0 + x[0]), x, maxiter=3)[0]


CASES = {
    "straight through": (lambda x: stepped(x) + x, V),
    "clipped by all cotangents": (lambda x: clipped(x * 3.0, x[:2] * 2.0), V),
    "one of several results": (lambda x: clipped(x * 3.0, x[:2] * 2.0)[1], V),
    "a length at 0": (length, ZEROS),
    "a whole number beside": (lambda x: scaled(x, jnp.arange(4)), V),
    "implicit": (lambda x: fixed(jnp.abs(x)), V),
    "complex": (lambda x: turned(x + 1j * x[::-1]), V),
    "rules in rules": (around, V),
    "in loops": (in_loops, V),
    "mapped": (lambda x: jax.vmap(length)(x.reshape(2, 2)), V),
    "the same twice": (lambda x: length(x) + length(x) * length(stepped(x)), V),
    "of constants": (lambda x: x * length(jnp.array(V)), V),
    "remembered": (jax.checkpoint(lambda x: stepped(x) * x), V),
    "iterations that solve": (by_iterations, V),
    "relu at 0": (jax.nn.relu, ZEROS),
    "softplus": (jax.nn.softplus, V * 80),
    "logaddexp at equal infinities": (lambda x: jnp.logaddexp(x[:2], -np.inf * jnp.ones(2)), V),
    "relu6": (jax.nn.relu6, np.array([0.0, 6.0, 3.0], np.float32)),
    "sinc at 0": (jnp.sinc, ZEROS),
    "logsumexp": (jax.scipy.special.logsumexp, V * 80),
    "softmax": (jax.nn.softmax, V * 80),
    "where, safely": (lambda x: jnp.where(x > 0.0, jnp.sqrt(jnp.where(x > 0.0, x, 1.0)), 0.0), ZEROS),
}


@pytest.mark.parametrize("name", CASES)
def test_adjoints_follow_the_rules(name):
    fn, x = CASES[name]
    program = lift_jax(fn, (x,))
    outputs, pull = jax.vjp(fn, x)
    leaves, tree = jax.tree.flatten(outputs)
    rng = np.random.default_rng(3)
    bars = [(rng.normal(size=y.shape) + (1j * rng.normal(size=y.shape) if y.dtype.kind == "c" else 0.0)).astype(y.dtype) for y in leaves]
    inputs, binding = bind(program, (x,))
    made = adjoint(program, keep_results=True)
    verify(made)
    *found, bar = interpret(made, [*inputs, *bars], binding)
    expected = pull(jax.tree.unflatten(tree, [y.conj() for y in bars]))[0].conj()
    np.testing.assert_allclose(bar, expected, rtol=2e-5, atol=1e-6)
    for y, z in zip(found, leaves):
        np.testing.assert_allclose(y, z, rtol=2e-5, atol=1e-6)


def test_compiled_adjoints_follow_them_for_several_cotangents():
    program = lift_jax(in_loops, (V,))
    (_, rows), pull = jax.vjp(in_loops, V)
    bars = np.random.default_rng(0).normal(size=(2, *rows.shape)).astype(np.float32)
    found = precis.compile(adjoint(program, several=2))(V, np.ones(2, np.float32), bars)
    for k in range(2):
        np.testing.assert_allclose(np.asarray(found[0])[k], pull((jnp.float32(1.0), bars[k]))[0], rtol=1e-4)


def test_programs_without_rules_compute_the_same_and_are_those_that_run():
    program = lift_jax(in_loops, (V,))
    assert str(parse(str(program))) == str(program)
    plain = without_rules(program)
    verify(plain)
    assert not any(n.op == "ruled" for n in plain.nodes()) and without_rules(plain) is plain
    assert precis.emit(program).text == precis.emit(plain).text
    inputs, binding = bind(program, (V,))
    for x, y in zip(interpret(program, inputs, binding), interpret(plain, inputs, binding)):
        np.testing.assert_array_equal(x, y)


def test_sensitivities_are_those_of_the_function():
    """Roundings pass through what is computed (ADR 51): a step lets none of them through."""
    program = lift_jax(lambda x: stepped(x * 1.0), (V,))
    assert precis.sensitivity(program, (V,)).containers["x"].rms == 0.0
    both = lift_jax(lambda x: stepped(x) + x, (V,))
    s = precis.sensitivity(both, (V,), seeds=1)
    chosen = precis.assign(both, s, rtol=1e-3)
    assert precis.measure(both, chosen, (V,), s=s, rtol=1e-3).error < 1e-3


@jax.custom_vjp
def untold(x):
    return x * 2.0


def _from_python(_, g):
    return (jax.pure_callback(lambda t: t, g, g),)


untold.defvjp(lambda x: (untold(x), None), _from_python)


@jax.custom_jvp
def forward_only(x):
    return x * 2.0


forward_only.defjvps(lambda t, _, x: lax.while_loop(lambda s: s[0] > 100.0, lambda s: s * 0.5, t))

UNKNOWN = {"what Python computes": (untold, "pure_callback"), "what JAX cannot reverse": (forward_only, "JAX|Reverse|reverse|while")}


@pytest.mark.parametrize("name", UNKNOWN)
def test_rules_that_are_not_known_refuse_the_adjoint_alone(name):
    fn, why = UNKNOWN[name]
    program = lift_jax(lambda x: fn(x) + 1.0, (V,))
    np.testing.assert_array_equal(precis.compile(program)(V), 2.0 * V + 1.0)
    assert str(parse(str(program))) == str(program)
    with pytest.raises(UnsupportedProgram, match=why):
        adjoint(program)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert precis.sensitivity(program, (V,)).containers["x"].rms > 0.0
