"""Reports: from what was found to Markdown, JSON and one self-contained HTML page."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from precis.errors import UsageError
from precis.report.build import report_of
from precis.report.html import to_html
from precis.report.json import to_json
from precis.report.markdown import to_markdown
from precis.report.model import Report
from precis.tuned import Tuned

PRINTERS: dict[str, Callable[[Report], str]] = {
    "report.md": to_markdown,
    "report.json": to_json,
    "report.html": to_html,
}


def pages(report: Report) -> dict[str, str]:
    """File name -> text of every page."""
    return {name: printer(report) for name, printer in PRINTERS.items()}


def write(tuned: Tuned, folder: str | os.PathLike[str], **options) -> list[Path]:
    """Write report.md, report.json and report.html of a Tuned into `folder`, which is made if need be; options as of
    `report_of`. Each file appears whole or not at all. UsageError for a folder that cannot be written."""
    place = Path(folder)
    texts = pages(report_of(tuned, **options))
    try:
        place.mkdir(parents=True, exist_ok=True)
        return [_write(place / name, text) for name, text in texts.items()]
    except OSError as problem:
        raise UsageError(f"cannot write to the folder {place}: {problem.strerror or problem}",
                         hints=("give a folder that can be written",)) from None  # fmt: skip


def _write(path: Path, text: str) -> Path:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


__all__ = ["PRINTERS", "Report", "pages", "report_of", "to_html", "to_json", "to_markdown", "write"]
