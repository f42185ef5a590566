"""References: against exact rationals, on programs whose runs in narrow carriers agree on something wrong, and by name."""

from fractions import Fraction

import numpy as np
import pytest

from precis.bitwidth.outputs import ask
from precis.bitwidth.reference import AGREEMENT, carrier_named, reference_of
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import UsageError
from precis.ir.call import bind
from precis.lift import lift
from precis.tune import tune
from tests.bitwidth import programs


def checked(program, args, rtol, wanted="auto"):
    arrays, binding = bind(program, args, None)
    s = sensitivity(program, args)
    return reference_of(ask(program, None, arrays, binding), arrays, binding, s, rtol, wanted=carrier_named(wanted))


def muller(n):
    """Tends to 6; every rounding sends it to 100 instead."""
    x = 11.0 / 2.0
    y = 61.0 / 11.0
    for _ in range(n):
        z = 111.0 - (1130.0 - 3000.0 / x) / y
        x = y
        y = z
    return y


def exact_muller(n):
    x, y = Fraction(11, 2), Fraction(61, 11)
    for _ in range(n):
        x, y = y, 111 - (1130 - 3000 / x) / y
    return y


def exact_heat(u, nu, steps):
    u, nu = [Fraction(float(x)) for x in u], Fraction(nu)
    for _ in range(steps):
        u = [u[0], *(b + nu * ((c - 2 * b) + a) for a, b, c in zip(u, u[1:], u[2:])), u[-1]]
    return u


@pytest.mark.parametrize(("rtol", "carrier"), [(1e-6, "binary64"), (1e-15, "binary80"), (1e-25, "mpmath 226 bits")])
def test_reference_holds_against_exact_rationals(rtol, carrier):
    u = np.random.default_rng(3).random(12)
    found = checked(programs.heat(12, 4), (u, 0.21, 4), rtol)
    exact = exact_heat(u, 0.21, 4)
    (got,) = found.values
    errors = [abs(Fraction(*_ratio(a)) - b) for a, b in zip(got.tolist() if got.dtype == object else got, exact)]
    size = sum(float(x) ** 2 for x in exact) ** 0.5
    assert found.converged and found.carrier.name == carrier
    assert found.difference is not None and found.difference <= AGREEMENT * rtol
    assert float(max(errors)) / size <= AGREEMENT * rtol
    assert found.sentence == (
        f"reference: {carrier}, converged: differs from {found.against} by {found.difference:.2g}"
    )


def _ratio(x):
    """Exact numerator and denominator of a float, longdouble or mpmath number."""
    if hasattr(x, "_mpf_"):
        sign, integer, exponent, _ = x._mpf_
        value = Fraction((-1) ** sign * int(integer)) * Fraction(2) ** exponent
        return value.numerator, value.denominator
    return x.as_integer_ratio()


def test_narrow_carriers_that_agree_on_the_wrong_limit_are_not_believed():
    """binary64, binary80, binary128 and 226 bits of mpmath all find 100."""
    program = lift(muller, 60)
    narrow = [checked(program, (60,), 1e-3, w) for w in ("binary64", "binary80", "binary128", "mpmath")]
    assert all(abs(float(r.values[0]) - 100) < 1e-2 and not r.converged for r in narrow)
    found = checked(program, (60,), 1e-3)
    assert found.converged and found.carrier.name == "mpmath 452 bits"
    assert float(found.values[0]) == pytest.approx(float(exact_muller(60)), rel=1e-15)


def test_decisions_of_the_reference_are_checked_too():
    """In binary64 the march takes eleven steps, in reals ten."""
    found = checked(programs.march(), (1.1,), 1e-6)
    assert found.converged and found.carrier.name != "binary64"
    assert float(found.values[0]) == pytest.approx(1.1**11, rel=1e-12)
    asked = checked(programs.march(), (1.1,), 1e-6, "binary64")
    assert not asked.converged and "NOT converged" in asked.sentence and (asked.difference or 0.0) > 0.05


@pytest.mark.parametrize("name", ["binary32", "mpmath:60", "mpmath:x", "mp", "mpmath:9999999"])
def test_unknown_references_are_refused(name):
    with pytest.raises(UsageError, match="unknown reference"):
        carrier_named(name)


def test_an_original_that_misses_is_told():
    def cancel(x, c):
        return ((x + c) - c) * x

    found = tune(cancel, np.linspace(0.1, 1.0, 16), 1e9, rtol=1e-9, timed=False)
    assert found.reference and found.baseline
    assert not found.holds and found.reference.converged
    assert found.baseline.error > 1e-9 and found.error == found.baseline.error
    assert "the original program misses the tolerance itself: measured" in repr(found)
