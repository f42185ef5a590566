"""From a function to a trained replacement, on a real program."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from case_studies import wet_bulb as case
from precis.errors import UsageError
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from precis.surrogate import Surrogate, fit, model_error, replace, select
from precis.surrogate.capture import capture
from tests.surrogate import programs as P
from tests.surrogate.test_capture import ROOT, wait_for

SIZE = 60


@pytest.fixture(scope="module")
def program():
    return lift(case.column, *case.inputs(0, 6))


@pytest.fixture(scope="module")
def surrogate(tmp_path_factory):
    return fit(case.column, "wet_bulb", case.inputs, rtol_share=1e-5, folder=tmp_path_factory.mktemp("wet_bulb"),
               models=("chebyshev",), size=SIZE, seconds=30.0)


def test_the_region_of_the_case_study(program):
    region = select(program, "wet_bulb")
    assert region.input_names == ("T", "p", "q") and region.output_names == ("Tw",) and not region.path
    assert [str(d) for d in region.shape] == ["N", "levels"]


def test_points_are_those_of_the_function(program, tmp_path):
    points = capture(program, select(program, "wet_bulb"), case.inputs, [3], tmp_path, size=10)
    T, q, p, _, _ = case.inputs(3, 10)
    assert np.array_equal(points.inputs, np.stack([T.ravel(), p.ravel(), q.ravel()], 1))
    assert np.abs(points.outputs[:, 0] - case.wet_bulb(T, q, p).ravel()).max() < 1e-12 * 300


def test_what_the_surrogate_says_of_itself_is_true(surrogate):
    """Held-out errors against the case study's own function, on runs that precis has not seen."""
    assert surrogate.meets and surrogate.points == (3 * SIZE * 40, SIZE * 40)
    T, q, p, _, _ = case.inputs(777, SIZE)
    x = np.stack([T.ravel(), p.ravel(), q.ravel()], 1)
    inside = surrogate.domain.inside(x)
    errors = surrogate.model.predict(surrogate.domain.scale(x[inside]))[:, 0] - case.wet_bulb(T, q, p).ravel()[inside]
    assert inside.mean() > 0.99
    assert np.sqrt(np.mean(errors ** 2)) < 1.5 * surrogate.target[0] < 1.5 * 1.001e-5 * 260
    chosen = surrogate.chosen
    assert chosen.flops == min(c.flops for c in surrogate.competitors if c.meets) < 0.6 * surrogate.exact_flops
    assert len(str(surrogate).splitlines()) == 1 + len(surrogate.competitors)


def test_the_replaced_program(program, surrogate):
    new = replace(program, "wet_bulb", surrogate)
    verify(new)
    args = case.inputs(9, 50)
    arrays, binding = bind(new, args)
    exact, spec = interpret(program, arrays, binding), interpret(new, arrays, binding)
    assert all(np.array_equal(x, y) for x, y in zip(exact, spec))
    found = interpret(new, arrays, binding, spec=False)
    errors = model_error(new, args)
    assert set(errors) == {"rain", "snow", "precipitable_water", "heating"} and errors["precipitable_water"] == 0.0
    for (name, error), x, y in zip(errors.items(), found, exact):
        assert np.isclose(error, np.linalg.norm(x - y) / np.linalg.norm(y), rtol=1e-3, atol=1e-12)
        assert error < 1e-2 and (error > 1e-6 or name == "precipitable_water")


def test_both_models_race(tmp_path):
    result = fit(P.newton(), "root", P.newton_inputs, rtol_share=3e-5, folder=tmp_path, seconds=60.0, models=("network", "chebyshev"))
    assert {c.kind for c in result.competitors} == {"network", "chebyshev"} and result.meets
    costs = [c.flops for c in result.competitors if c.meets]
    assert costs == sorted(costs) and result.model.kind == result.chosen.kind


def test_an_error_at_the_outputs_of_the_program(tmp_path):
    """Asked to 1e-5 with a first share that is far off."""
    result = fit(P.newton(), "root", P.newton_inputs, rtol=1e-5, rtol_share=1e-2, folder=tmp_path, models=("chebyshev",), seconds=20.0)
    (error,) = result.program_errors.values()
    assert result.meets and 1e-7 < error <= 1e-5
    program, args = P.newton(), P.newton_inputs(4321)
    assert max(model_error(replace(program, "root", result), args).values()) < 2e-5
    assert "measured at the output" in str(Surrogate.load(result.file))


def test_weights_set_the_target(tmp_path):
    result = fit(P.grid(), "mix", P.grid_inputs, rtol_share=1e-4, weights=(2.0, 0.5), folder=tmp_path, models=("chebyshev",), seconds=20.0)
    assert result.target == (1e-4 / 4.0, 1e-4) and result.meets and len(result.chosen.rms) == 2


@pytest.mark.parametrize("options, message", [
    ({"guard": "hope"}, "guard 'hope'"), ({"rtol_share": 0.0}, "positive"), ({"models": ("forest",)}, "no model forest"),
    ({"models": ()}, "no model"), ({"weights": (1.0, 2.0)}, "one finite number")])
def test_wrong_options(tmp_path, options, message):
    with pytest.raises(UsageError, match=message):
        fit(P.newton(), "root", P.newton_inputs, folder=tmp_path, size=40, **options)


KILLED = """
import sys
from precis.surrogate import fit, training
from tests.surrogate import programs as P
training.SAVED_EVERY = 0.2
fit(P.newton(), "root", P.newton_inputs, rtol_share=1e-12, folder=sys.argv[1], models=("network",), seconds=600.0)
"""


def test_a_killed_training_leaves_whole_files(tmp_path):
    """Kill -9 while checkpoints are written: what is there loads, and another fit in the same folder succeeds."""
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, stderr=subprocess.DEVNULL)
    wait_for(lambda: list(tmp_path.glob("root-*/checkpoint-*.json")), process, seconds=60.0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    place = next(tmp_path.glob("root-*"))
    assert len(list(place.glob("checkpoint-*.json"))) == 1
    result = fit(P.newton(), "root", P.newton_inputs, rtol_share=1e-3, folder=tmp_path, models=("chebyshev",), seconds=20.0)
    assert Surrogate.load(result.file).meets
    assert Path(result.file).parent == tmp_path and os.path.isdir(place)
    shutil.rmtree(place)
