from precis.report.machine import machine, processor


def test_machine_says_what_measured():
    facts = dict(machine("g++ 12"))
    assert facts["compiler"] == "g++ 12" and "numpy" in facts["packages"] and facts["cores"].endswith(" usable")
    assert "interpreter" in dict(machine())["compiler"]


def test_processor(tmp_path):
    file = tmp_path / "cpuinfo"
    file.write_text("flags : a\nmodel name\t: Example CPU\n")
    assert processor(file) == "Example CPU"
    assert processor(tmp_path / "missing")
