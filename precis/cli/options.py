"""The command line as data: commands and their options. Light, so that `precis --help` answers at once."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from precis.cli.needs import default_of
from precis.errors import UsageError

HELD_OUT_SEEDS = 1000  # the first seed of held-out inputs (precis.bitwidth.samples.FIRST_SEED)
TARGETS = ("cpu", "cuda", "hip")
NORMS = ("2", "max", "each")  # of precis.bitwidth.seminorm

EPILOG = """exit codes:
  0    fine
  1    no assignment of formats meets the tolerance; the report says whether the original program does
  2    usage: a wrong option, file, name or input
  3    the program uses something that precis does not support, or has no source in the --target that was named
  70   a fault in precis itself
  130  interrupted (Ctrl-C); nothing is half-written

first steps:
  precis demo --out out/demo
  precis tune mycode.py:step --rtol 1e-6 --out out/
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong as all of precis does; argparse would print every option first, and exit."""

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._negative_number_matcher = re.compile(r"-\.?\d|-inf|-nan")  # argparse takes -1e-3 for an option, as Python 3.14 does not

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hints=(f"`{self.prog} --help` lists what there is",))


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; `command` names the command chosen. UsageError for options that make no sense."""
    top = Parser(
        prog="precis",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Find which arrays and lines of a scientific program can be narrower than binary64, with evidence.",
    )
    top.add_argument("--version", action="store_true", help="print the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for add in (_tune, _analyze, _emit, _inspect, _surrogate, _demo):
        add(commands)
    return top


def _tune(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "tune", "choose formats within a tolerance, measure, report, emit source")
    _program(p)
    _choices(p)
    _qoi(p)
    _statistic(p)
    _bounds(p)
    _output(p, "write report.md, report.json, report.html and the source into DIR")


def _analyze(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "analyze", "show how much each array and line matters, without choosing formats")
    _program(p)
    _tolerance(p)
    _qoi(p)
    p.add_argument("--no-second-order", action="store_false", dest="second_order",
                   help="leave out the mean effect of squared errors, for which sweeps about a perturbed run take about as long again")
    _bounds(p)
    _common(p)


def _emit(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "emit", "write source under given formats, without tuning")
    _program(p)
    _target(p)
    p.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="formats from an assignment.json of `precis tune --out` (default: those of the program)",
    )
    p.add_argument("--pin", action="append", default=[], type=_pin, metavar="NAME=FORMAT", help="store NAME in FORMAT")
    _output(p, "write the source into DIR (default: print it)")


def _inspect(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "inspect", "print the program as precis reads it")
    _program(p)
    _common(p)


def _surrogate(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "surrogate", "train a cheap model of a function or some lines and put it in their place")
    _program(p)
    p.add_argument(
        "--region", required=True, metavar="NAME", help="function, function#2 (a call) or file.py:40-52 to replace"
    )
    words = "relative RMS error allowed of every output of the region (default: 1e-6)"
    p.add_argument("--rtol", type=_tolerance_value, default=1e-6, metavar="X", help=words)
    words = "outside the domain seen: run the original, clamp, or none (default: exact)"
    p.add_argument("--guard", choices=("exact", "clamp", "none"), default="exact", help=words)
    p.add_argument("--runs", type=_positive, default=3, metavar="N", help="program runs to train on (default: 3)")
    p.add_argument("--seconds", type=_seconds, default=60.0, metavar="S", help="time for training (default: 60)")
    _target(p)
    _output(p, "write the surrogate and the source of the program with it into DIR")


def _demo(commands: argparse._SubParsersAction) -> None:
    p = _command(commands, "demo", "tune a bundled program: no data, no GPU, no questions, within a minute")
    p.add_argument("name", nargs="?", metavar="NAME", help="which one (`precis demo --list` names them)")
    p.add_argument("--list", action="store_true", dest="list_demos", help="name the bundled programs")
    _choices(p, rtol=None)
    _data(p)
    _output(p, "write the report and source into DIR")


def _command(commands: argparse._SubParsersAction, name: str, words: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")


def _program(p: argparse.ArgumentParser) -> None:
    p.add_argument("program", metavar="FILE.py:FUNCTION", help="the function to work on, or FILE.fpcore[:NAME]")
    p.add_argument(
        "--inputs",
        metavar="FILE.py:GENERATOR",
        help="function (seed, size=None) -> tuple of arguments (default: `inputs` in the same file)",
    )
    _data(p)


def _data(p: argparse.ArgumentParser) -> None:
    p.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of the tuning input (default: 0)")
    p.add_argument("--size", type=_positive, metavar="N", help="problem size given to the generator")


def _choices(p: argparse.ArgumentParser, rtol: float | None = 1e-6) -> None:
    _tolerance(p, rtol)
    p.add_argument(
        "--formats",
        action="append",
        default=[],
        type=_offer,
        metavar="[NAME=]A,B,...",
        help="formats to choose from, e.g. binary64,binary32,bfloat16; with NAME=, for that array only",
    )
    words = "keep NAME in FORMAT: an array, 'u*', a line such as line:42, or all inputs, outputs, locals, arrays or lines"
    p.add_argument("--pin", action="append", default=[], type=_pin, metavar="NAME=FORMAT", help=words)
    p.add_argument(
        "--device", default=None, metavar="NAME", help="processor to choose for: cpu, h100, mi300x, ... (default: cpu)"
    )
    words = "carrier of the reference run: auto, binary64, binary80, binary128, mpmath or mpmath:BITS (default: auto)"
    p.add_argument("--reference", default="auto", metavar="NAME", help=words)
    words = "what to make small: time (formats measured slower are not chosen) or memory (default: time)"
    p.add_argument("--objective", choices=("time", "memory"), default="time", help=words)
    words = "integer and boolean outputs that change: report them, or make them hold (default: report)"
    p.add_argument("--integers", choices=("report", "hold"), default="report", help=words)
    words = "inputs to tune on: that of --seed, then those of the seeds 1, 2, ... (default: 1)"
    p.add_argument("--tune-on", type=_positive, default=1, metavar="N", help=words)
    words = "held-out inputs to validate on, never tuned on (default: 16)"
    p.add_argument("--samples", "--held-out", type=_positive, default=None, metavar="N", help=words)
    words = "steps of a search for the worst input, within the ranges of the held-out ones (default: 0)"
    p.add_argument("--worst-case", type=_positive, default=0, metavar="STEPS", help=words)
    p.add_argument("--tune-on-worst", action="store_true", default=None, help="tune on what that search finds, too")
    words = "try outer loops cut in two, early and late iterations with formats of their own (time only)"
    p.add_argument("--schedules", action="store_true", help=words)
    words = "stochastic: also run the chosen formats with every rounding up or down at random (default: nearest)"
    p.add_argument("--rounding", choices=("nearest", "stochastic"), default="nearest", help=words)
    words = f"runs with stochastic rounding, of the seeds 0, 1, ... (default: {default_of('--rounding-runs')})"
    p.add_argument("--rounding-runs", type=_positive, metavar="N", help=words)
    _target(p)


def _tolerance(p: argparse.ArgumentParser, rtol: float | None = 1e-6) -> None:
    words = "the program's own" if rtol is None else f"{rtol:g}"
    words = f"relative error allowed in every floating output (default: {words})"
    p.add_argument("--rtol", type=_tolerance_part, metavar="X", help=words)
    p.add_argument("--atol", type=_tolerance_part, metavar="X", help="absolute error allowed, added to the relative one")
    words = "norm of these errors: 2-norm, largest element, or every element for itself (default: 2)"
    p.add_argument("--norm", choices=NORMS, help=words)
    words = 'tolerances by output, e.g. "u: rtol=1e-6, norm=max; energy: atol=1e-3; *: rtol=1e-4; flags: ignore"'
    p.add_argument("--tolerance", metavar="TEXT", help=words)


def _qoi(p: argparse.ArgumentParser) -> None:
    words = "what the tolerance is asked of: a function of the outputs (and of inputs, named behind them), or an output"
    p.add_argument("--qoi", metavar="FILE.py:FUNCTION|NAME", help=words)


def _statistic(p: argparse.ArgumentParser) -> None:
    words = "for chaotic programs: the tolerance is asked of the mean over an ensemble of runs (of --qoi), not of single runs"
    p.add_argument("--statistic", action="store_true", help=words)
    words = f"runs of an ensemble, from inputs moved by one unit in the last place (default: {default_of('--members')})"
    p.add_argument("--members", type=_positive, metavar="N", help=words)


class _Named(argparse.Action):
    """Stores a value, and that it was named: NAME_named, False by default."""

    def __init__(self, option_strings: Sequence[str], dest: str, **given: Any):
        super().__init__(option_strings, dest, **given)
        self.flag = f"{dest}_named"

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        setattr(namespace, self.dest, values)
        setattr(namespace, self.flag, True)


def _target(p: argparse.ArgumentParser) -> None:
    p.add_argument("--target", action=_Named, choices=TARGETS, default="cpu", help="language of the source (default: cpu, C++)")
    p.set_defaults(target_named=False)


def _bounds(p: argparse.ArgumentParser) -> None:
    p.add_argument("--bound", action="store_true", help="prove error bounds for all inputs in a box (small programs)")
    words = "range of argument NAME, for --bound (default: that of an FPCore precondition)"
    p.add_argument("--box", action="append", type=_range, metavar="NAME=LOW:HIGH", help=words)
    words = f"time for bounds (default: {default_of('--bound-seconds'):g})"
    p.add_argument("--bound-seconds", type=_seconds, metavar="S", help=words)


def _range(text: str) -> tuple[str, tuple[float, float]]:
    name, equals, ends = text.rpartition("=")
    low, colon, high = ends.partition(":")
    if not (name.strip() and equals and colon) or not -math.inf < _float(low) <= _float(high) < math.inf:
        raise argparse.ArgumentTypeError(f"expected NAME=LOW:HIGH, such as x=0.5:2, not {text!r}")
    return name.strip(), (_float(low), _float(high))


def _output(p: argparse.ArgumentParser, words: str) -> None:
    p.add_argument("--out", type=_folder, metavar="DIR", help=words)
    _common(p)


def _common(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--json", action="store_true", help="print the result as one JSON object on stdout, and nothing else"
    )
    p.add_argument("--quiet", action="store_true", help="no progress on stderr")


def _tolerance_value(text: str) -> float:
    value = _float(text)
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"a tolerance is a positive number such as 1e-6, not {text!r}")
    return value


def _tolerance_part(text: str) -> float:
    """0 for what the other part alone states."""
    return 0.0 if _float(text) == 0.0 else _tolerance_value(text)


def _seconds(text: str) -> float:
    value = _float(text)
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"expected a positive number of seconds, not {text!r}")
    return value


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a positive integer, not {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) >= HELD_OUT_SEEDS:
        words = (
            f"expected an integer from 0 to {HELD_OUT_SEEDS - 1}, not {text!r}; seeds beyond are for held-out inputs"
        )
        raise argparse.ArgumentTypeError(words)
    return int(text)


def _offer(text: str) -> tuple[str, tuple[str, ...]]:
    """(name or "" for all, formats)."""
    name, equals, rest = text.rpartition("=")
    formats = tuple(word.strip() for word in rest.split(",") if word.strip())
    if not formats or (equals and not name.strip()):
        words = f"no format is left for {name.strip()}: name at least one" if name.strip() else "name at least one format"
        raise argparse.ArgumentTypeError(words)
    return name.strip(), formats


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"expected the name of a folder, not {text!r}")
    return Path(text)


def _pin(text: str) -> tuple[str, str]:
    name, equals, fmt = (part.strip() for part in text.rpartition("="))
    if not (name and equals and fmt):
        raise argparse.ArgumentTypeError(f"expected NAME=FORMAT, such as residual=binary64, not {text!r}")
    return name, fmt
