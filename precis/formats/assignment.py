"""Assignment: which format every container, site, accumulator and value of a Program has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from precis.formats.format import FORMATS, Format, format_named, is_known

VERSION = 1
TABLES = ("storage", "compute", "accumulate", "values")
ROWS_IN_REPR = 20


@dataclass(frozen=True, slots=True, repr=False)
class Assignment:
    """Formats laid over a Program, which itself has none. Immutable; equal and hashed by content.

    storage     container name -> format of every store into it
    compute     site ("heat.py:7") -> format in which its operations round; a multiplicand format (tf32, bf16x1) rounds
                the factors of contractions only, all else at the site computes in the accumulator format
    accumulate  site -> format of its sums and dot products; a site absent here accumulates in its compute format
                (where that is a multiplicand format such as tf32: in binary32, as the matrix units do)
    values      SSA value name -> format, where the source rounds an unnamed intermediate differently from its site
    default     format of containers and sites absent above; None: asking for an absent name is a ValueError
    """

    storage: Mapping[str, Format] = field(default_factory=dict)
    compute: Mapping[str, Format] = field(default_factory=dict)
    accumulate: Mapping[str, Format] = field(default_factory=dict)
    values: Mapping[str, Format] = field(default_factory=dict)
    default: Format | None = None

    def __post_init__(self) -> None:
        for table in TABLES:
            object.__setattr__(self, table, _frozen_table(table, getattr(self, table)))
        if self.default is not None:
            _check_format("default", self.default, must_store=True)

    @classmethod
    def uniform(cls, fmt: Format | str) -> Assignment:
        """Everything stored, computed and accumulated in `fmt`."""
        return cls(default=_as_format(fmt))

    def storage_of(self, container: str) -> Format:
        """Storage format of a container; ValueError if it is absent and there is no default."""
        return self._look_up("storage", container)

    def compute_of(self, site: str) -> Format:
        """Format in which a site's operations round; ValueError if it is absent and there is no default."""
        return self._look_up("compute", site)

    def accumulate_of(self, site: str) -> Format:
        """Format of a site's sums and dot products: its own, else its compute format, or binary32 under multiplicand
        formats."""
        if site in self.accumulate:
            return self.accumulate[site]
        compute = self.compute_of(site)
        return compute if compute.storable else FORMATS["binary32"]

    def multiplicand_of(self, site: str) -> Format:
        """The format to which a site rounds the factors of contractions: its compute format, or the part that this names."""
        compute = self.compute_of(site)
        return compute if compute.storable or not compute.part or compute.products > 1 else FORMATS[compute.part]

    def value_of(self, value: str) -> Format | None:
        """The override for one SSA value; None where its site decides."""
        return self.values.get(value)

    def with_storage(self, formats: Mapping[str, Format | str] | None = None, /, **names: Format | str) -> Assignment:
        """A copy with these storage formats set: a.with_storage(A="binary16") or a.with_storage({"A": fmt})."""
        return self._with("storage", {**(formats or {}), **names})

    def with_compute(self, formats: Mapping[str, Format | str]) -> Assignment:
        """A copy with these sites' compute formats set: a.with_compute({"heat.py:7": "bfloat16"})."""
        return self._with("compute", formats)

    def with_accumulate(self, formats: Mapping[str, Format | str]) -> Assignment:
        """A copy with these sites' accumulation formats set."""
        return self._with("accumulate", formats)

    def with_values(self, formats: Mapping[str, Format | str] | None = None, /, **names: Format | str) -> Assignment:
        """A copy with these SSA values' overrides set."""
        return self._with("values", {**(formats or {}), **names})

    def with_default(self, fmt: Format | str | None) -> Assignment:
        """A copy with another default; None makes absent names an error."""
        return replace(self, default=None if fmt is None else _as_format(fmt))

    def to_json(self) -> str:
        """Text that from_json reads back to an equal Assignment; equal Assignments give equal text."""
        document: dict[str, object] = {
            "precis_assignment": VERSION,
            "default": self.default and _json_name(self.default),
        }
        for table in TABLES:
            document[table] = {name: _json_name(fmt) for name, fmt in getattr(self, table).items()}
        return json.dumps(document, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Assignment:
        """Read what to_json wrote; ValueError saying what is wrong for any other text."""
        document = _parse(text)
        tables = {table: _read_table(table, document[table]) for table in TABLES}
        default = document["default"]
        return cls(**tables, default=None if default is None else _read_format("default", default))

    def _look_up(self, table: str, name: str) -> Format:
        fmt = getattr(self, table).get(name, self.default)
        if fmt is None:
            known = ", ".join(getattr(self, table)) or "none"
            raise ValueError(f"the assignment has no {table} format for {name!r} and no default; it names: {known}")
        return fmt

    def _with(self, table: str, formats: Mapping[str, Format | str]) -> Assignment:
        added = {name: _as_format(fmt) for name, fmt in formats.items()}
        return replace(self, **{table: {**getattr(self, table), **added}})

    def __hash__(self) -> int:
        return hash((self.default, *(tuple(getattr(self, table).items()) for table in TABLES)))

    def __str__(self) -> str:
        return _table_text(self, limit=None)

    def __repr__(self) -> str:
        return _table_text(self, limit=ROWS_IN_REPR)


def _as_format(fmt: Format | str) -> Format:
    return fmt if isinstance(fmt, Format) else format_named(fmt)


def _check_format(where: str, fmt: object, must_store: bool) -> None:
    if not isinstance(fmt, Format):
        raise TypeError(f"{where}: expected a Format, found {fmt!r}; format_named(...) gives one from its name")
    if must_store and not fmt.storable:
        raise ValueError(f"{where}: {fmt} is a multiplicand format; only compute formats can be {fmt}")


def _frozen_table(table: str, formats: Mapping[str, Format]) -> Mapping[str, Format]:
    for name, fmt in formats.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"{table}: names must be non-empty strings, found {name!r}")
        _check_format(f"{table}[{name!r}]", fmt, must_store=table in ("storage", "accumulate"))
    return MappingProxyType(dict(sorted(formats.items())))


def _json_name(fmt: Format) -> str:
    if not is_known(fmt):
        raise ValueError(f"{fmt} is not a row of FORMATS, so its name alone would not say which format it is")
    return fmt.name


def _parse(text: str) -> dict[str, object]:
    try:
        document = json.loads(text, object_pairs_hook=_unique)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise ValueError(f"not an assignment: the text is not JSON ({problem})") from None
    if not isinstance(document, dict) or "precis_assignment" not in document:
        raise ValueError('not an assignment: expected an object with the key "precis_assignment"')
    if document["precis_assignment"] is True or document["precis_assignment"] != VERSION:
        raise ValueError(f"assignment version {document['precis_assignment']!r} is not {VERSION}, the one read here")
    expected = {"precis_assignment", "default", *TABLES}
    for key in sorted(expected ^ document.keys()):
        raise ValueError(f"{'missing' if key in expected else 'unknown'} key {key!r} in an assignment")
    return document


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} stands twice in one object")
        result[key] = value
    return result


def _read_table(table: str, rows: object) -> dict[str, Format]:
    if not isinstance(rows, dict):  # wrong content of a file, not a wrong call
        raise ValueError(f"{table}: expected an object of names and format names, found {type(rows).__name__}")
    return {name: _read_format(f"{table}[{name!r}]", fmt) for name, fmt in rows.items()}


def _read_format(where: str, name: object) -> Format:
    try:
        return format_named(name)
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from None


def _table_text(assignment: Assignment, limit: int | None) -> str:
    """One aligned row per name, at most `limit` rows per table."""
    rows = [row for table in TABLES for row in _rows(table, getattr(assignment, table), limit)]
    width = max((len(name) for _, name, _ in rows), default=0)
    lines = [f"Assignment (default {assignment.default or 'none'})"]
    lines += [f"  {table:<10}  {name:<{width}}  {fmt}".rstrip() for table, name, fmt in rows]
    return "\n".join(lines)


def _rows(table: str, formats: Mapping[str, Format], limit: int | None) -> Iterable[tuple[str, str, str]]:
    names = sorted(formats, key=_by_line)
    shown = names[:limit]
    for index, name in enumerate(shown):
        yield (table if index == 0 else "", name if name.isprintable() else ascii(name), str(formats[name]))
    if len(shown) < len(names):
        yield ("", f"... {len(names) - len(shown)} more", "")


def _by_line(name: str) -> tuple[str, int, str]:
    """Sites in the order of their source lines: heat.py:9 before heat.py:10."""
    path, _, line = name.rpartition(":")
    return (path, int(line), name) if line.isascii() and line.isdigit() and len(line) < 10 else (name, 0, name)
