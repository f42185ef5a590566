"""What is cheap once its operands are in memory is computed again where it is wanted, rather than stored."""

import numpy as np
import pytest

from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift


def limited(u, c):
    """The differences of `lap` read it at two places, for which it lies in memory; they themselves need not."""
    lap = 4.0 * u[1:-1] - (u[2:] + u[:-2] + c * u[1:-1] * u[1:-1])
    flux = lap[1:] - lap[:-1]
    step = u[2:-1] - u[1:-2]
    flux = np.where(flux * step > 0.0, 0.0, flux)
    return u[2:-2] - c * (flux[1:] - flux[:-1])


def divided(u, c):
    """A quotient costs more than the pass over memory."""
    ratio = 1.0 / (u * u + c)
    return ratio[1:] - ratio[:-1]


def named(u, c):
    """A name costs nothing."""
    a = u + c
    b = a * u
    d = b - c
    e = d * u
    return e[1:] - e[:-1]


def shared(u, c):
    """A quotient that lies in memory makes what is computed from it cheap: the products need not lie there, too."""
    ratio = c / u
    a, b = ratio * c, ratio * u
    return ratio[1:-1] * (a[2:] - a[:-2]) + b[2:] - b[:-2]


@pytest.mark.parametrize(("function", "stored"), [(limited, 2), (divided, 2), (named, 1), (shared, 2)], ids=lambda x: getattr(x, "__name__", ""))
def test_arrays_in_memory(function, stored):
    program = lift(function, np.ones(50), 0.3)
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest) and s.axes]
    assert len({i.access.buffer for n in nests for i in n.body if i.access and i.op == "store"}) == stored
