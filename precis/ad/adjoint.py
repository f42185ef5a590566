"""Reverse mode as a Program -> Program pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from precis.ad.activity import FLOATING, active_values
from precis.ad.back import Back, Sweep
from precis.ad.behind import behind_blocks
from precis.ad.congruence import congruent, merged
from precis.ad.contracted import contracted
from precis.ad.deferred import deferred
from precis.ad.distinct import distinct_stores
from precis.ad.ends import read_at_ends
from precis.ad.extent import Extent, extent_of
from precis.ad.formats import stating_formats, telling_formats
from precis.ad.fresh import bound_symbols
from precis.ad.guard import HUGE
from precis.ad.invariant import hoisted
from precis.ad.only_once import only_once
from precis.ad.past import read_past
from precis.ad.places import with_equal_places
from precis.ad.reverse import Nodes, reverse
from precis.ad.rules import rules_opened
from precis.ad.separate import separate
from precis.ad.several import Empty, for_each
from precis.ad.split import split
from precis.ad.straight import straight
from precis.ad.summed import summed
from precis.ad.unread import without_unread
from precis.ad.untouched import taken_before
from precis.ad.views import views_in_front
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.approx import inline_approx
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical
from precis.ir.carried_shapes import carried_as_stored
from precis.ir.emulate import value_formats
from precis.ir.grown import lists_in_place
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.reshapes import reshaped_once
from precis.ir.rewrite import substitute
from precis.ir.ruled import RULED, handed_on
from precis.ir.size import Size
from precis.ir.taps import written_out
from precis.ir.trees import Leaf, Tree
from precis.ir.types import At, Block, Container, Cut, Program, Value, values_of
from precis.ir.upright import upright_program

MEMORY = 2**26  # more is slower: memory that a call asks for anew is cleared page by page, and running a segment again costs less
STACKS = 2**25  # bytes for what sums of outer products are made of
_IDENTITIES = ("probe", "stop", *RULED)


def adjoint(program: Program, *, memory: int = MEMORY, keep_results: bool = False, wrt: Sequence[str] | None = None,
            side: str = "spec", guarded: bool = False, infinite: float = HUGE, in_order: bool = True, several: int = 0) -> Program:
    """The adjoint program: from cotangents of the floating results to cotangents of the floating parameters.

    Parameters are those of `program`, then `<container>_bar` for each floating result. Results are those of `program` if
    `keep_results`, then the cotangent of each floating parameter (only of those named in `wrt`, if given), then, where the
    program holds probes, their tally, real[K, 7]: one row per key of `probe_keys(program)`, columns TALLY_COLUMNS.
    memory  bytes that the tape of a loop may take under the example binding; loops that need more are run in segments
    side    which block of `approx` nodes is differentiated: "spec" or "impl"
    guarded  whether derivatives that do not exist are kept from spoiling others (precis.ad.guard); infinite: what then stands for them
    in_order  whether loops may be reversed first to last (precis.ad.loops); else a reverse loop goes through iterations last first
    several  whether a call takes several cotangents at once, after one forward run (precis.ad.several), and the example of how many: then
        the parameters `<container>_bars`, in place of `<container>_bar`, and the cotangents of results have one axis more, the first; the
        tally has the rows of the first cotangent, then those of the second and so on
    Cotangents of complex values are those of the real inner product Re(conj(g) x). What the program states of its formats, its adjoint
    states of the cotangents (precis.ad.formats), unless it holds probes: tallies are for whoever compiles it to give a format.
    """
    program = upright_program(rules_opened(inline_approx(program, side)))
    keys = probe_keys(program)
    stated = None if keys else program.original
    program, stated = _carried_as_stored(program, stated)
    program = lists_in_place(program, value_formats(program, stated) if stated else None, plain=True)
    if not keys:  # in sweeps each iteration would tally by itself
        program, values = written_out(program, stated.values if stated else {}, forward=True)
        stated = replace(stated, values=values) if stated else None
    program = telling_formats(program, stated) if stated else program
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | set(bound_symbols(program.body)))
    body = views_in_front(hoisted(straight(with_equal_places(program.body), names), names, Extent(dict(program.binding))), names)
    body = taken_before(split(body, names, program.guards), names, program.guards)
    inputs = _inputs(program, wrt)
    extent = extent_of(program, body)
    sweep = Sweep(names, active_values(body, inputs), {key: k for k, key in enumerate(keys)}, memory, extent, _bar_names(program),
                  congruent(body), guarded=guarded, infinite=infinite, in_order=in_order, at_ends=read_at_ends(body),
                  distinct=distinct_stores(body, program.guards), formats=value_formats(program, stated) if stated else {})
    back = Back(sweep, Build(names))
    back.b.know(body)
    cotangents = _cotangents(body, sweep)
    first = Build(names)  # the empty tally comes first, so that emitted code may reverse a statement where it runs it
    back.tally = empty = (_tally(first, Size.of(len(keys))),) if keys else ()
    forward = _sweep(body, cotangents, back)
    bars = [back.bar(p) for p in inputs]
    results = (*(body.results if keep_results else ()), *bars, *back.tally)
    params = (*body.params, *(c for _, c in cotangents))
    nodes = (*first.nodes, *forward, *back.b.nodes)
    made = without_unread(read_past(merged(_without_identities(Block(params, nodes, results)))))
    ran = frozenset(v.name for n in forward for v in n.outputs)
    made = contracted(made, names, Extent(dict(program.binding)), ran)
    made = summed(deferred(made, names, Extent(dict(program.binding)), min(memory, STACKS)), names)
    made = separate(made, names, Extent(dict(program.binding)), min(memory, STACKS))
    made = only_once(behind_blocks(made, names, Extent(dict(program.binding)), program.guards), ran)
    if several:
        count, shared = names.fresh("cotangents"), len(body.results) if keep_results else 0
        made = _for_each(made, cotangents, empty, shared, count, names)
        program = replace(program, sizes=(*program.sizes, (count, several)))
    made = _program(program, made)
    return canonical(_stating(made, program, stated, sweep, cotangents, inputs) if stated else made)


def _carried_as_stored(program: Program, stated: Assignment | None) -> tuple[Program, Assignment | None]:
    """The program whose loops carry arrays in the shape that they store into, as they then do their cotangents."""
    carried, formats = carried_as_stored(program, value_formats(program, stated) if stated else {}, named=False)
    if carried is program:
        return program, stated
    stated = stated.with_values(formats) if stated else None
    return carried.with_body(reshaped_once(carried.body, value_formats(carried, stated) if stated else {})), stated


def _for_each(made: Block, cotangents: Sequence[tuple[Value, Value]], empty: tuple[Value, ...], shared: int, count: str,
              names: Names) -> Block:
    """`made` for as many cotangents as the size `count` says. empty: the tally that the reverse begins with."""
    tally = Empty(empty[0], empty[0].shape[0], _tally) if empty else None
    taken = {v.container or "" for v in values_of(made)}
    many = [(g, _free_name(f"{g.container}s", taken)) for _, g in cotangents]
    return for_each(made, many, tally, shared, Size.of(count), names)


def _stating(made: Program, program: Program, stated: Assignment, sweep: Sweep, cotangents: list[tuple[Value, Value]],
             inputs: Sequence[Value]) -> Program:
    """The adjoint with the formats of the program's values for those of their cotangents."""
    formats = value_formats(program, stated)
    storage = {bar: stated.storage_of(c) for c, bar in sweep.bar_names.items()}
    storage |= {g.container: f for v, g in cotangents if g.container and (f := formats[v.name])}
    return stating_formats(made, stated, storage, [formats[p.name] for p in inputs])


def probe_keys(program: Program) -> tuple:
    """The distinct keys of the program's probes, in order of the text: the rows of the tally."""
    return tuple(dict.fromkeys(node.attrs["key"] for node in program.nodes() if node.op == "probe"))


def _inputs(program: Program, wrt: Sequence[str] | None) -> list[Value]:
    params = {p.name: p for p in program.body.params if p.kind in FLOATING}
    unknown = [name for name in wrt or () if name not in params]
    if unknown:
        raise UsageError(f"{unknown[0]} is no floating parameter of {program.name}")
    return [p for name, p in params.items() if wrt is None or name in wrt]


def _sweep(body: Block, cotangents: list[tuple[Value, Value]], back: Back) -> Nodes:
    for result, g in cotangents:
        back.add(result, g)
    return reverse(body.nodes, back)


def _bar_names(program: Program) -> dict[str, str]:
    taken = {c.name for c in program.containers}
    found: dict[str, str] = {}
    for c in program.containers:
        found[c.name] = _free_name(f"{c.name}_bar", taken)
        taken.add(found[c.name])
    return found


def _free_name(stem: str, taken: Iterable[str]) -> str:
    while stem in taken:
        stem += "_"
    return stem


def _cotangents(body: Block, sweep: Sweep) -> list[tuple[Value, Value]]:
    """(floating result, parameter for its cotangent); each in a container of its own."""
    found: list[tuple[Value, Value]] = []
    taken: set[str] = set()
    for v in body.results:
        if v.kind in FLOATING:
            stem = sweep.bar_names.get(v.container, "") if v.container else f"{v.name}_bar"
            container = _free_name(stem, taken)
            taken.add(container)
            found.append((v, Value(sweep.names.fresh(container), v.shape, v.kind, container)))
    return found


def _tally(b: Build, rows: Size) -> Value:
    zeros = b.zeros((rows, Size.of(len(TALLY_COLUMNS))))
    smallest = At(Size.of(TALLY_COLUMNS.index("smallest")))
    return b.update(zeros, b.const(float("inf")), at=(Cut(Size(), rows), smallest), container="tallies")


def _without_identities(block: Block) -> Block:
    """Probes, stops and rules have done their work: values stand for themselves."""
    equal = {o.name: x for n in block.walk() if n.op in _IDENTITIES for o, x in handed_on(n)}

    def end(v: Value) -> Value:
        while v.name in equal:
            v = equal[v.name]
        return v
    return _kept(substitute(block, {name: end(v) for name, v in equal.items()})) if equal else block


def _kept(block: Block) -> Block:
    nodes = (replace(n, blocks=tuple(map(_kept, n.blocks))) if n.blocks else n for n in block.nodes if n.op not in _IDENTITIES)
    return replace(block, nodes=tuple(nodes))


def _program(program: Program, body: Block) -> Program:
    params = tuple((p.name, Leaf("value", p.name)) for p in body.params)
    returns = tuple(Leaf("value", v.name) for v in body.results)
    return Program(f"{program.name}_adjoint", program.sizes, _containers(program, body), body,
                   (*params, *_size_arguments(program)), returns, (), program.guards, None, program.constants, program.sources)


def _containers(program: Program, body: Block) -> tuple[Container, ...]:
    known = {c.name: replace(c, role="input" if c.role == "inout" else c.role) for c in program.containers}
    inputs = {p.container for p in body.params}
    for v in values_of(body):
        if v.container and v.container not in known:
            known[v.container] = Container(v.container, v.shape, v.kind, "input" if v.container in inputs else "local")
    return tuple(known.values())


def _size_arguments(program: Program) -> Iterator[tuple[str, Leaf]]:
    """Integer parameters of the function, which bind sizes."""
    for _, tree in program.arguments:
        for leaf in _leaves(tree):
            if leaf.what == "size" and leaf.value.symbol:
                yield leaf.value.symbol, leaf


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        for t in tree.values() if isinstance(tree, Mapping) else tree:
            yield from _leaves(t)
