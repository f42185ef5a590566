"""The comparison with exhaustive search runs as it is called."""

import json

from benchmarks.optimality import page, record


def test_a_program_is_searched_through(tmp_path):
    record("goertzel", 1e-6, tmp_path / "goertzel.json")
    found = json.loads((tmp_path / "goertzel.json").read_text())
    assert found["tune"]["holds"] and found["tune"]["cost"] <= 1.05 * found["exhaustive"]["cost"]
    assert "| goertzel |" in page({"goertzel": found})
