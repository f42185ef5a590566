"""The command line: `main(argv)` returns the exit code. What runs a command loads only once a command is given."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from precis.cli.options import parser
from precis.errors import PrecisError

FAULT, INTERRUPTED = 70, 130
ISSUES = "please report it with the program; PRECIS_TRACEBACK=1 shows where it happened"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit codes are those of `precis --help`."""
    given = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in given
    try:
        return _run(given)
    except PrecisError as problem:
        return _tell(problem, as_json)
    except KeyboardInterrupt:
        print("precis: interrupted; nothing was written", file=sys.stderr)
        return _stopped("KeyboardInterrupt", "interrupted; nothing was written", (), INTERRUPTED, as_json)
    except BrokenPipeError:  # the reader of our stdout has gone; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        if os.environ.get("PRECIS_TRACEBACK"):
            raise
        what = f"a fault in precis itself: {type(problem).__name__}: {problem}"
        print(f"precis: {what}\n  hint: {ISSUES}", file=sys.stderr)
        return _stopped(type(problem).__name__, what, (ISSUES,), FAULT, as_json)


def _run(given: Sequence[str]) -> int:
    arguments = parser().parse_args(given)
    if arguments.version:
        print(f"precis {import_module('precis').__version__}")
        return 0
    if arguments.command is None:
        parser().print_help()
        return 2
    return import_module("precis.cli.commands").run(arguments)


def _tell(problem: PrecisError, as_json: bool) -> int:
    print(problem, file=sys.stderr)
    place = str(problem.span) if problem.span else None
    return _stopped(type(problem).__name__, problem.message, problem.hints, problem.exit_code, as_json, place, problem.notes)


def _stopped(kind: str, message: str, hints: Sequence[str], code: int, as_json: bool, place: str | None = None,
             notes: Sequence[str] = ()) -> int:  # fmt: skip
    """The exit code of a command that came to nothing; `as_json` tells machines why."""
    if as_json:
        print(json.dumps({"precis_error": kind, "message": message, "place": place, "notes": notes, "hints": hints, "exit_code": code}))
    return code
