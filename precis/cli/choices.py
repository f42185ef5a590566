"""What the options say about formats: those offered, pins, and assignments read from a file."""

from __future__ import annotations

import argparse
import difflib
import json
from collections.abc import Sequence
from pathlib import Path

from precis.bitwidth.pins import KINDS, Pins, allowed_formats
from precis.bitwidth.select import OFFERED
from precis.errors import Span, UsageError
from precis.formats import FORMATS, Assignment, Format, format_named
from precis.formats.format import ALIASES
from precis.ir.types import Program


def formats_from(offers: Sequence[tuple[str, tuple[str, ...]]], default: Sequence[str] = OFFERED) -> tuple[str, ...]:
    """The formats offered to everything."""
    found = [names for name, names in offers if not name]
    if len(found) > 1:
        raise UsageError("--formats is given twice", hints=("write A,B,... once, or NAME=A,B,... for one array",))
    return tuple(_format(name, "--formats") for name in found[0]) if found else tuple(default)


def pins_from(a: argparse.Namespace) -> Pins:
    """Name -> formats that --pin and --formats NAME=... leave it."""
    found: dict[str, tuple[str, ...]] = {}
    sets = [(name, tuple(_format(f, f"--formats {name}=...") for f in names)) for name, names in getattr(a, "formats", ()) if name]
    for name, formats in sets + [(name, (_format(fmt, f"--pin {name}={fmt}"),)) for name, fmt in a.pin]:
        left = tuple(f for f in found.get(name, formats) if f in formats)
        if not left:
            before = " or ".join(found[name])
            raise UsageError(f"{name!r} may be {before} and must be {' or '.join(formats)}: nothing is left",
                             hints=("drop one of the two options",))  # fmt: skip
        found[name] = left
    return found


def fixed_by(pins: Pins, program: Program) -> dict[str, str]:
    """Containers with one format left, for the report."""
    allowed = allowed_formats(program, pins)
    return {place[1]: f[0].name for place, f in allowed.items() if place[0] == "storage" and len(f) == 1}


def _format(name: str, option: str) -> str:
    try:
        return format_named(name).name
    except ValueError:
        close = difflib.get_close_matches(name, (*FORMATS, *ALIASES), 1)
        hints = (f"did you mean {close[0]}?",) if close else ()
        raise UsageError(f"unknown format {name!r} in {option}", hints=(*hints, f"formats: {', '.join(FORMATS)}")) from None


def assignment_from(a: argparse.Namespace, program: Program) -> Assignment:
    """The formats that --assignment and --pin give, else those of the program."""
    chosen = program.original or Assignment.uniform("binary64")
    if a.assignment is not None:
        chosen = _read_assignment(a.assignment)
        _check_names(chosen, program, a.assignment)
    allowed = allowed_formats(program, pins_from(a))
    tables: dict[str, dict[str, Format]] = {kind: {} for kind in KINDS}
    for (kind, name), formats in allowed.items():
        tables[kind][name] = formats[0]
    chosen = chosen.with_storage(tables["storage"]).with_compute(tables["compute"])
    return chosen.with_accumulate(tables["accumulate"])


def _check_names(chosen: Assignment, program: Program, path: Path) -> None:
    """Formats of arrays that the program does not have would do nothing."""
    known = [c.name for c in program.containers]
    for name in chosen.storage:
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hints = (f"did you mean {close[0]}?",) if close else (f"names: {', '.join(known)}",)
            raise UsageError(f"{path} gives {name!r} a format, which {program.name} does not have", hints=hints)


def _read_assignment(path: Path) -> Assignment:
    hint = "`precis tune --out` writes such a file"
    try:
        text = path.read_text(encoding="utf-8")
        json.loads(text)
        return Assignment.from_json(text)
    except OSError as problem:
        raise UsageError(f"cannot read {path}: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file in UTF-8", hints=(hint,)) from None
    except json.JSONDecodeError as problem:
        where = Span(str(path), problem.lineno, problem.colno)
        raise UsageError(f"not an assignment: the text is not JSON ({problem.msg})", where, hints=(hint,)) from None
    except (ValueError, RecursionError) as problem:
        raise UsageError(f"{path}: {problem}", hints=(hint,)) from None
