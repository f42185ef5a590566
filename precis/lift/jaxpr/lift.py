"""lift_jax: a JAX function and example arguments -> Program."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import CodeType
from typing import Any

from precis.errors import Span, UnsupportedProgram
from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.live import live
from precis.ir.rewrite import rename_leaves
from precis.ir.size import Size
from precis.ir.types import Program, Value, values_of
from precis.ir.verify import leaves, verify
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.containers import Containers
from precis.lift.jaxpr.frames import Function, function_of, is_user, scope_of
from precis.lift.jaxpr.lower import Lowering
from precis.lift.jaxpr.original import original
from precis.lift.jaxpr.returned import result_names
from precis.lift.jaxpr.shared import Shared
from precis.lift.jaxpr.statements import source_of
from precis.lift.jaxpr.trace import Traced, trace


def lift_jax(fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> Program:
    """Lift a JAX function at example arguments, through its jaxpr.

    Shapes are constants of the Program: lift again for another shape. Arrays and numbers of the arguments, in pytrees too, are
    inputs; strings, booleans, None and callables are static, and so are ints where the function needs their values.
    `original` states the dtypes that JAX gives its values. Raises UnsupportedProgram (a primitive or a Python construct that
    cannot be lifted) or PrecisError (the function itself fails) with the user's line.
    """
    traced = trace(fn, args, kwargs or {})
    shared, scope = _shared(fn, traced.name)
    try:
        program = _program(shared, traced, scope)
    except ValueError as problem:
        raise UnsupportedProgram(f"{traced.name} cannot be lifted: {problem}", shared.fallback) from None
    verify(program)
    return program


def _shared(fn: Callable[..., Any], name: str) -> tuple[Shared, str]:
    """The state of a new lift, and the function in which the names of arguments and results stand."""
    code = getattr(inspect.unwrap(fn), "__code__", None)
    shared = Shared(Containers(_closed_over(fn)), Build(), Span(f"<{name}>", 1))
    if code is not None and is_user(code.co_filename):
        shared.fallback = Span(shared.show(code.co_filename), _definition_line(code))
    shared.root.span = shared.fallback
    return shared, scope_of(code.co_qualname) if code is not None else ""


def _definition_line(code: CodeType) -> int:
    """Where a function is defined, below its decorators."""
    source = source_of(code.co_filename)
    node = source.function(Function(code.co_name, code.co_filename, code.co_firstlineno)) if source else None
    return node.lineno if node else code.co_firstlineno


def _program(shared: Shared, traced: Traced, scope: str) -> Program:
    root, jaxpr = shared.root, traced.closed.jaxpr
    params = _parameters(shared, traced, scope)
    lowering = Lowering(shared, root, function_of(jaxpr))
    results = _results(lowering, traced, lowering.run(jaxpr, params, traced.closed.consts), scope)
    body = live(root.block(params, [results[int(leaf.value)] for leaf in leaves(traced.returns) if leaf.what == "value"]))
    by_path = {path: p.name for (path, _), p in zip(_leaves(traced), params)}
    program = Program(
        traced.name, (), tuple(shared.containers.table.values()), body,
        tuple((name, rename_leaves(part.tree, by_path)) for name, part in traced.arguments),
        rename_leaves(traced.returns, {str(k): v.name for k, v in enumerate(results)}),
        constants={k: a for k, a in shared.constants.items() if _uses_constant(body, k)},
        sources={short: source.text for file, short in shared.shown.items() if (source := source_of(file))})
    used = {v.container for v in values_of(body)}
    program = replace(program, containers=tuple(c for c in program.containers if c.name in used))
    return canonical(replace(program, original=original(program, shared.formats, shared.containers.storage)))


def _leaves(traced: Traced) -> list[tuple[str, Any]]:
    return [leaf for _, part in traced.arguments for leaf in part.leaves]


def _parameters(shared: Shared, traced: Traced, scope: str) -> list[Value]:
    """One value per traced leaf of the arguments, in a container named by its path."""
    found = []
    for (path, _), var in zip(_leaves(traced), traced.closed.jaxpr.invars):
        shaped = Value("", tuple(map(Size.of, var.aval.shape)), kind_of(var.aval))
        container = shared.containers.of(path, scope, shaped, var.aval.dtype, shared.fallback, "input")
        found.append(shared.root.value(container, shaped.shape, shaped.kind, container))
    return found


def _results(lowering: Lowering, traced: Traced, values: Iterable[Value], scope: str) -> list[Value]:
    """The results in their full shapes, each in a container: its own, or one named by its place in what is returned."""
    names, found = result_names(traced.returns), []
    lowering.b.span = lowering.shared.fallback
    for k, (value, var) in enumerate(zip(values, traced.closed.jaxpr.outvars)):
        value = lowering.full(value, var.aval)
        if not value.container and not lowering.views_container(value):
            node = lowering.shared.producers.get(value.name)
            lowering.b.span = node.span if node else lowering.shared.fallback
            value = lowering.store(value, var.aval, names[k], scope)
        found.append(value)
        container = lowering.shared.containers.table.get(value.container or "")
        if container and container.role == "local":
            lowering.shared.containers.set_role(container.name, "output")
    return found


def _closed_over(fn: Callable[..., Any]) -> dict[int, str]:
    """Names of the arrays that a function closes over, by identity."""
    try:
        found = inspect.getclosurevars(inspect.unwrap(fn))
    except (TypeError, ValueError):
        return {}
    return {id(v): name for table in (found.globals, found.nonlocals) for name, v in table.items() if hasattr(v, "dtype")}


def _uses_constant(body: Any, name: str) -> bool:
    return any(getattr(node.attrs.get("value"), "name", None) == name for node in body.walk())
