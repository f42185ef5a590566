"""Emitted GPU source is built, run and judged: as plain C++ everywhere, with nvcc where it is installed, on a GPU where there is one."""

import numpy as np
import pytest

from benchmarks.corpus import CORPUS
from benchmarks.gpu_check import check, compared, failed, main, page, timed
from benchmarks.gpu_items import FACTORS, PRODUCT, TIMED, Item, items
from benchmarks.gpu_library import PLAIN, DeviceCall, built, compiler_of, no_device
from benchmarks.programs import CASES
from precis.emit import emit
from precis.emit.plan import plan
from precis.errors import BuildError
from precis.formats import Assignment
from precis.ir.call import bind
from tests.emit.devices import case
from tests.emit.oracle import needs_compiler

TARGETS = ("cuda", "hip")
ON_GPU = (Item("heat", "binary64"), Item("heat", "bfloat16"), Item("nbody", "binary32"), Item("k_means", "binary64"),
          *(Item(PRODUCT, f) for f in FACTORS))


def usable(target):
    """The compiler of the target; skips where there is none."""
    try:
        return compiler_of(target)
    except BuildError as problem:
        pytest.skip(str(problem))


@needs_compiler
@pytest.mark.parametrize("item", [Item("burgers", "binary16"), Item("spanning_tree", "binary64"), Item("hermitian_power", "binary64"), Item(PRODUCT, "bfloat16")])
def test_a_check_is_passed_as_plain_code(item, tmp_path):
    record = check(item, "small", PLAIN, "", tmp_path, run=True)
    assert record["repeats"] and not failed(record), record
    assert "1 checks; 1 built, 1 ran" in page([record], [])


@needs_compiler
def test_library_routines_are_refused(tmp_path):
    assert "searchsorted" in check(Item("spline", "binary64"), "small", PLAIN, "", tmp_path, run=True)["refused"]


@pytest.mark.parametrize("formats, found, wrong", [
    ("binary64", 1.0 + 1e-12, ""), ("binary64", 1.0 + 1e-6, "differs"), ("binary64", np.nan, "differs by inf"), ("binary16", 1.0 + 1e-4, ""),
    ("binary16", 1.0 + 1e-2, "differs")])
def test_results_are_judged_by_the_formats(formats, found, wrong):
    one = np.ones(3)
    assert failed(compared(Item("heat", formats), [one, one], [one, found * one], [one, one])).startswith(wrong)
    assert bool(failed(compared(Item("heat", formats), [one], [found * one], [one]))) == bool(wrong)


def test_runs_that_differ_and_failures_are_told():
    records = [{"name": "a", "formats": "binary64", "repeats": False, "gap": 0.0, "allowed": 1.0, "bits": True}, {"name": "b", "failure": "why"}]
    text = page(records, [{"name": "heat", "seconds": {"binary64": 2.0, "binary32": 1.0, "bfloat16": 0.5, "binary16": 4.0}}])
    assert "| a | binary64 | two runs differ |" in text and "| b |  | why |" in text and "| heat | 2e+03 | 2 | 4 | 0.5 |" in text


def test_every_program_and_every_unit_is_checked():
    found = items([])
    assert len({i.name for i in found}) == len(CORPUS) + len(CASES) + 1 and {i.formats for i in found if i.name == PRODUCT} == set(FACTORS)
    assert {i.name for i in items(["stencils"])} > {"wave", "red_black"} and items([PRODUCT])[0].name == PRODUCT


@pytest.mark.parametrize("target", TARGETS)
def test_a_machine_without_a_gpu_says_so(target, capsys):
    if not no_device(target):
        pytest.skip("there is one")
    assert main(["--target", target]) == 0
    assert capsys.readouterr().out.startswith("skipped: ")


@pytest.mark.parametrize("target", TARGETS)
def test_the_compiler_takes_host_code_and_a_missing_gpu_is_told(target, tmp_path):
    usable(target)
    program, arguments = case("three_matmuls")
    inputs, binding = bind(program, arguments)
    library = built(emit(program, Assignment.uniform("binary64"), target), target, tmp_path)
    if no_device(target):
        with pytest.raises(BuildError, match="the device failed with error"):
            DeviceCall(library, plan(program, Assignment.uniform("binary64")), inputs, binding)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("item", ON_GPU, ids=lambda i: i.key)
def test_a_gpu_computes_what_cpu_code_computes(item, target, tmp_path):
    why = no_device(target)
    if why:
        pytest.skip(why)
    usable(target)
    record = check(item, "medium", target, "", tmp_path, run=True)
    assert not failed(record), record


@needs_compiler
def test_formats_take_turns(tmp_path, monkeypatch):
    monkeypatch.setitem(TIMED, "heat", 8)
    assert set(timed("heat", PLAIN, "", tmp_path, 2)["seconds"]) == {"binary64", "binary32", "bfloat16", "binary16"}
