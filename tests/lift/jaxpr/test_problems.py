"""What goes wrong while the user's function is traced is told at the user's line, without a traceback."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from precis.errors import InputError, PrecisError, UnsupportedProgram
from precis.lift.jaxpr import lift_jax

X = np.ones((3, 4), np.float32)
kept = []


def branch(x):
    y = x.sum()
    if y > 0:  # here
        return x
    return -x


def numpy_function(x):
    return np.sin(x) + 1  # here


def mask(x):
    return x[x > 0].sum()  # here


def to_python(x):
    return float(x[0, 0]) * x  # here


def wrong_shapes(x):
    return x @ x  # here


def no_attribute(x):
    return x.rows  # here


def divides_by_zero(x):
    return x / (1 // 0)  # here


def wrong_carry(x):
    return lax.scan(lambda c, r: (c.sum(), r), x, x)  # here


def endless(x):
    return endless(x)  # here


def deeper(x):
    def inner(y):
        return y.reshape(5)  # here

    return inner(x)


PROBLEMS = [
    (branch, UnsupportedProgram, "a branch depends on the value", "jnp.where"),
    (numpy_function, UnsupportedProgram, "NumPy function", "jax.numpy"),
    (mask, UnsupportedProgram, "value of a mask", "jnp.where(mask"),
    (to_python, UnsupportedProgram, "depends on the value of an array", "Python number"),
    (wrong_shapes, PrecisError, "TypeError while the function is traced", "(4,) and (3,)"),
    (no_attribute, PrecisError, "AttributeError", "rows"),
    (divides_by_zero, PrecisError, "ZeroDivisionError", "jax.jit"),
    (wrong_carry, PrecisError, "TypeError", "carry"),
    (endless, PrecisError, "RecursionError", "recursion"),
    (deeper, PrecisError, "TypeError", "reshape"),
]


@pytest.mark.parametrize("fn, kind, what, words", PROBLEMS, ids=[p[0].__name__ for p in PROBLEMS])
def test_problems_are_told_at_their_line(fn, kind, what, words):
    with pytest.raises(PrecisError) as caught:
        lift_jax(fn, (X,))
    error = caught.value
    assert type(error) is kind and what in str(error) and words in str(error)
    assert error.span.file == "test_problems.py" and error.span.column > 1
    assert "# here" in error.source.splitlines()[error.span.line - 1]
    assert error.__cause__ is None and "Traceback" not in str(error) and "flat" not in str(error)


def test_columns_point_at_the_expression():
    with pytest.raises(UnsupportedProgram) as caught:
        lift_jax(branch, (X,))
    span = caught.value.span
    text = caught.value.source.splitlines()[span.line - 1]
    assert text[span.column - 1 : span.end_column - 1] == "y > 0"


@pytest.mark.parametrize(
    "args, kwargs, words",
    [
        ((), {}, "missing a required argument: 'x'"),
        ((X, X), {}, "too many positional arguments"),
        ((X,), {"rate": 1}, "unexpected keyword argument 'rate'"),
    ],
)
def test_wrong_calls(args, kwargs, words):
    with pytest.raises(InputError, match=words):
        lift_jax(branch, args, kwargs)


@pytest.mark.parametrize(
    "arg, words",
    [
        (object(), "neither an array, a number, nor a pytree"),
        ({1, 2}, "a set is neither"),
        (np.array(["a"]), "an array of <U1"),
        (np.datetime64("2026-01-01"), "an array of datetime64"),
        ({1.5: X}, "strings or integers as keys"),
    ],
)
def test_arguments_that_are_no_numbers(arg, words):
    with pytest.raises(UnsupportedProgram) as caught:
        lift_jax(lambda x: X, (arg,))
    assert words in str(caught.value)


def test_random_keys_of_another_generator_are_refused():
    with pytest.raises(UnsupportedProgram, match="argument k: keys of type key<rbg>"):
        lift_jax(lambda k, x: jax.random.uniform(k, x.shape) + x, (jax.random.key(0, impl="rbg"), X))


def test_not_a_function():
    with pytest.raises(InputError, match="not callable"):
        lift_jax(3, (X,))


def test_results_that_are_no_arrays():
    with pytest.raises(PrecisError, match="not a valid JAX type"):
        lift_jax(lambda x: "text", (X,))


def test_leaked_values():
    def leak(x):
        kept.append(x)
        return x

    lift_jax(leak, (X,))
    with pytest.raises(UnsupportedProgram, match=r"left the function|leaves the function"):
        lift_jax(lambda x: kept[0] + jnp.sum(x), (X,))
