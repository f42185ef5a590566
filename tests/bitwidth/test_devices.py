"""Devices as data: consistency of every row, names, this machine."""

import pytest

from precis.bitwidth.devices import DEVICES, _cpu_flags, device_named, this_cpu
from precis.errors import UsageError
from precis.formats import FORMATS


@pytest.mark.parametrize("device", DEVICES.values(), ids=list(DEVICES))
def test_rows_are_consistent(device):
    assert device.vector["binary32"] >= device.vector["binary64"] > 0
    assert all(f in FORMATS for f in (*device.vector, *device.storage, *(f for pair in device.matrix for f in pair)))
    assert all(FORMATS[a].storable for _, a in device.matrix)
    assert all(FORMATS[s].storable for s in device.storage)
    rates = [rate for _, rate in device.caches]
    assert rates == sorted(rates, reverse=True) and all(rate > device.bandwidth for rate in rates)


@pytest.mark.parametrize(("working_set", "rate"), [(1e6, 7e12), (1e9, 3.35e12)])
def test_bandwidth_depends_on_the_working_set(working_set, rate):
    assert DEVICES["h100"].bandwidth_of(working_set) == rate


def test_contractions_take_matrix_units_where_the_pair_is_known():
    h100 = DEVICES["h100"]
    half, single, double = (FORMATS[f] for f in ("binary16", "binary32", "binary64"))
    assert h100.contraction_rate(half, single) == 989.4e12
    assert h100.contraction_rate(single, single) == h100.vector["binary32"]
    assert h100.contraction_rate(half, double) == h100.vector["binary64"]


def test_formats_without_units_are_slow():
    cpu = DEVICES["avx2"]
    assert cpu.vector_rate(FORMATS["binary16"]) < cpu.vector_rate(FORMATS["binary64"])


def test_unknown_names_are_refused_with_those_known():
    with pytest.raises(UsageError, match="unknown device 'v100'") as caught:
        device_named("v100")
    assert "h200" in caught.value.hints[0]


def test_this_cpu_reads_the_flags(tmp_path):
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nflags\t\t: fpu avx2 avx512f\n")
    assert _cpu_flags(info) == {"fpu", "avx2", "avx512f"}
    assert _cpu_flags(tmp_path / "absent") == frozenset()
    assert device_named("cpu") == this_cpu() and this_cpu().kind == "cpu"


def test_conversions_may_differ_by_direction():
    cpu, names = DEVICES["avx512"], ("binary64", "binary32", "bfloat16", "binary16")
    rate = {(a, b): cpu.cast_rate(FORMATS[a], FORMATS[b]) for a in names for b in names if a != b}
    assert rate["bfloat16", "binary32"] > rate["binary32", "bfloat16"] > rate["binary64", "bfloat16"] > rate["binary64", "binary16"]
    gpu = DEVICES["h100"]
    assert gpu.cast_rate(FORMATS["binary16"], FORMATS["binary32"]) == gpu.cast_rate(FORMATS["binary32"], FORMATS["binary16"])
