"""Lowering: one jaxpr, equation by equation, through the table of primitives.

A lowered value may be kept *narrow*: in a shape that broadcasts to the one that JAX gives it (NumPy's rule), so that a
`broadcast_in_dim` before an addition leaves no trace in the Program. `full` widens it where the shape matters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from precis.errors import VerifyError
from precis.formats import Format, format_of_dtype
from precis.ir.build import Build
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import VIEW
from precis.ir.ruled import RULED
from precis.ir.size import Size
from precis.ir.types import Node, Shape, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.containers import array_hash
from precis.lift.jaxpr.facts import Facts, advance, constant_elements, fold, narrowed
from precis.lift.jaxpr.frames import NOWHERE, Function, Trail, function_of, trail_of
from precis.lift.jaxpr.names import level_of, names_of
from precis.lift.jaxpr.shared import Shared, refusal, statement
from precis.lift.jaxpr.table import PRIMITIVES


class Lowering:
    """Lowers one jaxpr into the block of `b`."""

    def __init__(self, shared: Shared, b: Build, inside: Function | None = None, outer: Trail = NOWHERE, transposed: bool = False,
                 hidden: Collection[int] = ()):
        """`inside`: the function of the jaxpr, called at `outer`; `transposed`: by a transposed equation; `hidden`: its results
        that only a transposition needs."""
        self.shared, self.b, self.inside, self.outer, self.transposed, self.hidden = shared, b, inside, outer, transposed, hidden
        self.env: dict[Any, Value] = {}
        self.trail = outer
        self.backward = transposed
        self.names: Mapping[Any, tuple[str, str]] = {}

    @property
    def facts(self) -> Facts:
        return self.shared.facts

    # jaxprs

    def run(self, jaxpr: Any, arguments: Sequence[Value], constants: Sequence[Any] = ()) -> list[Value]:
        """Lower the equations of a jaxpr; returns its results."""
        self.env.update(zip(jaxpr.constvars, (self.constant(c, v.aval) for v, c in zip(jaxpr.constvars, constants))))
        self.env.update(zip(jaxpr.invars, arguments))
        trails = [trail_of(e, self.inside, self.outer) for e in jaxpr.eqns]
        transposed = [self.transposed or "transpose" in str(e.source_info.name_stack) for e in jaxpr.eqns]
        self.level = level_of(jaxpr, trails, transposed, self.hidden)
        self.names = {} if self.shared.in_rule else names_of(self.level)
        for eqn, trail, backward in zip(jaxpr.eqns, trails, transposed):
            self.trail, self.b.span, self.backward = trail, statement(self.shared, trail), backward
            self.equation(eqn)
        return [self.read(v) for v in jaxpr.outvars]

    def inline(self, closed: Any, arguments: Sequence[Value], eqn: Any) -> list[Value]:
        """Lower a jaxpr that `eqn` calls into this block. `closed` may be open, without constants."""
        jaxpr, constants = (closed.jaxpr, closed.consts) if hasattr(closed, "consts") else (closed, ())
        inner = Lowering(self.shared, self.b, function_of(jaxpr), self.trail, self.backward, self.residuals(eqn))
        span = self.b.span
        results = inner.run(jaxpr, arguments, constants)
        self.b.span = span
        return results

    def child(self, jaxpr: Any, eqn: Any, b: Build | None = None) -> Lowering:
        """For a block nested in this one (or in the block of `b`), made of a `jaxpr` of `eqn`."""
        inner = (b or self.b).child()
        inner.span = self.b.span
        return Lowering(self.shared, inner, function_of(jaxpr), self.trail, self.backward, self.residuals(eqn))

    def nested(self) -> Lowering:
        """For a block nested in this one, of the same equation."""
        inner = self.b.child()
        inner.span = self.b.span
        nested = Lowering(self.shared, inner, self.inside, self.trail, self.backward)
        nested.trail, nested.level = self.trail, self.level
        return nested

    def residuals(self, eqn: Any) -> list[int]:
        """Results of `eqn` that only a transposition needs."""
        first = eqn.params.get("num_carry", 0)
        return [k for k, v in enumerate(eqn.outvars) if k >= first and self.level.uses.get(v) and not self.level.serves(v)]

    # equations

    def equation(self, eqn: Any) -> None:
        name = eqn.primitive.name
        row = PRIMITIVES.get(name)
        if row is None or row.handler is None:
            reason = row.note if row else "precis has no rule for it"
            raise refusal(self.shared, self.trail, f"the JAX primitive `{name}` cannot be lifted: {reason}", *(row.hints if row else ()))
        mark, inputs = len(self.b.nodes), [self.read(v) for v in eqn.invars]
        try:
            outputs = self.folded(eqn, inputs) or row.handler(self, eqn, inputs)
        except (VerifyError, ValueError) as problem:
            message = problem.message if isinstance(problem, VerifyError) else str(problem)
            raise refusal(self.shared, self.trail, f"the JAX primitive `{name}` cannot be lifted here: {message}") from None
        outputs = [outputs] if isinstance(outputs, Value) else list(outputs)
        self.record(eqn, mark, inputs, outputs)
        for var, value in zip(eqn.outvars, outputs, strict=True):
            self.env[var] = self.named(var, value)

    def folded(self, eqn: Any, inputs: list[Value]) -> Value | None:
        """The output where facts tell all of it; a constant or an index."""
        if len(eqn.outvars) != 1 or not hasattr(eqn.outvars[0].aval, "dtype"):
            return None
        known = fold(self.facts, eqn, inputs)
        if known is None or known.size == 0 or any(e != known.flat[0] for e in known.flat):
            return None
        return self.known(known.flat[0], kind_of(eqn.outvars[0].aval))

    def known(self, element: Size | bool, kind: str) -> Value:
        """A scalar of known value, with its facts."""
        number = element if isinstance(element, bool) else element.constant
        if number is None:
            value = self.convert(self.b.index(value=element), kind)
        else:
            value = self.b.const(number, kind)
        self.facts.elements[value.name] = np.asarray(element, dtype=object).reshape(())
        return value

    def record(self, eqn: Any, mark: int, inputs: list[Value], outputs: Sequence[Value]) -> None:
        """Note what the new nodes compute in, and what is known of the output."""
        fmt, new = self.format_of(eqn), self.b.nodes[mark:]
        self.shared.producers.update((v.name, node) for node in new for v in node.outputs)
        own = [n for node in new for block in node.blocks for n in block.walk()] if not _holds_jaxpr(eqn) else []
        for node in (*new, *own):
            if fmt and not (node.op in OPS and OPS[node.op].category == VIEW):
                for v in node.outputs:
                    self.shared.formats.setdefault(v.name, fmt)
        if len(outputs) == 1:
            self.learn(eqn, inputs, outputs[0])

    def format_of(self, eqn: Any) -> Format | None:
        """The format that an equation computes in: of its floating results, else of its floating operands."""
        for var in (*eqn.outvars, *eqn.invars):
            dtype = getattr(var.aval, "dtype", None)
            fmt = format_of_dtype(dtype) if isinstance(dtype, np.dtype) else None
            if fmt:
                return fmt
        return None

    def learn(self, eqn: Any, inputs: list[Value], value: Value) -> None:
        known = fold(self.facts, eqn, inputs) if value.name not in self.facts.elements else None
        if known is not None:
            self.facts.elements[value.name] = narrowed(known, tuple(d.constant for d in value.shape))  # type: ignore[misc]
        step = advance(self.facts, eqn, inputs)
        if step is not None:
            self.facts.progression[value.name] = step

    # values

    def read(self, var: Any) -> Value:
        """The value of a variable or literal."""
        return self.constant(var.val, var.aval) if hasattr(var, "val") else self.env[var]

    def constant(self, number: Any, aval: Any) -> Value:
        """A constant as traced: in the dtype of `aval`."""
        kind = kind_of(aval)
        try:
            array = np.asarray(number).astype(aval.dtype)
        except Exception:
            raise ValueError("a traced value that has left the function that made it") from None
        if array.ndim == 0:
            value = self.b.const(array.astype(_WIDE.get(kind, array.dtype)).item(), kind)
        else:
            value = self.array_constant(number, array, kind)
        fmt = format_of_dtype(aval.dtype)
        if fmt:
            self.shared.formats.setdefault(value.name, fmt)
        known = constant_elements(array, aval.dtype) if kind != "real" or array.ndim == 0 else None
        if known is not None:
            self.facts.elements[value.name] = known
        return value

    def array_constant(self, number: Any, array: np.ndarray, kind: str) -> Value:
        """A closed-over array, kept in a container of its own before anything else is computed."""
        name, root = array_hash(array), self.shared.root
        if name not in self.shared.kept:
            self.shared.constants[name] = array if array.dtype.kind != "V" else array.astype(np.float32)
            const = root.call("const", value=ArrayConstant((name, array.shape)), kind=kind)
            fmt = format_of_dtype(array.dtype)
            if fmt:
                self.shared.formats[const.name] = fmt
            container = self.shared.containers.constant(number, name, const, array.dtype)
            self.shared.kept[name] = root.call("store", const, container=container)
        return self.shared.kept[name]

    def full(self, value: Value, aval: Any) -> Value:
        """The value in the shape that JAX gives it."""
        shape = shape_of(*aval.shape)
        return value if value.shape == shape else self.spread(value, shape)

    def spread(self, value: Value, shape: Shape) -> Value:
        out = self.b.broadcast(value, shape=shape)
        self.shared.producers[out.name] = self.b.nodes[-1]
        if value.name in self.shared.formats:
            self.shared.formats.setdefault(out.name, self.shared.formats[value.name])
        return out

    def convert(self, value: Value, kind: str) -> Value:
        return value if value.kind == kind else self.b.convert(value, kind=kind)

    def named(self, var: Any, value: Value) -> Value:
        """The value stored in the container of the name that the user gave it, if any."""
        found = self.names.get(var)
        if found is None or value.container or self.views_container(value):
            return value
        return self.store(value, var.aval, *found)

    def store(self, value: Value, aval: Any, name: str, scope: str) -> Value:
        value = self.full(value, aval)
        container = self.shared.containers.of(name, scope, value, aval.dtype, self.b.span)
        out = self.b.call("store", value, container=container)
        self.shared.producers[out.name] = self.b.nodes[-1]
        self.facts.same(out, value)
        return out

    def views_container(self, value: Value) -> bool:
        """Whether a value is a view (a slice, a transpose) of something that is kept in a container: views own none."""
        node = self.shared.producers.get(value.name)
        if value.container or node is None:
            return bool(value.container)
        if node.op in RULED and value in node.outputs:
            return self.views_container(node.inputs[node.outputs.index(value)])
        if node.op == "stop" or (node.op in OPS and OPS[node.op].category == VIEW and not gathers(node)):
            return self.views_container(node.inputs[0])
        return False


_WIDE = {"real": np.float64, "complex": np.complex128}


def gathers(node: Node) -> bool:
    """Whether a view picks elements by an array of positions, which NumPy and JAX copy."""
    return node.op == "slice" and any(v.rank for v in node.inputs[1:])


def _holds_jaxpr(eqn: Any) -> bool:
    """Whether the equations in the blocks of an equation are the user's, and recorded one by one."""
    return any(hasattr(p, "jaxpr") or hasattr(p, "eqns") for value in eqn.params.values()
               for p in (value if isinstance(value, (tuple, list)) else (value,)))
