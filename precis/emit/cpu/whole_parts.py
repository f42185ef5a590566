"""Reals that become integers and reals again: g++ 12 must not see both conversions (pr::to_integer in runtime/precis_bits.hpp).

    i = x.astype(np.int64); left = x - i

It takes them for trunc(x), whose zeros have signs, and which neither is the least integer beyond the range nor makes an integer of NaN; as
a call that may throw, where the function holds memory, it also keeps the loop from vectors. Integers that stay integers are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from precis.emit.plan.kernels import Instr, Nest, SizeBind, Statement
from precis.emit.plan.walking import walk
from precis.formats import Format

INTEGERS = ("int32", "int64")


def turned_back(nest: Nest) -> bool:
    """Whether a nest makes reals of integers."""
    by_name = {i.name: i for i in nest.body}
    return any(_back(i, by_name) for i in nest.body if i.op == "cast")


def numbers_turned_back(statements: Iterable[Statement]) -> bool:
    """Whether some statement makes a real of an integer that another one may have left in a variable."""
    inside = list(walk(tuple(statements)))
    bound = {s.symbol for s in inside if isinstance(s, SizeBind)}
    return any(_of_a_variable(s, bound) for s in inside if isinstance(s, Nest))


def _of_a_variable(nest: Nest, bound: Set[str]) -> bool:
    by_name = {i.name: i for i in nest.body}
    operands = (by_name[i.args[0]] for i in nest.body if i.op == "cast" and _back(i, by_name))
    return any(bool(i.value.symbols() & bound) if i.op == "size" else not (i.access and i.access.shape) for i in operands)


def _back(i: Instr, by_name: dict[str, Instr]) -> bool:
    return isinstance(i.element, Format) and by_name[i.args[0]].element in INTEGERS
