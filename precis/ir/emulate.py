"""Emulation is a Program: an Assignment laid over a Program as explicit `round` nodes.

The result means the same rounded computation in any arithmetic (the carrier) that is wide enough. Rules: operands
convert to the site's compute format; each operation rounds once; sums and contractions round in the accumulator
format; named stores round to their storage format; views own no format. A multiplicand format (tf32, bf16x1) rounds the operands
of contractions only; other operations of its site compute in the accumulator format. Library routines, and products and quotients of
complex numbers, run in binary32 or binary64 (`routine_format`) and round once more where the site's format is narrower.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from precis.formats import FORMATS, Assignment, Format, round_array
from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, LIBRARY, ONCE, STABLE, SUM, VIEW
from precis.ir.ops.routine import routine_format
from precis.ir.rewrite import rename_leaves
from precis.ir.ruled import RULED
from precis.ir.split import split_products
from precis.ir.types import Block, Node, Program, Value, values_of

ROUNDED = ("real", "complex")
STORES = ("store", "update", "update_add", "tally")
Formats = Mapping[str, Format | None]


def arithmetic_format(assignment: Assignment, site: str) -> Format:
    """The format in which operations other than contractions compute at a site."""
    compute = assignment.compute_of(site)
    return compute if compute.storable else assignment.accumulate_of(site)


def value_formats(program: Program, assignment: Assignment) -> dict[str, Format | None]:
    """The format of every value under an assignment; None for bool and integer values."""
    found: dict[str, Format | None] = {}
    _formats(program.body, assignment, found, set(), "")
    return found


def runs_in_format(node: Node) -> bool:
    """Whether all of an operation runs in one format (`routine_format`): library routines, and products and quotients of complex numbers,
    which round several times."""
    return node.op in OPS and (OPS[node.op].rounding == STABLE or (node.op in ("mul", "div") and node.output.kind == "complex"))


def round_alike(program: Program, a: Assignment, b: Assignment) -> bool:
    """Whether `program` is the same program under both: every value and every factor of a contraction rounds alike."""
    products = {n.site for n in program.nodes() if n.op in OPS and OPS[n.op].category == CONTRACTION}
    factors = [{site: f for site in products if not (f := x.compute_of(site)).storable} for x in (a, b)]
    return factors[0] == factors[1] and value_formats(program, a) == value_formats(program, b)


def _formats(block: Block, assignment: Assignment, found: dict[str, Format | None], rounded: set[str], site: str) -> None:
    """`rounded` collects what `round` nodes make, and views of it."""
    for p in block.params:
        if p.name not in found:
            found[p.name] = _declared(p, assignment, site)
    for node in block.nodes:
        if node.op == "approx":
            for inner in node.blocks:
                found.update((p.name, found[v.name]) for p, v in zip(inner.params, node.inputs))
        for inner in node.blocks:
            _formats(inner, assignment, found, rounded, node.site)
        for k, v in enumerate(node.outputs):
            found[v.name] = _output_format(node, k, v, assignment, found, rounded)
        if node.op == "round" or (_passes(node) and node.op not in STORES and node.inputs[0].name in rounded):
            rounded.add(node.output.name)


def _declared(v: Value, assignment: Assignment, site: str) -> Format | None:
    if v.kind not in ROUNDED:
        return None
    return assignment.storage_of(v.container) if v.container else assignment.values.get(v.name) or arithmetic_format(assignment, site)


def _passes(node: Node) -> bool:
    """Whether the result has the format of the first operand."""
    return node.op in ("stop", "probe") or (node.op in OPS and OPS[node.op].category == VIEW) or node.op in STORES[1:]


def _fits(node: Node, found: Formats, rounded: set[str]) -> bool:
    """Whether what a `round` node made, updated, is still of its format."""
    target, new = (found[v.name] for v in node.inputs[:2])
    return node.op == "update" and node.inputs[1].name in rounded and target is not None and new is not None and target.contains(new)


def _output_format(node: Node, k: int, v: Value, assignment: Assignment, found: Formats, rounded: set[str]) -> Format | None:
    """`rounded`: values that are known to fit a format, which is no place: what is stored into them, or added, does not round to it."""
    if v.kind not in ROUNDED or v.container:
        return _declared(v, assignment, node.site)
    if v.name in assignment.values:
        return assignment.values[v.name]
    if node.op in RULED:
        return found[node.inputs[k].name]
    if node.op == "loop" and k >= len(node.inputs):
        return found[node.blocks[0].results[k].name]
    if node.op in STORES[1:] and node.inputs[0].name in rounded and not _fits(node, found, rounded):
        return arithmetic_format(assignment, node.site)
    if _passes(node):
        return found[node.inputs[0].name]
    if node.op == "round":
        return node.attrs["format"]
    if node.op in OPS and OPS[node.op].rounding == SUM:
        return assignment.accumulate_of(node.site)
    return arithmetic_format(assignment, node.site)


@dataclass(frozen=True)
class _Emulation:
    assignment: Assignment
    formats: Formats
    carrier: Format
    names: Names


def emulate(program: Program, assignment: Assignment, carrier: Format = FORMATS["binary64"]) -> Program:
    """`program` with every rounding of `assignment` explicit, to be run in `carrier` arithmetic.

    The result states no formats beside them. Roundings that `carrier` itself makes (formats that contain it) are left out. Each `round`
    node carries `key`: ("storage", container), ("compute", site) or ("accumulate", site), for attribution.
    """
    program, assignment = split_products(program, assignment)
    names = Names({v.name for v in values_of(program.body)})
    state = _Emulation(assignment, value_formats(program, assignment), carrier, names)
    body = _block(program.body, state, Build(names), {})
    renamed = {old.name: new.name for old, new in zip(program.body.results, body.results)}
    return replace(program, body=body, returns=rename_leaves(program.returns, renamed), original=None)


def _block(block: Block, state: _Emulation, b: Build, env: dict[str, Value], declared: tuple[Value, ...] = (),
           program_params: bool = True) -> Block:
    """`env` maps values of the original to their rounded versions; `declared` are the values whose formats the results take."""
    env = dict(env)
    if program_params:
        for p in block.params:
            rounded = _round(b, p, state.formats[p.name], None, state, ("storage", p.container))
            env[p.name] = rounded
    for node in block.nodes:
        _node(node, state, b, env)
    results = []
    for k, r in enumerate(block.results):
        v = env.get(r.name, r)
        if k < len(declared) and declared[k].kind in ROUNDED:
            target = state.formats[declared[k].name]
            v = _round(b, v, target, state.formats[r.name], state, ("storage", declared[k].container))
        results.append(v)
    return b.block(block.params, results)


def _round(b: Build, v: Value, target: Format | None, source: Format | None, state: _Emulation, key: tuple) -> Value:
    """Round `v`, known to be representable in `source` (None: in the carrier), to `target` where that can change it."""
    source = source or state.carrier
    if target is None or v.kind not in ROUNDED or target.contains(source) or target.contains(state.carrier):
        return v
    if target.precision >= state.carrier.precision:  # binary64x2 in binary80: the carrier is the narrower one
        return v
    return b.round(v, format=target, key=key)


def _node(node: Node, state: _Emulation, b: Build, env: dict[str, Value]) -> None:
    b.span = node.span
    inputs = [env.get(v.name, v) for v in node.inputs]
    if node.blocks:
        _control(node, inputs, state, b, env)
        return
    if node.op in OPS:
        inputs = _operands(node, inputs, state, b)
    attrs = dict(node.attrs)
    summed = node.op in OPS and OPS[node.op].rounding == SUM and node.op != "update_add" and node.output.kind in ROUNDED
    if summed:
        accumulate = state.assignment.accumulate_of(node.site)
        if not accumulate.contains(state.carrier) and accumulate.precision < state.carrier.precision:
            attrs["accumulate"] = accumulate
    if runs_in_format(node):
        runs_in = routine_format(_compute(node, state), state.carrier)
        attrs |= {"format": runs_in} if runs_in else {}
    b.learn(replace(node, inputs=tuple(inputs), attrs=attrs))
    for v in node.outputs:
        env[v.name] = _result(node, v, state, b) if node.op in OPS else v


def _operands(node: Node, inputs: list[Value], state: _Emulation, b: Build) -> list[Value]:
    op = OPS[node.op]
    if op.name in STORES:
        target = state.formats[node.output.name]
        stored = 0 if op.name == "store" else 1
        out = list(inputs)
        if op.name != "tally":
            out[stored] = _round(b, inputs[stored], target, state.formats[node.inputs[stored].name], state,
                                 ("storage", node.output.container))
        return out
    if op.category == VIEW or op.name in ("round", "probe", "stop", "convert"):
        return inputs
    target = _compute(node, state)
    return [_round(b, v, target, state.formats[o.name], state, ("compute", node.site)) for v, o in zip(inputs, node.inputs)]


def _compute(node: Node, state: _Emulation) -> Format:
    """The format to which the operands of an operation convert."""
    if node.outputs and node.output.name in state.assignment.values:
        return state.assignment.values[node.output.name]
    if OPS[node.op].category == CONTRACTION:
        return state.assignment.multiplicand_of(node.site)
    return arithmetic_format(state.assignment, node.site)


def _result(node: Node, v: Value, state: _Emulation, b: Build) -> Value:
    op, target = OPS[node.op], state.formats[v.name]
    if v.kind not in ROUNDED or op.name in STORES[:2] or op.name in ("tally", "round"):
        return v
    if op.name == "const" and _exact(node, target):
        return v
    if runs_in_format(node):
        return _round(b, v, target, routine_format(_compute(node, state), state.carrier), state, ("compute", node.site))
    if op.rounding in (ONCE, LIBRARY) or op.name == "astype":
        return _round(b, v, target, None, state, ("compute", node.site))
    if op.name == "update_add":
        return _round(b, v, target, None, state, ("storage", v.container))
    return _round(b, v, target, None, state, ("accumulate", node.site)) if op.rounding == SUM else v


def _exact(node: Node, target: Format | None) -> bool:
    """Whether a scalar constant is a value of the target format."""
    value = node.attrs["value"]
    if not isinstance(value, float) or target is None or target.slot is not None:
        return False
    return bool(round_array(np.float64(value), target) == value)


def _control(node: Node, inputs: list[Value], state: _Emulation, b: Build, env: dict[str, Value]) -> None:
    if node.op == "loop":
        declared = [node.blocks[0].params]
    elif node.op == "while":
        declared = [(), node.blocks[1].params]
    else:
        declared = [node.outputs] * 2
    if node.op in ("loop", "while"):
        params = declared[-1]
        inputs = [_round(b, v, state.formats[p.name], state.formats[o.name], state, ("storage", p.container))
                  for v, p, o in zip(inputs, params, node.inputs)]
    blocks = tuple(_block(inner, state, b.child(), env, d, program_params=False) for inner, d in zip(node.blocks, declared))
    b.learn(replace(node, inputs=tuple(inputs), blocks=blocks))
