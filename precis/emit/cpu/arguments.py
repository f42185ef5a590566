"""What crosses between an emitted function and its caller: the struct of arguments, its C types, and the header that declares both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from precis.emit.cpu import spell
from precis.emit.cpu.products import ways
from precis.emit.cpu.routines import FOURIER, LINKED, Direct, Library, direct
from precis.emit.plan.kernels import ARGUMENT, Buffer, Contract, Plan, Routine
from precis.emit.plan.walking import walk
from precis.formats import Format

HOST = "host"  # the field of the arguments with the function that computes routines


def function_name(plan: Plan) -> str:
    return spell.identifier(plan.name, "run")


def struct_name(plan: Plan) -> str:
    return spell.identifier(plan.name, "args")


CONTRACT = "// 0, or 1 when memory ran out. Arrays are contiguous, row-major, and must not overlap."


def header(plan: Plan, names: Mapping[str, str], symbols: Mapping[str, str], hosted: bool, contract: str = CONTRACT) -> str:
    """The C declaration of the argument struct and of the function, with a comment on what it returns and expects. `plan`: as callers
    know it, before passes leave out products that need no library."""
    struct, name = struct_name(plan), function_name(plan)
    lines = ["#pragma once", "#include <stdint.h>", "", "#ifdef __cplusplus", 'extern "C" {', "#endif", "",
             f"typedef struct {struct} {{"]
    lines += [f"    {declaration};  // {note}" for declaration, note in _fields(plan, names, symbols, hosted)]
    lines += [f"}} {struct};", "", contract, f"int {name}(const {struct}* args);", "", "#ifdef __cplusplus", "}", "#endif", ""]
    return "\n".join(lines)


def _fields(plan: Plan, names: Mapping[str, str], symbols: Mapping[str, str], hosted: bool) -> Iterator[tuple[str, str]]:
    """(declaration, what it is) of every field of the arguments."""
    for b in interface(plan):
        name = names[b.name]
        shape = "[" + ", ".join(map(str, b.shape)) + "]" if b.shape else ""
        title = b.original if b.original.startswith(f"{b.role} ") else f"{b.role} {b.original}"
        note = spell.comment(f"{title}{shape}: {b.element}")
        if by_value(b):
            yield f"{_value_type(b)} {name}", note
        else:
            yield f"{'const ' if b.role == ARGUMENT else ''}{_c_type(b)}* {name}", note
    for s in plan.sizes:
        yield f"int64_t {symbols[s]}", spell.comment(f"size {s}")
    libraries = linkable(plan)
    for routine in library_routines(plan):
        what = "loop {} of NumPy's transforms" if libraries.get(routine) == LINKED[FOURIER] else "Fortran routine {}"
        otherwise = f"where it is linked ({libraries[routine].macro})" if routine in libraries else "to use loops"
        yield f"void* {routine}", f"{what.format(routine[:-1])}, or null {otherwise}"
    if hosted:
        yield f"void* {HOST}", "computes the library routines that are null (pr::host in precis.hpp)"


def library_routines(plan: Plan) -> list[str]:
    """Routines that the caller may pass, by name."""
    products = {way.routine for s in walk(plan.statements) if isinstance(s, Contract) for way in ways(s)}
    return sorted(products | set(linkable(plan)))


def linkable(plan: Plan) -> dict[str, Library]:
    """Those that compute library routines of the plan -> the library that has them, with which source that stands alone is linked."""
    return {name: LINKED[d.include] for d in _directly(plan) for name in d.routines}


def _directly(plan: Plan) -> Iterator[Direct]:
    found = (direct(s) for s in walk(plan.statements) if isinstance(s, Routine))
    return (d for d in found if d)


def interface(plan: Plan) -> list[Buffer]:
    """Buffers that cross to the caller, parameters first, each once."""
    return [plan.buffers[n] for n in dict.fromkeys(plan.parameters + plan.results)]


def by_value(b: Buffer) -> bool:
    return b.role == ARGUMENT and not b.shape


def _value_type(b: Buffer) -> str:
    return spell.register_type(b.element).replace("pr::wide", "long double")


def _c_type(b: Buffer) -> str:
    """The C type of an element at the border: codes for the soft formats."""
    if isinstance(b.element, Format) and b.element.bits <= 16:
        return f"uint{b.element.bits}_t"
    return "uint8_t" if b.element == "bool" else spell.memory_type(b.element).replace("pr::wide", "long double")


def code_of(b: Buffer) -> str:
    """The member that holds the code of a soft element."""
    if not isinstance(b.element, Format) or b.element.bits > 16:
        return ""
    return ".held.code" if b.element.scale else ".code"
