"""A block of a Program as statements of plain NumPy; see precis.bitwidth.findings.script."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.bitwidth.findings.reproduce import TYPES
from precis.bitwidth.findings.scene import ELEMENTS, Scene, Unwritten, Watched, bare, literal
from precis.bitwidth.findings.spellings import MIXED, SPELLINGS
from precis.ir.emulate import ROUNDED
from precis.ir.ops import ArrayConstant
from precis.ir.size import Size
from precis.ir.text.grammar import identifier
from precis.ir.text.terms import size_text
from precis.ir.types import At, Block, Node, Pick, Value

OWN = frozenset((*dir(builtins), *keyword.kwlist, "np", "ml_dtypes", "wide", "run", "seen", "rounded", "exact"))
INDENT = "    "


@dataclass
class Writer:
    scene: Scene
    watched: Watched | None
    names: dict[str, str] = field(default_factory=dict)  # value -> expression
    taken: set[str] = field(default_factory=set)
    types: dict[str, str] = field(default_factory=dict)  # format -> NumPy type
    uses: dict[str, int] = field(default_factory=dict)

    def lines(self, block: Block) -> list[str]:
        """The body of `run`."""
        self.taken |= {identifier(s) for n in block.walk() for a in ("index", "symbol") if isinstance(s := n.attrs.get(a), str)}
        for n in block.walk():
            for v in (*n.inputs, *(v for b in n.blocks for v in b.results)):
                self.uses[v.name] = self.uses.get(v.name, 0) + 1
        results = [v for v in block.results if v.kind in ROUNDED]
        lines = ["seen = []"] if self.watched else []
        lines += self._inputs(block) + self.block(block)
        end = "seen" if self.watched else f"[{', '.join(map(self.text, results))}]"
        return [INDENT + line for line in (*lines, f"return {end}")]

    def _inputs(self, block: Block) -> list[str]:
        wanted = [(p, np.asarray(x)) for p, x in zip(block.params, self.scene.arrays) if p.name in self.uses]
        if sum(x.size for _, x in wanted) > ELEMENTS:
            raise Unwritten(f"the inputs have more than {ELEMENTS} elements")
        return [f"{self.name(p)} = {self.typed(p, literal(x))}" for p, x in wanted]

    # Names and types.

    def name(self, v: Value) -> str:
        """A name of its own for a value."""
        base = identifier(v.container) if v.container else "v"
        k = 0
        while (found := f"{base}_{k}" if k else base) in self.taken or found in OWN or found in TYPES:
            k += 1
        self.taken.add(found)
        self.names[v.name] = found
        return found

    def text(self, v: Value) -> str:
        return self.names[v.name]

    def type(self, v: Value) -> str:
        """The name of the function that converts to the format of a real value."""
        fmt = self.scene.formats.get(v.name)
        if v.kind == "complex" or fmt is None or fmt.name not in TYPES:
            raise Unwritten(f"NumPy has no type for {v.kind} numbers in {fmt}")
        self.types[fmt.name] = TYPES[fmt.name]
        return fmt.name

    def typed(self, v: Value, text: str) -> str:
        if v.kind == "real":
            return f"{self.type(v)}({text})"
        return text if v.kind in ("int64", "bool") and not v.rank else f"np.asarray({text}).astype(np.{v.kind})[()]"

    def fitted(self, v: Value, to: Value) -> str:
        """`v` in the format of another value."""
        if v.kind != "real" or to.kind != "real" or self.scene.formats.get(v.name) == self.scene.formats.get(to.name):
            return self.text(v)
        return f"{self.type(to)}({self.text(v)})"

    def size(self, size: Size) -> str:
        return size_text(size.substitute(self.scene.binding))

    def shape(self, sizes: Sequence[Size]) -> str:
        return "".join(f"{self.size(s)}, " for s in sizes)

    # Statements.

    def block(self, block: Block) -> list[str]:
        lines: list[str] = []
        for node in block.nodes:
            if node.op in _STATEMENTS:
                lines += _STATEMENTS[node.op](self, node)
                continue
            text = self.expression(node)
            if self.uses.get(node.output.name, 0) > 1 and node.op != "const":
                lines.append(f"{self.name(node.output)} = {bare(text)}")
            else:
                self.names[node.output.name] = text
        return lines

    def expression(self, n: Node) -> str:
        if n.op == "const":
            return self._constant(n)
        if n.op == "slice":
            return f"{self.text(n.inputs[0])}[{self.index(n.attrs['at'], n.inputs[1:])}]"
        if n.op == "convert":
            return self._converted(n)
        if n.op not in SPELLINGS or any(v.kind == "complex" for v in n.inputs):
            raise Unwritten(f"`{n.op}` has no short form in NumPy")
        out = n.output
        args = [self.text(v) if n.op in MIXED else self.fitted(v, out) for v in n.inputs]
        words = {k: self._attribute(a) for k, a in n.attrs.items()}
        f = self.type(out) if "{f}" in SPELLINGS[n.op] else ""
        return SPELLINGS[n.op].format(*args, args=", ".join(args), f=f, **words)

    def _attribute(self, a: Any) -> str:
        if isinstance(a, Size):
            return self.size(a)
        sized = isinstance(a, tuple) and bool(a) and all(isinstance(s, Size) for s in a)
        return self.shape(a) if sized else repr(a) if isinstance(a, (int, str, tuple)) else ""

    def _constant(self, n: Node) -> str:
        value = n.attrs["value"]
        if not isinstance(value, ArrayConstant):
            return self.typed(n.output, literal(np.asarray(value)))
        array = self.scene.program.constants[value.name]
        if array.size > ELEMENTS:
            raise Unwritten(f"a constant has more than {ELEMENTS} elements")
        return self.typed(n.output, literal(array))

    def _converted(self, n: Node) -> str:
        (x,), out = n.inputs, n.output
        if "complex" in (x.kind, out.kind):
            raise Unwritten("complex numbers")
        return f"{self.type(out)}({self.text(x)})" if out.kind == "real" else f"np.asarray({self.text(x)}).astype(np.{out.kind})[()]"

    def index(self, at: Sequence[Any], picks: Sequence[Value]) -> str:
        def one(item: Any) -> str:
            if isinstance(item, At):
                return self.size(item.position)
            if isinstance(item, Pick):
                return self.text(picks[item.operand])
            return "None" if not hasattr(item, "step") else self._cut(item)

        return ", ".join(map(one, at)) or "()"

    def _cut(self, cut: Any) -> str:
        if cut.step < 0:
            start, length = (s.substitute(self.scene.binding).constant for s in (cut.start, cut.length))
            if start is None or length is None:
                raise Unwritten("a slice runs backward from an index")
            stop = start + cut.step * length
            return f"{start}:{stop if stop >= 0 else ''}:{cut.step}" if length else "0:0"
        stop = f"{self.size(cut.start)}:{self.size(cut.start + cut.length * cut.step)}"
        return f"{stop}:{cut.step}" if cut.step > 1 else stop

    def watching(self, node: Node, before: Sequence[str], after: Sequence[str]) -> list[str]:
        w = self.watched
        if w is None or node.outputs[0].name != w.loop:
            return []
        return [f"seen.append({w.record(before, after, node.inputs)})", f"if len(seen) >= {w.most}:", f"{INDENT}return seen"]

    def assigned(self, names: Sequence[str], values: Sequence[str]) -> list[str]:
        pairs = [(a, b) for a, b in zip(names, values) if a != b]
        return [f"{', '.join(a for a, _ in pairs)} = {', '.join(bare(b) for _, b in pairs)}"] if pairs else []


def _store(w: Writer, n: Node) -> list[str]:
    value = w.fitted(n.inputs[0], n.output)
    return [f"{w.name(n.output)} = {bare(value)}"]


def _update(w: Writer, n: Node) -> list[str]:
    target, value, *picks = n.inputs
    text, at = w.text(value), w.index(n.attrs["at"], picks)
    if n.op == "update_add" and any(p.rank for p in picks):
        raise Unwritten("additions at repeated places")
    old = w.text(target)
    name = w.name(n.output)
    return [f"{name} = np.array({old})", f"{name}[{at}] {'+=' if n.op == 'update_add' else '='} {bare(text)}"]


def _size(w: Writer, n: Node) -> list[str]:
    return [f"{identifier(n.attrs['symbol'])} = int({w.text(n.inputs[0])})"]


def _carries(w: Writer, n: Node, params: Sequence[Value]) -> tuple[list[str], list[str]]:
    starts = [w.fitted(v, p) for v, p in zip(n.inputs, params)]
    names = [w.name(p) for p in params]
    return names, w.assigned(names, starts)


def _stepped(w: Writer, n: Node, body: Block, names: list[str], stacked: Callable[[], list[str]] = list) -> list[str]:
    lines = w.block(body) + stacked()
    after = [w.fitted(v, p) for v, p in zip(body.results, body.params)]
    return lines + w.watching(n, names, after) + w.assigned(names, after)


def _loop(w: Writer, n: Node) -> list[str]:
    (body,), range_ = n.blocks, n.attrs["range"]
    names, lines = _carries(w, n, body.params)
    stacks = n.outputs[len(n.inputs):]
    for v in stacks:
        lines.append(f"{w.name(v)} = []")
    start, end = (w.size(s) for s in (range_.start, range_.start + range_.trips * range_.step))
    ends = f"{start}, {end}, {range_.step}" if range_.step != 1 else end if start == "0" else f"{start}, {end}"
    rows = zip(stacks, body.results[len(n.inputs):])
    inner = _stepped(w, n, body, names, lambda: [f"{w.text(v)}.append({bare(w.text(r))})" for v, r in rows])
    lines += [f"for {identifier(n.attrs['index'])} in range({ends}):", *(INDENT + line for line in inner or ["pass"])]
    w.names.update((v.name, name) for v, name in zip(n.outputs, names))
    return lines + [f"{w.text(v)} = np.stack({w.text(v)})" for v in stacks]


def _while(w: Writer, n: Node) -> list[str]:
    condition, body = n.blocks
    names, lines = _carries(w, n, body.params)
    w.names.update((p.name, name) for p, name in zip(condition.params, names))
    tests = w.block(condition)
    (go,) = condition.results
    tests = tests and [*tests, f"if not {w.text(go)}:", f"{INDENT}break"]
    head = ["while True:", *(INDENT + t for t in tests)] if tests else [f"while {bare(w.text(go))}:"]
    lines += [*head, *(INDENT + line for line in _stepped(w, n, body, names) or ["pass"])]
    w.names.update((v.name, name) for v, name in zip(n.outputs, names))
    return lines


def _cond(w: Writer, n: Node) -> list[str]:
    test = bare(w.text(n.inputs[0]))
    names: list[str] = []
    lines: list[str] = []
    for word, block in zip((f"if {test}:", "else:"), n.blocks):
        inner = w.block(block)
        names = names or [w.name(v) for v in n.outputs]
        inner += w.assigned(names, [w.fitted(r, v) for r, v in zip(block.results, n.outputs)])
        lines += [word, *(INDENT + line for line in inner or ["pass"])]
    return lines


_STATEMENTS: dict[str, Callable[[Writer, Node], list[str]]] = {
    "store": _store, "update": _update, "update_add": _update, "size": _size, "loop": _loop, "while": _while, "cond": _cond,
}  # fmt: skip
