"""Rules of derivatives: what a function with a rule of its own returns is handed on by a `ruled` node (precis.ir.ruled).

The rule is what jax.vjp makes of the call: its forward part with what is kept for later, and its backward part, each traced and lifted to
a block. Cotangents of complex values are conjugates of those of JAX. Rules inside of a function with a rule, and of rules, never apply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax.core import eval_jaxpr
from jax.extend.core import Jaxpr

from precis.errors import PrecisError
from precis.ir.types import Block, Node, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.keys import without_keys
from precis.lift.jaxpr.loops import note_formats

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


@dataclass(frozen=True)
class _Call:
    """One equation as a function: its arguments, each once, and its results; which of them are floating."""

    eqn: Any

    @property
    def arguments(self) -> list[Any]:
        return list(dict.fromkeys(v for v in self.eqn.invars if not hasattr(v, "val")))

    @property
    def results(self) -> list[int]:
        return [k for k, v in enumerate(self.eqn.outvars) if _floating(v)]

    def __call__(self, given: Sequence[Any]) -> list[Any]:
        found = eval_jaxpr(Jaxpr((), self.arguments, self.eqn.outvars, [self.eqn], self.eqn.effects), (), *given)
        return [found[k] for k in self.results]


def _floating(var: Any) -> bool:
    return jax.numpy.issubdtype(var.aval.dtype, np.inexact)


def by_its_rule(lo: Lowering, eqn: Any, function: Callable[[], list[Value]]) -> list[Value]:
    """The results of `eqn`, which `function` lowers; the floating ones are handed on with its rule."""
    call = _Call(eqn)
    if lo.shared.in_ruled or not call.results or not any(map(_floating, call.arguments)):
        return function()
    lo.shared.in_ruled = True
    try:
        return _handed_on(lo, call, function())
    finally:
        lo.shared.in_ruled = False


def _handed_on(lo: Lowering, call: _Call, results: Sequence[Value]) -> list[Value]:
    eqn, found = call.eqn, list(results)
    made = [lo.full(results[k], eqn.outvars[k].aval) for k in call.results]
    outputs = [lo.b.value("", v.shape, v.kind) for v in made]
    given = [lo.full(lo.read(v), v.aval) for v in call.arguments]
    lo.b.nodes.append(_node(lo, call, made, given, outputs))
    note_formats(lo, outputs, [eqn.outvars[k] for k in call.results])
    for k, v, out in zip(call.results, made, outputs):
        lo.facts.same(out, v)
        found[k] = out
    return found


def _node(lo: Lowering, call: _Call, made: Sequence[Value], given: Sequence[Value], outputs: Sequence[Value]) -> Node:
    lo.shared.in_rule = True
    try:
        blocks = _blocks(lo, call)
        return Node("ruled", (*made, *given), tuple(outputs), {"count": len(made)}, blocks, lo.b.span)
    except PrecisError as problem:
        why = problem.message
    except Exception as problem:  # whatever the rule itself raises while JAX traces it
        why = f"{type(problem).__name__}: {str(problem).strip().splitlines()[0] if str(problem).strip() else 'no message'}"
    finally:
        lo.shared.in_rule = False
    return Node("underivable", tuple(made), tuple(outputs), {"why": why}, (), lo.b.span)


def _blocks(lo: Lowering, call: _Call) -> tuple[Block, Block]:
    (forward, backward), count = _traced(call), len(call.results)
    return _block(lo, call, forward, 0, 0), _block(lo, call, backward, count, len(backward.jaxpr.outvars))


def _traced(call: _Call) -> tuple[Any, Any]:
    """The jaxprs arguments -> results, kept and cotangents of results, kept -> cotangents of floating arguments."""
    moving, trees = [k for k, v in enumerate(call.arguments) if _floating(v)], []

    def forward(*given: Any) -> tuple[Any, Any]:
        def of(*moved: Any) -> list[Any]:
            return call([dict(zip(moving, moved)).get(k, x) for k, x in enumerate(given)])
        made, back = jax.vjp(of, *(given[k] for k in moving))
        kept, tree = jax.tree.flatten(back)
        trees.append(tree)
        return made, kept

    def backward(*given: Any) -> Any:
        count = len(call.results)
        return jax.tree.unflatten(trees[-1], given[count:])(list(given[:count]))
    first = jax.make_jaxpr(forward)(*(v.aval for v in call.arguments))
    return without_keys(first), without_keys(jax.make_jaxpr(backward)(*(v.aval for v in first.jaxpr.outvars)))


def _block(lo: Lowering, call: _Call, closed: Any, cotangents: int, of_arguments: int) -> Block:
    """A jaxpr as a block. cotangents, of_arguments: how many of its first inputs, and of its results, are cotangents."""
    inner, variables = lo.child(closed.jaxpr, call.eqn), closed.jaxpr.invars
    params = [inner.b.value("", shape_of(*v.aval.shape), kind_of(v.aval)) for v in variables]
    note_formats(lo, params, variables)
    given = [inner.b.conj(p) if k < cotangents and p.kind == "complex" else p for k, p in enumerate(params)]
    results = [inner.full(r, v.aval) for r, v in zip(inner.run(closed.jaxpr, given, closed.consts), closed.jaxpr.outvars)]
    results = [inner.b.conj(r) if k < of_arguments and r.kind == "complex" else r for k, r in enumerate(results)]
    return inner.b.block(params, results)
