"""Expressions of FPCore -> operations of the IR.

Every operation is in the rounding context around it (`!`, :precision); the formats of all values are noted, and become the
Program's original Assignment. A let or loop variable is a store into the container of its name; its statement is the binding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction

from precis.errors import Span, plural
from precis.formats import Format
from precis.ir.build import Build
from precis.ir.ops import OPS
from precis.ir.ops.record import EXACT
from precis.ir.size import Size
from precis.ir.types import Node, Range, Value
from precis.lift.fpcore.containers import Containers, wider
from precis.lift.fpcore.literals import CONSTANTS, REAL_CONSTANTS, Exact, digits, number
from precis.lift.fpcore.operators import OPERATORS
from precis.lift.fpcore.precisions import Context, within
from precis.lift.fpcore.problem import Problems, nearest
from precis.lift.fpcore.reader import Atom, Datum, List, Text
from precis.lift.fpcore.syntax import Core, check_name, properties_of


@dataclass(frozen=True, slots=True)
class Entry:
    """What a name stands for: a value, or an integer known from loop indices and dimensions, or both."""

    value: Value | None = None
    size: Size | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands. prefix: of containers ("f." inside a call of f); calls: the cores being inlined."""

    b: Build
    env: Mapping[str, Entry]
    context: Context
    prefix: str = ""
    calls: tuple[str, ...] = ()

    def bind(self, /, **names: Entry) -> Scope:
        return replace(self, env={**self.env, **names})

    def child(self) -> Scope:
        return replace(self, b=self.b.child())


@dataclass
class Lowering:
    """The state of one lift. literals: binary64 number in the Program -> the real number that was written."""

    problems: Problems
    cores: Mapping[str, Core]
    file: str
    containers: Containers = field(default_factory=Containers)
    formats: dict[str, Format] = field(default_factory=dict)
    literals: dict[float, Exact] = field(default_factory=dict)
    ranges: dict[str, Range] = field(default_factory=dict)

    def lower(self, x: Datum, scope: Scope) -> Value:
        """The value of an expression."""
        if isinstance(x, Atom):
            return self._atom(x, scope)
        if isinstance(x, Text) or not x.items or not isinstance(x.items[0], Atom):
            raise self.problems.wrong("expected an expression: a name, a number, or (operator ...)", x)
        form = FORMS.get(x.head)
        if form:
            return form(self, x, scope)
        if x.head in OPERATORS:
            return self._operation(x, scope)
        if x.head in self.cores:
            return self._call(x, scope)
        known = [*FORMS, *OPERATORS, *self.cores]
        raise self.problems.wrong(f"unknown operator {x.head}", x.items[0], *nearest(x.head, known))

    def _atom(self, x: Atom, scope: Scope) -> Value:
        if x.text in scope.env:
            return self.valued(scope, scope.env[x.text])
        if x.text in CONSTANTS:
            return self.constant(scope, CONSTANTS[x.text], x.text if x.text in REAL_CONSTANTS else None)
        exact = self.literal(x)
        if exact is None:
            if x.text.lstrip("+-.")[:1].isdigit():
                raise self.problems.wrong(f"{x.text} is not a number", x, "numbers: 12, -0.5e3, 1/3, 0x1.8p3, (digits 15 -1 10)")
            raise self.problems.wrong(f"{x.text} is not bound here", x, *nearest(x.text, [*scope.env, *CONSTANTS]))
        return self.exact(scope, exact, x)

    def literal(self, x: Atom) -> Fraction | None:
        try:
            return number(x.text)
        except OverflowError as problem:
            raise self.problems.unsupported(str(problem), x) from None

    def exact(self, scope: Scope, exact: Fraction, where: Datum) -> Value:
        """A number as the nearest binary64 one; what it was is noted."""
        try:
            return self.constant(scope, float(exact), exact)
        except OverflowError:
            raise self.problems.unsupported("this number is beyond the range of binary64", where) from None

    def constant(self, scope: Scope, value: float | bool, exact: Exact | None = None) -> Value:
        """One node per value, format and statement."""
        out = scope.b.const(value)
        if out.kind == "real" and self.formats.setdefault(out.name, scope.context.format) != scope.context.format:
            out = scope.b.value()
            scope.b.learn(Node("const", (), (out,), {"value": value, "kind": "real"}, (), scope.b.span))
            self.formats[out.name] = scope.context.format
        if exact is not None and (isinstance(exact, str) or Fraction(value) != exact):
            self.literals.setdefault(value, exact)
        return self._whole(scope, out) if out.kind == "real" else out

    def valued(self, scope: Scope, entry: Entry) -> Value:
        """The entry as a value; a known integer as a real number."""
        if entry.value is not None:
            return entry.value
        assert entry.size is not None
        if entry.size.constant is not None:
            return self.constant(scope, float(entry.size.constant))
        return self._note(scope, scope.b.convert(scope.b.index(value=entry.size), kind="real"))

    def emit(self, scope: Scope, op: str, *inputs: Value) -> Value:
        """An operation, in the format of the context; a comparison in the widest of its operands."""
        out = scope.b.call(op, *inputs)
        if out.kind != "real":
            for v in inputs:
                if v.name in self.formats:
                    self.formats[out.name] = wider(self.formats.get(out.name), self.formats[v.name])
            return out
        self._note(scope, out)
        return out if OPS[op].rounding == EXACT else self._whole(scope, out)

    def _note(self, scope: Scope, v: Value, fmt: Format | None = None) -> Value:
        if v.kind == "real":
            self.formats[v.name] = fmt or scope.context.format
        return v

    def _whole(self, scope: Scope, v: Value) -> Value:
        """`v` rounded to an integer where the context computes with integers."""
        op = scope.context.to_integer
        return self._note(scope, scope.b.call(op, v)) if op else v

    def _operation(self, x: List, scope: Scope) -> Value:
        operator, operands = OPERATORS[x.head], x.items[1:]
        if len(operands) < operator.least or (operator.most is not None and len(operands) > operator.most):
            raise self.problems.wrong(f"{x.head} takes {operator.arity()}, not {len(operands)}", x)
        values = []
        for datum in operands:
            values.append(self.lower(datum, scope))
            self._check_scalar(values[-1], operator.kind, x.head, datum)
        return operator.rule(self, scope, values)

    def _check_scalar(self, v: Value, kind: str, what: str, where: Datum) -> None:
        words = {"real": "a number", "bool": "a condition"}
        if v.rank:
            raise self.problems.wrong(f"{what} takes {words[kind]}; this is a tensor of {plural(v.rank, 'dimension')}", where,
                                      "take its elements with (ref A i), in a (tensor ([i n]) ...)")
        if v.kind != kind:
            raise self.problems.wrong(f"{what} takes {words[kind]}; this is {words.get(v.kind, v.kind)}", where)

    def condition(self, x: Datum, what: str, scope: Scope) -> Value:
        found = self.lower(x, scope)
        self._check_scalar(found, "bool", what, x)
        return found

    # Names.

    @contextmanager
    def statement(self, scope: Scope, span: Span) -> Iterator[None]:
        """Nodes made inside belong to the statement at `span`."""
        before, scope.b.span = scope.b.span, replace(span, file=self.file)
        yield
        scope.b.span = before

    def bound(self, name: Atom, x: Datum, scope: Scope, container: str | None = None) -> Entry:
        """`name` bound to an expression: stored in its container, known as a size if it is one."""
        check_name(name, self.problems)
        size = self.size(x, scope)
        with self.statement(scope, name.span):
            value = self.store(scope, self.lower(x, scope), name, container, x)
        return Entry(value, size)

    def store(self, scope: Scope, v: Value, name: Atom, container: str | None, where: Datum) -> Value:
        """`v` stored under a name; `container` is that of a loop variable, which keeps its shape and kind."""
        fmt = self.formats.get(v.name)
        if container is not None:
            known = self.containers.table[container]
            if (known.shape, known.kind) != (v.shape, v.kind):
                raise self.problems.wrong(f"{name.text} changes its shape or kind in the loop", where)
            self.containers.formats.update({container: wider(self.containers.formats.get(container), fmt)} if fmt else {})
        else:
            container = self.containers.of(scope.prefix + name.text, v, fmt, replace(name.span, file=self.file))
        out = scope.b.call("store", v, container=container)
        return self._note(scope, out, fmt)

    # Sizes.

    def size(self, x: Datum, scope: Scope) -> Size | None:
        """An expression as an integer of loop indices and dimensions, exactly; None where it is no such thing."""
        if isinstance(x, Atom):
            if x.text in scope.env:
                return scope.env[x.text].size
            exact = self.literal(x)
            return Size.of(int(exact)) if exact is not None and exact.denominator == 1 else None
        if not isinstance(x, List):
            return None
        if x.head in ("dim", "size"):
            return FORM_SIZES[x.head](self, x, scope)
        if x.head in ("+", "-", "*") and len(x.items) > 1:
            return self._sum_of_sizes(x, scope)
        return None

    def _sum_of_sizes(self, x: List, scope: Scope) -> Size | None:
        found: list[Size] = []
        for datum in x.items[1:]:
            size = self.size(datum, scope)
            if size is None:
                return None
            found.append(size)
        total = -found[0] if x.head == "-" and len(found) == 1 else found[0]
        for size in found[1:]:
            total = total + size if x.head == "+" else total - size if x.head == "-" else total * size
        return total

    def integer(self, x: Datum, scope: Scope) -> Value:
        """An expression as a run-time integer (rounded up: counting to 2.5 takes 0, 1, 2)."""
        v = self.lower(x, scope)
        self._check_scalar(v, "real", "a position or count", x)
        return scope.b.convert(self.emit(scope, "ceil", v), kind="int64")

    # Calls.

    def _call(self, x: List, scope: Scope) -> Value:
        core = self.cores[x.head]
        if len(x.items) - 1 != len(core.arguments):
            takes = ", ".join(a.name for a in core.arguments) or "none"
            raise self.problems.wrong(f"{x.head} takes {plural(len(core.arguments), 'argument')} ({takes}), not {len(x.items) - 1}", x)
        if x.head in scope.calls:
            raise self.problems.unsupported(f"{x.head} calls itself", x, "write a while loop")
        values = [self.lower(datum, scope) for datum in x.items[1:]]
        context = within(scope.context, core.properties, self.problems)
        inner = Scope(scope.b, {}, context, f"{x.head}.", (*scope.calls, x.head))
        for argument, v, datum in zip(core.arguments, values, x.items[1:]):
            inner = inner.bind(**self.dimensions(argument, v, datum, inner))
            stored = self.store(inner, v, argument.where, None, datum)
            inner = inner.bind(**{argument.name: Entry(stored)})
        with self.statement(scope, core.body.span):
            return self.lower(core.body, inner)

    def dimensions(self, argument, v: Value, where: Datum, scope: Scope) -> dict[str, Entry]:
        """Dimension symbols of an argument that `v` is given for, checked."""
        if len(argument.dimensions) != v.rank:
            raise self.problems.wrong(f"{argument.name} has {plural(len(argument.dimensions), 'dimension')}, this has {v.rank}", where)
        found: dict[str, Entry] = {}
        for d, length in zip(argument.dimensions, v.shape):
            known = self.size(d, scope.bind(**found))
            if known is not None and known != length:
                raise self.problems.wrong(f"{argument.name} needs {d.text} = {known} elements, this has {length}", where)
            if known is None:
                found[d.text] = Entry(size=length)
        return found


def _if(lo: Lowering, x: List, scope: Scope) -> Value:
    test, then, otherwise = lo_items(lo, x, 3, "(if condition then else)")
    predicate = lo.condition(test, "if", scope)
    branches, values = [], []
    for datum in (then, otherwise):
        inner = scope.child()
        values.append(lo.lower(datum, inner))
        branches.append(inner.b.block((), (values[-1],)))
    a, b = values
    if (a.shape, a.kind) != (b.shape, b.kind):
        raise lo.problems.wrong("the branches of this if have different shapes or kinds", x)
    (out,) = scope.b.cond(predicate, *branches)
    if a.name in lo.formats and b.name in lo.formats:
        lo.formats[out.name] = wider(lo.formats[a.name], lo.formats[b.name])
    return out


def _let(lo: Lowering, x: List, scope: Scope) -> Value:
    bindings, body = lo_items(lo, x, 2, f"({x.head} ([x value] ...) body)")
    inner = scope
    for name, (value,) in pairs(lo, bindings, 1, again=x.head == "let*"):
        inner = inner.bind(**{name.text: lo.bound(name, value, inner if x.head == "let*" else scope)})
    return lo.lower(body, inner)


def _annotated(lo: Lowering, x: List, scope: Scope) -> Value:
    properties, rest = properties_of(x.items[1:], lo.problems)
    if len(rest) != 1:
        raise lo.problems.wrong(f"(! properties expression) takes one expression, not {len(rest)}", x)
    return lo.lower(rest[0], replace(scope, context=within(scope.context, properties, lo.problems)))


def _cast(lo: Lowering, x: List, scope: Scope) -> Value:
    (inner,) = lo_items(lo, x, 1, "(cast expression)")
    v = lo.lower(inner, scope)
    return lo._whole(scope, lo._note(scope, scope.b.astype(v))) if v.kind == "real" else v


def _digits(lo: Lowering, x: List, scope: Scope) -> Value:
    parts = [lo.literal(i) if isinstance(i, Atom) else None for i in lo_items(lo, x, 3, "(digits m e b)")]
    numbers = [p for p in parts if p is not None]
    try:
        exact = digits(*numbers) if len(numbers) == 3 else None
    except OverflowError as problem:
        raise lo.problems.unsupported(str(problem), x) from None
    if exact is None:
        raise lo.problems.wrong("(digits m e b) takes three integers, the base 2 or more", x)
    return lo.exact(scope, exact, x)


def lo_items(lo: Lowering, x: List, count: int, shape: str) -> Sequence[Datum]:
    """The operands of a form, which has to have `count` of them."""
    if len(x.items) != count + 1:
        raise lo.problems.wrong(f"expected {shape}, found {len(x.items) - 1} operand{'s' if len(x.items) != 2 else ''}", x)
    return x.items[1:]


def pairs(lo: Lowering, x: Datum, count: int, again: bool = False) -> list[tuple[Atom, Sequence[Datum]]]:
    """Bindings ([name value ...] ...) with `count` values each; names are distinct unless they may be bound `again`."""
    found: list[tuple[Atom, Sequence[Datum]]] = []
    for binding in x.items if isinstance(x, List) else (x,):
        if not isinstance(binding, List) or len(binding.items) != count + 1 or not isinstance(binding.items[0], Atom):
            words = " ".join(["name", "value", "update"][: count + 1])
            raise lo.problems.wrong(f"expected a binding [{words}]", binding)
        name = binding.items[0]
        check_name(name, lo.problems)
        if not again and any(name.text == other.text for other, _ in found):
            raise lo.problems.wrong(f"{name.text} is bound twice here", name, "let* binds one after the other")
        found.append((name, binding.items[1:]))
    return found


Form = Callable[[Lowering, List, Scope], Value]
FORMS: dict[str, Form] = {"if": _if, "let": _let, "let*": _let, "!": _annotated, "cast": _cast, "digits": _digits}
FORM_SIZES: dict[str, Callable[[Lowering, List, Scope], Size | None]] = {}
