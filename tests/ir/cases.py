"""Small examples of every operation: operands' shapes and attributes, and values inside its domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.errors import VerifyError
from precis.formats import FORMATS
from precis.ir.build import Build, Names
from precis.ir.ops import OPS, TALLY_COLUMNS, ArrayConstant
from precis.ir.ops.hashing import hash_table
from precis.ir.ops.record import POINTWISE, ROUTINE
from precis.ir.ops.special import FUNCTIONS
from precis.ir.size import Size
from precis.ir.types import KINDS, At, Cut, New, Node, Pick, Shape, Value

N, M = Size.of("N"), Size.of("M")
ONE, ZERO = Size.of(1), Size()
BINDING = {"N": 4, "M": 3}
UNARY_SPECIAL = [name for name, f in FUNCTIONS.items() if f.arity == 1]
ROUTINES = [op for op in OPS if OPS[op].category == ROUTINE]
CONSTANT = ArrayConstant(("hash", (2, 3)))
CONSTANTS = {"hash": np.arange(6.0).reshape(2, 3)}


@dataclass(frozen=True)
class Case:
    """One node: operands' types and attributes. `text` names it in test reports."""

    op: str
    shapes: tuple[Shape, ...]
    kinds: tuple[str, ...]
    attrs: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        attrs = ",".join(f"{k}={a}" for k, a in self.attrs.items())
        return f"{self.op}-{self.kinds[0] if self.kinds else ''}{list(self.shapes)}{attrs}".replace(" ", "")

    def build(self) -> tuple[Build, tuple[Value, ...], Node]:
        """(builder, operands, the node). Raises VerifyError where the record refuses."""
        b = Build(Names(set(BINDING)))
        inputs = tuple(b.value(f"x{k}", s, kind) for k, (s, kind) in enumerate(zip(self.shapes, self.kinds)))
        b.call(self.op, *inputs, **self.attrs)
        return b, inputs, b.nodes[-1]

    def arrays(self, seed: int = 0) -> list[np.ndarray]:
        """Operands inside the domain of every operation that has one."""
        rng = np.random.default_rng(seed)
        low, high = DOMAINS.get(self.op, (0.2, 0.9))
        arrays = [_array(rng, tuple(d.value(BINDING) for d in s), kind, low, high) for s, kind in zip(self.shapes, self.kinds)]
        if self.op == "places":  # as many as the attribute says
            arrays = [rng.permutation(np.arange(a.size) < self.attrs["length"].value(BINDING)) for a in arrays]
        if self.op == "update":  # which store to one position wins is not said
            arrays[2:] = [rng.permutation(a.size).reshape(a.shape) for a in arrays[2:]]
        if self.op == "cholesky":
            arrays[0] = arrays[0] @ np.conj(np.swapaxes(arrays[0], -1, -2)) + np.eye(arrays[0].shape[-1])
        if self.op == "searchsorted":
            arrays[0] = np.sort(arrays[0])
        if self.op in ("hash_table", "hash_find"):  # rows that are different
            rows = arrays[-2:][0]
            rows += np.arange(len(rows), dtype=rows.dtype).reshape(-1, *[1] * (rows.ndim - 1)) * 3
            arrays[0] = hash_table(rows) if self.op == "hash_find" else rows
        return arrays


DOMAINS = {"arccosh": (1.2, 2.0), "abs": (-0.9, -0.2), "sign": (-0.9, -0.2), "trunc": (-3.2, -2.1), "fmod": (-5.0, -1.0),
           "rint": (0.6, 1.4), "lgamma": (3.0, 4.0)}  # near its zeros at 1 and 2 Python's lgamma has few digits


def _array(rng, shape, kind, low, high):
    if kind == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if "int" in kind:
        return rng.integers(0, 3, shape).astype(kind)
    real = rng.uniform(low, high, shape)
    return real + 1j * rng.uniform(0.2, 0.9, shape) if kind == "complex" else real


POINTWISE_SHAPES = {1: [((),), ((N, M),)], 2: [((), ()), ((N, M), (M,)), ((N, ONE), (ONE, M)), ((N,), ())],
                    3: [((), (), ()), ((N, M), (M,), ())], 4: [((), (), (N, M), (M,))]}
POINTWISE_ATTRS = {"round": [{"format": FORMATS["binary16"]}], "convert": [{"kind": k} for k in KINDS], "probe": [{"key": "k"}]}

INDICES = [(Cut(ONE, N - 1),), (Cut(ZERO, N), Cut(ONE, M - 1)), (Cut(N - 1, N, -1), New()), (At(N - 1),), (At(ZERO), At(ONE)),
           (Cut(ZERO, (N + 1) // 2, 2),), (New(), At(ONE), Cut(M - 1, M, -1)), ()]
PICKS = [((Pick(0),), [()]), ((Pick(0),), [(M,)]), ((Cut(ZERO, N), Pick(0)), [()]), ((Pick(0), Pick(1)), [(M,), ()]),
         ((Pick(0), New(), Pick(1)), [(N, ONE), (M,)]), ((At(ONE), Pick(0)), [(M,)])]
AXES = [(0,), (1,), (0, 1), ()]


def _indexed(op: str, kind: str) -> Iterator[Case]:
    for at, picks in [*((at, []) for at in INDICES), *PICKS]:
        operands = [(N, M), *([()] if op != "slice" else []), *picks]
        kinds = [kind] * (1 if op == "slice" else 2) + ["int64"] * len(picks)
        yield Case(op, tuple(operands), tuple(kinds), {"at": at})


def _others(kind: str) -> Iterator[Case]:
    """Operations that are not pointwise, of operands of one kind."""
    for op in ("slice", "update", "update_add"):
        yield from _indexed(op, kind)
    yield Case("update", ((N, M), (M,)), (kind, kind), {"at": (Cut(ONE, N - 1),)})
    yield Case("update_add", ((N, M), (N, M)), (kind, kind), {"at": (Cut(ZERO, N),)})
    for op in ("sum", "prod", "max", "min", "any", "all"):
        yield from (Case(op, ((N, M),), (kind,), {"axes": axes}) for axes in AXES)
    for op in ("argmax", "argmin"):
        yield from (Case(op, ((N, M),), (kind,), {"axes": (axis,)}) for axis in (0, 1))
    yield Case("places", ((N,),), (kind,), {"length": N - 2})
    for op in ("cumsum", "cumprod"):
        yield from (Case(op, ((N, M),), (kind,), {"axis": axis}) for axis in (0, 1))
    yield Case("transpose", ((N, M),), (kind,), {"perm": (1, 0)})
    yield Case("transpose", ((N, ONE, M),), (kind,), {"perm": (2, 0, 1)})
    yield Case("reshape", ((N, M),), (kind,), {"shape": (M * N,)})
    yield Case("reshape", ((),), (kind,), {"shape": (ONE, ONE)})
    yield Case("broadcast", ((M,),), (kind,), {"shape": (N, M)})
    yield Case("broadcast", ((N, ONE),), (kind,), {"shape": (N, M)})
    yield Case("concatenate", ((N, M), (N, ONE), (N, M)), (kind,) * 3, {"axis": 1})
    yield Case("concatenate", ((N,),), (kind,), {"axis": 0})
    yield Case("pad", ((N, M),), (kind,), {"shape": (N + 2, M + 1)})
    for spec, shapes in {"ij,jk->ik": ((N, M), (M, N)), "i,i->": ((N,), (N,)), "ij,j->i": ((N, M), (M,)), "i,j->ij": ((N,), (M,)),
                         "bij,bj->bi": ((ONE, N, M), (ONE, M)), "ij,ij->ij": ((N, M), (N, M))}.items():
        yield Case("einsum", shapes, (kind, kind), {"spec": spec})
    yield from _routines(kind)
    for rows in ((N,), (N, Size.of(2)), (M, Size.of(3))):
        yield Case("hash_table", (rows,), (kind,))
        yield Case("hash_find", ((rows[0], Size.of(4)), rows, rows[1:]), ("int64", kind, "int64"))
    if kind == "real":
        yield Case("tally", ((ONE, Size.of(len(TALLY_COLUMNS))), (N,), (N,)), (kind,) * 3, {"row": ZERO})
    for value, k in ((1.5, "real"), (3, "int8"), (True, "bool"), (1 + 2j, "complex"), (CONSTANT, "real")):
        yield Case("const", (), (), {"value": value, "kind": k})
    yield Case("iota", (), (), {"length": N})
    yield Case("index", (), (), {"value": N * 2 - 1})


def _routines(kind: str) -> Iterator[Case]:
    for axis in (0, 1):
        yield Case("sort", ((N, M),), (kind,), {"axis": axis})
        yield Case("argsort", ((N, M),), (kind,), {"axis": axis})
    for right in (False, True):
        yield Case("searchsorted", ((N,), (M, N)), (kind, kind), {"right": right})
    for norm in ("backward", "ortho", "forward"):
        for axis in (0, 1):
            yield from (Case("fft", ((N, M),), (kind,), {"axis": axis, "inverse": i, "norm": norm}) for i in (False, True))
            yield Case("rfft", ((N, M),), (kind,), {"axis": axis, "norm": norm})
        yield from (Case("irfft", ((M, N),), (kind,), {"axis": 0, "length": n, "norm": norm}) for n in (Size.of(4), Size.of(5)))
        yield from (Case("irfft", ((n // 2 + 1, N),), (kind,), {"axis": 0, "length": n, "norm": norm}) for n in (N, N + 1))
    for function in UNARY_SPECIAL:
        yield Case("special", ((N, M),), (kind,), {"function": function})
    two = Size.of(2)
    for lead in ((), (two,)):
        yield Case("solve", ((*lead, N, N), (*lead, N, M)), (kind, kind))
        for lower in (False, True):
            for unit in (False, True):
                yield Case("triangular_solve", ((*lead, N, N), (*lead, N, M)), (kind, kind), {"lower": lower, "unit": unit})
        for op in ("cholesky", "det", "slogdet"):
            yield Case(op, ((*lead, N, N),), (kind,))
        for op in ("eigh", "eig"):
            yield from (Case(op, ((*lead, N, N),), (kind,), {"vectors": v}) for v in (False, True))
        for m, n, k in ((N, M, M), (M, N, M), (N, N, N)):
            where = ((*lead, m, n),)
            yield Case("lu", where, (kind,), {"length": k})
            yield from (Case("lu_order", where, (kind,), {"length": k, "exchanges": e}) for e in (False, True))
            yield from (Case("qr", where, (kind,), {"length": k, "complete": c}) for c in (False, True))
            yield from (Case("svd", where, (kind,), {"length": k, "vectors": v, "full": f}) for v, f in ((False, False), (True, False), (True, True)))
            yield Case("pinv", where, (kind,), {"rcond": None})
            yield Case("lstsq", (*where, (*lead, m, M)), (kind, kind), {"rcond": 1e-12})


def pointwise(op: str, kind: str) -> Iterator[Case]:
    for arity, shapes in POINTWISE_SHAPES.items():
        first = ("bool",) if op == "select" else ()
        for s in shapes:
            for attrs in POINTWISE_ATTRS.get(op, [{}]):
                yield Case(op, s, (first + (kind,) * arity)[:arity], attrs)


def accepted(cases) -> list[Case]:
    """The cases that records do not refuse."""
    found = []
    for case in cases:
        try:
            case.build()
        except (VerifyError, IndexError):
            continue
        found.append(case)
    return found


def of_kind(kind: str) -> list[Case]:
    """Every accepted case of every operation with operands of a kind."""
    return accepted([*(c for op in OPS.values() if op.category == POINTWISE for c in pointwise(op.name, kind)), *_others(kind)])
