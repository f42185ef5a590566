"""Increments: what rounding does to sums that are stored where one of their terms comes from, as in s = s + y or u = u + dt f(u).

The old value is a number of the format, so the rounding error of the new one is no chance: it depends on y and on the spacing
there, and nearly equal increments have nearly equal errors, time after time; increments below half the spacing are lost (Higham,
Accuracy and Stability, 2nd ed., section 4.2 and problem 4.8: such sums stagnate). Along the exact run the error is

    round(x^ + y) - (x^ + y),      x^ = round(x),

which needs no rounded run and knows its own sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from precis.bitwidth.perturbation import rounding_error
from precis.bitwidth.places import Rounding
from precis.bitwidth.tally import root_mean_square
from precis.formats import FORMATS, Format
from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.rewrite import storage_classes
from precis.ir.types import Block, Node, Program, Value, values_of

WHAT = "increment"
PRECISIONS = tuple(FORMATS[name].precision for name in ("binary32", "binary16", "bfloat16"))

Residuals = Mapping[Rounding, Mapping[int, tuple[float, ...]]]
"""Cause -> precision -> per cotangent the signed sum of cotangents times residuals."""


def with_residuals(probed: Program, carrier: Format) -> Program:
    """A Program of `instrument` with further probes where loops store increments: weights are residuals along a run in `carrier`,
    keys those of the rounding with "increment:<precision>" behind them."""
    names = Names({v.name for v in values_of(probed.body)})
    state = _State(storage_classes(probed), carrier.precision)
    return replace(probed, body=_block(probed.body, False, Build(names), {}, state))


@dataclass(frozen=True, slots=True)
class _State:
    """classes: container -> the first of its storage class; precision: of the run."""

    classes: Mapping[str, str]
    precision: int


def residuals_of(tallied: Mapping[Rounding, Iterable[float]]) -> Residuals:
    """From the signed sums of all keys."""
    found: dict[Rounding, dict[int, tuple[float, ...]]] = {}
    for key, sums in tallied.items():
        what, _, precision = key.what.partition(":")
        if what == WHAT:
            found.setdefault(replace(key, what="value"), {})[int(precision)] = tuple(map(float, sums))
    return found


def worst_residuals(a: Residuals, b: Residuals) -> Residuals:
    """For two inputs of one program: the larger sum of each."""
    return {
        cause: {p: max(sums, b[cause][p], key=root_mean_square) for p, sums in known.items()} for cause, known in a.items()
    }


def _block(block: Block, looped: bool, b: Build, outer: Mapping[str, Node], state: _State) -> Block:
    defined = dict(outer)
    for node in block.nodes:
        b.span = node.span
        inside = looped or node.op in ("loop", "while")
        node = replace(node, blocks=tuple(_block(i, inside, b.child(), defined, state) for i in node.blocks))
        defined.update((v.name, node) for v in node.outputs)
        if looped and node.op == "probe":
            node = replace(node, inputs=(_with_residuals(node, b, defined, state), node.inputs[1]))
        b.learn(node)
    return b.block(block.params, block.results)


def _with_residuals(node: Node, b: Build, defined: Mapping[str, Node], state: _State) -> Value:
    """What `node` probes, with a probe of each precision if it is an increment that is stored."""
    (v, stored), cause = node.inputs, Rounding.of(node.attrs["key"])
    if not _is_stored(cause):
        return v
    classes = state.classes
    old = list(_old_terms(_unprobed(stored, defined), 1.0, classes[cause.place[1]], defined, classes))
    for precision in PRECISIONS if old else ():
        residual = _residual(b, stored, old, state.precision - precision)
        v = b.probe(v, residual, key=replace(cause, what=f"{WHAT}:{precision}").key)
    return v


def _is_stored(cause: Rounding) -> bool:
    return cause.place[0] == "storage" and cause.what == "value" and (cause.source is None or cause.source[0] != "storage")


def _residual(b: Build, stored: Value, old: Iterable[tuple[Value, float]], bits: int) -> Value:
    """round(x^ + y) - (x^ + y), where rounding drops `bits`."""
    start = stored
    for x, sign in old:
        moved = rounding_error(b, x, bits)
        start = b.add(start, moved) if sign > 0.0 else b.sub(start, moved)
    return b.stop(rounding_error(b, start, bits))


def _old_terms(
    v: Value, sign: float, owner: str, defined: Mapping[str, Node], classes: Mapping[str, str]
) -> Iterable[tuple[Value, float]]:
    """(term, sign) of the terms of a sum that come from containers of the storage class `owner`."""
    node = defined.get(v.name)
    if v.kind != "real" or node is None or node.op not in ("add", "sub"):
        return
    for x, factor in zip(node.inputs, (sign, -sign if node.op == "sub" else sign)):
        x = _unprobed(x, defined)
        if classes.get(_shown(x, defined).container or "") == owner and x.shape == v.shape:
            yield x, factor
        else:
            yield from _old_terms(x, factor, owner, defined, classes)


def _unprobed(v: Value, defined: Mapping[str, Node]) -> Value:
    while v.name in defined and defined[v.name].op in ("probe", "stop") and not v.container:
        v = defined[v.name].inputs[0]
    return v


def _shown(v: Value, defined: Mapping[str, Node]) -> Value:
    """What a view shows part of."""
    while not v.container and (node := defined.get(v.name)) and (node.op == "probe" or _is_view(node)):
        v = node.inputs[0]
    return v


def _is_view(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].category == VIEW
