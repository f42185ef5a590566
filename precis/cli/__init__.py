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
    arguments = parser().parse_args(argv)
    if arguments.version:
        print(f"precis {import_module('precis').__version__}")
        return 0
    if arguments.command is None:
        parser().print_help()
        return 2
    try:
        return import_module("precis.cli.commands").run(arguments)
    except PrecisError as problem:
        return _tell(problem, arguments.json)
    except KeyboardInterrupt:
        print("precis: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our stdout has gone; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        if os.environ.get("PRECIS_TRACEBACK"):
            raise
        print(
            f"precis: a fault in precis itself: {type(problem).__name__}: {problem}\n  hint: {ISSUES}", file=sys.stderr
        )
        return FAULT


def _tell(problem: PrecisError, as_json: bool) -> int:
    print(problem, file=sys.stderr)
    if as_json:
        print(
            json.dumps(
                {
                    "precis_error": type(problem).__name__,
                    "message": problem.message,
                    "place": str(problem.span) if problem.span else None,
                    "notes": problem.notes,
                    "hints": problem.hints,
                    "exit_code": problem.exit_code,
                }
            )
        )
    return problem.exit_code
