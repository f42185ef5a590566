"""Precision schedules: a loop cut into parts that follow one another, so that early iterations may have formats of their own.

Counted loops are cut at iteration numbers. A while loop is cut by conditions: a first while runs as long as the
program's own condition holds and so does a further one (fewer than so many iterations, or a residual above a multiple of
the threshold that the program compares it with); the next goes on from there. Whatever the further condition is, both
together compute what the loop computes.

The containers of a part get "_first" (its mark) behind their names, its sites " (first)" behind their files; the last part keeps
its names. Names that the program sets before the loop belong to the first part, unless they are arguments. What passes a
border is a carry, so emulation and emission convert it there as at the entry of any loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from precis.errors import Span, UsageError
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical
from precis.ir.condition import Further, narrowed
from precis.ir.rewrite import map_values
from precis.ir.size import Size, SizeLike, largest, smallest
from precis.ir.trees import Leaf
from precis.ir.types import Block, Container, Node, Program, Range, Value, values_of

FIRST = "first"
Border = SizeLike | Further


def outer_loops(program: Program) -> tuple[Node, ...]:
    """The loops that are statements of the function itself and bind no size inside, in order."""
    loops = (n for n in program.body.nodes if n.op in ("loop", "while"))
    return tuple(n for n in loops if all(m.op != "size" for block in n.blocks for m in block.walk()))


def up_to(program: Program, node: Node, build: Callable[[Build], tuple[Value, ...]]) -> Program:
    """What stands before `node`, one of the loops that are statements of the function, then what `build` puts in its place; the results
    are the values that it gives."""
    b = Build(Names({v.name for v in values_of(program.body)}), node.span)
    given = build(b)
    place = next(k for k, n in enumerate(program.body.nodes) if n is node)
    body = Block(program.body.params, (*program.body.nodes[:place], *b.nodes), given)
    returns = tuple(Leaf("value", v.name) for v in given)
    return canonical(replace(program, body=body, returns=returns, mutated=(), original=None))


def divided(program: Program, node: Node, borders: Sequence[Border], marks: Sequence[str] = (FIRST,)) -> Program:
    """`program` with `node`, one of its outer loops, in len(borders) + 1 parts; marks: of all but the last.

    borders  of a counted loop: numbers of the iterations before which it is cut, ascending; of a while loop: what ends each
             part but the last (precis.ir.condition)
    UsageError for names that a part would take.
    """
    for mark in marks:
        taken = {c.name for c in program.containers if c.name.removesuffix(f"_{mark}") != c.name}
        if taken:
            raise UsageError(f"{min(taken)} is a name that the first part of a loop would take: it was cut before, or is yours")
    parts = _Parts(node, Names({v.name for v in values_of(program.body)}), tuple(marks))
    made = parts.counted(borders) if node.op == "loop" else parts.conditional(borders)
    place = next(k for k, n in enumerate(program.body.nodes) if n is node)
    before, after = program.body.nodes[:place], program.body.nodes[place + 1 :]
    names = _assigned(node) - {p.container for p in program.body.params}
    early = {v.name for n in before for v in _defined(n) if v.container in names}
    body = replace(program.body, nodes=(*before, *made, *after))
    body = map_values(body, lambda v: replace(v, container=f"{v.container}_{marks[0]}") if v.name in early else v)
    found = replace(program.with_body(body), containers=_containers(program, node, marks), sources=_sources(program, marks))
    return canonical(replace(found, original=_original(program, marks, parts.renamed)))


@dataclass
class _Parts:
    """The nodes that stand in the place of a loop. renamed: (value of the loop, its copy in a part)."""

    node: Node
    names: Names
    marks: tuple[str, ...]

    def __post_init__(self) -> None:
        self.renamed: list[tuple[str, str]] = []

    def counted(self, borders: Sequence[Border]) -> list[Node]:
        range_: Range = self.node.attrs["range"]
        ends, made = [], []
        for at in (*borders, range_.trips):
            ends.append(largest(ends[-1] if ends else 0, smallest(Size.of(at), range_.trips)))  # pyright: ignore[reportArgumentType]
        carries, stacks = self.node.inputs, []
        for k, (begin, end) in enumerate(zip((Size(), *ends), ends)):
            trips = end - begin
            part = self._copy(k, carries, {"range": Range(range_.start + range_.step * begin, trips, range_.step)})
            n = len(carries)
            own = [replace(v, name=self.names.fresh(), shape=(trips, *v.shape[1:])) for v in part.outputs[n:]]
            carries = part.outputs[:n]
            stacks.append(own)
            made.append(replace(part, outputs=(*carries, *own)))
        whole = self.node.outputs[len(carries) :]
        return [*made, *(_joined(self.node, out, pieces) for out, pieces in zip(whole, zip(*stacks)))]

    def conditional(self, borders: Sequence[Border]) -> list[Node]:
        carries, made = self.node.inputs, []
        for k in range(len(self.marks) + 1):
            part = self._copy(k, carries, {})
            if k < len(self.marks):
                before = Build(self.names, part.span)
                part = narrowed(part, borders[k], before)  # pyright: ignore[reportArgumentType]
                made += before.nodes
            made.append(part)
            carries = part.outputs[: len(carries)]
        return made

    def _copy(self, k: int, carries: tuple[Value, ...], attrs: dict) -> Node:
        """Part number k from the carries of the one before; the last part is the loop itself."""
        node = replace(self.node, inputs=carries, attrs={**self.node.attrs, **attrs})
        if k == len(self.marks):
            return node
        mark = self.marks[k]
        own = {v.name: self._renamed(v, mark) for v in _defined(node)}

        def swap(v: Value) -> Value:
            return own.get(v.name, v)

        blocks = tuple(_moved(map_values(b, swap), mark) for b in node.blocks)
        return replace(node, outputs=tuple(map(swap, node.outputs)), blocks=blocks, span=_marked_span(node.span, mark))

    def _renamed(self, v: Value, mark: str) -> Value:
        copy = replace(v, name=self.names.fresh(v.name), container=v.container and f"{v.container}_{mark}")
        self.renamed.append((v.name, copy.name))
        return copy


def _defined(node: Node) -> list[Value]:
    return [*node.outputs, *(v for block in node.blocks for v in values_of(block))]


def _assigned(node: Node) -> set[str]:
    """Containers that a loop stores into or carries."""
    return {v.container for v in _defined(node) if v.container}


def _joined(node: Node, out: Value, pieces: Sequence[Value]) -> Node:
    return Node("concatenate", tuple(pieces), (out,), {"axis": 0}, (), node.span)


def _moved(block: Block, mark: str) -> Block:
    nodes = (
        replace(n, blocks=tuple(_moved(b, mark) for b in n.blocks), span=_marked_span(n.span, mark)) for n in block.nodes
    )
    return replace(block, nodes=tuple(nodes))


def _marked_span(span: Span | None, mark: str) -> Span | None:
    return span and replace(span, file=f"{span.file} ({mark})")


def _containers(program: Program, node: Node, marks: Sequence[str]) -> tuple[Container, ...]:
    named = _assigned(node)
    copies = (replace(c, name=f"{c.name}_{m}", role="local") for m in marks for c in program.containers if c.name in named)
    return (*program.containers, *copies)


def _sources(program: Program, marks: Sequence[str]) -> dict[str, str]:
    """Every file once more under the name that its sites have in each part."""
    copies = {f"{file} ({m})": text for m in marks for file, text in program.sources.items()}
    return {**program.sources, **copies}


def _original(program: Program, marks: Sequence[str], renamed: Sequence[tuple[str, str]]):
    """The original formats, for every part."""
    a = program.original
    if a is None:
        return None
    storage = {f"{name}_{m}": f for m in marks for name, f in a.storage.items()}
    compute, accumulate = ({marked_site(k, m): f for m in marks for k, f in t.items()} for t in (a.compute, a.accumulate))
    values = {new: a.values[old] for old, new in renamed if old in a.values}
    whole = a.with_storage(storage).with_compute(compute).with_accumulate(accumulate)
    return replace(whole, values={**a.values, **values})


def marked_site(site: str, mark: str) -> str:
    """The name that a site has in the part of that mark."""
    file, colon, line = site.rpartition(":")
    return f"{file} ({mark}){colon}{line}"
