"""Loop carries: which of them are carried, and what they are called.

What a loop body only passes on is no carry but a value of the block around it. A scalar integer that grows by a constant is no
carry either, but an affine function of the loop index, so that positions computed from it are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.frames import Function, function_of, is_user
from precis.lift.jaxpr.statements import source_of, unpacked

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


@dataclass(frozen=True)
class Body:
    """A loop body and what it starts from.

    eqn        the scan or while
    jaxpr, constants   of the body; its inputs are `outer` values, then carries (then rows of arrays)
    outer      values of the leading inputs
    inputs     initial values of the carries
    fixed      carries that the body passes on
    steps      counter carry -> increment
    """

    eqn: Any
    jaxpr: Any
    constants: Sequence[Any]
    outer: Sequence[Value]
    inputs: Sequence[Value]
    fixed: frozenset[int] = frozenset()
    steps: dict[int, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.inputs)

    @property
    def kept(self) -> list[int]:
        return [k for k in range(self.count) if k not in self.fixed and k not in self.steps]

    def aval(self, k: int) -> Any:
        return self.jaxpr.invars[len(self.outer) + k].aval

    def argument(self, k: int) -> str | None:
        """The body's own name of carry k, such as `u` or `c[0]`, where JAX recorded it."""
        names = getattr(self.jaxpr.debug_info, "arg_names", None) or ()
        position = len(self.outer) + k
        return names[position] if position < len(names) else None

    def shaped(self, k: int) -> Value:
        """A nameless value of the type of carry k."""
        return Value("", tuple(map(Size.of, self.aval(k).shape)), kind_of(self.aval(k)))

    def starts(self, lo: Lowering) -> list[Value]:
        """Initial values of the kept carries, in full shape."""
        return [lo.full(self.inputs[k], self.aval(k)) for k in self.kept]


def body_of(eqn: Any, closed: Any, outer: Sequence[Value], inputs: Sequence[Value]) -> Body:
    """Sort the carries of a body: carry k is input `len(outer) + k` and result k of it."""
    jaxpr = closed.jaxpr
    carried = list(zip(jaxpr.invars[len(outer):len(outer) + len(inputs)], jaxpr.outvars))
    made = {v: e for e in jaxpr.eqns for v in e.outvars}
    fixed = frozenset(k for k, (before, after) in enumerate(carried) if after is before)
    steps = {k: _step(made.get(after), before) for k, (before, after) in enumerate(carried) if not hasattr(after, "val")}
    return Body(eqn, jaxpr, closed.consts, outer, inputs, fixed, {k: step for k, step in steps.items() if step})


def _step(eqn: Any, carry: Any) -> int | None:
    """The constant that `eqn` adds to the integer scalar `carry`."""
    if eqn is None or eqn.primitive.name not in ("add", "sub") or carry.aval.shape or carry.aval.dtype.kind not in "iu":
        return None
    a, b = eqn.invars
    if a is carry and hasattr(b, "val"):
        return int(b.val) * (1 if eqn.primitive.name == "add" else -1)
    return int(a.val) if b is carry and hasattr(a, "val") and eqn.primitive.name == "add" else None


def parameters(lo: Lowering, inner: Lowering, body: Body) -> dict[int, Value]:
    """Block parameters of the kept carries, each in a container of its own."""
    params: dict[int, Value] = {}
    for k in body.kept:
        (name, scope), shaped, dtype = _name(lo, body, k), body.shaped(k), body.aval(k).dtype
        container = lo.shared.containers.of(name, scope, shaped, dtype, lo.b.span)
        if any(p.container == container for p in params.values()):
            container = lo.shared.containers.of(f"{name}_{k}", scope, shaped, dtype, lo.b.span)
        params[k] = inner.b.value(container, shaped.shape, shaped.kind, container)
    return params


def _name(lo: Lowering, body: Body, k: int) -> tuple[str, str]:
    """(name, scope) of a carry: as the body names it, else as the result is named, else its place in the argument (`c_0`)."""
    function = function_of(body.jaxpr)
    path = body.argument(k) if function and is_user(function.file) and not lo.backward else None
    scope = _scope(lo, function)
    if function and path and not path.startswith("_"):
        name = path if path.isidentifier() else unpacked(function, path)
        if name:
            return name, scope
    return lo.names.get(body.eqn.outvars[k], (path.strip("_") if path else f"carry_{k}", scope))


def _scope(lo: Lowering, function: Function | None) -> str:
    source = source_of(function.file) if function and is_user(function.file) else None
    if source and function:
        return source.scope(function.line)
    return lo.trail.places[0].scope if lo.trail.places else ""
