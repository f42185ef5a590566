from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from precis.formats import FORMATS, Assignment, Format
from precis.formats.assignment import ROWS_IN_REPR, TABLES

F16, BF16, TF32, F32, F64 = (FORMATS[name] for name in ("binary16", "bfloat16", "tf32", "binary32", "binary64"))
HEAT = Assignment(
    storage={"u": F32, "A": F16},
    compute={"heat.py:10": TF32, "heat.py:9": F32},
    accumulate={"heat.py:9": F64},
    values={"_k3": BF16},
)


def test_look_ups():
    assert HEAT.storage_of("A") is F16
    assert HEAT.compute_of("heat.py:9") is F32
    assert HEAT.accumulate_of("heat.py:9") is F64
    assert HEAT.value_of("_k3") is BF16
    assert HEAT.value_of("u") is None


def test_accumulation_defaults():
    a = Assignment.uniform("binary64").with_compute({"f.py:1": "binary16", "f.py:2": "tf32"})
    assert [a.accumulate_of(f"f.py:{line}") for line in (1, 2, 3)] == [F16, F32, F64]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: HEAT.storage_of("B"), r"no storage format for 'B' and no default; it names: A, u$"),
        (
            lambda: HEAT.compute_of("heat.py:1"),
            r"no compute format for 'heat.py:1' and no default; it names: heat.py:10",
        ),
        (lambda: HEAT.accumulate_of("heat.py:1"), r"no compute format for 'heat.py:1'"),
        (lambda: Assignment().storage_of("B"), r"it names: none"),
        (lambda: Assignment(storage={"A": TF32}), r"storage\['A'\]: tf32 is a multiplicand format"),
        (lambda: Assignment(accumulate={"f:1": TF32}), r"accumulate\['f:1'\]: tf32 is a multiplicand format"),
        (lambda: Assignment.uniform("tf32"), r"default: tf32 is a multiplicand format"),
        (lambda: Assignment(storage={"": F16}), r"names must be non-empty strings"),
        (lambda: Assignment(storage={3: F16}), r"names must be non-empty strings"),  # type: ignore[dict-item]
        (lambda: HEAT.with_storage(A="float17"), r"unknown format 'float17'; known formats: "),
    ],
)
def test_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_name_is_not_a_format():
    with pytest.raises(TypeError, match=r"storage\['A'\]: expected a Format, found 'binary16'"):
        Assignment(storage={"A": "binary16"})  # type: ignore[dict-item]


def test_uniform():
    a = Assignment.uniform(BF16)
    assert {a.storage_of("x"), a.compute_of("f.py:1"), a.accumulate_of("f.py:1")} == {BF16}
    assert a == Assignment.uniform("bf16")


def test_copies_leave_the_original():
    b = HEAT.with_storage({"u_new": "double"}, A=F64, self="half", formats="bf16")
    assert dict(b.storage) == {"A": F64, "u": F32, "u_new": F64, "self": F16, "formats": BF16}
    assert HEAT.storage_of("A") is F16
    assert HEAT.with_compute({"heat.py:9": "fp16"}).compute_of("heat.py:9") is F16
    assert HEAT.with_accumulate({"heat.py:9": F32}).accumulate_of("heat.py:9") is F32
    assert HEAT.with_values(_k4=F16).value_of("_k4") is F16
    assert HEAT.with_default("fp32").storage_of("B") is F32
    assert HEAT.with_default("fp32").with_default(None) == HEAT


def test_immutable_and_compared_by_content():
    table = {"A": F16}
    a = Assignment(storage=table)
    table["A"] = F64
    assert a.storage_of("A") is F16
    with pytest.raises(TypeError):
        a.storage["A"] = F64  # type: ignore[index]
    with pytest.raises(AttributeError):
        a.default = F64  # type: ignore[misc]
    one, two = Assignment(storage={"A": F16, "B": F32}), Assignment(storage={"B": F32, "A": F16})
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, Assignment(compute={"A": F16, "B": F32})}) == 2


STORABLE = st.sampled_from([fmt for fmt in FORMATS.values() if fmt.storable])
NAMES = st.text(min_size=1, max_size=6)
ASSIGNMENTS = st.builds(
    Assignment,
    storage=st.dictionaries(NAMES, STORABLE, max_size=4),
    compute=st.dictionaries(NAMES, st.sampled_from(list(FORMATS.values())), max_size=4),
    accumulate=st.dictionaries(NAMES, STORABLE, max_size=2),
    values=st.dictionaries(NAMES, STORABLE, max_size=2),
    default=st.none() | STORABLE,
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(a=ASSIGNMENTS)
def test_json_round_trip(a):
    back = Assignment.from_json(a.to_json())
    assert back == a
    assert hash(back) == hash(a)
    assert back.to_json() == a.to_json()
    assert repr(back) == repr(a)
    assert "\x1b" not in str(a)


def test_json_is_plain_and_ordered():
    document = json.loads(HEAT.to_json())
    assert document["precis_assignment"] == 1
    assert document["default"] is None
    assert list(document["storage"].items()) == [("A", "binary16"), ("u", "binary32")]


def changed(**entries: object) -> str:
    return json.dumps({**json.loads(HEAT.to_json()), **entries})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an assignment: the text is not JSON"),
        ("[" * 100_000, "not an assignment: the text is not JSON"),
        ("[]", 'expected an object with the key "precis_assignment"'),
        ("{}", 'expected an object with the key "precis_assignment"'),
        (changed(precis_assignment=2), "assignment version 2 is not 1"),
        (changed(precis_assignment=True), "assignment version True is not 1"),
        (changed(extra={}), "unknown key 'extra'"),
        ('{"precis_assignment": 1, "storage": {}}', "missing key 'accumulate'"),
        (changed(storage=[]), "storage: expected an object of names and format names, found list"),
        (changed(storage={"A": 16}), r"storage\['A'\]: unknown format 16"),
        (changed(storage={"A": {}}), r"storage\['A'\]: unknown format {}"),
        (changed(storage={"A": "float17"}), r"storage\['A'\]: unknown format 'float17'; known formats: e4m3"),
        (changed(storage={"A": "tf32"}), r"storage\['A'\]: tf32 is a multiplicand format"),
        (changed(storage={"": "binary16"}), "names must be non-empty strings"),
        (changed(default="nope"), "default: unknown format 'nope'"),
        (HEAT.to_json().replace('"u"', '"A"'), "the key 'A' stands twice"),
    ],
)
def test_from_json_says_what_is_wrong(text, message):
    with pytest.raises(ValueError, match=message):
        Assignment.from_json(text)


def test_a_format_outside_the_table_is_not_written():
    with pytest.raises(ValueError, match="not a row of FORMATS"):
        Assignment.uniform(Format("binary16", 10, -14, 15, 16)).to_json()


def test_repr_is_a_table():
    assert repr(HEAT.with_default("fp64")) == (
        "Assignment (default binary64)\n"
        "  storage     A           binary16\n"
        "              u           binary32\n"
        "  compute     heat.py:9   binary32\n"
        "              heat.py:10  tf32\n"
        "  accumulate  heat.py:9   binary64\n"
        "  values      _k3         bfloat16"
    )
    assert repr(Assignment()) == "Assignment (default none)"


def test_repr_is_short_and_str_is_whole():
    a = Assignment(storage={f"c{i}": F16 for i in range(ROWS_IN_REPR + 5)})
    assert len(repr(a).splitlines()) == 1 + ROWS_IN_REPR + 1
    assert repr(a).endswith("... 5 more")
    assert len(str(a).splitlines()) == 1 + ROWS_IN_REPR + 5


def test_the_tables_are_the_fields():
    assert Assignment.__slots__ == (*TABLES, "default")
