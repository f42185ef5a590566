"""Many random programs, run in every way.

    python -m tests.lift.numpy.fuzz --count 10000                        goes on where it was stopped
    python -m tests.lift.numpy.fuzz --count 10000 --page benchmarks/FUZZ.md
    python -m tests.lift.numpy.fuzz --keep 363                           shrinks a failure and keeps it
    python -m tests.lift.numpy.fuzz --kind nests --count 1000            programs of another kind (grammars.py)

CHUNK programs at a time run in a process of their own, compiled in one library, and are kept as one immutable file: Ctrl-C and kill -9
lose a chunk at most. Those of a chunk that crashed, and those that failed, run again alone, once per commit.
"""

from __future__ import annotations

import argparse
import collections
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.records import measured, progress, write_record
from benchmarks.timing import table
from tests.lift.numpy.grammars import ARRAYS, GRAMMARS, Grammar
from tests.lift.numpy.judge import AGREES, AWAY, MARGIN, ROOT, SECONDS, TIE, TOO_LONG, outcome, outcomes
from tests.lift.numpy.shrink import keep, kind_of, shrunk

CHUNK, LIMIT, REASONS = 100, 1800.0, 15


def commit() -> str:
    """The commit that runs, with + where the working tree differs from it."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=Path(__file__).parent).stdout.strip()
    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")


def records(first: int, count: int, folder: Path, kind: Grammar) -> dict[int, dict[str, Any]]:
    """seed -> {"outcome", "commit"} of all that have run, after running those that have not."""
    def command(size: int) -> Any:
        return lambda name, path: [sys.executable, "-W", "ignore", "-m", "tests.lift.numpy.fuzz", "--kind", kind.name,
                                   "--first", str(int(name.split("-")[0])), "--count", str(size), "--one", str(path)]
    starts = range(first // CHUNK * CHUNK, first + count, CHUNK)
    chunks = measured([f"{s:07d}" for s in starts], folder, command(CHUNK), LIMIT, lambda n: progress(f"fuzz: from {n}"))
    found: dict[int, dict[str, Any]] = {}
    for name, record in chunks.items():
        found |= {seed: _of(record, seed, "") for seed in range(int(name), int(name) + CHUNK)}
    now = commit()
    again = [f"{seed:07d}-{now}" for seed, r in found.items() if r["outcome"].startswith("FAILS")]
    alone = measured(again, folder / "alone", command(1), LIMIT, lambda n: progress(f"fuzz: alone {n}"))
    for name, record in alone.items():
        seed = int(name.split("-")[0])
        before = found[seed]["outcome"] if found[seed]["commit"] else ""
        found[seed] = {**_of(record, seed, now), "before": before}
    return {seed: r for seed, r in found.items() if first <= seed < first + count}


def _of(record: Mapping[str, Any], seed: int, now: str) -> dict[str, Any]:
    """What a record says of a seed: where its process crashed, that."""
    return record[str(seed)] if str(seed) in record else {"outcome": f"FAILS running: {record['failure']}", "commit": now}


def page(found: Mapping[int, Mapping[str, Any]], kind: Grammar = ARRAYS) -> str:
    """Counts of outcomes, reasons of refusals, and what differs."""
    counts = collections.Counter(r["outcome"].split(":")[0].split(" ")[0] for r in found.values())
    reasons = collections.Counter(r["outcome"].split(": ", 1)[1] for r in found.values() if r["outcome"].startswith("refused"))
    differ = [(seed, kind_of(r["outcome"]), r["commit"]) for seed, r in sorted(found.items()) if r["outcome"].startswith("FAILS")]
    mended = [(seed, kind_of(r["before"]), r["commit"]) for seed, r in sorted(found.items()) if r.get("before") and r["outcome"] == AGREES]
    slow, ties, roots = (", ".join(str(seed) for seed, r in sorted(found.items()) if r["outcome"] == why) for why in (TOO_LONG, TIE, ROOT))
    commits = collections.Counter(r["commit"] for r in found.values())
    names = {AGREES: "agree in every way", "refused": "refused, with a hint", "invalid": "no valid program: Python raises, or not finite",
             "too": f"took more than {SECONDS} s of the processor ({slow})", "FAILS": "differ",
             TIE: f"the order of additions decides a comparison of sums; agree with a margin of {MARGIN} to either side ({ties})",
             ROOT: f"a root of exactly 0 has no derivative, and the adjoint says NaN; agree where {AWAY} is added under roots ({roots})"}
    first, last = min(found), max(found)
    return "\n".join([
        "# Random programs", "",
        f"`python -m tests.lift.numpy.fuzz --kind {kind.name} --first {first} --count {last + 1 - first} --page PAGE` "
        f"(tests/lift/numpy/random_{kind.name}.py writes them): {kind.text}. Each is lifted once and run interpreted and compiled "
        f"({kind.compiled}) on {len(kind.samples)} samples, results and changed arguments compared "
        "with Python's; its adjoint, interpreted, is compared with differences along a random direction, but where these jump. These are "
        "counts.", "",
        f"{len(found)} programs, seeds {first} to {last}.", "",
        table(("outcome", "programs"), [(names[k], n) for k, n in counts.most_common()]), "",
        table(("commit", "programs"), commits.most_common()), "",
        "## Refused", "", table(("reason (names and numbers as _)", "programs"), reasons.most_common(REASONS)), "",
        f"{len(reasons)} reasons in all.", "",
        "## Differ", "", table(("seed", "how", "commit"), differ) if differ else "None.", "",
        "## Differed when they first ran and agree since", "", table(("seed", "how it was", "commit"), mended) if mended else "None.", ""])


def one(seeds: Sequence[int], path: Path, kind: Grammar) -> None:
    """The child: outcomes of some seeds, as one record."""
    now = commit()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PRECIS_CACHE"] = folder  # libraries that nobody needs again
        found = outcomes(seeds, Path(folder), kind)
    write_record(path, {str(seed): {"outcome": text, "commit": now} for seed, text in found.items()})


def kept(seed: int, native: bool, kind: Grammar) -> str:
    """Shrink a failure and keep it; returns what was done."""
    with tempfile.TemporaryDirectory() as name:
        found = outcome(kind.programs(seed), seed, Path(name), native, kind)
        if not found.startswith("FAILS"):
            return f"{seed}: {found}"
        small = shrunk(kind.programs(seed), lambda s: kind_of(outcome(s, seed, Path(name), native, kind)) == kind_of(found))
    return f"{seed}: {found}\n  kept as {keep(small, kind.name, seed, found)}"


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.lift.numpy.fuzz", description="random programs, run in every way")
    parser.add_argument("--kind", choices=GRAMMARS, default=ARRAYS.name, help="of programs (default: %(default)s)")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--folder", type=Path, help="where the records are kept (default: build/fuzz/KIND)")
    parser.add_argument("--page", type=Path, help="where the page goes (default: stdout)")
    parser.add_argument("--keep", type=int, metavar="SEED", help="shrink and keep the failure of one seed")
    parser.add_argument("--interpreted", action="store_true", help="with --keep: do not compile")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    o = options()
    kind = GRAMMARS[o.kind]
    if o.keep is not None:
        print(kept(o.keep, not o.interpreted, kind))
        return 0
    if o.one:
        one(range(o.first, o.first + o.count), o.one, kind)
        return 0
    found = records(o.first, o.count, o.folder or Path("build/fuzz") / kind.name, kind)
    if not found:
        return 130
    text = page(found, kind)
    if o.page:
        o.page.write_text(text, encoding="utf-8")
    else:
        print(text)
    return int(any(r["outcome"].startswith("FAILS") for r in found.values()))


if __name__ == "__main__":
    sys.exit(main())
