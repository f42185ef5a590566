"""The table of operations as Markdown, from the records themselves: `python -m precis.ir.text.document`."""

from __future__ import annotations

from precis.ir.ops import OPS, Op
from precis.ir.text.grammar import INFIX, POSITIONAL, UNARIES

COLUMNS = ("operation", "written", "category", "rounding", "flops", "adjoint")


def op_table() -> str:
    """One row per operation of the table, in its order."""
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(_row(op) for op in OPS.values())]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _row(op: Op) -> tuple[str, ...]:
    written = f"`{_written(op)}`".replace("|", "\\|")
    return f"`{op.name}`", written, op.category, op.rounding, str(op.flops or ""), "yes" if op.adjoint else ""


def _written(op: Op) -> str:
    """The operation with operands a, b, c as the text form has it."""
    if op.name in INFIX:
        return f"a {INFIX[op.name].sign} b"
    if op.name in UNARIES:
        return f"{UNARIES[op.name][0]}a"
    return _SPECIAL.get(op.name) or f"{op.name}({', '.join([*_operands(op), *_words(op)])})"


_SPECIAL = {"slice": "a[...]", "update": "a[...] = b", "update_add": "a[...] += b", "store": "u = a",
            "const": "2.0, 3, True, int32(3), const(inf), const(re, im), array(\"hash\", shape, kind)",
            "concatenate": "concatenate(a, b, ..., axis=...)", "probe": "probe(a, b, key=...)",
            "tally": "tally(a, b, c, row=...)"}
BINARY = ("solve", "triangular_solve", "searchsorted", "lstsq")  # routines of two operands


def _operands(op: Op) -> list[str]:
    if op.category == "source":
        return []
    count = 3 if op.name == "hash_find" else 2 if op.name in BINARY else sum(f"{{{k}}}" in op.spelling for k in range(3))
    return ["a", "b", "c"][: max(1, count)]


def _words(op: Op) -> list[str]:
    return [name if POSITIONAL.get(op.name) == name else f"{name}=..." for name in op.attrs]


if __name__ == "__main__":
    print(op_table(), end="")
