"""`instrument`: probes where an emulation would round, weighted with the size of the value that is rounded.

The adjoint of the result tallies cotangent times weight at every probe: first-order sensitivities of the outputs to
relative rounding errors, for every container, site and accumulator in one sweep.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from precis.bitwidth.backward import operand_weights, result_weight
from precis.bitwidth.places import UNROUNDED, Place, Rounding, conversions, operand_place, places_of
from precis.bitwidth.powers import powers_of_two, whole_numbers
from precis.bitwidth.rows import taken_by_rows
from precis.bitwidth.shadows import with_shadows
from precis.bitwidth.sums import coefficients, terms_of
from precis.bitwidth.trips import Sizes, inside
from precis.formats import FORMATS, round_array
from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED, STORES
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import EXACT, STABLE, SUM, VIEW
from precis.ir.rewrite import storage_classes
from precis.ir.types import Block, Node, Program, Value, values_of

MOVES = ("neg", "abs", "copysign", "re", "im", "conj")  # these and views keep representable values representable
NARROWEST = ("e4m3", "e5m2")  # what these two hold, every format holds


@dataclass
class _State:
    where: dict[str, Place | None]
    classes: dict[Place, Place]
    users: dict[str, list[Node]]
    home: dict[str, Build] = field(default_factory=dict)  # the builder of the block that defines a value
    within: dict[Build, Node] = field(default_factory=dict)  # the builder of a block -> the node that holds the block
    probed: dict[str, Value] = field(default_factory=dict)
    converted: dict[tuple[Place, str], Value] = field(default_factory=dict)
    powers: frozenset[str] = frozenset()  # values that are powers of two
    whole: frozenset[str] = frozenset()  # values that are whole numbers
    simple: set[str] = field(default_factory=set)  # values that every format holds

    def now(self, v: Value) -> Value:
        """The value that stands for `v` in the result."""
        return self.probed.get(v.name, v)


def instrument(program: Program, binding: Mapping[str, int] | None = None) -> Program:
    """`program` with `probe` nodes; same values, same results. Keys are those of `places.Rounding`, weights the rounded
    values.

    Sums carry the weight sqrt(a S^2 + b Q) of `precis.bitwidth.sums`, for the sizes in `binding` (default: the example
    binding). Inputs carry no probes: their cotangents are results of the adjoint anyway. `approx` nodes must have been
    inlined.
    """
    names = Names({v.name for v in values_of(program.body)})
    powers, whole = powers_of_two(program), whole_numbers(program)
    state = _State(places_of(program), place_classes(program), _users(program.body, {}), powers=powers, whole=whole)
    sizes = dict(program.binding if binding is None else binding)
    return replace(program, body=with_shadows(_block(program.body, state, Build(names), sizes), names, sizes))


def place_classes(program: Program) -> dict[Place, Place]:
    """Storage place -> the place of its storage class."""
    return {("storage", c): ("storage", rep) for c, rep in storage_classes(program).items()}


def _users(block: Block, found: dict[str, list[Node]]) -> dict[str, list[Node]]:
    for node in block.walk():
        for v in node.inputs:
            found.setdefault(v.name, []).append(node)
    return found


def _block(block: Block, state: _State, b: Build, sizes: Sizes, declared: tuple[Value, ...] = ()) -> Block:
    state.home.update((p.name, b) for p in block.params)
    for node in block.nodes:
        b.span = node.span
        if node.blocks:
            _control(node, state, b, sizes)
        elif node.op in OPS:
            _operation(node, state, b, sizes)
        else:
            b.learn(replace(node, inputs=tuple(map(state.now, node.inputs))))
        state.home.update((v.name, b) for v in node.outputs)
    targets = [state.where[d.name] for d in declared] or [None] * len(block.results)
    targets += [None] * (len(block.results) - len(targets))
    return b.block(block.params, [_converted(r, t, state) for r, t in zip(block.results, targets)])


def _control(node: Node, state: _State, b: Build, sizes: Sizes) -> None:
    looping = node.op in ("loop", "while")
    params = node.blocks[-1].params if looping else ()
    declared: list[tuple[Value, ...]] = {"loop": [params], "while": [(), params]}.get(node.op, [node.outputs] * 2)
    targets = [state.where[p.name] for p in params] if looping else [None] * len(node.inputs)
    inputs = [_converted(v, t, state) for v, t in zip(node.inputs, targets)]
    inner, _ = inside(node, sizes)
    builders = [b.child() for _ in node.blocks]
    state.within.update(dict.fromkeys(builders, node))
    blocks = tuple(_block(i, state, c, inner, d) for i, c, d in zip(node.blocks, builders, declared))
    b.learn(replace(node, inputs=tuple(inputs), blocks=blocks))


def _converted(v: Value, target: Place | None, state: _State) -> Value:
    """`v` as it arrives at `target`: with a probe where its own place is another.

    All uses there share the probe, which stands in the block that defines `v`, because they share the rounding error:
    that of a parameter used in every iteration does not average out.
    """
    cause = _conversion(v, target, state)
    if cause is None:
        return state.now(v)
    if (cause.place, v.name) not in state.converted:
        value = state.now(v)
        state.converted[cause.place, v.name] = probe(state.home[v.name], value, value, cause)
    return state.converted[cause.place, v.name]


def _conversion(v: Value, target: Place | None, state: _State) -> Rounding | None:
    """Why `v` is rounded on its way to `target`; None where it is not."""
    source = state.where[v.name]
    if not source or not target or v.name in state.simple:
        return None
    if state.classes.get(source, source) == state.classes.get(target, target):
        return None
    return Rounding(target, source, _kind(v, state))


def _kind(v: Value, state: _State) -> str:
    """What is known of `v` where it is rounded."""
    return "power" if v.name in state.powers else "integer" if v.name in state.whole else "value"


def probe(b: Build, v: Value, weight: Value, cause: Rounding) -> Value:
    """A probe on `v`; complex values are two reals (their weights too)."""
    if v.kind != "complex":
        return b.probe(v, weight, key=cause.key)
    parts = b.re(v), b.im(v)
    weights = parts if weight == v else (b.re(weight), b.im(weight)) if weight.kind == "complex" else (weight, weight)
    return b.complex(*(b.probe(x, w, key=replace(cause, part=name).key) for x, w, name in zip(parts, weights, ("re", "im"))))


def _operation(node: Node, state: _State, b: Build, sizes: Sizes) -> None:
    op, out = OPS[node.op], node.output
    inputs = list(map(state.now, node.inputs))
    if op.category == VIEW and _viewed(node, inputs, state, b, sizes):
        return
    for k, _, target in conversions(node, state.where, state.classes):
        inputs[k] = _converted(node.inputs[k], target, state)
    _note_simple(node, state)
    if op.rounding == SUM and out.kind in ROUNDED:
        state.probed[out.name] = _sum(node, inputs, state, b, sizes)
        return
    if op.rounding == STABLE:
        state.probed[out.name] = _stable(node, inputs, state, b, sizes)
        return
    b.learn(replace(node, inputs=tuple(inputs)))
    cause = _own(node, state, b)
    if cause:
        state.probed[out.name] = probe(b, out, out, cause)


def _viewed(node: Node, inputs: list[Value], state: _State, b: Build, sizes: Sizes) -> bool:
    """Convert what a view shows to the place where all its uses want it: the source in `inputs`, whose rounding errors other
    views share, or, where nothing else at the site reads it, the part that is shown. Then the node is done: True."""
    (source, *_), out = node.inputs, node.output
    target = _destination(out, node.site, state.users)
    if not target or state.where[source.name] == target:
        return False
    cause = _conversion(source, target, state)
    state.where[out.name] = target
    if cause is None or not (_only_part(node, state, b) or _row_at_a_time(node, state, b, sizes)):
        inputs[0] = _converted(source, target, state)
        return False
    b.learn(replace(node, inputs=tuple(inputs)))
    state.probed[out.name] = probe(b, out, out, cause)
    return True


def _only_part(node: Node, state: _State, b: Build) -> bool:
    """Whether `node` takes each element of a slice once, as often as its source is computed, and alone at its site."""
    source = node.inputs[0]
    if node.op != "slice" or any(p.rank for p in node.inputs[1:]) or state.home[source.name] is not b:
        return False
    readers = (n for n in state.users[source.name] if n.site == node.site)
    return all(n is node or (n.op in STORES and source not in n.inputs[1:]) for n in readers)


def _row_at_a_time(node: Node, state: _State, b: Build, sizes: Sizes) -> bool:
    """Whether loops take rows of what is computed before them at the site of `node`, and no element twice."""
    source = node.inputs[0]
    readers = [n for n in state.users[source.name] if n.site == node.site]
    return taken_by_rows(node, readers, _loops_since(source, state, b), sizes)


def _loops_since(v: Value, state: _State, b: Build) -> list[Node]:
    """The loops around the block that `b` builds, inside the block that defines `v`; none where there is a while among them."""
    found: list[Node] = []
    while b is not state.home[v.name] and b.parent is not None:
        found.append(state.within[b])
        b = b.parent
    return [] if any(n.op not in ("loop", "cond") for n in found) else [n for n in found if n.op == "loop"]


def _stable(node: Node, inputs: list[Value], state: _State, b: Build, sizes: Sizes) -> Value:
    """A library routine with the probes of its backward error; those of real results of a transform on the result."""
    place, out = state.where[node.output.name] or ("compute", node.site), node.output
    for k, weight in enumerate(operand_weights(node, tuple(inputs), b, sizes)):
        if weight is not None:
            inputs[k] = probe(b, inputs[k], weight, Rounding(place))
    b.learn(replace(node, inputs=tuple(inputs)))
    weight = result_weight(node, out, b, sizes)
    return out if weight is None else probe(b, out, weight, Rounding(place))


def _destination(v: Value, site: str, users: Mapping[str, list[Node]]) -> Place | None:
    """The one place to which every use of a view converts it, if all are at `site`; else None."""
    found: set[Place | None] = set()
    for node in users.get(v.name, ()):
        if node.op in OPS and OPS[node.op].category == VIEW and node.site == site and node.inputs[0].name == v.name:
            found.add(_destination(node.output, site, users))
        else:
            found.add(operand_place(node) if node.op in OPS and node.site == site else None)
    return found.pop() if len(found) == 1 else None


def _note_simple(node: Node, state: _State) -> None:
    """Remember values that every format holds: constants such as 0, 0.5 or 3, and moves of them."""
    if node.op == "const":
        x = node.attrs["value"]
        if node.output.kind in ROUNDED and not isinstance(x, ArrayConstant) and _held_everywhere(x):
            state.simple.add(node.output.name)
    elif (node.op in MOVES or OPS[node.op].category == VIEW) and node.inputs[0].name in state.simple:
        state.simple.add(node.output.name)


def _held_everywhere(x: complex) -> bool:
    parts = np.array([x.real, x.imag])
    return all(np.array_equal(round_array(parts, FORMATS[f]), parts) for f in NARROWEST)


def _own(node: Node, state: _State, b: Build) -> Rounding | None:
    """What the result of an operation other than a sum is rounded for, or None where it is exact in any format."""
    op, out = OPS[node.op], node.output
    place = state.where[out.name]
    if not place or op.rounding == EXACT or node.op in STORES or out.name in state.simple:
        return None
    if node.op == "const" and not isinstance(node.attrs["value"], ArrayConstant) and out.kind == "real":
        return Rounding(place, None, f"constant:{float(node.attrs['value']).hex()}")
    if node.op == "convert":
        return Rounding(place, None, "integer") if node.inputs[0].kind not in ROUNDED else None
    if node.op in UNROUNDED:
        return None
    scale = _scale(node, state)
    if scale is not None:  # a power of two: only what becomes smaller may fall below the normal range
        size = b.constant_of(scale)
        grows = size is not None and (abs(size) >= 1.0 if node.op == "mul" else abs(size) <= 1.0)
        return None if grows else Rounding(place, None, "power")
    return Rounding(place, None, "integer" if out.name in state.whole else "value")


def _scale(node: Node, state: _State) -> Value | None:
    """The power of two that a product or a quotient is with, which is exact in the normal range."""
    factors = node.inputs if node.op == "mul" else node.inputs[1:] if node.op == "div" else ()
    return next((v for v in factors if v.name in state.powers), None)


def _sum(node: Node, inputs: list[Value], state: _State, b: Build, sizes: Sizes) -> Value:
    """The node and the probe of its accumulated rounding."""
    out = node.output
    cause = Rounding(state.where[out.name] or ("accumulate", node.site), None, "integer" if out.name in state.whole else "value")
    if node.op == "update_add":
        target, new, *picks = inputs
        region = b.stop(b.add(b.slice(target, *picks, at=node.attrs["at"]), new))
        inputs[1] = probe(b, b.broadcast(new, shape=region.shape) if new.shape != region.shape else new, region, cause)
    elif node.op == "cumsum":  # a rounded partial sum is part of all that follow, as its term is
        weight = b.stop(b.cumsum(inputs[0], axis=node.attrs["axis"]))
        inputs[0] = probe(b, inputs[0], weight, cause)
    b.learn(replace(node, inputs=tuple(inputs)))
    if node.op in ("update_add", "cumsum"):
        return out
    return probe(b, out, b.stop(_partial_sums(node, inputs, b, sizes)), cause)


def _partial_sums(node: Node, inputs: list[Value], b: Build, sizes: Sizes) -> Value:
    """The root sum square of the values that a sum rounds on its way."""
    out, x = node.output, inputs[0]
    if node.op == "prod":
        size = b.sqrt(_square(b, out)) if out.kind == "complex" else out
        return _in_parts(b, b.mul(b.const(math.sqrt(max(0.0, terms_of(node, sizes) - 1))), size), out)
    if node.op == "einsum":
        squares = b.einsum(_square(b, x), _square(b, inputs[1]), spec=node.attrs["spec"])
    else:
        squares = b.sum(_square(b, x), axes=node.attrs["axes"])
    of_sum, of_squares = coefficients(node, sizes)
    total = b.add(b.mul(b.const(of_sum), _square(b, out)), b.mul(b.const(of_squares), squares))
    return _in_parts(b, b.sqrt(total), out)


def _in_parts(b: Build, size: Value, out: Value) -> Value:
    """`size`, for each part of `out` where that is complex."""
    return b.complex(size, size) if out.kind == "complex" else size


def _square(b: Build, v: Value) -> Value:
    """|v|^2, real."""
    if v.kind != "complex":
        return b.mul(v, v)
    return b.add(b.mul(b.re(v), b.re(v)), b.mul(b.im(v), b.im(v)))
