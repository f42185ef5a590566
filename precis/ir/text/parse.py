"""Text -> Program.

Statements are read in order with the builder that makes every Program; the result is canonical (see `rewrite.canonical`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

import numpy as np

from precis.errors import ParseError, Span
from precis.formats import Assignment
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical
from precis.ir.text.read_block import read_statement
from precis.ir.text.read_scope import Scope
from precis.ir.text.source import Source, callee
from precis.ir.trees import Leaf, Part, Tree
from precis.ir.types import KINDS, ROLES, Assumption, Block, Container, Guard, Program, Value

RELATIONS: Mapping[type[ast.AST], str] = {ast.Eq: "==", ast.LtE: "<=", ast.NotEq: "!="}
HEADS = ("sizes", "guards", "params")
Statements = Sequence[tuple[ast.stmt, Span | None]]


def parse(text: str, constants: Mapping[str, np.ndarray] | None = None, *, original: Assignment | None = None,
          sources: Mapping[str, str] | None = None, file: str = "<text>") -> Program:
    """The canonical Program that `text` describes: `parse(show(p), p.constants, original=p.original) == p` for canonical p.

    constants, original and sources are not in the text; they are given beside it. Raises ParseError at line and column. The
    Program has the right types; `verify` checks the rest (constants, roles, guards).
    """
    try:
        program = _program(Source(text, file))
    except RecursionError:
        raise ParseError("nested too deeply", Span(file, 1)) from None
    return replace(program, constants=dict(constants or {}), original=original, sources=dict(sources or {}))


def _program(source: Source) -> Program:
    f = source.function()
    sizes, guards, lying, order = _header(source, f)
    symbols = frozenset(s for s, _ in sizes)
    statements = source.with_spans(f.body)
    declared = [_declaration(source, s, span) for s, span in statements if isinstance(s, ast.AnnAssign)]
    signature = Signature(source, symbols)
    trees = signature.read(f)
    signature.reorder(order)
    containers = (*(p.container for p in signature.parameters if p.container), *declared)
    _refuse_twice(source, f, [c.name for c in containers])
    scope = Scope(source, Build(Names(set(symbols))), frozenset(c.name for c in containers), {}, symbols, {})
    params = signature.bind(scope)
    body, returns, mutated = _body(scope, f, params, [s for s in statements if not isinstance(s[0], ast.AnnAssign)])
    arguments = tuple((name, _named(tree, scope.source, signature.names)) for name, tree in trees)
    ordered = tuple(_named(Leaf("value", name), source, signature.names).value for name in lying)
    return canonical(Program(source.original(f, f.name), sizes, containers, body, arguments, returns, mutated, guards, ordered=ordered,
                             assumed=tuple(_assumption(source, d) for d in f.decorator_list if _is_unchecked(d))))


def _refuse_twice(source: Source, f: ast.FunctionDef, names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            source.fail(f, f"`{name}` is declared twice")
        seen.add(name)


# The head: @sizes(...), @guards(...), @params(...); the declarations `u: local[real[N]]`.


def _header(source: Source, f: ast.FunctionDef) -> tuple[tuple[tuple[str, int], ...], tuple[Guard, ...], list[str], list[ast.expr]]:
    """(sizes, guards, parameters in C order, order of the parameters)."""
    heads = [d for d in f.decorator_list if not _is_unchecked(d)]
    calls = {callee(d): d for d in heads if isinstance(d, ast.Call)}
    if len(calls) != len(heads) or not set(calls) <= set(HEADS):
        source.fail(heads[0], "expected @sizes(...), @guards(...) and @params(...), each at most once, and @unchecked(...)")
    words = source.keywords(calls["sizes"]) if "sizes" in calls else {}
    sizes = tuple((source.original(n, s), source.integer(n)) for s, n in words.items())
    symbols = frozenset(s for s, _ in sizes)
    facts = calls["guards"].args if "guards" in calls else []
    lying = [source.name(g.args[0]) for g in facts if isinstance(g, ast.Call) and callee(g) == "c_order" and len(g.args) == 1]
    guards = tuple(_guard(source, g, symbols) for g in facts if not isinstance(g, ast.Call))
    if len(lying) + len(guards) < len(facts):
        source.fail(calls["guards"], "expected guards: a == b, a <= b, a != b or c_order(a)")
    return sizes, guards, lying, calls["params"].args if "params" in calls else []


def _is_unchecked(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and callee(node) == "unchecked"


def _assumption(source: Source, call: ast.Call) -> Assumption:
    words = source.keywords(call)
    own = source.literal(words["own"]) if "own" in words else True
    if len(call.args) not in (1, 2) or not set(words) <= {"own"} or not isinstance(own, bool):
        source.fail(call, "expected @unchecked(text, place), and own=False where it is Python that checks")
    return Assumption(source.string(call.args[0]), source.span(call.args[1]) if call.args[1:] else None, own)


def _guard(source: Source, node: ast.expr, symbols: frozenset[str]) -> Guard:
    if not (isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in RELATIONS):
        source.fail(node, "expected a guard: a == b, a <= b or a != b")
    return Guard(source.size(node.left, symbols), RELATIONS[type(node.ops[0])], source.size(node.comparators[0], symbols))


def _declaration(source: Source, s: ast.AnnAssign, span: Span | None) -> Container:
    name, a = source.name(s.target), s.annotation
    if s.value or not (isinstance(a, ast.Subscript) and isinstance(a.value, ast.Name) and a.value.id in ROLES):
        source.fail(s, "expected a declaration `name: role[kind[shape]]`", f"roles: {', '.join(ROLES)}")
    kind, shape = source.type(a.slice, None)
    return Container(name, shape, kind, a.value.id, span)


# The signature.


@dataclass(frozen=True)
class Parameter:
    """A parameter of the body: its name in the text, its type, and its container where the annotation names the role."""

    place: ast.AST
    name: str
    type: Value
    container: Container | None


@dataclass
class Signature:
    """Reads the annotations of the function's arguments. `names`: name in the text -> name of the value, once bound."""

    source: Source
    symbols: frozenset[str]
    parameters: list[Parameter] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def read(self, f: ast.FunctionDef) -> list[tuple[str, Tree]]:
        """Argument trees whose leaves name values as the text does. Keyword-only parameters belong to no argument."""
        a = f.args
        if a.posonlyargs or a.vararg or a.kwarg or a.defaults or any(a.kw_defaults):
            self.source.fail(f, "expected plain parameters")
        trees = [(self.source.original(p, p.arg), self.argument(p)) for p in a.args]
        for p in a.kwonlyargs:
            self.argument(p)
        return trees

    def argument(self, a: ast.arg) -> Tree:
        return self.tree(a.annotation or self.source.fail(a, "expected a type"), a.arg)

    def tree(self, node: ast.expr, argument: str = "") -> Tree:
        source = self.source
        if isinstance(node, ast.Dict):
            return {source.literal(k or node): self.tree(v) for k, v in zip(node.keys, node.values)}
        if isinstance(node, (ast.Tuple, ast.List)):
            found = [self.tree(e) for e in node.elts]
            return tuple(found) if isinstance(node, ast.Tuple) else found
        if isinstance(node, ast.Name) and node.id == "size" and argument:
            return Leaf("size", source.size(ast.copy_location(ast.Name(argument), node), self.symbols))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in (*ROLES, "value"):
            return Leaf("value", self.parameter(node, node.value.id, argument))
        return read_leaf(source, node, self.symbols) or source.fail(
            node, "expected role[kind[shape]], value[...], size, static(...) or a tree of them",
            f"roles: {', '.join(ROLES)}")

    def parameter(self, node: ast.Subscript, role: str, argument: str) -> str:
        """Read `role[kind[shape]]`, `role[name: kind[shape], "place"]` or `value[name]`; returns the name in the text."""
        source, item, span = self.source, node.slice, None
        if role == "value" and isinstance(item, ast.Name) and item.id not in KINDS:
            return source.name(item)
        if isinstance(item, ast.Tuple) and len(item.elts) == 2 and role != "value":
            item, span = item.elts[0], source.span(item.elts[1])
        name = source.original(node, argument)
        if isinstance(item, ast.Slice) and item.lower and item.upper and not item.step:
            name, item = source.name(item.lower), item.upper
        kind, shape = source.type(item, self.symbols)
        if not name or any(name == p.name for p in self.parameters):
            source.fail(node, f"`{name}` is a parameter already" if name else "expected `name: kind[shape]`")
        container = None if role == "value" else Container(name, shape, kind, role, span)
        self.parameters.append(Parameter(node, name, Value(name, shape, kind), container))
        return name

    def reorder(self, order: Sequence[ast.expr]) -> None:
        if order:
            by_name = {p.name: p for p in self.parameters}
            names = [self.source.name(o) for o in order]
            if sorted(names) != sorted(by_name):
                self.source.fail(order[0], "@params names every parameter once")
            self.parameters = [by_name[n] for n in names]

    def bind(self, scope: Scope) -> tuple[Value, ...]:
        """The parameters as values of `scope`."""
        for p in self.parameters:
            container = p.container.name if p.container else scope.container(p.place, p.name)
            scope.values[p.name] = scope.b.value(container or "", p.type.shape, p.type.kind, container)
            self.names[p.name] = scope.values[p.name].name
        return tuple(scope.values[p.name] for p in self.parameters)


def read_leaf(source: Source, node: ast.expr, symbols: frozenset[str]) -> Leaf | None:
    """`size(N + 1)` or `static("abc")`, else None."""
    if not (isinstance(node, ast.Call) and callee(node) in ("size", "static") and len(node.args) == 1):
        return None
    size = callee(node) == "size"
    return Leaf(callee(node), source.size(node.args[0], symbols) if size else source.literal(node.args[0], symbols))


def _named(tree: Tree, source: Source, names: Mapping[str, str]) -> Tree:
    """The tree with the names of values instead of those in the text."""
    if isinstance(tree, Leaf):
        if tree.what == "value" and tree.value not in names:
            raise ParseError(f"`{tree.value}` is no parameter", Span(source.file, 1))
        return Leaf("value", names[tree.value]) if tree.what == "value" else tree
    if isinstance(tree, dict):
        return {k: _named(t, source, names) for k, t in tree.items()}
    return type(tree)(_named(t, source, names) for t in tree)


# The body.


def _body(scope: Scope, f: ast.FunctionDef, params: Sequence[Value],
          statements: Statements) -> tuple[Block, Tree, tuple[str, ...]]:
    """(body, returns, mutated)."""
    last, span = statements[-1] if statements else (f, None)
    if not isinstance(last, ast.Return):
        scope.fail(last, "a function ends with `return`")
    entry, mutated, results = dict(scope.values), {}, None
    for s, place in statements[:-1]:
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and callee(s.value) == "mutates":
            mutated = _mutated(scope, s.value, entry)
        elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and callee(s.value) == "results":
            results = [scope.value(a) for a in s.value.args]
        else:
            read_statement(scope, s, place)
    scope.b.span = span
    found: list[Value] = []
    returns = _returned(scope, last.value or ast.copy_location(ast.Constant(None), last), found)
    returned = found if results is None else results
    return scope.b.block(params, [*returned, *mutated.values()]), returns, tuple(mutated)


def _mutated(scope: Scope, call: ast.Call, entry: Mapping[str, Value]) -> dict[str, Value]:
    """Names of parameters -> final values, of `mutates(u=u)`."""
    found: dict[str, Value] = {}
    for name, node in scope.source.keywords(call).items():
        parameter = entry.get(scope.source.original(node, name)) or scope.fail(node, f"`{name}` is no parameter")
        found[parameter.name] = scope.value(node)
    return found


def _returned(scope: Scope, node: ast.expr, found: list[Value]) -> Tree:
    """The tree of a `return`; its values are collected in order."""
    def each(nodes: Iterable[ast.expr]) -> list[Tree]:
        return [_returned(scope, e, found) for e in nodes]

    if isinstance(node, ast.Constant) and node.value is None:
        return Leaf("static", None)
    if isinstance(node, ast.Dict):
        return dict(zip([scope.source.literal(k or node) for k in node.keys], each(node.values)))
    if isinstance(node, (ast.Tuple, ast.List)):
        return tuple(each(node.elts)) if isinstance(node, ast.Tuple) else each(node.elts)
    if isinstance(node, ast.Call) and callee(node) == "part":
        return Part(each(node.args))
    leaf = read_leaf(scope.source, node, scope.symbols)
    if leaf is None:
        found.append(scope.value(node))
        leaf = Leaf("value", found[-1].name)
    return leaf
