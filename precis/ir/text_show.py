"""Program -> text. One statement per named store, loop or value used more than once, with its expression tree inline.

Expressions stand inline only where reading them back creates the nodes in the same order: values that are used once wait on
a stack, and a node takes its operands from the top of it or makes everything below them a statement.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from precis.errors import Span
from precis.formats import FORMATS, Format
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import CONTROL, SOURCE
from precis.ir.rewrite import canonical_names, free_values
from precis.ir.size import Call, Size
from precis.ir.text_grammar import (
    ATOM,
    CALLS,
    INDEXED,
    INFIX,
    KEPT,
    LABELS,
    MATMUL,
    POSITIONAL,
    POWER,
    UNARIES,
    UNARY,
    first_version,
    identifier,
    span_text,
)
from precis.ir.types import At, Block, Container, Cut, Leaf, New, Node, Pick, Program, Shape, Tree, Value, values_of

LONGEST = 400  # characters of an inline expression
DEEPEST = 20  # operations nested in one expression
WIDEST = 110  # characters of a line `def ...`


def show(program: Program, *, spans: bool = True) -> str:
    """The text of a Program; `parse` reads it back. Without `spans` the source places are left out, for reading."""
    writer = _Writer(program, spans)
    return "\n".join([*_header(program, writer), *_signature(program, writer), *_declarations(program, writer), *_body(program, writer)]) + "\n"


@dataclass(frozen=True, slots=True)
class Inline:
    """A value that waits to stand inline in a later statement."""

    value: Value
    text: str
    precedence: int
    span: Span | None
    depth: int


def spellings(program: Program) -> dict[str, str]:
    """Value name -> its name in the text: that of its container where it always means the latest version, else the canonical one."""
    taken = frozenset(c.name for c in program.containers)
    stale: set[str] = set()
    _find_stale(program.body, {}, stale)
    names = canonical_names(program.body, taken)

    def spell(v: Value) -> str:
        if not v.container:
            return names[v.name]
        if v.name not in stale:
            return v.container
        return names[v.name] if names[v.name] != v.container else first_version(v.container, taken)
    return {v.name: identifier(spell(v)) for v in values_of(program.body)}


def _find_stale(block: Block, latest: dict[str, str], stale: set[str]) -> None:
    """Collect the values that are used while their container's name means another one. `latest`: container -> value name."""
    def use(values: Iterable[Value]) -> None:
        stale.update(v.name for v in values if v.container and latest.get(v.container) != v.name)

    def bind(values: Sequence[Value]) -> None:
        use(v for k, v in enumerate(values) if any(w.container == v.container for w in values[k + 1:]))
        latest.update((v.container, v.name) for v in values if v.container)

    bind(block.params)
    for node in block.nodes:
        use(node.inputs)
        for inner in node.blocks:
            _find_stale(inner, dict(latest), stale)
        bind(node.outputs)
    use(block.results)


def uses_of(block: Block) -> Counter[str]:
    """How often each value is used by the nodes and results of `block`; a use in a nested block counts as two."""
    found: Counter[str] = Counter(v.name for n in block.nodes for v in n.inputs)
    found.update(v.name for v in block.results)
    for v in (v for n in block.nodes for inner in n.blocks for v in free_values(inner)):
        found[v.name] += 2
    return found


def is_source(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].category == SOURCE and not node.output.container


# Literals, types, indices.


def number(value: Any) -> str:
    """A number or boolean of the text's literals."""
    if isinstance(value, complex):
        return f"const({number(value.real)}, {number(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)


def literal(value: Any) -> str:
    """Strings, numbers, None, Sizes, Formats and tuples of them, as attributes and static arguments hold them."""
    if isinstance(value, Size):
        return f"size({size_text(value)})"
    if isinstance(value, Format):
        return format_text(value)
    if isinstance(value, tuple):
        return tuple_text(map(literal, value))
    return number(value) if isinstance(value, (float, complex)) else repr(value)


def tuple_text(items: Iterable[str]) -> str:
    parts = list(items)
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def format_text(fmt: Format) -> str:
    if FORMATS.get(fmt.name) == fmt:
        return repr(fmt.name)
    return f"Format({', '.join(repr(getattr(fmt, f)) for f in Format.__dataclass_fields__)})"


def size_text(size: Size) -> str:
    return size.render(identifier, _size_call)


def _size_call(name: str, args: list[str]) -> str:
    if name != "floordiv":
        return f"{name}({', '.join(args)})"
    return "(" + "//".join(a if a.isidentifier() or a.isdigit() else f"({a})" for a in args) + ")"


def type_text(kind: str, shape: Shape) -> str:
    return f"{kind}[{', '.join(map(size_text, shape))}]" if shape else kind


def constant_text(node: Node) -> str:
    value, kind = node.attrs["value"], node.attrs["kind"]
    if isinstance(value, ArrayConstant):
        kinds = f", {kind!r}" if kind != "real" else ""
        return f"array({value.name!r}, {tuple(value.shape)!r}{kinds})"
    if kind == "real":
        value = float(value)
        return number(value) if math.isfinite(value) else f"const({number(value)})"
    if kind == "complex":
        return number(complex(value))
    return repr(bool(value)) if kind == "bool" else f"{kind}({int(value)})" if kind != "int64" else repr(int(value))


def cut_text(cut: Cut, dimension: Size | None) -> str:
    """A Cut as a Python slice if that says exactly this Cut of this dimension, else `cut(start, length, step)`."""
    if dimension is not None and cut.step and (cut.start.constant or 0) >= 0:
        start = "" if cut.start == default_start(dimension, cut.step) else size_text(cut.start)
        for stop in (None, *_likely_stops(cut)):
            if slice_length(cut.start, stop, cut.step, dimension) == cut.length and (stop is None or (stop.constant or 0) >= 0):
                return f"{start}:{'' if stop is None else size_text(stop)}" + (f":{cut.step}" if cut.step != 1 else "")
    return f"cut({size_text(cut.start)}, {size_text(cut.length)}, {cut.step})"


def _likely_stops(cut: Cut) -> Iterator[Size]:
    """The stop that the user wrote where the length still shows its rounded-up division, and the one after the last element."""
    sign = 1 if cut.step > 0 else -1
    (factors, k), *more = cut.length.terms or (((), 0),)
    if not more and k == 1 and len(factors) == 1 and isinstance(factors[0], Call) and factors[0].name == "floordiv":
        yield cut.start + sign * (factors[0].args[0] - abs(cut.step) + 1)
    yield cut.start + cut.step * (cut.length - 1) + sign


def default_start(dimension: Size, step: int) -> Size:
    return Size() if step > 0 else dimension - 1


def slice_length(start: Size, stop: Size | None, step: int, dimension: Size) -> Size:
    """The length of `start:stop:step`, which is ceil((stop - start) / step); Sizes are taken as non-negative."""
    if step > 0:
        return ((dimension if stop is None else stop) - start + (step - 1)) // step
    return (start - (Size.of(-1) if stop is None else stop) + (-step - 1)) // -step


class _Writer:
    """What every block needs to know: how values are spelled, which size symbols there are."""

    def __init__(self, program: Program, spans: bool):
        self.spans = spans
        self.names = spellings(program)
        self.symbols = {identifier(s) for s, _ in program.sizes} | {
            identifier(n.attrs["index" if n.op == "loop" else "symbol"]) for n in program.nodes() if n.op in ("loop", "size")}

    def name(self, v: Value) -> str:
        return self.names.get(v.name, identifier(v.name))

    def line(self, indent: str, statement: str, span: Span | None) -> str:
        return f"{indent}{statement}" + (f"; {span_text(span)!r}" if span and self.spans else "")


@dataclass
class _Statements:
    """Writes the statements of one block."""

    writer: _Writer
    block: Block
    indent: str
    latest: dict[str, str]  # container -> name of the value that its plain name means here
    lines: list[str] = field(default_factory=list)
    waiting: list[Inline] = field(default_factory=list)
    sources: dict[str, Inline] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.uses = uses_of(self.block)
        self.bind(self.block.params)
        users: dict[str, set[Span | None]] = {}
        for node in self.block.nodes:
            for v in node.inputs:
                users.setdefault(v.name, set()).add(node.span)
        nested = {v.name for n in self.block.nodes for inner in n.blocks for v in free_values(inner)}
        returned = {v.name for v in self.block.results}
        self.inline_sources = {n.output.name for n in self.block.nodes if is_source(n) and n.output.name not in nested | returned
                               and users.get(n.output.name, {n.span}) == {n.span} and n.output.name in users}

    def bind(self, values: Iterable[Value]) -> None:
        self.latest.update((v.container, v.name) for v in values if v.container and self.writer.name(v) == identifier(v.container))

    def write(self) -> list[str]:
        """All statements but the last, `return`."""
        for node in self.block.nodes:
            if node.op in CONTROL:
                self.control(node)
            elif is_source(node):
                self.source(node)
            else:
                self.operation(node)
            self.bind(node.outputs)
        return self.lines

    # Statements.

    def emit(self, statement: str, span: Span | None) -> None:
        self.lines.append(self.writer.line(self.indent, statement, span))

    def flush(self, count: int) -> None:
        """Make statements of the first `count` waiting values."""
        for inline in self.waiting[:count]:
            self.emit(f"{self.writer.name(inline.value)} = {inline.text}", inline.span)
        del self.waiting[:count]

    def source(self, node: Node) -> None:
        text = constant_text(node) if node.op == "const" else _call(node.op, [], node, self)
        inline = Inline(node.output, text, UNARY if text.startswith("-") else ATOM, node.span, 1)
        if node.output.name in self.inline_sources:
            self.sources[node.output.name] = inline
        else:
            self.emit(f"{self.writer.name(node.output)} = {text}", node.span)

    def operation(self, node: Node) -> None:
        v = node.outputs[0] if node.outputs else None
        alone = v is None or bool(v.container) or self.uses[v.name] != 1
        taken = self.take(node.inputs, node.span, alone)
        expression = self.expression(node, taken)
        if not alone and len(expression.text) <= LONGEST and expression.depth <= DEEPEST:
            self.waiting.append(expression)
            return
        if not alone:  # too long to stand inline
            self.flush(len(self.waiting))
        self.emit(self.assignment(node, expression, taken), node.span)

    def take(self, operands: Sequence[Value], span: Span | None, alone: bool) -> dict[str, Inline]:
        """The waiting values that stand inline as operands of the next node; the others that are in the way become statements."""
        place = {w.value.name: k for k, w in enumerate(self.waiting)}
        wanted = [place[v.name] for v in operands if v.name in place]
        first = max((k + 1 for k in wanted if self.waiting[k].span != span), default=0)
        while not _fits([k for k in wanted if k >= first], first, len(self.waiting), alone):
            first += 1
        self.flush(first)
        kept = len([k for k in wanted if k >= first])
        taken = {w.value.name: w for w in self.waiting[len(self.waiting) - kept:]}
        del self.waiting[len(self.waiting) - kept:]
        return taken

    def assignment(self, node: Node, expression: Inline, taken: Mapping[str, Inline]) -> str:
        name, v = self.writer.name(node.output), node.output
        if node.op in ("update", "update_add") and self.in_place(node):
            sign = "=" if node.op == "update" else "+="
            return f"{name}[{self.index(node, taken)}] {sign} {self.operand(node.inputs[1], taken)}"
        if node.op == "store" and v.container and set(node.attrs) == set():
            inner = self.operand(node.inputs[0], taken)
            return f"{name} = {inner}" if not inner.startswith(tuple(f"{k}(" for k in KEPT)) else f"{name} = store({inner})"
        return f"{name} = {expression.text}"

    def in_place(self, node: Node) -> bool:
        """Whether `u[at] = e` says all of an update: the latest u becomes the next u."""
        v, target = node.output, node.inputs[0]
        return bool(v.container and v.container == target.container and self.latest.get(v.container) == target.name
                    and self.writer.name(v) == identifier(v.container) == self.writer.name(target)
                    and set(node.attrs) == {"at"} and picks_in_order(node))

    # Expressions.

    def operand(self, v: Value, taken: Mapping[str, Inline], precedence: int = 0) -> str:
        inline = taken.get(v.name) or self.sources.get(v.name)
        if inline is None:
            return self.writer.name(v)
        return inline.text if inline.precedence >= precedence else f"({inline.text})"

    def expression(self, node: Node, taken: Mapping[str, Inline]) -> Inline:
        text, precedence = self.spelled(node, taken)
        depth = 1 + max((t.depth for t in taken.values()), default=0)
        return Inline(node.outputs[0] if node.outputs else Value(""), text, precedence, node.span, depth)

    def spelled(self, node: Node, taken: Mapping[str, Inline]) -> tuple[str, int]:
        infix, unary = INFIX.get(node.op), UNARIES.get(node.op)
        if infix and not _extra(node) and len(node.inputs) == 2:
            p = infix.precedence
            left, right = {POWER: (ATOM, UNARY)}.get(p, (p + (p == INFIX["lt"].precedence), p + 1))
            return f"{self.operand(node.inputs[0], taken, left)} {infix.sign} {self.operand(node.inputs[1], taken, right)}", p
        if unary and not node.attrs and node.inputs[0].name not in self.sources:
            return unary[0] + self.operand(node.inputs[0], taken, UNARY), UNARY
        if node.op == "slice" and set(node.attrs) == {"at"} and picks_in_order(node):
            return f"{self.operand(node.inputs[0], taken, ATOM)}[{self.index(node, taken)}]", ATOM
        operands = node.inputs
        if node.op in INDEXED and picks_in_order(node):
            operands = operands[: INDEXED[node.op]]
        return _call(node.op, [self.operand(v, taken) for v in operands], node, self, taken), ATOM

    def index(self, node: Node, taken: Mapping[str, Inline]) -> str:
        """The items of `at`, between the brackets."""
        before, regular = INDEXED[node.op], picks_in_order(node)
        dims = iter(node.inputs[0].shape)

        def one(item: Any) -> str:
            dimension = None if isinstance(item, New) else next(dims, None)
            if isinstance(item, New):
                return "None"
            if isinstance(item, At):
                return size_text(item.position)
            if isinstance(item, Cut):
                return cut_text(item, dimension)
            if not regular:
                return f"operand({item.operand})"
            v = node.inputs[before + item.operand]
            text = self.operand(v, taken)
            return text if text == self.writer.name(v) and text not in self.writer.symbols else f"pick({text})"
        items = [one(item) for item in node.attrs["at"]]
        return ", ".join(items) if items else "()"

    def attribute(self, name: str, value: Any, node: Node, taken: Mapping[str, Inline]) -> str:
        if name == "at" and node.op in INDEXED:
            return f"s_[{self.index(node, taken)}]"
        if name == "shape" and isinstance(value, tuple) and all(isinstance(d, Size) for d in value):
            return tuple_text(map(size_text, value))
        return size_text(value) if isinstance(value, Size) else literal(value)

    # Control.

    def control(self, node: Node) -> None:
        taken = self.take(node.inputs, node.span, alone=True)
        if node.op == "size":
            return self.emit(f"{identifier(node.attrs['symbol'])} = size({self.operand(node.inputs[0], taken)})", node.span)
        for label, inner in zip(LABELS[node.op], node.blocks):
            self.nested(label, inner, identifier(node.attrs["index"]) if node.op == "loop" else None)
        targets = ", ".join(map(self.writer.name, node.outputs))
        call = f"{CALLS[node.op]}({', '.join(self.control_arguments(node, taken))})"
        self.emit(f"{targets} = {call}" if targets else call, node.span)

    def control_arguments(self, node: Node, taken: Mapping[str, Inline]) -> list[str]:
        operands, labels = [self.operand(v, taken) for v in node.inputs], list(LABELS[node.op])
        attrs = {k: a for k, a in node.attrs.items() if not (node.op == "loop" and k in ("index", "range"))}
        more = [f"{k}={self.attribute(k, a, node, taken)}" for k, a in sorted(attrs.items())]
        if node.op == "cond":
            return [*operands, *labels, *more]
        if node.op == "approx":
            return [*labels, *operands, *more]
        carry = [f"carry={operands[0] if len(operands) == 1 else tuple_text(operands)}"] if operands else []
        return [*labels, *(_range(node) if node.op == "loop" else []), *carry, *more]

    def nested(self, label: str, block: Block, index: str | None) -> None:
        params = [*([index] if index else []), *map(self.writer.name, block.params)]
        self.lines.append(f"{self.indent}def {label}({', '.join(params)}):")
        inner = _Statements(self.writer, block, self.indent + "    ", dict(self.latest))
        inner.write()
        inner.finish(block.results, lambda texts: ", ".join(texts))
        self.lines.extend(inner.lines)

    def finish(self, results: Sequence[Value], tree: Any, inline: bool = True) -> None:
        """The statement `return`. Results that wait stand inline."""
        span = self.waiting[-1].span if self.waiting else None
        taken = self.take(results if inline else (), span, alone=True)
        text = tree([self.operand(v, taken) for v in results])
        self.emit(f"return {text}".rstrip(), span if taken else None)


def _fits(wanted: list[int], first: int, end: int, alone: bool) -> bool:
    """Whether the wanted places are, in this order, the top of the stack (all that is left of it, for a statement)."""
    return wanted == list(range(first if alone else end - len(wanted), end))


def picks_in_order(node: Node) -> bool:
    """Whether the picks of `at` are the index operands one after the other, so that they can stand where they index."""
    return [i.operand for i in node.attrs["at"] if isinstance(i, Pick)] == list(range(len(node.inputs) - INDEXED[node.op]))


def _extra(node: Node) -> bool:
    """Whether an operation with an infix operator carries attributes that the operator does not say."""
    if node.op == "einsum":
        ranks = tuple(v.rank for v in node.inputs)
        return set(node.attrs) != {"spec"} or MATMUL.get(ranks) != node.attrs["spec"]  # type: ignore[call-overload]
    return bool(node.attrs)


def _call(op: str, operands: list[str], node: Node, statements: _Statements, taken: Mapping[str, Inline] | None = None) -> str:
    attrs = {k: statements.attribute(k, a, node, taken or {}) for k, a in node.attrs.items()}
    positional = [attrs.pop(POSITIONAL[op])] if op in POSITIONAL and POSITIONAL[op] in attrs else []
    return f"{op}({', '.join([*operands, *positional, *(f'{k}={attrs[k]}' for k in _attribute_order(op, attrs))])})"


def _attribute_order(op: str, attrs: Mapping[str, str]) -> list[str]:
    known = OPS[op].attrs if op in OPS else ()
    return [k for k in known if k in attrs] + sorted(k for k in attrs if k not in known)


def _range(node: Node) -> list[str]:
    r = node.attrs["range"]
    start = [f"start={size_text(r.start)}"] if r.start != Size() else []
    return [f"trips={size_text(r.trips)}", *start, *([f"by={r.step}"] if r.step != 1 else [])]


# The function around the body.


def _header(program: Program, writer: _Writer) -> list[str]:
    sizes = [f"{identifier(s)}={n}" for s, n in program.sizes]
    guards = [f"{size_text(g.left)} {g.relation} {size_text(g.right)}" for g in program.guards]
    params = [writer.name(p) for p in program.body.params] if [p.name for p in program.body.params] != _order(program) else []
    lines = {"sizes": sizes, "guards": guards, "params": params}
    return [f"@{word}({', '.join(items)})" for word, items in lines.items() if items]


def _order(program: Program) -> list[str]:
    """Names of the parameters in the order of the arguments' trees, then the others."""
    names = dict.fromkeys(n for _, tree in program.arguments for n in _leaf_names(tree))
    return [*names, *(p.name for p in program.body.params if p.name not in names)]


def _signature(program: Program, writer: _Writer) -> list[str]:
    params = {p.name: p for p in program.body.params}
    left = dict(params)
    arguments = [f"{identifier(a)}: {_argument(t, a, params, left, program, writer)}" for a, t in program.arguments]
    if left:
        arguments += ["*", *(f"{writer.name(p)}: {_typed(p, None, program, writer)}" for p in left.values())]
    name = identifier(program.name)
    line = f"def {name}({', '.join(arguments)}):"
    return [line] if len(line) <= WIDEST else [f"def {name}(", *(f"        {a}," for a in arguments[:-1]), f"        {arguments[-1]}):"]


def _argument(tree: Tree, name: str, params: Mapping[str, Value], left: dict[str, Value], program: Program, writer: _Writer) -> str:
    if isinstance(tree, Leaf):
        if tree.what == "size":
            return "size" if tree.value == Size.of(name) else f"size({size_text(tree.value)})"
        if tree.what == "static":
            return f"static({literal(tree.value)})"
        first = left.pop(tree.value, None)
        return _typed(first, name, program, writer) if first else f"value[{writer.names.get(tree.value, tree.value)}]"
    parts = {k: _argument(t, "", params, left, program, writer) for k, t in (tree.items() if isinstance(tree, dict) else enumerate(tree))}
    return _tree_text(tree, parts)


def _tree_text(tree: Tree, parts: Mapping[Any, str]) -> str:
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{literal(k)}: {p}" for k, p in parts.items()) + "}"
    return tuple_text(parts.values()) if isinstance(tree, tuple) else f"[{', '.join(parts.values())}]"


def _typed(v: Value, argument: str | None, program: Program, writer: _Writer) -> str:
    """`role[type]` of a parameter, with the name of its value where that is not the argument's, and its container's span."""
    c = _declared_by_parameter(program, writer).get(v.name)
    kind = type_text(v.kind, v.shape)
    name = writer.name(v)
    plain = kind if argument is None or name == identifier(argument) else f"{name}: {kind}"
    span = f", {span_text(c.span)!r}" if c and c.span and writer.spans else ""
    return f"{c.role if c else 'value'}[{plain}{span}]"


def _declared_by_parameter(program: Program, names: _Writer) -> dict[str, Container]:
    """Parameter name -> container, where the parameter says all of the container and the order of containers is that of
    the parameters; the others are declared at the head of the body."""
    found: dict[str, Container] = {}
    for p, c in zip(program.body.params, program.containers):
        if (p.container, p.shape, p.kind) != (c.name, c.shape, c.kind) or names.name(p) != identifier(c.name):
            break
        found[p.name] = c
    return found


def _declarations(program: Program, writer: _Writer) -> list[str]:
    said = len(_declared_by_parameter(program, writer))
    return [writer.line("    ", f"{identifier(c.name)}: {c.role}[{type_text(c.kind, c.shape)}]", c.span) for c in program.containers[said:]]


def _body(program: Program, writer: _Writer) -> list[str]:
    statements = _Statements(writer, program.body, "    ", {})
    returned, names = program.returned, _leaf_names(program.returns)
    regular = [v.name for v in returned] == names
    finals = program.body.results[len(returned):]
    # Only the returned values may stand inline in `return`; the finals are named before it.
    statements.uses.update({v.name: 2 for v in (finals if regular else program.body.results)})
    statements.write()
    statements.flush(0 if regular else len(statements.waiting))
    by_name = {v.name: v for v in program.body.params}
    if program.mutated:
        pairs = (f"{writer.name(by_name.get(m, Value(m)))}={writer.name(v)}" for m, v in zip(program.mutated, finals))
        mutates = f"mutates({', '.join(pairs)})"
    else:
        mutates = ""
    results = "" if regular else f"results({', '.join(map(writer.name, returned))})"
    statements.finish(returned if regular else (), lambda texts: _returned(program.returns, iter(texts), writer), regular)
    *before, last = statements.lines
    return [*before, *(f"    {s}" for s in (mutates, results) if s), last]


def _leaf_names(tree: Tree) -> list[str]:
    if isinstance(tree, Leaf):
        return [tree.value] if tree.what == "value" else []
    return [n for t in (tree.values() if isinstance(tree, dict) else tree) for n in _leaf_names(t)]


def _returned(tree: Tree, texts: Any, writer: _Writer) -> str:
    if isinstance(tree, Leaf):
        if tree.what == "value":
            return next(texts, None) or writer.names.get(tree.value, tree.value)
        return f"size({size_text(tree.value)})" if tree.what == "size" else "None" if tree.value is None else f"static({literal(tree.value)})"
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    return _tree_text(tree, {k: _returned(t, texts, writer) for k, t in items})
