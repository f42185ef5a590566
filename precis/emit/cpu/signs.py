"""Loops whose indices may be negative, as far as is known before they run: for i in range(start[k], start[k + 1])."""

from __future__ import annotations

from precis.emit.plan.kernels import Instr, Loop, Nest, While
from precis.emit.plan.walking import walk


def asks_for_sign(s: Loop) -> bool:
    """Whether the body of an innermost ascending loop compares its index with 0, as counting from the end does; where the first index
    is not negative, none is."""
    inside = list(walk(s.body))
    return s.step > 0 and not any(isinstance(t, (Loop, While)) for t in inside) \
        and any(_compares(t.body, s.index) for t in inside if isinstance(t, Nest))


def _compares(body: tuple[Instr, ...], index: str) -> bool:
    indices = {i.name for i in body if i.op == "size" and index in i.value.symbols()}
    zeros = {i.name for i in body if i.op == "const" and i.value == 0}
    return any(i.op == "lt" and i.args[0] in indices and i.args[1] in zeros for i in body)
