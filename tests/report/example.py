"""A report made by hand, the size of a real one: the printers are tested without running anything."""

from dataclasses import replace
from pathlib import Path

from precis.report.headline import Gain, headline
from precis.report.model import (
    Budget,
    BudgetPart,
    ContainerRow,
    Fact,
    LoopRow,
    Number,
    Option,
    Options,
    OutputRow,
    ParetoPoint,
    Range,
    Report,
    SampleRow,
    SiteRow,
    SourceFile,
    SourceLine,
)

SOURCE = Path(__file__).parents[2] / "case_studies" / "shallow_water.py"
ROUNDOFF = {"binary64": 2.0**-53, "binary32": 2.0**-24, "bfloat16": 2.0**-8, "binary16": 2.0**-11}
#        name, line, shape, chosen, amplification
ROWS = (
    ("h", 34, "66 x 66", "binary64", 9.0),
    ("hu", 34, "66 x 66", "binary64", 4.1),
    ("hv", 34, "66 x 66", "binary32", 3.3),
    ("u", 42, "66 x 66", "binary32", 0.9),
    ("v", 43, "66 x 66", "binary32", 0.7),
    ("wave", 44, "66 x 66", "binary32", 0.5),
    ("pressure", 45, "66 x 66", "binary32", 2.2),
    ("speed_x", 46, "66 x 66", "bfloat16", 3e-5),
    ("speed_y", 47, "66 x 66", "bfloat16", 2e-5),
    ("a", 49, "65 x 64", "bfloat16", 4e-5),
    ("flux_x", 50, "66 x 66", "binary32", 1.1),
    ("cross", 51, "66 x 66", "binary32", 0.04),
    ("fx_h", 52, "65 x 64", "binary32", 0.31),
    ("ratio", 36, "", "binary64", 12.0),
)
TOLERANCE = 1e-6


def rows():
    return tuple(
        ContainerRow(
            name,
            f"shallow_water.py:{line}",
            shape,
            "inout" if name in ("h", "hu", "hv") else "local",
            "binary64",
            chosen,
            Number(gain * ROUNDOFF[chosen] / TOLERANCE, "estimate", "share"),
            Number(gain * ROUNDOFF[chosen] / TOLERANCE * (1.1 if k % 3 else -0.4), "measurement", "share", 1),
            Range(1.3e-7 * (k + 1), 17.0 + k),
            f"in binary32 it alone would use {gain * 60:.0f} % of the tolerance (estimate)"
            if chosen == "binary64"
            else "",
        )
        for k, (name, line, shape, chosen, gain) in enumerate(ROWS)
    )


def options():
    return tuple(
        Options(
            name,
            chosen,
            tuple(Option(f, gain * u / TOLERANCE, f == "binary16" and name == "h") for f, u in ROUNDOFF.items()),
        )
        for name, _, _, chosen, gain in ROWS
    )


def sites():
    text = SOURCE.read_text().splitlines()
    return tuple(
        SiteRow(
            f"shallow_water.py:{n}",
            text[n - 1].strip(),
            "binary64",
            "binary32" if n < 60 else "binary64",
            estimate=Number(0.001 * (n % 7), "estimate", "share"),
            attributed=Number(0.0012 * (n % 5), "measurement", "share", 1),
        )
        for n in range(42, 66)
        if text[n - 1].strip()
    )


def source():
    text = SOURCE.read_text().splitlines()
    stored = {line: (name, chosen) for name, line, _, chosen, _ in ROWS}
    return SourceFile(
        "shallow_water.py",
        tuple(
            SourceLine(
                n,
                text[n - 1],
                (stored[n],) if n in stored else (),
                "binary32" if n > 40 and text[n - 1].strip() else "",
                share=0.004 * (n % 9) ** 2 if n > 40 and text[n - 1].strip() else None,
            )
            for n in range(34, 66)
        ),
    )


def example() -> Report:
    """The report of a shallow-water solver, every section filled."""
    containers = rows()
    worst = Number(3.1e-7, "measurement", samples=16)
    gain = Gain(Number(1.8, "measurement", "x", 7), Number(1.9, "measurement", "x"))
    parts = tuple(BudgetPart(row.name, "container", row.attributed.value) for row in containers)
    parts += (
        BudgetPart("line 52", "site", 0.013),
        BudgetPart("line 53", "site", -0.006),
        BudgetPart("decisions", "decisions", 0.0),
    )
    ladder = tuple(ParetoPoint(10.0**-k, 0.35 + 0.06 * k, 0.7 * 10.0**-k) for k in range(3, 10))
    ladder += (ParetoPoint(TOLERANCE, 0.55, 6.6e-7, "chosen"), ParetoPoint(None, 1.0, 4e-15, "original"))
    return Report(
        program="shallow_water",
        place="shallow_water.py:34",
        target="cpu",
        device="8-core AVX2 CPU",
        tolerance=TOLERANCE,
        met=True,
        headline=headline(containers, TOLERANCE, worst, 16, gain),
        containers=containers,
        sites=sites(),
        options=options(),
        budget=Budget(parts, 0.31, 0.98, "measurement"),
        loops=tuple(
            LoopRow(place, code, len(found) if place else 0, 1, found, Number(sum(found), "estimate", "share", 1))
            for place, code, found in (
                ("shallow_water.py:41", "for _ in range(steps):", tuple(0.00006 * k * k - 0.01 for k in range(60))),
                ("", "", (0.031,)),
            )
        ),
        pareto=ladder,
        samples=tuple(
            SampleRow(f"seed {k}", "tuning" if k < 4 else "held-out", 1e-7 * (1 + (k * 7 % 11) / 5), "hu")
            for k in range(20)
        ),
        outputs=tuple(
            OutputRow(n, Number(e, "measurement", samples=16), Number(e * 1.2, "estimate", samples=4))
            for n, e in (("h", 2.2e-8), ("hu", 3.1e-7), ("hv", 1.6e-7))
        ),
        sources=(source(),),
        facts=(
            Fact("error", "estimate before any run", Number(2.6e-7, "estimate", samples=4)),
            Fact("error", "worst measured error", Number(3.1e-7, "measurement", samples=16, note="tolerance 1e-6")),
            Fact("error", "error explained", Number(0.98, "measurement", "share", 1, "attributed / measured")),
            Fact("speed", "speed", Number(1.8, "measurement", "x", 7, "inputs as given")),
            Fact("speed", "original", Number(0.0123, "measurement", "s", 7)),
            Fact("memory", "memory", Number(1.9, "measurement", "x", note="all containers")),
            Fact("work", "executions for tuning", Number(9, "measurement", "count")),
        ),
        machine=(("processor", "Example CPU, 8 cores"), ("compiler", "g++ 12.2.0"), ("precis", "0.1.0")),
        limits=("Errors are those of the inputs that were run; other inputs may behave otherwise.",),
        files=("report.md", "report.json", "report.html", "shallow_water.cpp"),
    )


HOSTILE = "<script>alert('x')</script>\"&`|\u202e"


def hostile() -> Report:
    """The example with every text replaced or spiked by markup."""
    base = example()
    spiked = tuple(
        replace(row, name=HOSTILE, place=f"{HOSTILE}:7", reason=HOSTILE, shape=HOSTILE) for row in base.containers
    )
    return replace(
        base,
        program=HOSTILE,
        place=HOSTILE,
        target=HOSTILE,
        device=HOSTILE,
        containers=spiked,
        headline=headline(spiked, TOLERANCE, None, 0, Gain()),
        warnings=(HOSTILE,),
        limits=(HOSTILE,),
        files=(HOSTILE,),
        made=HOSTILE,
        machine=((HOSTILE, HOSTILE),),
        options=tuple(replace(o, container=HOSTILE) for o in base.options),
        sites=tuple(replace(s, place=HOSTILE, code=HOSTILE, chosen=HOSTILE) for s in base.sites),
        loops=tuple(replace(row, place=HOSTILE, code=HOSTILE) for row in base.loops),
        sources=(SourceFile(HOSTILE, (SourceLine(1, HOSTILE, ((HOSTILE, HOSTILE),), HOSTILE, HOSTILE, 0.1),)),),
        budget=Budget((BudgetPart(HOSTILE, HOSTILE, 0.5),), 0.5, None, "estimate"),
        samples=(SampleRow(HOSTILE, HOSTILE, 1e-7, HOSTILE),),
        outputs=(OutputRow(HOSTILE, Number(1e-7, "measurement", note=HOSTILE)),),
        facts=(Fact(HOSTILE, HOSTILE, Number(1.0, "bound", HOSTILE, note=HOSTILE)),),
    )
