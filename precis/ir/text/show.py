"""Program -> text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from precis.ir.canonical import settle
from precis.ir.size import Size
from precis.ir.text.grammar import identifier, span_text
from precis.ir.text.spelling import Spelling
from precis.ir.text.statements import Statements, statement_line
from precis.ir.text.terms import literal, size_text, tuple_text, type_text
from precis.ir.trees import Leaf, Part, Tree
from precis.ir.types import Assumption, Container, Program, Value

WIDEST = 110  # characters of the line `def ...`
INDENT = "    "


def show(program: Program, *, spans: bool = True) -> str:
    """The text of a Program; `parse` reads it back. Without `spans` the places in the source are left out."""
    program = program.with_body(settle(program.body))  # the order that `parse` gives back
    spelling = Spelling.of(program, spans)
    kept = parameter_containers(program, spelling)
    lines = [*_header(program, spelling), *_signature(program, spelling, kept),
             *_declarations(program, spelling, len(kept)), *_body(program, spelling)]
    return "\n".join(lines) + "\n"


def parameter_containers(program: Program, spelling: Spelling) -> dict[str, Container]:
    """Parameter name -> container, as far as containers follow the order of the parameters and these say all of them; other
    containers are declared at the head of the body."""
    found: dict[str, Container] = {}
    for p, c in zip(program.body.params, program.containers):
        if (p.container, p.shape, p.kind) != (c.name, c.shape, c.kind) or not spelling.is_plain(p):
            break
        found[p.name] = c
    return found


def leaf_names(tree: Tree) -> Iterator[str]:
    """Names of the values of a tree, in order."""
    if not isinstance(tree, Leaf):
        for t in _items(tree).values():
            yield from leaf_names(t)
    elif tree.what == "value":
        yield tree.value


def _items(tree: Any) -> dict[Any, Any]:
    return tree if isinstance(tree, dict) else dict(enumerate(tree))


def _tree_text(tree: Any, parts: Iterable[str]) -> str:
    """A dict, tuple or list with the texts of its items."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{literal(k)}: {p}" for k, p in zip(tree, parts)) + "}"
    if isinstance(tree, Part):
        return f"part({', '.join(parts)})"
    return tuple_text(parts) if isinstance(tree, tuple) else f"[{', '.join(parts)}]"


def _header(program: Program, spelling: Spelling) -> list[str]:
    sizes = [f"{identifier(s)}={n}" for s, n in program.sizes]
    guards = [f"{size_text(g.left)} {g.relation} {size_text(g.right)}" for g in program.guards]
    guards += [f"c_order({spelling[p]})" for p in program.body.params if p.name in program.ordered]
    names = dict.fromkeys(n for _, tree in program.arguments for n in leaf_names(tree))
    expected = [*names, *(p.name for p in program.body.params if p.name not in names)]
    params = [spelling[p] for p in program.body.params] if [p.name for p in program.body.params] != expected else []
    words = {"sizes": sizes, "guards": guards, "params": params}
    unchecked = [f"@unchecked({_assumption(a)})" for a in program.assumed] if spelling.spans else []
    return [*(f"@{word}({', '.join(items)})" for word, items in words.items() if items), *unchecked]


def _assumption(a: Assumption) -> str:
    span = [repr(span_text(a.span))] if a.span else []
    return ", ".join([repr(a.text), *span, *([] if a.own else ["own=False"])])


def _signature(program: Program, spelling: Spelling, kept: Mapping[str, Container]) -> list[str]:
    left = {p.name: p for p in program.body.params}

    def typed(p: Value, argument: str | None) -> str:
        c, kind = kept.get(p.name), type_text(p.kind, p.shape)
        named = kind if spelling[p] == argument else f"{spelling[p]}: {kind}"
        span = f", {span_text(c.span)!r}" if c and c.span and spelling.spans else ""
        return f"{c.role if c else 'value'}[{named}{span}]"

    def annotation(tree: Tree, argument: str | None) -> str:
        if not isinstance(tree, Leaf):
            return _tree_text(tree, [annotation(t, None) for t in _items(tree).values()])
        if tree.what == "value":
            p = left.pop(tree.value, None)
            return typed(p, argument and identifier(argument)) if p else f"value[{spelling.of_name(tree.value)}]"
        return "size" if argument and tree == Leaf("size", Size.of(argument)) else _leaf_text(tree)

    arguments = [f"{identifier(a)}: {annotation(tree, a)}" for a, tree in program.arguments]
    arguments += ["*"] * bool(left) + [f"{spelling[p]}: {typed(p, spelling[p])}" for p in left.values()]
    line = f"def {identifier(program.name)}({', '.join(arguments)}):"
    if len(line) <= WIDEST:
        return [line]
    return [f"def {identifier(program.name)}(", *(f"{INDENT * 2}{a}," for a in arguments[:-1]),
            f"{INDENT * 2}{arguments[-1]}):"]


def _leaf_text(leaf: Leaf) -> str:
    return f"size({size_text(leaf.value)})" if leaf.what == "size" else f"static({literal(leaf.value)})"


def _declarations(program: Program, spelling: Spelling, said: int) -> list[str]:
    lines = [(f"{identifier(c.name)}: {c.role}[{type_text(c.kind, c.shape)}]", c.span) for c in program.containers[said:]]
    return [statement_line(INDENT, text, span if spelling.spans else None) for text, span in lines]


def _body(program: Program, spelling: Spelling) -> list[str]:
    """The statements; returned values may stand inline in `return`, the final values of mutated arguments are named."""
    returned, finals = program.returned, program.body.results[len(program.returned):]
    regular = [v.name for v in returned] == list(leaf_names(program.returns))
    statements = Statements(spelling, program.body, INDENT, {}, finals if regular else program.body.results)
    statements.write()
    statements.finish(returned if regular else (), lambda texts: _returned(program.returns, iter(texts), spelling))
    *before, last = statements.lines
    pairs = [f"{spelling.of_name(m)}={spelling[v]}" for m, v in zip(program.mutated, finals)]
    said = [f"{INDENT}mutates({', '.join(pairs)})"] if pairs else []
    results = [] if regular else [f"{INDENT}results({', '.join(map(spelling.__getitem__, returned))})"]
    return [*before, *said, *results, last]


def _returned(tree: Tree, texts: Iterator[str], spelling: Spelling) -> str:
    if not isinstance(tree, Leaf):
        return _tree_text(tree, [_returned(t, texts, spelling) for t in _items(tree).values()])
    if tree.what == "value":
        return next(texts, "") or spelling.of_name(tree.value)
    return "None" if tree == Leaf("static", None) else _leaf_text(tree)
