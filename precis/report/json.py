"""The report as JSON: the model as it is, every number with its word. NaN becomes null, infinities become text."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

from precis.report.model import Report


def document(report: Report) -> dict[str, Any]:
    """The report as dicts, lists, text and finite numbers; key "precis_report" is the schema's version."""
    fields = _plain(report)
    return {"precis_report": fields.pop("schema"), **fields}


def to_json(report: Report) -> str:
    """Text of one JSON object; equal reports give equal text."""
    return json.dumps(document(report), indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def _plain(item: Any) -> Any:
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        return {f.name: _plain(getattr(item, f.name)) for f in dataclasses.fields(item)}
    if isinstance(item, (tuple, list)):
        return [_plain(x) for x in item]
    if isinstance(item, float) and not math.isfinite(item):
        return None if math.isnan(item) else "infinity" if item > 0 else "-infinity"
    return item
