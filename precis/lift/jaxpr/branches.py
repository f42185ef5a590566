"""cond and switch: two-way branches, nested where there are more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.loops import note_formats

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def cond(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Branch k where the index is k: nested two-way branches; below 0 the first, beyond the last the last."""
    which, *operands = x
    branches = eqn.params["branches"]
    flag, known = lo.facts.flags.get(which.name), lo.facts.scalar(which)
    if isinstance(known, Size) and known.constant is not None:
        return lo.inline(branches[int(np.clip(known.constant, 0, len(branches) - 1))], operands, eqn)
    if isinstance(known, bool):
        return lo.inline(branches[int(known)], operands, eqn)
    if which.kind == "bool" or (flag is not None and len(branches) == 2):
        return _branch(lo, lo, eqn, flag if flag is not None else which, branches[1:], branches[:1], operands, None, 0)
    test = lo.b.le(which, lo.b.const(0, which.kind))
    return _branch(lo, lo, eqn, test, branches[:1], branches[1:], operands, which, 0)


def _branch(lo: Lowering, at: Lowering, eqn: Any, test: Value, then: Sequence, otherwise: Sequence, operands: Sequence[Value],
            which: Value | None, k: int) -> list[Value]:
    blocks = []
    for jaxprs, position in ((then, k), (otherwise, k + 1)):
        inner = lo.child(jaxprs[0].jaxpr, eqn, at.b)
        if len(jaxprs) == 1:
            results = inner.run(jaxprs[0].jaxpr, operands, jaxprs[0].consts)
        else:
            assert which is not None
            again = inner.b.le(which, inner.b.const(position, which.kind))
            results = _branch(lo, inner, eqn, again, jaxprs[:1], jaxprs[1:], operands, which, position)
        full = [inner.full(v, var.aval) for v, var in zip(results, eqn.outvars)]
        blocks.append(inner.b.block((), full))
    outputs = at.b.cond(test, *blocks, containers=_containers(lo, eqn) if at is lo else ())
    note_formats(lo, outputs, eqn.outvars)
    return list(outputs)


def _containers(lo: Lowering, eqn: Any) -> list[str | None]:
    """The containers that the outputs of a branch are named for."""
    found = []
    for var in eqn.outvars:
        named = lo.names.get(var)
        shaped = Value("", tuple(map(Size.of, var.aval.shape)), kind_of(var.aval))
        found.append(lo.shared.containers.of(*named, shaped, var.aval.dtype, lo.b.span) if named else None)
    return found


def platform_index(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The branch of jax.lax.platform_dependent for the CPU, else the one for any platform."""
    platforms = list(enumerate(eqn.params["platforms"]))
    chosen = [k for k, names in platforms if names and "cpu" in names] + [k for k, names in platforms if not names]
    return lo.known(Size.of(chosen[0]), kind_of(eqn.outvars[0].aval))
