"""plan(program, assignment) -> Plan: a Program under an Assignment as kernels over typed buffers, for every target."""

from __future__ import annotations

from functools import partial

from precis.emit.plan.blocked import blocked
from precis.emit.plan.body import NotEmittable, Stored
from precis.emit.plan.collapse import collapse
from precis.emit.plan.counted_places import places_counted
from precis.emit.plan.counted_searches import counted_searches
from precis.emit.plan.counters import counted
from precis.emit.plan.delivered import delivered
from precis.emit.plan.divided import divided
from precis.emit.plan.elements import carrier
from precis.emit.plan.ends_apart import ends_apart
from precis.emit.plan.equal import equal_once
from precis.emit.plan.extents import alike, equal_sizes
from precis.emit.plan.extremes import read_at_positions
from precis.emit.plan.fuse import fuse
from precis.emit.plan.given_parts import given_parts
from precis.emit.plan.hulls import boxes_in_hulls
from precis.emit.plan.image_columns import image_columns
from precis.emit.plan.inplace import in_place
from precis.emit.plan.inverses import with_identities
from precis.emit.plan.kept import read_where_kept
from precis.emit.plan.kernels import ARGUMENT, CONSTANT, INOUT, RESULT, Buffer, Plan, Settle
from precis.emit.plan.known_exponents import known_exponents
from precis.emit.plan.larger import larger
from precis.emit.plan.lower import lower_block, settle
from precis.emit.plan.narrow_constants import constants_narrowed
from precis.emit.plan.narrow_products import narrow_products
from precis.emit.plan.operands import operands_along
from precis.emit.plan.padding import UNREAD
from precis.emit.plan.parts import has_complex, in_parts
from precis.emit.plan.picked_rows import picked_apart
from precis.emit.plan.positions_ahead import positions_ahead
from precis.emit.plan.prepare import prepare
from precis.emit.plan.repeated import repeated_once
from precis.emit.plan.reserved import filled
from precis.emit.plan.scope import Memory, Scope
from precis.emit.plan.select import select
from precis.emit.plan.share import share
from precis.emit.plan.short_circuits import short_circuits
from precis.emit.plan.short_copies import copied_singly
from precis.emit.plan.solvers import factorised_once
from precis.emit.plan.spread import spread
from precis.emit.plan.squared_magnitudes import squared_magnitudes
from precis.emit.plan.still_loops import still_loops_first
from precis.emit.plan.ties import ties_apart
from precis.emit.plan.triangles import by_substitution
from precis.emit.plan.turned import turned
from precis.emit.plan.unfilled import unfilled
from precis.emit.plan.unpacked import unpacked
from precis.emit.plan.unravel import unravelled
from precis.emit.plan.windows import windowed
from precis.formats import FORMATS, Assignment, Format
from precis.ir.carried_shapes import carried_as_stored
from precis.ir.emulate import arithmetic_format, value_formats
from precis.ir.grown import columns_apart, first_runs_kept, lists_in_place, logs_begun, rooms_reserved
from precis.ir.reshapes import reshaped_once
from precis.ir.ruled import without_rules
from precis.ir.searches import without_tables
from precis.ir.split import split_products
from precis.ir.taps import taps_written_out
from precis.ir.types import Node, Program, Value
from precis.ir.upright import upright

__all__ = ["NotEmittable", "Plan", "plan"]


def plan(program: Program, assignment: Assignment, *, spec: bool = False, libraries: bool = True, careful: bool = False) -> Plan:
    """The kernels of `program` with the storage, compute and accumulator formats of `assignment`. Complex arrays
    are buffers with a last axis of length 2, complex numbers two buffers (precis.emit.plan.parts).

    `spec`: run the original blocks of `approx` nodes instead of their replacements. `libraries`: whether the target
    has them for products of matrices, and code for hash tables. `careful`: positions that stand in arguments are looked at
    where they are used, rather than ahead. Raises NotEmittable with the node and the reason.
    """
    program = without_rules(program) if careful or not libraries else positions_ahead(without_rules(program))
    program = larger(program if libraries else without_tables(program))
    made = _planned(program, assignment, spec, libraries, True) if libraries else None
    return made if made is not None and not filled(made) else _planned(program, assignment, spec, libraries, False)


def _planned(program: Program, assignment: Assignment, spec: bool, libraries: bool, reserve: bool) -> Plan:
    """`reserve`: lists that nothing bounds have room in reserved address space."""
    program = known_exponents(constants_narrowed(given_parts(program) if libraries else program, assignment), assignment)
    if reserve:
        program = rooms_reserved(program)
        program = first_runs_kept(program, value_formats(program, assignment), {UNREAD: True})
    program = logs_begun(lists_in_place(program, value_formats(program, assignment), {UNREAD: True}), {UNREAD: True})
    program = still_loops_first(unpacked(ties_apart(columns_apart(program, assignment))))
    program, _ = carried_as_stored(program, value_formats(program, assignment))
    program = program.with_body(with_identities(by_substitution(program.body, value_formats(program, assignment))))
    program, assignment = taps_written_out(*repeated_once(program, assignment))
    program = boxes_in_hulls(program, assignment)
    if has_complex(program):  # products of complex matrices are hard to tell apart once they are in parts
        program = program.with_body(squared_magnitudes(program.body, assignment))
        program = program.with_body(equal_once(program.body, assignment, value_formats(program, assignment)))
        program, assignment = repeated_once(*in_parts(program, assignment))  # quotients by complex arrays: what they take of the divisor
    program, assignment = split_products(program, assignment)
    formats = value_formats(program, assignment)
    once = turned(equal_once(read_where_kept(reshaped_once(program.body, formats), formats), assignment, formats), assignment)
    once = upright(once)
    if libraries:
        once = operands_along(once, assignment, formats, dict(program.sizes))
        formats = value_formats(program.with_body(once), assignment)
        once = narrow_products(divided(once, assignment), assignment, formats)
        formats = value_formats(program.with_body(once), assignment)
        once = blocked(image_columns(once, assignment, formats, dict(program.sizes)), program.sizes, assignment, formats)
        formats = value_formats(program.with_body(once), assignment)
    ready = prepare(program.with_body(read_at_positions(once, {name for name, _ in program.sizes}, assignment, formats)), spec)
    ready = ready.with_body(counted_searches(ready.body, formats, partial(_computed, assignment)))
    memory = Memory(frozenset(name for name, _ in program.sizes), formats, assignment)
    parameters = [_parameter(memory, program, p) for p in ready.body.params]
    results = _results(memory, ready, parameters)
    stored, owns = {}, {b.name for b in results}
    for p, b in zip(ready.body.params, parameters):
        stored[p.name] = Stored(b.name, b.element)
        memory.occupant[b.name, ()] = p.name
    goals: dict[str, Stored] = {}
    for r, b in zip(ready.body.results, results):
        goals.setdefault(r.name, Stored(b.name, b.element))
    scope = Scope(memory, ready.body, None, stored, owns, goals)
    lower_block(scope)
    settle(scope, ready.body.results, [Stored(b.name, b.element) for b in results], rotate=False)
    away = tuple(b.name for b in dict.fromkeys(results) if b.name in memory.rotated and b.shape)
    homes = [Settle(away)] if away else []
    constants = {b.name: program.constants[b.original] for b in memory.buffers.values() if b.role == CONSTANT}
    made = Plan(program.name, tuple(name for name, _ in program.sizes), dict(memory.buffers), tuple(b.name for b in parameters),
                tuple(b.name for b in results), (*scope.statements, *homes), constants, program.binding)
    equal = equal_sizes(program.guards)
    made = places_counted(made) if libraries else made
    fused = fuse(picked_apart(ends_apart(unfilled(alike(made, equal), equal))))
    placed = in_place(copied_singly(delivered(windowed(unravelled(fused)))))
    chosen = select(short_circuits(unfilled(placed, equal)))
    return factorised_once(collapse(share(counted(spread(chosen) if libraries else chosen))))


def _computed(assignment: Assignment, node: Node) -> Format:
    """The format to which the operands of a node convert (precis.ir.emulate)."""
    return assignment.value_of(node.output.name) or arithmetic_format(assignment, node.site)


def border(element: Format | str) -> Format | str:
    """The element in which a value crosses to the caller: binary128 and binary64x2 have no NumPy type and travel as binary80."""
    return FORMATS["binary80"] if isinstance(element, Format) and carrier(element).precision > 64 else element


def _parameter(memory: Memory, program: Program, p: Value) -> Buffer:
    inout = p.name in program.mutated and border(memory.element(p)) == memory.element(p)
    return memory.add(p.shape, border(memory.element(p)), INOUT if inout else ARGUMENT, p.container or p.name)


def _results(memory: Memory, program: Program, parameters: list[Buffer]) -> list[Buffer]:
    """Buffers of the results: the argument itself for a mutated one, memory of the caller for the others."""
    by_name = {p.name: b for p, b in zip(program.body.params, parameters)}
    made: list[Buffer] = []
    for k, r in enumerate(program.body.results):
        j = k - (len(program.body.results) - len(program.mutated))
        home = by_name[program.mutated[j]] if j >= 0 else None
        if home is not None and home.role == INOUT:
            made.append(home)
            continue
        if any(not d.symbols() <= memory.program_sizes for d in r.shape):
            raise NotEmittable(f"the result {r.container or r.name} has a size that is known only when the program runs")
        made.append(memory.add(r.shape, border(memory.element(r)), RESULT, r.container or f"{RESULT} {k}"))
    return made
