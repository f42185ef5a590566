"""Programs that make tests of the kind `x - (float)x` pass what is broken: tune never passes them wrongly.

Such a test computes its error from the very values that went wrong: infinity times zero is NaN, NaN compares as false with
everything, and what an infinity is divided into is zero, "exactly". Here every verdict is checked by running the program
that tune hands back against a reference in mpmath or in closed form.
"""

import numpy as np
import pytest

from precis.bitwidth.measure import measure
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from precis.tune import tune

NARROW = ("bfloat16", "binary16", "binary32", "binary64")


def infinity_times_zero(x):
    """x^4 overflows binary16; its error times 0 is NaN."""
    big = x * x * x * x
    y = big * 0.0 + x
    return y


def hidden_by_comparison(x):
    """NaN < limit is false: the branch that would tell is never taken."""
    big = x * x * x * x
    nothing = big - big
    return np.where(np.abs(nothing) < 1.0, x, -x)


def cancelled_by_reciprocal(x):
    """1 / inf = 0 hides that the square left the range."""
    square = x * x * x * x
    tail = 1.0 / square
    return x + tail


def amplified_reciprocal(x):
    """As before, but the zero is what the result is made of."""
    square = x * x * x * x
    tail = 1.0 / square
    return tail * 1e3


def flushed(x):
    """Products below the range, scaled up again."""
    small = x * 1e-6
    smaller = small * 1e-3
    return smaller * 1e9


def subnormal(x):
    """A result among the subnormal numbers of binary16 has few digits left."""
    small = x * 1e-7
    return small * 1e7


def difference_of_large(x):
    big = x * 1e5
    other = big + 1.0
    return other - big + x


def maximum_swallows(x):
    """fmax-like selection drops NaN and keeps the other operand."""
    big = x * x * x * x
    odd = big - big
    return np.where(odd == odd, x, 1.0)


def sum_of_squares(x):
    return np.sqrt(np.sum(x * x))


def exponential(x):
    e = np.exp(x)
    return e / (1.0 + e)


def loop_overflow(x):
    p = x * 0.0 + 1.0
    q = x * 0.0 + 1.0
    for i in range(40):
        p = p * x
        q = q * (x + 1.0)
    return p / q


X = np.array([17.3, 40.9, 300.7, 211.1])
PROGRAMS = {
    infinity_times_zero: X, hidden_by_comparison: X, cancelled_by_reciprocal: X, amplified_reciprocal: X, flushed: X / 100,
    subnormal: X / 10, difference_of_large: X, maximum_swallows: X, sum_of_squares: X * 5, exponential: np.array([3.3, 12.5, 20.1]),
    loop_overflow: X,
}  # fmt: skip


def exact(function, x):
    """In longdouble: its range and digits are beyond all of this."""
    return np.asarray(function(x.astype(np.longdouble)))


def error_of(found, reference):
    """Relative 2-norm; infinite for anything that is not finite, where a comparison with NaN would pass."""
    if not np.all(np.isfinite(np.asarray(found, float))):
        return np.inf
    return float(np.linalg.norm(np.asarray(found, np.longdouble) - reference) / np.linalg.norm(reference))


@pytest.mark.parametrize("rtol", [1e-2])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_what_is_passed_holds(function, rtol):
    x = PROGRAMS[function]
    try:
        found = tune(function, x, rtol=rtol, formats=NARROW, timed=False, findings=False, objective="memory")
    except PrecisError:
        return  # refused, with a reason
    assert error_of(found.compiled(x.copy()), exact(function, x)) <= rtol * (1 + 1e-9) or not found.holds


@pytest.mark.parametrize("name", ["binary16"])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_what_is_measured_is_the_error_there_is(function, name):
    """A run that left the range measures its true error, never a smaller one: no NaN hides it."""
    x = PROGRAMS[function]
    program = lift(function, x)
    chosen = Assignment.uniform(name)
    found = measure(program, chosen, (x,), attributed=False)
    import precis

    truth = error_of(precis.compile(program, chosen)(x.copy()), exact(function, x))
    assert found.error >= truth * (1 - 1e-6) - 1e-15 or (np.isinf(found.error) and np.isinf(truth))


@pytest.mark.parametrize("function", [infinity_times_zero, hidden_by_comparison, loop_overflow], ids=lambda f: f.__name__)
def test_binary16_is_given_up_where_values_leave_its_range(function):
    x = PROGRAMS[function]
    found = tune(function, x, rtol=1e-1, formats=NARROW, timed=False, findings=False, objective="memory")
    narrow = [n for n, f in found.assignment.storage.items() if f == FORMATS["binary16"]]
    row = found.sensitivity.containers
    assert found.holds and all(2.0 * row[n].largest <= 65504.0 for n in narrow if n in row)


def square_then_back(x):
    """In binary64 itself the square is infinite and its reciprocal zero: the exact value is 1e-400."""
    s = x * x
    return 1.0 / s + x * 1e-200


def test_overflow_of_the_reference_itself_is_never_evidence():
    x = np.array([1.3e200, 2.1e200])
    try:
        found = tune(square_then_back, x, rtol=1e-3, timed=False)
    except PrecisError as refusal:
        assert "holds values up to" in str(refusal) or "finite" in str(refusal)
        return
    assert not found.holds or error_of(found.compiled(x.copy()), exact(square_then_back, x)) <= 1e-3


def test_held_out_inputs_that_overflow_are_failures():
    """The tuning input stays in range, the held-out ones do not: their infinite error refuses the choice."""

    def inputs(seed):
        return (np.array([1.7, 2.3]) * (1.0 if seed < 1000 else 150.0),)

    found = tune(infinity_times_zero, inputs=inputs, held_out=2, rtol=1e-2, formats=NARROW, timed=False, findings=False,
                 objective="memory")  # fmt: skip
    x = inputs(1000)[0]
    assert not found.holds or error_of(found.compiled(x), exact(infinity_times_zero, x)) <= 1e-2
