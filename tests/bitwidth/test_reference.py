"""References: against exact rationals, on programs whose runs in narrow carriers agree on something wrong, and by name."""

from fractions import Fraction

import numpy as np
import pytest

from precis.bitwidth import reference
from precis.bitwidth.outputs import ask
from precis.bitwidth.reference import AGREEMENT, carrier_named, own_error, reference_of, reference_run
from precis.bitwidth.runs import multiprecision
from precis.bitwidth.sensitivity import sensitivity
from precis.errors import UsageError
from precis.formats import FORMATS
from precis.ir.call import bind
from precis.lift import lift
from precis.tune import tune
from tests.bitwidth import programs


def checked(program, args, rtol, wanted="auto"):
    arrays, binding = bind(program, args, None)
    s = sensitivity(program, args)
    return reference_of(ask(program, None, arrays, binding), arrays, binding, s, rtol, wanted=carrier_named(wanted))


def test_carriers_that_are_not_run_are_not_compiled(monkeypatch):
    """To ask whether a run in binary128 is possible takes a compiler."""
    asked, prepared = [], reference.prepare
    monkeypatch.setattr(reference, "prepare", lambda program, carrier, *rest: asked.append(carrier.name) or prepared(program, carrier, *rest))
    x = np.linspace(0.0, 1.0, 64)
    found = checked(programs.heat(64, 1000), (x, 0.2, 1000), 1e-6)  # too long for mpmath
    assert found.converged and "binary128" not in asked


@pytest.mark.parametrize("power", [0.5, 0.25])
def test_the_error_of_a_wider_carrier_falls_with_the_order_of_a_root(power):
    def vanishing(x, y):
        return np.abs((x + y) * (x - y) - (x * x - y * y)) ** power + 1.0

    args = tuple(np.random.default_rng(0).random((2, 50)) + 0.5)
    s = sensitivity(lift(vanishing, *args), args)
    exact, found = (reference_run(s.question, args, s.binding, carrier).results for carrier in (multiprecision(226), FORMATS["binary80"]))
    measured = s.question.errors(found, exact)["result 0"]
    assert measured / 4.0 < own_error(s, FORMATS["binary80"]) < 4.0 * measured


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


def cancel(x, c):
    d = (x + c) - c
    return d * x


ARGS = np.linspace(0.1, 1.0, 16), 1e9


def test_an_original_that_misses_is_told_and_helped():
    """binary64 itself misses; binary64x2, offered only then, where the digits go is enough."""
    found = tune(cancel, *ARGS, rtol=1e-9, timed=False)
    assert found.reference and found.baseline and found.reference.converged
    assert found.baseline.error > 1e-9 >= found.error and found.holds
    raised = [site for site in found.assignment.compute if found.assignment.compute_of(site).name == "binary64x2"]
    assert len(raised) == 1 and found.assignment.storage_of("x").precision <= 53
    words = f"the original program misses the tolerance itself: measured {found.baseline.error:.2g} against 1e-09; with binary64x2"
    assert words in repr(found) and repr(found).endswith("it holds")


def kept(x, c):
    d = np.zeros_like(x)
    d[:] = x + c
    d[:] = d - c
    return d * x


def test_arrays_rise_where_they_lose_the_digits():
    found = tune(kept, *ARGS, rtol=1e-9, timed=False)
    assert found.holds and found.assignment.storage_of("d").name == "binary64x2"


def test_what_nothing_helps_is_told_too():
    found = tune(cancel, *ARGS, rtol=1e-9, timed=False, formats=("binary32", "binary64"))
    assert not found.holds and found.baseline and found.error == found.baseline.error
    assert "misses the tolerance itself" in repr(found) and repr(found).endswith("and no choice tried keeps it")


def test_sensitivities_follow_the_reference_where_binary64_goes_astray():
    """In binary64 (x + 1e16) - 1e16 is zero, so that nothing seems to matter; in reals it is x."""
    found = tune(cancel, ARGS[0], 1e16, rtol=1e-9, timed=False)
    assert found.baseline and found.baseline.error > 0.1
    assert found.holds and found.error < 1e-9 and found.sensitivity.containers["d"].rms == pytest.approx(1.0, rel=0.3)


def test_binary64_is_left_alone_where_it_is_enough():
    found = tune(cancel, *ARGS, rtol=1e-5, timed=False)
    assert found.holds and not any(f.precision > 53 for f in (*found.assignment.storage.values(), *found.assignment.compute.values()))
