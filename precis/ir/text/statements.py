"""Texts of blocks. One statement per named store, control node or value used more than once, with its expression tree inline.

Expressions stand inline only where reading them back creates the nodes in the same order: values that are used once wait on
a stack, and a node takes its operands from the top of it or makes everything below them a statement. Sources and views, which
`settle` moves to their users anyway, stand inline wherever their users can write them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from precis.errors import Span
from precis.ir.canonical import is_barrier, is_source, is_view
from precis.ir.emulate import STORES
from precis.ir.live import MOST
from precis.ir.ops import CONTROL
from precis.ir.rewrite import free_values
from precis.ir.ruled import RULED
from precis.ir.size import Size
from precis.ir.text.expressions import Expressions, Inline, picks_in_order
from precis.ir.text.grammar import CALLS, LABELS, identifier, span_text
from precis.ir.text.spelling import Spelling
from precis.ir.text.terms import size_text, tuple_text
from precis.ir.types import Block, Node, Range, Value

LONGEST = 400  # characters of an inline expression
DEEPEST = 20  # operations nested in one expression
NESTED = 2  # a use in a nested block counts as this many: such a value needs a name


class Statements:
    """Writes the statements of one block.

    latest   container -> name of the value that its plain name means here
    named    values that have to be statements
    """

    def __init__(self, spelling: Spelling, block: Block, indent: str, latest: dict[str, str],
                 named: Iterable[Value] = ()):
        self.spelling, self.block, self.indent, self.latest = spelling, block, indent, latest
        self.expressions = Expressions(spelling)
        self.uses = uses_of(block) + Counter({v.name: NESTED for v in named})
        self.settled = settled_values(block, self.uses)
        self.waiting: list[Inline] = []
        self.views: set[str] = set()  # of the values that wait: views of others that do
        self.lines: list[str] = []
        self.bind(block.params)

    def bind(self, values: Iterable[Value]) -> None:
        self.latest.update((v.container, v.name) for v in values if v.container and self.spelling.is_plain(v))

    def emit(self, statement: str, span: Span | None) -> None:
        self.lines.append(statement_line(self.indent, statement, span if self.spelling.spans else None))

    def write(self) -> None:
        """All statements but the last, `return`."""
        for node in self.block.nodes:
            if node.op in CONTROL:
                self.control(node)
            elif is_source(node) or (is_view(node) and not self.waits(node.inputs)):
                self.source_or_view(node)
            else:
                self.operation(node)
            self.bind(node.outputs)

    def finish(self, results: Sequence[Value], tree: Callable[[list[str]], str]) -> None:
        """The statement `return`; results that wait stand inline. `tree` makes one text of those of the results."""
        if sum(len(w.text) for w in self.waiting) > LONGEST:
            self.flush(len(self.waiting))
        before = len(self.waiting)
        span = self.waiting[-1].span if self.waiting else None
        self.take(results, span, alone=True)
        inline = before and any(v.name in self.expressions.inline for v in results)
        self.emit(f"return {tree(list(map(self.expressions.operand, results)))}".rstrip(), span if inline else None)

    # The stack.

    def flush(self, count: int) -> None:
        """Make statements of the first `count` waiting values."""
        for inline in self.waiting[:count]:
            self.emit(f"{self.spelling[inline.value]} = {inline.text}", inline.span)
        del self.waiting[:count]

    def take(self, operands: Sequence[Value], span: Span | None, alone: bool) -> None:
        """Let waiting values stand inline as operands of the next node; those that are in the way become statements.

        alone: the next node is a statement, so nothing may keep waiting.
        """
        place = {w.value.name: k for k, w in enumerate(self.waiting)}
        wanted = [place[v.name] for v in operands if v.name in place]
        first = max((k + 1 for k in wanted if self.waiting[k].span != span), default=0)
        while not self._fits([k for k in wanted if k >= first], first, alone):
            first += 1
        count = sum(k >= first for k in wanted)
        self.flush(first)
        rest = len(self.waiting) - count
        self.expressions.inline.update((w.value.name, w) for w in self.waiting[rest:])
        del self.waiting[rest:]

    def _fits(self, wanted: list[int], first: int, alone: bool) -> bool:
        """Whether the wanted places are, in this order, the top of the stack (for a statement: all above `first`)."""
        end = len(self.waiting)
        return wanted == list(range(first if alone else end - len(wanted), end))

    def waits(self, values: Sequence[Value]) -> bool:
        return any(w.value.name == v.name for w in self.waiting for v in values)

    # Statements.

    def source_or_view(self, node: Node) -> None:
        inline = self.expressions.of(node)
        if node.output.name not in self.settled or _is_long(inline):
            if is_view(node) and any(w.value.name in self.views for w in self.waiting):
                self.flush(len(self.waiting))  # views stand in the order in which they are read back
            self.emit(f"{self.spelling[node.output]} = {inline.text}", node.span)
            return
        self.expressions.inline[node.output.name] = inline
        if is_source(node):
            self.expressions.literals.add(node.output.name)

    def operation(self, node: Node) -> None:
        alone = bool(node.output.container) or self.uses[node.output.name] != 1
        self.take(node.inputs, node.span, alone)
        expression = self.expressions.of(node)
        if not alone and not _is_long(expression):
            self.waiting.append(expression)
            self.views |= {node.output.name} if is_view(node) else set()
            return
        self.flush(len(self.waiting))
        self.emit(self.assignment(node, expression.text), node.span)

    def assignment(self, node: Node, expression: str) -> str:
        name, operand = self.spelling[node.output], self.expressions.operand
        if self.in_place(node):
            sign = "=" if node.op == "update" else "+="
            return f"{name}[{self.expressions.index(node)}] {sign} {operand(node.inputs[1])}"
        if node.op == "store" and node.output.container and not node.attrs:
            stored = operand(node.inputs[0])
            return f"{name} = {stored}" if stored.partition("(")[0] not in STORES else f"{name} = {expression}"
        return f"{name} = {expression}"

    def in_place(self, node: Node) -> bool:
        """Whether `u[at] = e` or `u[at] += e` says all: the latest u becomes the next u."""
        if node.op not in ("update", "update_add") or set(node.attrs) != {"at"} or not picks_in_order(node):
            return False
        new, old = node.output, node.inputs[0]
        return (new.container == old.container and self.spelling.is_plain(new) and self.spelling.is_plain(old)
                and self.latest.get(new.container or "") == old.name)

    # Control.

    def control(self, node: Node) -> None:
        self.take(node.inputs, node.span, alone=True)
        operands = list(map(self.expressions.operand, node.inputs))
        if node.op == "size":
            most = [f"most={size_text(node.attrs[MOST])}"] if MOST in node.attrs else []
            self.emit(f"{identifier(node.attrs['symbol'])} = size({', '.join([*operands, *most])})", node.span)
            return
        for label, inner in zip(LABELS[node.op], node.blocks):
            self.nested(label, inner, [identifier(node.attrs["index"])] if node.op == "loop" else [])
        targets = ", ".join(map(self.spelling.__getitem__, node.outputs))
        call = f"{CALLS[node.op]}({', '.join(self.arguments(node, operands))})"
        self.emit(f"{targets} = {call}" if targets else call, node.span)

    def arguments(self, node: Node, operands: list[str]) -> list[str]:
        labels, said = LABELS[node.op], ("index", "range") if node.op == "loop" else ()
        words = [f"{k}={self.expressions.attribute(k, a, node)}" for k, a in sorted(node.attrs.items()) if k not in said]
        if node.op in ("cond", "approx", *RULED):
            return [*operands, *labels, *words] if node.op == "cond" else [*labels, *operands, *words]
        carry = [f"carry={operands[0] if len(operands) == 1 else tuple_text(operands)}"] if operands else []
        return [*labels, *(range_words(node.attrs["range"]) if node.op == "loop" else []), *carry, *words]

    def nested(self, label: str, block: Block, index: list[str]) -> None:
        params = [*index, *map(self.spelling.__getitem__, block.params)]
        self.lines.append(f"{self.indent}def {label}({', '.join(params)}):")
        inner = Statements(self.spelling, block, self.indent + "    ", dict(self.latest))
        inner.write()
        inner.finish(block.results, ", ".join)
        self.lines.extend(inner.lines)


def statement_line(indent: str, statement: str, span: Span | None) -> str:
    return f"{indent}{statement}" + (f"; {span_text(span)!r}" if span else "")


def range_words(r: Range) -> list[str]:
    start = [f"start={size_text(r.start)}"] if r.start != Size() else []
    return [f"trips={size_text(r.trips)}", *start, *([f"by={r.step}"] if r.step != 1 else [])]


def _is_long(inline: Inline) -> bool:
    return len(inline.text) > LONGEST or inline.depth > DEEPEST


def uses_of(block: Block) -> Counter[str]:
    """How often each value is used by the nodes and results of a block; a use in a nested block counts as NESTED."""
    found: Counter[str] = Counter(v.name for n in block.nodes for v in n.inputs)
    found.update(v.name for v in block.results)
    for v in (v for n in block.nodes for inner in n.blocks for v in free_values(inner)):
        found[v.name] += NESTED
    return found


def settled_values(block: Block, uses: Mapping[str, int]) -> set[str]:
    """Values of the sources and views that all their users, nodes of the same block and span, can write inline. Views: one use."""
    late = late_views(block)
    spans: dict[str, set[Span | None]] = {}
    for node in block.nodes:
        for v in node.inputs:
            spans.setdefault(v.name, set()).add(node.span)
    elsewhere = {v.name for v in block.results} | {v.name for n in block.nodes for inner in n.blocks for v in free_values(inner)}
    return {n.output.name for n in block.nodes
            if (is_source(n) or (is_view(n) and uses[n.output.name] == 1 and n.output.name not in late))
            and spans.get(n.output.name) == {n.span} and n.output.name not in elsewhere}


def late_views(block: Block) -> set[str]:
    """Values of the views that `settle` keeps before a barrier, which is not what uses them."""
    late: set[str] = set()
    ahead: set[str] = set()
    for node in block.nodes:
        ahead.difference_update(v.name for v in node.inputs)
        if is_barrier(node):
            late |= ahead
            ahead.clear()
        if is_view(node):
            ahead.add(node.output.name)
    return late
