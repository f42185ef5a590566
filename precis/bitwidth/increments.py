"""Increments: what rounding does to sums that are stored where one of their terms comes from, as in s = s + y or u = u + dt f(u).

The old value is a number of the format, so the rounding error of the new one is no chance: it depends on y and on the spacing
there, and nearly equal increments have nearly equal errors, time after time; increments below half the spacing are lost (Higham,
Accuracy and Stability, 2nd ed., section 4.2 and problem 4.8: such sums stagnate). Along the exact run the error is

    round(x^ + y) - (x^ + y),      x^ = round(x),

which needs no rounded run and knows its own sign. So are the partial sums of a long sum, which is taken once more with its
additions rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from precis.bitwidth.perturbation import rounding_error
from precis.bitwidth.places import Rounding
from precis.bitwidth.sums import chain, reach, sum_of
from precis.bitwidth.tally import Row, root_mean_square
from precis.bitwidth.trips import Sizes, inside
from precis.formats import FORMATS, Format
from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.rewrite import storage_classes
from precis.ir.types import Block, Node, Program, Value, values_of

WHAT = "increment"
REACH = "reach"  # how large partial sums become, of which weights say the root sum square
KNOWN = tuple(FORMATS[name] for name in ("binary32", "binary16", "bfloat16"))
OF_LONG_RANGE = {"binary16": FORMATS["tf32"]}  # the same precision, so that sums do not overflow
LONG = 64  # additions one after the other from which a sum is taken again

Residuals = Mapping[Rounding, Mapping[int, tuple[float, ...]]]
"""Cause -> precision -> per cotangent the signed sum of cotangents times residuals."""


def with_residuals(probed: Program, carrier: Format, sizes: Sizes) -> Program:
    """A Program of `instrument` with further probes where loops store increments and where sums are long: weights are residuals
    along a run in `carrier`, keys those of the rounding with "increment:<precision>" behind them."""
    names = Names({v.name for v in values_of(probed.body)})
    state = _State(storage_classes(probed), carrier.precision, sizes)
    return replace(probed, body=_block(probed.body, False, Build(names), {}, state, sizes))


@dataclass(frozen=True, slots=True)
class _State:
    """classes: container -> the first of its storage class; precision: of the run; sizes: of the program."""

    classes: Mapping[str, str]
    precision: int
    sizes: Sizes


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


def _block(block: Block, looped: bool, b: Build, outer: Mapping[str, Node], state: _State, sizes: Sizes) -> Block:
    defined = dict(outer)
    for node in block.nodes:
        b.span = node.span
        looping, (within, _) = looped or node.op in ("loop", "while"), inside(node, sizes)
        node = replace(node, blocks=tuple(_block(i, looping, b.child(), defined, state, within) for i in node.blocks))
        defined.update((v.name, node) for v in node.outputs)
        if node.op == "probe":
            node = replace(node, inputs=(_with_residuals(node, looped, b, defined, state, sizes), node.inputs[1]))
        b.learn(node)
    return b.block(block.params, block.results)


def _with_residuals(node: Node, looped: bool, b: Build, defined: Mapping[str, Node], state: _State, sizes: Sizes) -> Value:
    """What `node` probes, with a probe of each precision if it is an increment that is stored, or a long sum."""
    v, cause = node.inputs[0], Rounding.of(node.attrs["key"])
    made = defined.get(v.name)
    if cause.what == "integer" and made and made.op == "sum":
        return b.probe(v, _of_sizes(b, made), key=replace(cause, what=f"{REACH}:integer").key)
    if cause.place[0] == "accumulate" and cause.what == "value":
        summed = sum_of(node, defined)
        largest = reach(b, summed, node.inputs[1], sizes) if summed else node.inputs[1]
        v = b.probe(v, _largest_of(b, largest, state), key=replace(cause, what=f"{REACH}:value").key)
    residual = None
    if cause.what == "value" and made and _is_long_sum(made, sizes):
        residual = _of_sum(b, made)
    elif looped and _is_stored(cause):
        residual = _of_increment(b, node.inputs[1], cause, defined, state)
    if residual is None:
        return v
    for fmt in KNOWN:
        v = b.probe(v, residual(fmt), key=replace(cause, what=f"{WHAT}:{fmt.precision}").key)
    return v


def _largest_of(b: Build, weight: Value, state: _State) -> Value:
    """The largest of a weight whose range alone counts: one number is tallied faster. Arrays that may be empty are left."""
    if not weight.rank or not all(d.symbols() <= state.sizes.keys() and d.value(state.sizes) > 0 for d in weight.shape):
        return weight
    return b.stop(b.max(weight, axes=tuple(range(weight.rank))))


def _is_long_sum(node: Node, sizes: Sizes) -> bool:
    """Whether so many additions follow one another that errors of nearly equal terms show: of sums and of inner products."""
    taken = node.op == "sum" or (node.op == "einsum" and not node.output.shape)
    return taken and node.output.kind == "real" and chain(node, sizes) >= LONG


def _of_sum(b: Build, node: Node) -> Callable[[Format], Value]:
    """Terms that are nearly equal have nearly equal errors, as increments have."""

    def residual(fmt: Format) -> Value:
        attrs = {**node.attrs, "accumulate": OF_LONG_RANGE.get(fmt.name, fmt)}
        return b.stop(b.sub(b.call(node.op, *node.inputs, **attrs), node.output))

    return residual


def _of_sizes(b: Build, node: Node) -> Value:
    """The sum of |terms|, beyond which no partial sum goes: whole numbers up to there are added without error."""
    (x,) = node.inputs
    return b.stop(b.sum(b.abs(x), axes=node.attrs["axes"]))


def with_largest(rows: Mapping[Rounding, Row]) -> dict[Rounding, Row]:
    """Without the rows of REACH, whose largest is that of the sums that they belong to: their weights stand for many roundings."""
    reached = {replace(cause, what=cause.what.partition(":")[2]): row.largest for cause, row in rows.items() if _is_reach(cause)}
    return {c: replace(row, largest=reached.get(c, row.largest)) for c, row in rows.items() if not _is_reach(c)}


def _is_reach(cause: Rounding) -> bool:
    return cause.what.startswith(f"{REACH}:")


def _of_increment(
    b: Build, stored: Value, cause: Rounding, defined: Mapping[str, Node], state: _State
) -> Callable[[Format], Value] | None:
    """None where no term comes from where the sum is stored."""
    classes = state.classes
    old = list(_old_terms(_unprobed(stored, defined), 1.0, classes[cause.place[1]], defined, classes))
    return (lambda fmt: _residual(b, stored, old, state.precision - fmt.precision)) if old else None


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
