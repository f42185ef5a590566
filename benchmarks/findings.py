"""Recall and precision of the detectors on the fixtures: `python -m benchmarks.findings` writes benchmarks/FINDINGS.md."""

from __future__ import annotations

import copy
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from precis.bitwidth.findings import Finding, findings
from precis.formats import Assignment
from precis.lift import lift
from tests.bitwidth.findings.fixtures import KINDS, Fixture, fixtures

PAGE = Path(__file__).with_name("FINDINGS.md")


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


def page(results: Sequence[Result]) -> str:
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Sequence[Result]) -> Iterator[str]:
    yield "# Findings: recall and precision on the fixtures\n"
    yield "Made by `python -m benchmarks.findings` from tests/bitwidth/findings/fixtures: per detector programs from the literature"
    yield "with the fault and near misses without it. All detectors run on all programs. Recall: faults found / faults."
    yield "Precision: right findings / findings of the kind, over all programs.\n"
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
    yield "## Misses\n"
    yield from misses or ["None."]


def _ratio(found: int, wrong: int) -> str:
    return f"{found / (found + wrong):.2f}" if found + wrong else "-"


def main() -> None:
    start, results = time.perf_counter(), []
    only = sys.argv[1:]
    for fixture in fixtures():
        if not only or fixture.kind in only:
            results.append(judge(fixture))
    if only:
        for r in results:
            print(r.fixture, "faulty" if r.fixture.faulty else "fine", [f.kind for f in r.found], "MISSED" if r.missed else "", *r.wrong)
        return
    text = page(results)
    PAGE.write_text(text, encoding="utf-8")
    print(text, f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
