"""The containers of a lifted function: one per name, shape and dtype in the function where the user wrote it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from precis.errors import Span
from precis.formats import Format, format_of_dtype
from precis.ir.types import Container, Value
from precis.lift.jaxpr.statements import identifier


@dataclass
class Containers:
    """Names in use. `known` holds the names of arrays that the function closes over, by identity."""

    known: Mapping[int, str] = field(default_factory=dict)
    table: dict[str, Container] = field(default_factory=dict)
    storage: dict[str, Format] = field(default_factory=dict)
    _keys: dict[tuple, str] = field(default_factory=dict)

    def of(self, name: str, scope: str, value: Value, dtype: Any, span: Span | None, role: str = "local") -> str:
        """The container of `name` in function `scope` for values like `value`; made where it is new."""
        key = name, scope, value.shape, np.dtype(dtype)
        if key not in self._keys:
            self._keys[key] = self._add(name, scope, value, dtype, span, role)
        return self._keys[key]

    def _add(self, name: str, scope: str, value: Value, dtype: Any, span: Span | None, role: str) -> str:
        unique = self._unique(identifier(name), scope)
        self.table[unique] = Container(unique, value.shape, value.kind, role, span)
        fmt = format_of_dtype(dtype)
        if fmt:
            self.storage[unique] = fmt
        return unique

    def _unique(self, name: str, scope: str) -> str:
        """`name`; where another function has it too, `function_name`; else numbered."""
        prefix = next((part for part in reversed(scope.split(".")) if part.isidentifier() and not part.startswith("__")), "")
        if name not in self.table:
            return name
        candidate = f"{prefix}_{name}" if prefix and not any(k[0] == name and k[1] == scope for k in self._keys) else name
        k = 1
        while candidate in self.table:
            k += 1
            candidate = f"{name}_{k}"
        return candidate

    def constant(self, number: Any, name: str, value: Value, dtype: Any) -> str:
        """The container of an array that the function closes over; named as the function names it."""
        return self.of(self.known.get(id(number), f"constant_{name[:8]}"), f"<constant {name}>", value, dtype, None, "constant")

    def set_role(self, name: str, role: str) -> None:
        self.table[name] = replace(self.table[name], role=role)


def array_hash(array: np.ndarray) -> str:
    """A short name for an array by its dtype, shape and bytes (SHA-256)."""
    array = np.ascontiguousarray(array)
    digest = hashlib.sha256(f"{array.dtype.name} {array.shape} ".encode() + array.tobytes())
    return digest.hexdigest()[:16]
