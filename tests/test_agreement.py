"""The lifted program against the user's function: agreement passes, a program that was read wrongly is refused."""

from __future__ import annotations

import numpy as np
import pytest

from precis.agreement import check_agreement
from precis.errors import UnsupportedProgram
from precis.lift import lift


def scale(u, k):
    u *= k
    return {"sum": u.sum(), "count": u.size}


def scale_wrongly(u, k):
    u *= k + 1e-3
    return {"sum": u.sum(), "count": u.size}


def test_a_faithful_program_passes_and_arguments_stay():
    u = np.linspace(0.1, 1.0, 7)
    assert check_agreement(scale, lift(scale, u.copy(), 1.7), (u, 1.7), {}, 1e-12) < 1e-15
    assert u[0] == 0.1


def test_how_far_they_are_apart_is_given():
    u = np.linspace(0.1, 1.0, 7)
    assert check_agreement(scale, lift(scale_wrongly, u.copy(), 1.7), (u, 1.7), {}, 1e-2) == pytest.approx(1e-3 / 1.7, rel=1e-9)


def test_a_program_that_differs_is_refused():
    u = np.linspace(0.1, 1.0, 7)
    with pytest.raises(UnsupportedProgram, match=r"precis reads scale_wrongly wrongly: result 2 of one run differs by 0\.00059"):
        check_agreement(scale, lift(scale_wrongly, u.copy(), 1.7), (u, 1.7), {}, 1e-6)


def test_holes_and_integers_have_to_agree():
    def first(x):
        return np.where(x > 0, x, np.nan), np.argmax(x)

    def second(x):
        return np.where(x > 1, x, np.nan), np.argmax(x)
    x = np.array([0.5, 2.0, -1.0])
    check_agreement(first, lift(first, x), (x,), {}, 1e-6)
    with pytest.raises(UnsupportedProgram, match="differs by inf"):
        check_agreement(first, lift(second, x), (x,), {}, 1e-6)


def test_lists_of_numbers_are_compared_with_the_arrays_that_stand_for_them():
    def steps(x):
        found, none = [], []
        for v in x:
            if v > 0.5:
                found.append(2.0 * v)
            if v > 9.0:
                none.append((1, v))
        return {"found": found, "none": none}, len(found)

    def other(x):
        found, none = [], []
        for v in x:
            if v > 0.5:
                found.append(2.1 * v)
            if v > 9.0:
                none.append((1, v))
        return {"found": found, "none": none}, len(found)
    x = np.array([0.2, 0.7, 0.9])
    check_agreement(steps, lift(steps, x), (x,), {}, 1e-12)
    with pytest.raises(UnsupportedProgram, match="differs by"):
        check_agreement(steps, lift(other, x), (x,), {}, 1e-6)


def test_xla_may_leave_roundings_out_between():
    jnp = pytest.importorskip("jax.numpy")

    def narrow(x):
        return (x.astype(jnp.bfloat16) @ x.T.astype(jnp.bfloat16)).astype(jnp.float32)
    x = np.random.default_rng(0).standard_normal((6, 8)).astype(np.float32)
    assert check_agreement(narrow, lift(narrow, x), (x,), {}, 1e-6) < 2.0**-8
    with pytest.raises(UnsupportedProgram, match="wrongly"):
        check_agreement(lambda x: 1.1 * narrow(x), lift(narrow, x), (x,), {}, 1e-6)
