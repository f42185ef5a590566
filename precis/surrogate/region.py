"""Regions: the part of a Program that the user names, gathered in one place of one block.

`select(program, "wet_bulb")` finds the nodes whose statements lie in those lines, with the functions that they call, and
sorts the nodes of their block into before, inside and after without breaking a dependence. Constants stay inside; indexing
of what flows in and stores into larger arrays of what flows out stay outside, so that a loop over columns has a region too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from precis.errors import Span, UnsupportedProgram, UsageError
from precis.ir.build import Names
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.rewrite import free_values, sizes_in, substitute
from precis.ir.ruled import without_rules
from precis.ir.types import Block, Node, Program, Shape, Value, values_of
from precis.surrogate.lines import Lines, find_lines
from precis.surrogate.pointwise import check_points

Path = tuple[tuple[int, int], ...]  # (node, block of that node) from the body of the Program inwards

_INDEXING = ("slice", "transpose", "reshape")
_STORING = (*_INDEXING, "update")


@dataclass(frozen=True, slots=True)
class Region:
    """Nodes of one block that can be replaced by a function of each point.

    name, span   as the user named it, and its first line
    path         the block: (node, block) indices from the Program's body inwards
    before, nodes, after   the nodes of that block, in an order that respects every dependence
    inputs       real values that flow in; each broadcasts to `shape`
    outputs      real values that are used afterwards, each of `shape`
    shape        of the points: every element is one evaluation of the same function R^inputs -> R^outputs
    """

    name: str
    span: Span
    path: Path
    before: tuple[Node, ...]
    nodes: tuple[Node, ...]
    after: tuple[Node, ...]
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    shape: Shape

    @property
    def input_names(self) -> tuple[str, ...]:
        return tuple(v.container or v.name for v in self.inputs)

    @property
    def output_names(self) -> tuple[str, ...]:
        return tuple(v.container or v.name for v in self.outputs)


def select(program: Program, where: str) -> Region:
    """The region of `program` that `where` names. Raises UsageError and UnsupportedProgram, with the place."""
    program, lines = without_rules(program), find_lines(program.sources, where)
    part = _the_call(program, lines, list(_calls(program, lines)))
    block = block_at(program.body, part.path)
    known = _constants(program.body, part.path)
    chosen = _with_callees(block, {k for k in part.nodes if block.nodes[k].outputs[0].name not in known}, lines)
    before, inside, after = _arrange(program, block, chosen, lines)
    before, inside, after = _peel(before, inside, after)
    outputs = _used(inside, Block((), tuple(after), block.results))
    body = live(Block((), _localise(program, inside, known), outputs))
    inputs = free_values(body)
    if not outputs or not inputs:
        raise UnsupportedProgram(f"{lines.name} computes nothing from real inputs that is used later", lines.span,
                                 source=program.sources.get(lines.file))
    shape = check_points(program, body.nodes, inputs, outputs, lines.span)
    return Region(lines.name, lines.span, part.path, tuple(before), body.nodes, tuple(after), inputs, outputs, shape)


def names_beside(program: Program, region: Region) -> Names:
    """Fresh names for values that join the Program together with the region's nodes."""
    return Names({v.name for block in (program.body, Block((), region.nodes, ())) for v in values_of(block)})


def block_at(body: Block, path: Path) -> Block:
    for node, block in path:
        body = body.nodes[node].blocks[block]
    return body


def with_block(body: Block, path: Path, block: Block) -> Block:
    """`body` with the block at `path` exchanged."""
    if not path:
        return block
    (at, which), rest = path[0], path[1:]
    node = body.nodes[at]
    blocks = tuple(with_block(b, rest, block) if k == which else b for k, b in enumerate(node.blocks))
    return replace(body, nodes=(*body.nodes[:at], replace(node, blocks=blocks), *body.nodes[at + 1:]))


# ---- which nodes: one part per call of the function

@dataclass(frozen=True, slots=True)
class _Part:
    path: Path
    nodes: tuple[int, ...]


def _calls(program: Program, lines: Lines) -> Iterator[_Part]:
    for part in _parts(program.body, (), lines):
        block = block_at(program.body, part.path)
        yield from (_Part(part.path, nodes) for nodes in _repeats(block, part.nodes))


def _parts(block: Block, path: Path, lines: Lines) -> Iterator[_Part]:
    """Per block, the nodes whose own statement lies in the lines; what their blocks hold belongs to them."""
    own = tuple(k for k, n in enumerate(block.nodes) if lines.hold(n.span) and n.outputs)
    if any(block.nodes[k].op != "const" for k in own):
        yield _Part(path, own)
    for k, node in enumerate(block.nodes):
        if k not in own:
            for j, inner in enumerate(node.blocks):
                yield from _parts(inner, (*path, (k, j)), lines)


def _repeats(block: Block, nodes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Split the nodes of a function that is inlined several times: equal operations in a row that do not use each other."""
    steps = [k for k in nodes if block.nodes[k].op != "const"]
    signs = [(block.nodes[k].op, block.nodes[k].span) for k in steps]
    for count in range(len(steps), 1, -1):
        length, rest = divmod(len(steps), count)
        if rest == 0 and signs == signs[:length] * count:
            parts = [tuple(steps[j * length:(j + 1) * length]) for j in range(count)]
            if _independent(block, parts):
                return parts
    return [nodes]


def _independent(block: Block, parts: Sequence[tuple[int, ...]]) -> bool:
    first, *rest = parts
    tainted = {v.name for k in first for v in block.nodes[k].outputs}
    later = {k for part in rest for k in part}
    for k in range(first[0], max(later) + 1):
        if k not in first and uses(block.nodes[k]) & tainted:
            if k in later:
                return False
            tainted |= defines(block.nodes[k])
    return not rest or len(rest) == 1 or _independent(block, rest)


def _the_call(program: Program, lines: Lines, parts: list[_Part]) -> _Part:
    source = program.sources.get(lines.file)
    if not parts:
        hints = ("name the function that these lines call",) if lines.callees else ()
        raise UsageError(f"{lines.name} computes nothing in this program", lines.span, source=source, hints=hints)
    if lines.call is not None and not 1 <= lines.call <= len(parts):
        raise UsageError(f"{lines.name} is computed in {len(parts)} places, there is no number {lines.call}", lines.span)
    if lines.call is None and len(parts) > 1:
        hints = ("name one: " + ", ".join(f"{lines.name}#{k + 1}" for k in range(len(parts))),)
        raise UsageError(f"{lines.name} is computed in {len(parts)} places", lines.span, hints=hints, source=source)
    return parts[(lines.call or 1) - 1]


def _with_callees(block: Block, chosen: set[int], lines: Lines) -> set[int]:
    """Add the statements of functions that the lines call: those in between, those right before the first, and those right
    behind the last where the lines end by returning such a call."""
    if not chosen:
        return chosen
    called = {k for k, n in enumerate(block.nodes) if lines.reach(n.span) and n.outputs}
    passed = called | {k for k, n in enumerate(block.nodes) if n.op == "const"}
    start, stop = min(chosen), max(chosen)
    while start - 1 in passed:
        start -= 1
    found = chosen | {k for k in called if start <= k < stop and block.nodes[k].op != "const"}
    tainted = {v.name for k in found for v in block.nodes[k].outputs}
    while lines.returns_call and stop + 1 in passed:
        stop += 1
        if stop in called and uses(block.nodes[stop]) & tainted:
            found.add(stop)
            tainted |= defines(block.nodes[stop])
    return found


# ---- dependences

def uses(node: Node) -> frozenset[str]:
    """Names of the values and size symbols that a node and its blocks take from outside."""
    return (frozenset(v.name for v in node.inputs) | _symbols(node)
            | frozenset(v.name for b in node.blocks for v in free_values(b)))


def _symbols(node: Node) -> frozenset[str]:
    own = frozenset().union(*map(sizes_in, node.attrs.values()), *(d.symbols() for v in node.outputs for d in v.shape))
    return own.union(*(_symbols(n) for b in node.blocks for n in b.nodes))


def defines(node: Node) -> set[str]:
    return {v.name for v in node.outputs} | ({node.attrs["symbol"]} if node.op == "size" else set())


def _arrange(program: Program, block: Block, chosen: set[int], lines: Lines) -> tuple[list[Node], list[Node], list[Node]]:
    """(before, inside, after): nodes between the chosen ones move before or after; what can do neither is an error."""
    if not chosen:
        return list(block.nodes), [], []
    first, last = min(chosen), max(chosen)
    behind, tainted = set(), set()
    for k in range(first, len(block.nodes)):
        if k in chosen or uses(block.nodes[k]) & tainted or k > last:
            tainted |= defines(block.nodes[k])
            behind |= {k} - chosen
    wanted: set[str] = set()
    for k in range(last, first - 1, -1):
        node = block.nodes[k]
        if k in chosen:
            wanted |= uses(node)
        elif k in behind and defines(node) & wanted:
            _refuse_between(program, node, lines)
    before = [n for k, n in enumerate(block.nodes) if k not in chosen and k not in behind]
    return before, [block.nodes[k] for k in sorted(chosen)], [block.nodes[k] for k in sorted(behind)]


def _refuse_between(program: Program, node: Node, lines: Lines) -> None:
    raise UnsupportedProgram(
        f"this statement uses what {lines.name} computes and {lines.name} uses its result: they cannot be separated",
        node.span, hints=("name lines that include this statement",),
        source=program.sources.get(node.span.file) if node.span else None)


def _peel(before: list[Node], inside: list[Node], after: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
    """Move indexing of inputs before the region, and indexing of and stores from outputs behind it."""
    inner = set().union(*map(defines, inside)) if inside else set()
    front = []
    for node in inside:
        if node.op in _INDEXING and not uses(node) & inner:
            front.append(node)
            inner -= defines(node)
    rest, back, wanted = [n for n in inside if n not in front], [], set()
    for node in reversed(rest):
        if node.op in _STORING and not defines(node) & wanted:
            back.append(node)
        else:
            wanted |= uses(node)
    return before + front, [n for n in rest if n not in back], list(reversed(back)) + after


def _used(inside: Sequence[Node], rest: Block) -> tuple[Value, ...]:
    wanted = {v.name for v in free_values(rest)}
    return tuple(v for n in inside for v in n.outputs if v.name in wanted)


# ---- constants

def _constants(body: Block, path: Path) -> dict[str, Node]:
    """Values visible at `path` that are computed from constants alone, by name, with their nodes."""
    known: dict[str, Node] = {}
    for node in _visible(body, path):
        category = OPS[node.op].category if node.op in OPS else ""
        if node.op == "const" or (category in (POINTWISE, VIEW) and node.inputs and all(v.name in known for v in node.inputs)):
            known[node.output.name] = node
    return known


def _visible(body: Block, path: Path) -> Iterator[Node]:
    for at, which in path:
        yield from body.nodes[:at]
        body = body.nodes[at].blocks[which]
    yield from body.nodes


def _localise(program: Program, inside: Sequence[Node], known: dict[str, Node]) -> tuple[Node, ...]:
    """The nodes with their own copies of the constants that they use."""
    names = Names({v.name for v in values_of(program.body)})
    needed = _constant_nodes([v.name for v in free_values(Block((), tuple(inside), ()))], known)
    renamed = {n.output.name: replace(n.output, name=names.fresh(n.output.container or "")) for n in needed}
    return substitute(Block((), (*needed, *inside), ()), renamed).nodes


def _constant_nodes(wanted: list[str], known: dict[str, Node]) -> list[Node]:
    found: dict[str, Node] = {}

    def visit(name: str) -> None:
        if name in known and name not in found:
            for v in known[name].inputs:
                visit(v.name)
            found[name] = known[name]
    for name in wanted:
        visit(name)
    return list(found.values())
