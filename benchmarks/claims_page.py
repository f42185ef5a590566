"""The page of published answers beside ours, from the records of benchmarks.claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.published import ANSWERS, PROGRAMS
from benchmarks.published.answers import NAMED, SEARCHED, UNKNOWN, Answer
from benchmarks.timing import table

BY_NAME = {p.function: p for p in PROGRAMS}
Row = Mapping[str, Any]
Records = Mapping[str, Row]
HEAD = (
    "An answer is what a program computes for an input that its source states. Where nobody is known to have published one, an answer "
    "that is exact by an identity, named in the remark, stands beside ours instead. Differences are relative 2-norms, with everything "
    "stored and computed in the one format; a difference of binary64 above what is allowed is marked. Allowed is what the digits printed, "
    "the discretization or the approximations of the program leave.")
CLAIMED = (
    "The errors called published are those of the published C++ programs rerun with g++ -O2, as handed to this project; we have not seen "
    "them in print. Formats are of the variables named, the others in binary64; measured on one input against a reference wider than "
    "binary64.")
COLUMNS = ("issue's name", "program", "answer", "published where", "binary64 less it", "binary32 less it", "allowed", "remark")
SCHEDULE = (
    "20^3 cells, 100 iterations; the published schedule has the first 60 in binary64 and the others in binary32. No error is known to be "
    "published for it, so other schedules stand beside it:")


def answer_rows(records: Records) -> list[tuple[Any, ...]]:
    """At least one row per program of the issue, measured or not."""
    return [row for title, name in NAMED.items() for row in _answers(title, name, records.get(name, {}))]


def _answers(title: str, name: str, record: Row) -> list[tuple[Any, ...]]:
    measured = {r["of"]: r for r in record.get("answers", ())}
    rows = [(title, name, a.of, a.source or UNKNOWN, *_differences(a, measured.get(a.of), record.get("failure", "not measured")), a.why)
            for a in ANSWERS if a.program == name]
    return rows or [(title, name, "", "errors: next table" if BY_NAME[name].claims else UNKNOWN, "", "", "", "")]


def _differences(answer: Answer, found: Row | None, failure: str) -> tuple[str, str, str]:
    if found is None:
        return failure, "", f"{answer.within:g}"
    mark = "" if found["binary64"] <= answer.within else " (more than allowed)"
    return f"{found['binary64']:.3g}{mark}", f"{found['binary32']:.3g}", f"{answer.within:g}"


def claim_rows(records: Records) -> list[tuple[Any, ...]]:
    return [_claim(name, r) for name, record in records.items() for r in record.get("claims", ())]


def _claim(name: str, r: Row) -> tuple[Any, ...]:
    formats = "all binary32" if r["formats"] == ["*"] else ", ".join(r["formats"]) + " binary32" if r["formats"] else "all binary64"
    verdict = "" if r["holds"] is None else f"{'holds' if r['holds'] else 'misses'} {r['rtol']:g}"
    if r["published"] is None:
        return name, r["size"], formats, f"holds {r['rtol']:g}", r["measured"], "", verdict
    unit = "absolute" if r["absolute"] else "relative"
    return name, r["size"], formats, f"{r['published']:.2g} {unit}", r["measured"], r["measured"] / r["published"], verdict


def _tuned(records: Records) -> list[tuple[Any, ...]]:
    return [(name, r["rtol"], ", ".join(r["narrow"]) or "none", r["error"], r["speedup"] or "")
            for name, record in records.items() for r in record.get("tuned", ())]


def _measured_where(records: Records) -> str:
    """Machines and commits, each with its programs but the one with most."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, r in records.items():
        if "machine" in r:
            found.setdefault((r["machine"], r["commit"]), []).append(name)
    most = max(map(len, found.values()), default=0)
    parts = [f"{'' if len(names) == most else ', '.join(names) + ' '}on {where}, commit {what}" for (where, what), names in found.items()]
    return "Measured " + "; ".join(parts) + "." if parts else "Nothing measured."


def _schedules(record: Row) -> list[str]:
    rows = [(r["early"], r["late"], r["error"]) for r in record.get("schedules", ())]
    chosen = [(r["rtol"], r["schedule"], r["stored"], r["error"], r["speedup"] or "") for r in record.get("chosen", ())]
    lines = ["## HPCCG's precision schedule", "", SCHEDULE, "", table(("first 60", "then", "measured error"), rows), ""]
    return lines + (["What tune chooses with --schedules:", "",
                     table(("tolerance", "schedule", "stored", "measured error", "speed-up"), chosen), ""] if chosen else [])


def page(records: Records) -> str:
    answers = table(COLUMNS, answer_rows(records))
    claims = table(("program", "size", "published formats", "published error", "measured", "ratio", "verdict"), claim_rows(records))
    chosen = _tuned(records)
    return "\n".join([
        "# Published answers beside ours", "", f"`python -m benchmarks.claims`. {_measured_where(records)}", "", HEAD, "", answers,
        SEARCHED, "",
        "## Errors under published formats", "", CLAIMED, "", claims, "",
        *(["What tune chooses at the published tolerances:", "",
           table(("program", "tolerance", "narrower than binary64", "measured error", "speed-up"), chosen), ""] if chosen else []),
        *(_schedules(records["hpccg"]) if records.get("hpccg", {}).get("schedules") else [])])
