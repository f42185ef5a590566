"""`python -m precis.lift.jaxpr.document > docs/jax_primitives.md`: the table of primitives as Markdown."""

from __future__ import annotations

from precis.lift.jaxpr.table import COMPOSED, INLINED, LIFTS, PRIMITIVES, REFUSED

_HEAD = """# JAX primitives

How the JAX front end lifts each primitive of a jaxpr. Written by `python -m precis.lift.jaxpr.document`; a test keeps it
true. A primitive that is not listed is refused.

- *lifts*: one operation or one control node
- *composed*: several operations, which round as XLA's own lowering does where it has one
- *inlined*: the called jaxpr takes its place
- *refused*: the user's line, this reason and a hint are shown

The original Assignment holds the dtypes that JAX gives: containers in theirs, each line in the commonest one of its
operations, values that differ from their line one by one. Contractions of 16-bit operands accumulate in binary32, as
XLA's CPU backend does; other sums in their dtype. Literals keep their traced value: a weak `0.1` beside binary32
arrays is 0.100000001490116. Run one operation at a time (without the fusion of `jax.jit`), JAX and the Program agree bit
for bit in + - * / sqrt, casts, comparisons and moves, and within a few units in the last place in elementary functions and sums.

What is returned comes back in the classes in which JAX returns it: named tuples, registered dataclasses, states of optimizers, modules,
typed keys. A program read from text gives their parts as tuples and dicts.
"""


def page() -> str:
    parts = [_HEAD]
    for how in (LIFTS, COMPOSED, INLINED, REFUSED):
        rows = [(name, row) for name, row in sorted(PRIMITIVES.items()) if row.how == how]
        parts.append(f"\n## {how} ({len(rows)})\n\n| primitive | {'reason' if how == REFUSED else 'as'} |\n| --- | --- |\n")
        parts += [f"| `{name}` | {_text(row.note, row.hints)} |\n" for name, row in rows]
    return "".join(parts)


def _text(note: str, hints: tuple[str, ...]) -> str:
    return "; ".join((note, *hints)).replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
