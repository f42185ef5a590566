"""Probes of how near a run comes to the edges of domains (precis.bitwidth.edges). No cotangents matter to them, only the least weight."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from precis.bitwidth.domains import NEGATIVE, SUMS, ZERO, Danger, dangers, edges_of, sum_behind
from precis.bitwidth.edges import SMALL, TERM
from precis.bitwidth.places import Place, Places, Rounding, places_of
from precis.bitwidth.sentinels import infinite_values
from precis.bitwidth.trips import Sizes, elements, inside
from precis.formats import FORMATS
from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.ops.reductions import contraction_labels
from precis.ir.types import Block, Node, Program, Value, values_of

FACTORS = ("mul", "div", "einsum", "sum", "sqrt", "abs")  # pass on relative errors, a root half of them
PASSING = ("probe", "stop", "neg", "store")
LOGIC = ("store", "bit_and", "bit_or", "bit_not")
COMPARISONS = ("lt", "le", "gt", "ge")


def with_edges(probed: Program, binding: Sizes) -> Program:
    """A Program of `instrument` with further probes on what is in danger."""
    state = _State(dangers(probed), infinite_values(probed), places_of(probed))
    return replace(probed, body=_block(probed.body, Build(Names({v.name for v in values_of(probed.body)})), {}, binding, state))


@dataclass(frozen=True, slots=True)
class _State:
    dangers: frozenset[Danger]
    infinite: frozenset[str]
    where: Places


def _block(block: Block, b: Build, outer: Mapping[str, Node], sizes: Sizes, state: _State) -> Block:
    defined = dict(outer)
    for node in block.nodes:
        b.span = node.span
        if node.blocks:
            inner, _ = inside(node, sizes)
            node = replace(node, blocks=tuple(_block(i, b.child(), defined, inner, state) for i in node.blocks))
        defined.update((v.name, node) for v in node.outputs)
        if node.op == "probe" and node.inputs[0].kind == "real":
            node = replace(node, inputs=(_watched(node, b, defined, sizes, state), node.inputs[1]))
        else:
            node = replace(node, inputs=tuple(_asked(node, b, defined, state)))
        if node.op == "select" and node.output.kind == "real":
            _probed(node, [*_guarded(node, b, defined, state), *_decided(node, b, defined, state)], b)
        else:
            b.learn(node)
    return b.block(block.params, block.results)


def _watched(node: Node, b: Build, defined: Mapping[str, Node], sizes: Sizes, state: _State) -> Value:
    """What `node` probes, with the probes of its edges where it is the result of an operation in danger."""
    v, cause = node.inputs[0], Rounding.of(node.attrs["key"])
    made = defined.get(v.name)
    if cause.what != "value" or cause.source or made is None:
        return v
    kinds = {what for what in (ZERO, NEGATIVE) if {(v.name, what), (node.output.name, what)} & state.dangers}
    if kinds and made.op in SUMS:
        what = f"{TERM}:{v.name}"
        for key, weight in _margins(made, b, defined, state):
            v = b.probe(v, weight, key=replace(key, what=what).key)
    elif ZERO in kinds:
        v = _seen(b, v, Rounding(cause.place, None, SMALL), _count(made, sizes))
    return v


def _asked(node: Node, b: Build, defined: Mapping[str, Node], state: _State) -> Iterator[Value]:
    """The operands of `node`, with probes on those that must not become 0."""
    asked = {name for name, what in edges_of(node, defined) if what == ZERO}
    for v in node.inputs:
        source = state.where.get(v.name)
        yield _seen(b, v, Rounding(("compute", node.site), source, SMALL)) if v.name in asked and v.kind == "real" and source else v


def _seen(b: Build, v: Value, key: Rounding, terms: int = 1) -> Value:
    return b.probe(v, _at_most_one(b, b.div(v, b.const(float(terms))) if terms > 1 else v), key=key.key)


def _margins(made: Node, b: Build, defined: Mapping[str, Node], state: _State) -> Iterator[tuple[Rounding, Value]]:
    """(place and source, weight) of what a sum is made of: its terms, and what they are products of, whose relative errors are theirs."""
    place = state.where[made.output.name] or ("compute", made.site)
    for t, sources in _terms(made.inputs, defined, state):
        weight = _at_most_one(b, b.div(made.output, t))
        yield from ((Rounding(place, source), weight) for source in sources)


def _guarded(node: Node, b: Build, defined: Mapping[str, Node], state: _State) -> Iterator[tuple[Rounding, Value]]:
    """(key, weight) of sums that a selection in danger takes, where it takes them."""
    predicate, *branches = node.inputs
    in_danger = {(node.output.name, ZERO), (node.output.name, NEGATIVE)} & state.dangers
    for k, v in enumerate(branches if in_danger else ()):
        made = sum_behind(v, defined)
        for key, weight in _margins(made, b, defined, state) if made else ():
            either = (weight, b.const(1.0)) if k == 0 else (b.const(1.0), weight)
            yield replace(key, what=f"{TERM}:{node.output.name}:{k}"), b.stop(b.select(predicate, *either))


def _decided(node: Node, b: Build, defined: Mapping[str, Node], state: _State) -> Iterator[tuple[Rounding, Value]]:
    """(key, weight) of the comparisons that decide a selection between what is infinite and what is not."""
    predicate, one, other = node.inputs
    compared = list(_comparisons(predicate, defined)) if {one.name, other.name} & state.infinite else []
    turns = b.ne(b.isinf(one), b.isinf(other)) if compared else predicate
    for c in compared:
        gap, place, what = b.sub(*c.inputs), ("compute", c.site), f"{TERM}:{c.output.name}"
        for t, sources in _terms(c.inputs, defined, state):
            weight = b.stop(b.select(turns, _at_most_one(b, b.div(gap, t)), b.const(1.0)))
            yield from ((Rounding(place, source, what), weight) for source in sources)


def _probed(node: Node, probes: Iterable[tuple[Rounding, Value]], b: Build) -> None:
    """`node` with probes on its output, which keeps its name."""
    for key, weight in probes:
        inner = b.value("", node.output.shape)
        b.learn(replace(node, outputs=(inner,)))
        node = Node("probe", (inner, weight), node.outputs, {"key": key.key}, (), node.span)
    b.learn(node)


def _comparisons(v: Value, defined: Mapping[str, Node]) -> Iterator[Node]:
    node = defined.get(v.name)
    if node is not None and node.op in COMPARISONS and node.inputs[0].kind == node.inputs[1].kind == "real":
        yield node
    elif node is not None and node.op in LOGIC:
        for inner in node.inputs:
            yield from _comparisons(inner, defined)


def _terms(summed: Iterable[Value], defined: Mapping[str, Node], state: _State) -> Iterator[tuple[Value, list[Place]]]:
    """The terms of a sum, and of sums among them, with the places where they are rounded, or what they are products of is."""
    for t in _reached(summed, defined, lambda node: node.op in SUMS or node.op in PASSING):
        if t.kind == "real" and (sources := _sources(t, defined, state)):
            yield t, sources


def _sources(t: Value, defined: Mapping[str, Node], state: _State) -> list[Place]:
    factors = _reached((t,), defined, lambda node: node.op in FACTORS or node.op in PASSING or _is_view(node))
    found = (state.where.get(v.name) for v in factors if not _is_exact(v, defined))
    return sorted({place for place in found if place})


def _reached(start: Iterable[Value], defined: Mapping[str, Node], passes: Callable[[Node], bool]) -> list[Value]:
    """`start` and the operands behind it, as far as nodes pass, each once."""
    found, waiting = {}, list(start)
    while waiting:
        v = waiting.pop()
        node = defined.get(v.name)
        if v.name not in found and node is not None and passes(node):
            waiting += node.inputs
        found[v.name] = v
    return list(found.values())


def _is_view(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].category == VIEW


def _is_exact(t: Value, defined: Mapping[str, Node]) -> bool:
    """Whether it is a constant that every format holds."""
    node = defined.get(t.name)
    if node is None or node.op != "const" or not isinstance(node.attrs["value"], (int, float)):
        return False
    mantissa = math.frexp(node.attrs["value"])[0] * 2.0 ** FORMATS["e5m2"].precision
    return math.isinf(mantissa) or mantissa % 1.0 == 0.0


def _at_most_one(b: Build, x: Value) -> Value:
    return b.stop(b.minimum(b.abs(x), b.const(1.0)))


def _count(made: Node | None, sizes: Sizes) -> int:
    """Terms of a sum of products or of elements; 1 of what is none."""
    if made is None or made.op not in ("sum", "einsum"):
        return 1
    x = made.inputs[0]
    if made.op == "sum":
        return max(1, elements(tuple(x.shape[a] for a in made.attrs["axes"]), sizes))
    labels, _, result = contraction_labels(made.attrs["spec"])
    return max(1, elements(tuple(d for label, d in zip(labels, x.shape) if label not in result), sizes))
