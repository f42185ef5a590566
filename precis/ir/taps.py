"""Loops of few iterations that only add up whole arrays are written out, so that one nest does it all, with the sum in a register.

    for i < 3: for j < 3: s += w[i, j] * u[i:i + n, j:j + m]    ->    s += w[0, 0] * u[0:n, 0:m]; s += w[0, 1] * u[0:n, 1:m + 1]; ...

Stencils, filters and masks of neighbours are written so. As loops, each iteration loads and stores the whole sum. The order of the
operations on each element stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from precis.formats import Assignment, Format
from precis.ir.build import Names
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY, POINTWISE, SOURCE, VIEW
from precis.ir.rewrite import map_sizes, sizes_in, substitute
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Program, Value, values_of

MOST = 49  # iterations of a loop
LARGEST = 120  # operations on arrays that are written out: with what they read, nests are fused to twice as many (precis.emit.plan.fuse)
NEAR = 10  # times that parts are as long as they are apart: elements that not all parts have are added up one part after the other
SHORT = 8  # elements of a known length that are no array to run over
PLAIN = (POINTWISE, SOURCE, VIEW)
SCANS = ("cumsum", "cumprod")  # along the last axis, which planning fuses as well


def taps_written_out(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """The program without such loops, and the assignment for it."""
    found, values = written_out(program, assignment.values)
    return (program, assignment) if found is program else (found, replace(assignment, values=values))


def written_out(program: Program, values: Mapping[str, Format], forward: bool = False) -> tuple[Program, Mapping[str, Format]]:
    """The same for what an assignment says of values alone. forward: of a program that is reversed next, only where iterations read arrays
    at places that are near one another, so that most elements are read by all; and what is handed on is that itself, since a `stop` hands
    no cotangent back."""
    names = Names({v.name for v in values_of(program.body)} | set(program.binding))
    state = _Pass(names, dict(values), program.binding if forward else {}, forward)
    body = state.block(program.body)
    return (program.with_body(body), state.values) if state.opened else (program, values)


@dataclass
class _Pass:
    names: Names
    values: dict
    sizes: Mapping[str, int]
    forward: bool
    opened: int = 0

    def block(self, block: Block) -> Block:
        nodes: list[Node] = []
        itself: dict[str, Value] = {}
        for node in block.nodes:
            node = replace(node, blocks=tuple(map(self.block, node.blocks))) if node.blocks else node
            node = substitute(Block((), (node,), ()), itself).nodes[0] if itself else node
            nodes += self._written_out(node, itself) if _adds_up(node) and _near(node, self.sizes) else [node]
        return replace(block, nodes=tuple(nodes), results=tuple(itself.get(v.name, v) for v in block.results))

    def _written_out(self, loop: Node, itself: dict[str, Value]) -> list[Node]:
        """The nodes in place of a loop. itself: takes what is to be read in place of its results, as long as there is no node for that."""
        (body,), range_, nodes = loop.blocks, loop.attrs["range"], []
        self.opened += 1
        carries = loop.inputs
        for k in range(range_.trips.constant):
            given = {p.name: self._handed(v, p, nodes, loop) for p, v in zip(body.params, carries)}
            index = {loop.attrs["index"]: range_.start + k * range_.step}
            carries = self._iteration(body, given, index, nodes)
        itself |= {o.name: v for v, o in zip(carries, loop.outputs) if self._is_itself(o)}
        return [*nodes, *(_same(v, o, loop) for v, o in zip(carries, loop.outputs) if o.name not in itself)]

    def _is_itself(self, v: Value) -> bool:
        """Whether what is handed on as `v` has no name of its own."""
        return self.forward and v.container is None

    def _handed(self, v: Value, p: Value, nodes: list[Node], loop: Node) -> Value:
        """A carry as the iteration's own, in the format of its container."""
        if v.container == p.container or self._is_itself(p):
            return v
        own = replace(p, name=self._fresh(p))
        nodes.append(_same(v, own, loop))
        return own

    def _iteration(self, body: Block, given: Mapping[str, Value], index: Mapping[str, Size], nodes: list[Node]) -> tuple[Value, ...]:
        made = {v.name: replace(v, name=self._fresh(v), shape=map_sizes(v.shape, lambda s: s.substitute(index)))
                for n in body.nodes for v in n.outputs}
        copy = substitute(Block((), body.nodes, body.results), {**given, **made}, index)
        nodes += copy.nodes
        return copy.results

    def _fresh(self, v: Value) -> str:
        name = self.names.fresh(v.name)
        if v.name in self.values:
            self.values[name] = self.values[v.name]
        return name


def _same(v: Value, out: Value, loop: Node) -> Node:
    return Node("store" if out.container else "stop", (v,), (out,), {}, (), loop.span)


def _adds_up(node: Node) -> bool:
    """Whether a loop has few iterations and hands on arrays of which each element is computed from itself and what the loop reads."""
    if node.op != "loop" or len(node.outputs) != len(node.inputs):
        return False
    (body,), trips = node.blocks, node.attrs["range"].trips.constant
    if trips is None or not 1 < trips <= MOST or not body.params or not all(map(_plain, body.nodes)):
        return False
    work = sum(n.op not in ("const", "index") and (OPS[n.op].category == POINTWISE or _scans(n)) and _long(n.output) for n in body.nodes)
    return trips * work <= LARGEST and trips * len(body.nodes) <= LARGEST * 8 and all(map(_long, body.params)) and _elementwise(body, node)


def _near(loop: Node, sizes: Mapping[str, int]) -> bool:
    """Whether the parts of an array that the iterations of a loop read begin near one another, for these sizes, where all that is known."""
    starts: dict[tuple[str, int], list[Cut]] = {}
    range_ = loop.attrs["range"]
    ends = [{loop.attrs["index"]: range_.start + k * range_.step} for k in (0, range_.trips.constant - 1)]
    for n in loop.blocks[0].nodes:
        cuts = [(k, i) for k, i in enumerate(n.attrs["at"]) if isinstance(i, Cut)] if n.op == "slice" else []
        for k, cut in cuts:
            starts.setdefault((n.inputs[0].name, k), []).extend(replace(cut, start=cut.start.substitute(end)) for end in ends)
    known = [cuts for cuts in starts.values() if sizes and cuts[0].length.symbols() <= sizes.keys()]
    return all(_span(cuts) * NEAR <= cuts[0].length.value(sizes) for cuts in known)


def _span(cuts: Sequence[Cut]) -> int:
    """How far from one another parts begin; 0 where that is not known."""
    starts = [(c.start - cuts[0].start).constant for c in cuts]
    known = [s for s in starts if s is not None]
    return max(known) - min(known) if len(known) == len(starts) else 0


def _plain(n: Node) -> bool:
    """Whether a node computes element by element, or running sums of rows, and what lies where is known."""
    return _scans(n) or (n.op in OPS and len(n.outputs) == 1 and OPS[n.op].category in PLAIN and OPS[n.op].rounding != LIBRARY)


def _scans(n: Node) -> bool:
    return n.op in SCANS and n.attrs["axis"] == n.output.rank - 1


def _long(v: Value) -> bool:
    return any((d.constant or SHORT + 1) > SHORT for d in v.shape)


def _elementwise(body: Block, loop: Node) -> bool:
    """Whether carries are read whole, where they are."""
    own = {p.name for p in body.params}
    read = [n for n in body.nodes if own & {v.name for v in n.inputs}]
    return all((OPS[n.op].category == POINTWISE or _scans(n)) and loop.attrs["index"] not in sizes_in(n.output.shape) for n in read)
