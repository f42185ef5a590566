"""Selection: the MILP against exhaustive search, pins, gates, and what is refused."""

import itertools
import math

import numpy as np
import pytest

from precis.bitwidth.cost import arithmetic_seconds, seconds, work_of
from precis.bitwidth.devices import DEVICES
from precis.bitwidth.equals import assignment_of
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.resident import observed_work
from precis.bitwidth.select import ERROR_WEIGHT, OBJECTIVES, assign
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.task import SAFETY, task_of
from precis.errors import ToleranceNotMet, UsageError
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.emulate import arithmetic_format
from precis.lift import lift
from tests.bitwidth import programs

RNG = np.random.default_rng(8)
THREE = ("bfloat16", "binary32", "binary64")
FORMATS_OF_GPUS = (*THREE, "binary16", "tf32")


def heat():
    x = np.linspace(0.0, 6.0, 256)
    program = programs.heat(256, 20)
    return program, sensitivity(program, (3.1 + np.sin(x), 0.21, 20), seeds=2)


def chain():
    program = programs.dot_chain(64)
    return program, sensitivity(program, (RNG.normal(0.3, 1.0, (64, 64)), RNG.random(64), 1.7), seeds=2)


def objective(task, assignment):
    """What the MILP minimises, from the cost model and the estimate themselves."""
    wide = FORMATS["binary64"]
    unit = sum(
        max(8.0 * sum(w.moved.values()) / task.bandwidth, arithmetic_seconds(w, wide, wide, wide, task.device))
        for w in task.work.sites.values()
    )
    memory = task.work.memory(assignment) / (8.0 * sum(task.work.kept.values()))
    error = (estimate(task.s, assignment).rms / task.budget) ** 2
    return (
        seconds(task.work, assignment, task.device, task.bandwidth) / unit
        + OBJECTIVES["time"][1] * memory
        + ERROR_WEIGHT * error
    )


@pytest.mark.parametrize("rtol", [1e-1, 3e-3, 1e-5, 3e-7, 1e-9])
@pytest.mark.parametrize("device", ["avx512", "a100", "h100"])
@pytest.mark.parametrize(
    ("make", "pins", "formats"),
    [
        (heat, {}, (*THREE, "binary16")),
        (chain, {"s": "binary32", "chain.py:4": "binary64", "x": "binary32"}, THREE),
        (chain, {"total": "binary64", "A": "binary16", "y": "binary32"}, (*THREE, "tf32")),
    ],
)
def test_milp_finds_the_best_of_all(make, pins, formats, device, rtol):
    program, s = make()
    task = task_of(program, s, rtol, formats, DEVICES[device], pins, {}, work=observed_work(program, s))
    groups = list(task.options)
    assert math.prod(len(o) for o in task.options.values()) <= 4**6
    best = math.inf
    for chosen in itertools.product(*task.options.values()):
        candidate = assignment_of(task, dict(zip(groups, chosen)))
        if estimate(s, candidate).rms <= task.budget:
            best = min(best, objective(task, candidate))
    if best == math.inf:
        with pytest.raises(ToleranceNotMet):
            assign(program, s, rtol, formats, device, pins)
        return
    found = assign(program, s, rtol, formats, device, pins)
    assert estimate(s, found).rms <= SAFETY * rtol * (1 + 1e-6)
    assert objective(task, found) == pytest.approx(best, rel=2e-4)


def test_tighter_tolerances_never_narrow():
    program, s = heat()
    precision = [assign(program, s, 10.0**-k, device="h100").storage_of("u").precision for k in range(1, 15)]
    assert precision == sorted(precision) and precision[0] < 24 and precision[-1] == 53


def test_choice_is_deterministic():
    program, s = chain()
    assert len({assign(program, s, 1e-5, device="h100") for _ in range(3)}) == 1


def test_assignment_is_total():
    program, s = chain()
    found = assign(program, s, 1e-3)
    assert set(found.storage) == {"A", "x", "s", "y", "total"} and set(found.compute) == {"chain.py:3", "chain.py:4"}


def test_pins_hold():
    program, s = chain()
    pins = {
        "A": "binary64",
        "chain.py:3": "binary32",
        ("accumulate", "chain.py:3"): "binary64",
        "y": FORMATS["bfloat16"],
    }
    found = assign(program, s, 1e-1, pins=pins, device="a100")
    assert found.storage_of("A").name == "binary64" and found.storage_of("y").name == "bfloat16"
    assert found.compute_of("chain.py:3").name == "binary32" and found.accumulate_of("chain.py:3").name == "binary64"


LAYER_RNG = np.random.default_rng(9)
LAYER_ARGS = LAYER_RNG.normal(size=(48, 64)), LAYER_RNG.normal(size=(64, 40)) / 8, LAYER_RNG.normal(size=40)


@pytest.mark.parametrize(
    ("device", "formats", "rtol", "factors"),
    [
        ("h100", (*THREE, "binary16", "tf32"), 1e-3, "binary16"),
        ("mi250x", (*THREE, "binary16", "tf32"), 1e-3, "binary16"),
        ("h100", (*THREE, "tf32"), 1e-3, "tf32"),
        ("a100", THREE, 3e-2, "bfloat16"),
        ("amx", THREE, 3e-2, "bfloat16"),
        ("avx512", (*THREE, "binary16", "tf32"), 3e-2, "binary32"),
        ("mi300x", ("e4m3", "binary32", "binary64"), 0.6, "binary32"),
    ],
)
def test_storage_factors_arithmetic_and_sums_are_chosen_apart(device, formats, rtol, factors):
    """Narrow factors where matrix units take them; the bias and tanh of the same statement stay in binary32."""
    program = programs.layer()
    s = sensitivity(program, LAYER_ARGS)
    work = work_of(program, {"N": 4096, "M": 4096, "K": 4096})  # products take the time
    pins = {"lines": ("binary32", "tf32", "fp16x1", "bf16x1", "e4m3x1"), "accumulate:lines": "binary32", "b": "binary64"}
    found = assign(program, s, rtol, formats, device, pins, work=work)
    site = "layer.py:2"
    assert found.multiplicand_of(site).name == factors and found.accumulate_of(site).name == "binary32"
    assert arithmetic_format(found, site).name == "binary32" and found.storage_of("b").name == "binary64"
    assert Assignment.from_json(found.to_json()) == found
    measured = measure(program, found, LAYER_ARGS, s=s, rtol=rtol)
    assert measured.error <= rtol
    if measured.error > 1e-5:  # where all is binary32 the product goes to a library, whose order of sums is its own
        assert measured.explained == pytest.approx(1.0, abs=0.05)


def test_factors_that_matrix_units_round_cost_what_those_do():
    h100 = DEVICES["h100"]
    rate = h100.contraction_rate(format_named("bf16x1"), FORMATS["binary32"])
    assert rate == h100.matrix["bfloat16", "binary32"] and DEVICES["avx512"].contraction_rate(
        format_named("bf16x1"), FORMATS["binary32"]
    ) == DEVICES["avx512"].vector_rate(FORMATS["binary32"])


def test_overflow_excludes_a_format():
    program = programs.heat(64, 5)
    s = sensitivity(program, (np.linspace(1e5, 2e5, 64), 0.2, 5), seeds=1)
    assert assign(program, s, 0.5, ("binary16", "binary64"), device="h100").storage_of("u").name == "binary16*2^-4"
    assert assign(program, s, 0.5, ("bfloat16", "binary64"), device="h100").storage_of("u").name == "bfloat16"
    with pytest.raises(UsageError, match=r"u holds values up to 1.98e\+05, beyond half the range of binary16"):
        assign(program, s, 0.5, pins={"u": "binary16"})


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"rtol": 0}, "the tolerance is 0"),
        ({"rtol": -1e-3}, "must be a positive number"),
        ({"rtol": math.nan}, "the tolerance is nan"),
        ({"rtol": "1e-6"}, "the tolerance is '1e-6'"),
        ({"formats": ("binary33",)}, "unknown format 'binary33'"),
        ({"formats": ("tf32",)}, "none of those offered can be stored"),
        ({"device": "v100"}, "unknown device"),
        ({"pins": {"uu": "binary32"}}, "nothing that could be pinned is called 'uu'"),
        ({"pins": {"u": "fp33"}}, "pin of 'u': unknown format"),
        ({"pins": {"u": "tf32"}}, "cannot be pinned to tf32"),
    ],
)
def test_bad_input_is_refused(kwargs, message):
    program, s = heat()
    with pytest.raises(UsageError, match=message):
        assign(program, s, **kwargs)


def test_impossible_tolerances_name_the_culprits():
    program, s = heat()
    with pytest.raises(ToleranceNotMet, match="no assignment of these formats is estimated to hold 1e-09") as caught:
        assign(program, s, 1e-9, ("bfloat16", "binary32"))
    assert "heat.py:7" in caught.value.notes[0]


def test_work_is_reused():
    program, s = heat()
    assert assign(program, s, 1e-6, work=work_of(program, s.binding)) == assign(program, s, 1e-6)


def test_corrections_make_the_choice_wider():
    program, s = heat()
    assert assign(program, s, 1e-1, THREE, "h100").storage_of("u").name == "bfloat16"
    for seen, expected in (("bfloat16", "binary32"), ("binary32", "binary64")):
        factors = {(("storage", "u"), seen): 1e9}
        assert assign(program, s, 1e-1, THREE, "h100", corrections=factors).storage_of("u").name == expected


def test_scalars_keep_at_least_32_bits():
    program, s = heat()
    found = assign(program, s, 1e-1, device="h100")
    assert found.storage_of("u").bits == 16 and found.storage_of("nu").bits >= 32
    assert assign(program, s, 1e-1, ("binary16",), "h100").storage_of("nu").bits == 16


def test_everything_wide_is_the_last_resort():
    program, s = heat()
    assert assign(program, s, 1e-13) == Assignment(
        {"u": FORMATS["binary64"], "nu": FORMATS["binary64"]},
        {"heat.py:7": FORMATS["binary64"]},
        default=FORMATS["binary64"],
    )


@pytest.mark.parametrize("device", ["a100", "h200", "mi250x"])
@pytest.mark.parametrize("rtol", [1e-1, 1e-2])
def test_what_costs_nothing_is_wide(device, rtol):
    """No site could compute or accumulate in a wider format for the same modelled time: by trying them all."""
    rng = np.random.default_rng(9)
    args = rng.normal(size=(64, 64)), rng.normal(size=(64, 64))
    program = lift(lambda a, b: np.sum(a * b, axis=0) * 2.0, *args)
    s = sensitivity(program, args)
    work = observed_work(program, s)
    task = task_of(program, s, rtol, FORMATS_OF_GPUS, DEVICES[device], {}, {}, work=work)
    found = assign(program, s, rtol, FORMATS_OF_GPUS, device, work=work)
    for g, options in task.options.items():
        for compute, accumulate in options if g[0] == "site" else ():
            wider = found.with_compute({g[1]: compute}).with_accumulate({g[1]: accumulate})
            if wider != found and compute.contains(found.compute_of(g[1])) and accumulate.contains(found.accumulate_of(g[1])):
                same = found.compute_of(g[1]) == compute and found.accumulate_of(g[1]) == accumulate
                assert same or seconds(work, wider, DEVICES[device]) > seconds(work, found, DEVICES[device]), (g, compute, accumulate)
