"""Reading the statements of a block, control nodes with their nested blocks included."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from precis.errors import Span, plural
from precis.ir.emulate import STORES
from precis.ir.live import MOST
from precis.ir.ruled import RULED
from precis.ir.size import Size
from precis.ir.text.grammar import CALLS, LABELS
from precis.ir.text.read_scope import Scope, read_index
from precis.ir.text.source import callee, items
from precis.ir.types import Block, Node, Range, Shape, Value
from precis.ir.verify import CHECKS
from precis.ir.verify import Scope as Bound

CONTROL_CALLS: Mapping[str, str] = {word: op for op, word in CALLS.items()}
LOOP_WORDS = ("trips", "start", "by")
NEEDED = {"approx": ("name",), "ruled": ("count",), "underivable": ("why",)}


def read_statement(scope: Scope, s: ast.stmt, span: Span | None) -> None:
    """Append the nodes of a statement to the scope's block."""
    scope.b.span = span
    if isinstance(s, ast.FunctionDef):
        scope.defs[s.name] = s
    elif isinstance(s, ast.Assign) and len(s.targets) == 1:
        _assign(scope, s.targets[0], s.value)
    elif isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add) and isinstance(s.target, ast.Subscript):
        _update(scope, s.target, s.value, "update_add")
    elif isinstance(s, ast.Expr) and callee(s.value) in CONTROL_CALLS:
        _control(scope, [], s.value)  # type: ignore[arg-type]
    else:
        scope.fail(s, "expected an assignment, a nested `def` or `return`")


def _assign(scope: Scope, target: ast.expr, value: ast.expr) -> None:
    if isinstance(value, ast.Call) and callee(value) in CONTROL_CALLS:
        _control(scope, items(target), value)
    elif isinstance(target, ast.Subscript):
        _update(scope, target, value, "update")
    elif not isinstance(target, ast.Name):
        scope.fail(target, "expected a name to assign to")
    elif isinstance(value, ast.Call) and callee(value) == "size":
        _bind_size(scope, target, value)
    else:
        scope.define(target, target.id, _stored(scope, value, scope.container(target, target.id)))


def _stored(scope: Scope, value: ast.expr, container: str | None) -> Value:
    if container is None:
        return scope.value(value)
    if isinstance(value, ast.Call) and callee(value) in STORES:
        return scope.call(value, container)
    return scope.node(value, "store", [scope.value(value)], container)


def _update(scope: Scope, target: ast.Subscript, value: ast.expr, op: str) -> None:
    if not isinstance(target.value, ast.Name):
        scope.fail(target, "expected a container to assign into")
    old, new = scope.look_up(target.value), scope.value(value)
    at, picks = read_index(scope, target.slice, old.shape, 0)
    text = target.value.id
    scope.define(target, text, scope.node(target, op, [old, new, *picks], scope.container(target, text), at=at))


def _bind_size(scope: Scope, target: ast.Name, call: ast.Call) -> None:
    most = {k.arg: scope.source.size(k.value, scope.symbols) for k in call.keywords if k.arg == MOST}
    if len(call.args) != 1 or len(most) < len(call.keywords):
        scope.fail(call, "expected `n = size(value)` or `n = size(value, most=N)`")
    symbol = scope.source.original(target, target.id)
    _append(scope, call, Node("size", (scope.value(call.args[0]),), (), {"symbol": symbol, **most}, (), scope.b.span))
    scope.symbols |= {symbol}


def _append(scope: Scope, place: ast.AST, node: Node) -> None:
    """Append a control node that keeps the rules of its kind."""
    for check in CHECKS[node.op]:
        for problem in check(node, Bound(None, symbols=set(scope.symbols))):  # type: ignore[arg-type]
            scope.fail(place, problem)
    scope.b.nodes.append(node)


# Control nodes.


def _control(scope: Scope, targets: Sequence[ast.expr], call: ast.Call) -> None:
    op, words = CONTROL_CALLS[callee(call)], scope.source.keywords(call)
    labels, operands = _parts(scope, op, call, words)
    inputs = tuple(map(scope.value, operands))
    attrs: dict[str, Any] = {k: scope.attribute(k, w) for k, w in words.items() if op != "loop" or k not in LOOP_WORDS}
    if op == "loop":
        attrs |= _loop_attrs(scope, call, words, labels[0])
    for missing in set(NEEDED.get(op, ())) - set(attrs):
        scope.fail(call, f"{op} needs `{missing}=`")
    blocks: tuple[Block, ...] = ()
    for label in labels:
        blocks += (_nested(scope, op, label, _given(op, inputs, attrs, blocks), attrs),)
    types = _output_types(scope, call, op, inputs, blocks, attrs)
    if len(targets) != len(types):
        scope.fail(call, f"{plural(len(types), 'result')} for {plural(len(targets), 'name')}")
    span = scope.b.span
    outputs = tuple(_output(scope, t, *type_) for t, type_ in zip(targets, types))
    _append(scope, call, Node(op, inputs, outputs, attrs, blocks, span))


def _parts(scope: Scope, op: str, call: ast.Call,
           words: dict[str, ast.expr]) -> tuple[list[ast.expr], list[ast.expr]]:
    """(names of the blocks, operands) of a control call."""
    n, args = len(LABELS[op]), call.args
    if op == "cond":
        labels, operands = args[1:], args[:1]
    elif op in ("approx", *RULED):
        labels, operands = args[:n], args[n:]
    else:
        labels, operands = args, items(words.pop("carry", None))
    if len(labels) != n:
        scope.fail(call, f"{callee(call)} takes {'a predicate, ' if op == 'cond' else ''}{' and '.join(LABELS[op])}")
    return labels, operands


def _given(op: str, inputs: Sequence[Value], attrs: Mapping[str, Any], before: Sequence[Block]) -> Sequence[Value]:
    """What the parameters of the next block are like."""
    if op == "ruled":
        return before[0].results if before else inputs[attrs["count"]:]
    return inputs if op != "cond" else ()


def _loop_attrs(scope: Scope, call: ast.Call, words: Mapping[str, ast.expr], label: ast.expr) -> dict[str, Any]:
    if "trips" not in words:
        scope.fail(call, "loop needs `trips=`")
    trips, start = (scope.source.size(words[w], scope.symbols) if w in words else Size() for w in ("trips", "start"))
    params = _definition(scope, label).args.args
    if not params:
        scope.fail(label, "the first parameter of the block of a loop is the loop index")
    step = scope.source.integer(words["by"]) if "by" in words else 1
    return {"index": scope.source.original(label, params[0].arg), "range": Range(start, trips, step)}


def _definition(scope: Scope, label: ast.expr) -> ast.FunctionDef:
    found = scope.defs.get(label.id) if isinstance(label, ast.Name) else None
    if found is None:
        scope.fail(label, "expected the name of a nested `def` above")
    a = found.args
    if a.posonlyargs or a.vararg or a.kwonlyargs or a.kwarg or a.defaults or found.decorator_list:
        scope.fail(found, "expected plain parameters")
    return found


def _nested(scope: Scope, op: str, label: ast.expr, types: Sequence[Value], attrs: Mapping[str, Any]) -> Block:
    definition = _definition(scope, label)
    names = definition.args.args[1:] if op == "loop" else definition.args.args
    if len(names) != len(types):
        scope.fail(definition, f"`{definition.name}` has {plural(len(names), 'parameter')} for {plural(len(types), 'value')}")
    inner = scope.inner(frozenset([attrs["index"]]) if op == "loop" else frozenset())
    params = tuple(_parameter(inner, a, v) for a, v in zip(names, types))
    return inner.b.block(params, _read_results(inner, definition))


def _parameter(scope: Scope, a: ast.arg, like: Value) -> Value:
    container = scope.container(a, a.arg)
    value = scope.b.value(container or "", like.shape, like.kind, container)
    scope.values[scope.source.original(a, a.arg)] = value
    return value


def _read_results(scope: Scope, definition: ast.FunctionDef) -> tuple[Value, ...]:
    """Read the statements of a nested block; returns its results."""
    *statements, (last, span) = scope.source.with_spans(definition.body)
    if not isinstance(last, ast.Return):
        scope.fail(last, "a block ends with `return`")
    for s, place in statements:
        read_statement(scope, s, place)
    scope.b.span = span
    return tuple(map(scope.value, items(last.value)))


def _output_types(scope: Scope, call: ast.Call, op: str, inputs: Sequence[Value], blocks: Sequence[Block],
                  attrs: Mapping[str, Any]) -> list[tuple[Shape, str]]:
    if op in RULED:
        return [(v.shape, v.kind) for v in inputs[:attrs.get("count", len(inputs))]]
    if op == "while":
        return [(p.shape, p.kind) for p in blocks[1].params]
    results = blocks[0].results
    if op != "loop":
        return [(v.shape, v.kind) for v in results]
    carries = blocks[0].params
    if len(results) < len(carries):
        scope.fail(call, f"the block returns {len(results)} values for {len(carries)} carries")
    stacked = [((attrs["range"].trips, *v.shape), v.kind) for v in results[len(carries):]]
    return [*((p.shape, p.kind) for p in carries), *stacked]


def _output(scope: Scope, target: ast.expr, shape: Shape, kind: str) -> Value:
    if not isinstance(target, ast.Name):
        scope.fail(target, "expected a name to assign to")
    container = scope.container(target, target.id)
    value = scope.b.value(container or "", shape, kind, container)
    scope.define(target, target.id, value)
    return value
