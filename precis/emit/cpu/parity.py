"""Last bits that are compared with a constant: whether a number is odd.

    (i + j) % 2 == 0        flags & 1 != 0

g++ 12 knows that such a bit is 0 or 1, turns the comparison into a conversion to bool, and makes no vectors of loops in which that meets
another truth value. Of a sign it makes vectors.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.plan.kernels import Instr

LAST_BIT = {"mod": 2, "bit_and": 1}  # operation -> the constant with which it gives the last bit


def parity(i: Instr, by_name: Mapping[str, Instr]) -> tuple[str, bool] | None:
    """(the value whose last bit decides, whether it decides for odd ones) of a comparison of a last bit with 0 or 1; None of others."""
    if i.op not in ("eq", "ne") or not all(a in by_name for a in i.args):
        return None
    bit, number = sorted((by_name[a] for a in i.args), key=lambda a: a.op == "const")
    if number.op != "const" or number.value not in (0, 1) or not _last_bit(bit, by_name):
        return None
    return bit.name, (i.op == "eq") == (number.value == 1)


def _last_bit(i: Instr, by_name: Mapping[str, Instr]) -> bool:
    """Whether a value is the last bit of an integer."""
    constants = [by_name[a] for a in i.args[-1:] if a in by_name]
    return isinstance(i.element, str) and i.element != "bool" and any(c.op == "const" and c.value == LAST_BIT.get(i.op) for c in constants)
