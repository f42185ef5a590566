"""Objects that are made without `__init__`, and attributes that are set all at once."""

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run


class Beam:
    label = "beam"

    def __init__(self, width):
        self.width = width

    def __matmul__(self, other):
        out = Beam.__new__(Beam)
        out.width = self.width * other.width
        return out

    @classmethod
    def wide(cls, width):
        out = cls.__new__(cls)
        out.width = 10.0 * width
        return out

    def copy(self):
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new


class Lens(Beam):
    def __init__(self, width):
        super().__init__(width)
        self.label, self.focus = "lens", width + 1.0


def made(x):
    one = Beam(x[0]) @ Beam(x[1])
    other = Lens(x[2]).copy()
    other.width += x[3]
    return one.width, Lens.wide(x[4]).width, other.width, other.focus, [b.label for b in (one, other, Lens.wide(x[4]))]


def taken_over(x):
    """What the class says gives way to what the other object has."""
    one, other = Beam(x[0]), Lens(x[1])
    one.__dict__.update(other.__dict__)
    other.width = 0.0
    one.__dict__.update({"width": one.width + 1.0}, focus=x[2])
    return one.width, one.focus, one.label


def replaced(x):
    one = Beam(x[0])
    one.__dict__ = Lens(x[1]).__dict__
    return one.label


@pytest.mark.parametrize("f", [made, taken_over], ids=lambda f: f.__name__)
def test_objects_get_their_attributes_afterwards(f):
    program, x = lift(f, np.arange(1.0, 6.0)), np.random.default_rng(0).random(5)
    assert run(program, (x,)) == f(x)


def test_a_dict_of_attributes_that_is_replaced_is_refused():
    with pytest.raises(UnsupportedProgram, match="replaced here"):
        lift(replaced, np.arange(1.0, 6.0))
