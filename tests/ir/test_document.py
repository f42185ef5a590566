"""docs/grammar.md says what the code does."""

import re
from pathlib import Path

from precis.ir.ops import OPS
from precis.ir.text import parse, show
from precis.ir.text.document import op_table
from precis.ir.text.grammar import CALLS, LABELS
from precis.ir.types import KINDS, ROLES

PAGE = (Path(__file__).parents[2] / "docs" / "grammar.md").read_text()


def test_the_table_of_operations_is_the_one_of_the_code():
    assert PAGE.endswith(op_table())
    assert all(f"| `{name}` |" in PAGE for name in OPS)


def test_the_example_is_a_program():
    (text,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert show(parse(text)) == text


def test_every_word_is_there():
    for word in (*KINDS, *ROLES, *(w for op, call in CALLS.items() for w in (call, *LABELS[op]))):
        assert word in PAGE
