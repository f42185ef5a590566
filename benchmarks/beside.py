"""Two versions of precis in turn, on the same derivatives: what a change did, where single ratios scatter more than it gains.

Each version runs in a process of its own, which imports precis from its checkout and everything else from this one, compiles the program,
its plain adjoint and its sweep, and then takes turns with the other. A turn is a process forked from it, with other memory taken before its
arrays are made, the same for both versions. Turn by turn the times of this version are divided by those of the other; the median counts.
Where both emit the same text only this one runs: its ratio is 1.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from benchmarks.timing import geometric_mean, machine, table
from precis.errors import PrecisError

HERE = Path(__file__).resolve().parents[1]
KINDS = ("forward", "plain", "sweep")


class Prepared(Protocol):
    """What a version has compiled."""

    def texts(self) -> dict[str, str]: ...


P = TypeVar("P", bound=Prepared)


def serve(prepare: Callable[[], P], turn: Callable[[P, int], dict[str, float]]) -> int:
    """One version: says what it has compiled, and then, for each line with a seed, how long a turn took."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PRECIS_CACHE"] = cache
        try:
            ready = prepare()
        except PrecisError as refusal:
            print(json.dumps({"missing": refusal.message}), flush=True)
            return 0
        print(json.dumps({"texts": ready.texts()}), flush=True)
        for line in sys.stdin:
            print(json.dumps(turn(ready, int(line))), flush=True)
    return 0


def compared(name: str, checkout: str, turns: int, numbers: Sequence[str]) -> dict[str, Any]:
    """One record: seconds of both versions turn by turn, or why there are none. numbers: options that a version gets as they are."""
    if not (Path(checkout) / "precis" / "__init__.py").is_file():
        raise PrecisError(f"{checkout} has no package precis")
    record: dict[str, Any] = {"name": name, "load": os.getloadavg()[0]}
    with ExitStack() as stack:
        versions = [stack.enter_context(_version(name, root, numbers)) for root in (HERE, Path(checkout).resolve())]
        said = [_answer(v) for v in versions]
        if missing := next((s["missing"] for s in said if "missing" in s), None):
            return record | {"missing": missing}
        record["same"] = said[0] == said[1]
        if record["same"]:
            del versions[1:]
        return record | {"turns": [_turn(versions, k) for k in range(turns)]}


def _turn(versions: Sequence[subprocess.Popen], k: int) -> list[dict[str, float]]:
    """Seconds of this version and the other, who begin in turn."""
    found: dict[int, dict[str, float]] = {}
    for at in range(len(versions)) if k % 2 else reversed(range(len(versions))):
        stream = versions[at].stdin
        assert stream is not None
        stream.write(f"{k}\n")
        stream.flush()
        found[at] = _answer(versions[at])
    return [found[at] for at in sorted(found)] * (3 - len(found))


@contextmanager
def _version(name: str, root: Path, numbers: Sequence[str]) -> Iterator[subprocess.Popen]:
    """The process of one version: a folder of links shows it precis from `root`, and all else from here."""
    with tempfile.TemporaryDirectory() as folder:
        for package in HERE.glob("*/__init__.py"):
            home = root if package.parent.name == "precis" else HERE
            (Path(folder) / package.parent.name).symlink_to(home / package.parent.name)
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.adjoints", name, "--serve", *numbers]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
                              env={**os.environ, "PYTHONPATH": folder}) as process:
            try:
                yield process
            finally:
                process.kill()


def _answer(version: subprocess.Popen) -> Any:
    line = version.stdout.readline() if version.stdout else ""
    if not line:
        raise PrecisError("a version ended without an answer")
    return json.loads(line)


def ratios(record: dict[str, Any], kind: str) -> list[float]:
    """Seconds of this version over those of the other, turn by turn, in order of size."""
    return sorted(new[kind] / old[kind] for new, old in record["turns"])


def over_forward(record: dict[str, Any], kind: str, version: int) -> float:
    """The median over turns of a derivative's seconds over those of the forward run."""
    return statistics.median(turn[version][kind] / turn[version]["forward"] for turn in record["turns"])


def page(records: Sequence[dict[str, Any]], size: str) -> str:
    """Means of both versions over the same programs, and the programs that changed."""
    whole = [r for r in records if "turns" in r]
    if not whole:
        return "Nothing was measured.\n" + _missing(records)
    other = [r for r in whole if not r["same"]]
    loads = [r["load"] for r in whole]
    text = (f"Measured on {machine()}, one core, size {size}, CPU time, both versions in turn, load {min(loads):.1f}-{max(loads):.1f}. "
            f"{len(whole)} of {len(records)} programs; {len(other)} have other texts. Geometric means over the forward run: ")
    text += "; ".join(f"{kind} {geometric_mean([over_forward(r, kind, 1) for r in whole]):.3f} before, "
                      f"{geometric_mean([over_forward(r, kind, 0) for r in whole]):.3f} now" for kind in KINDS[1:]) + ".\n\n"
    if other:
        means = ("geometric mean", *(geometric_mean([statistics.median(ratios(r, k)) for r in other]) for k in KINDS), "", "")
        rows = [_row(r) for r in sorted(other, key=lambda r: statistics.median(ratios(r, "sweep")))]
        text += table(("program", *(f"{k}, now / before" for k in KINDS), "plain / forward", "sweep / forward"), [*rows, means])
    return text + _missing(records)


def _row(r: dict[str, Any]) -> tuple[Any, ...]:
    found = (ratios(r, kind) for kind in KINDS)
    changes = (f"{statistics.median(x):.3f} ({x[0]:.2f}-{x[-1]:.2f})" for x in found)
    return r["name"], *changes, *(f"{over_forward(r, k, 1):.2f} and {over_forward(r, k, 0):.2f}" for k in KINDS[1:])


def _missing(records: Sequence[dict[str, Any]]) -> str:
    return "".join(f"\n{r['name']}: {r.get('missing') or r.get('failure')}\n" for r in records if "turns" not in r)
