"""Steps of views: what leads from an array to the part of it that another name stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from precis.ir.size import Size
from precis.ir.types import Index, Shape, Value


@dataclass(frozen=True, slots=True)
class Cutting:
    """Step of a view: `x[at]`, with rank-0 run-time positions in `picks`."""

    at: Index
    picks: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Transposing:
    perm: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reshaping:
    shape: Shape


@dataclass(frozen=True, slots=True)
class Spreading:
    """Step of a read-only view: np.broadcast_to."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Parting:
    """Step of a view: `.real` ("re") or `.imag` ("im") of a complex array."""

    part: str


@dataclass(frozen=True, slots=True)
class Diagonal:
    """Step of a view: the diagonal of a matrix, which may be written or not."""

    offset: Size
    writable: bool = False


Step = Union[Cutting, Transposing, Reshaping, Spreading, Parting, Diagonal]
