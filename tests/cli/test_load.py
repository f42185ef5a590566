"""The user's file: every mistake is told with its place and a way out."""

import sys

import numpy as np
import pytest

from precis.cli.load import load_job
from precis.cli.user import import_file, split_place
from precis.errors import InputError, ParseError, UsageError
from precis.lift import lift

GOOD = """
    import numpy as np

    def step(u, nu):
        u[1:-1] += nu * (u[2:] - u[:-2])

    def inputs(seed, size=None):
        return np.random.default_rng(seed).normal(size=size or 8), 0.25
"""


def job(path, function="step", inputs=None, seed=0, size=None):
    return load_job(f"{path}:{function}", inputs, seed, size)


def test_a_job_has_its_arguments_and_makes_more(write):
    found = job(write(GOOD), size=5)
    assert found.function.__name__ == "step" and found.arguments[0].shape == (5,)
    assert found.inputs is not None and found.inputs(3)[0].shape == (5,)
    assert found.inputs(3, size=7)[0].shape == (7,)
    assert not np.array_equal(found.inputs(3)[0], found.arguments[0])


def test_inputs_from_another_file(write):
    path = write("def step(x): return x")
    other = write("def make(seed): return (1.5 + seed,)", "data.py")
    assert load_job(f"{path}:step", f"{other}:make", 2, None).arguments == (3.5,)


def test_a_function_without_arguments_needs_no_generator(write):
    found = job(write("def step(n=3): return n"))
    assert found.arguments == () and found.inputs is None


def test_the_folder_of_the_file_is_on_the_path(write):
    write("VALUE = 2.0", "neighbour_of_program.py")
    path = write("from neighbour_of_program import VALUE\ndef step(): return VALUE")
    assert job(path).function() == 2.0


def test_a_file_is_run_once(write):
    path = write("print('once')\ndef step(): return 1")
    assert import_file(path) is import_file(path)


def test_a_file_may_be_called_like_an_installed_module(write):
    path = write("def step(): return 'mine'", "json.py")
    assert job(path).function() == "mine"
    assert hasattr(sys.modules["json"], "dumps")


PROBLEMS = {
    "syntax": ("def step(x:\n    return x", ParseError, "program.py:1:9: error: '(' was never closed"),
    "indentation": ("def step(x):\nreturn x", ParseError, "program.py:2:1: error: expected an indented block"),
    "null byte": ("def step(x): return x\0", ParseError, "null"),
    "encoding": ("# coding: utf-9\ndef step(): pass", ParseError, "program.py:1"),
    "no such function": ("def stop(x): return x", UsageError, "program.py has no function step"),
    "not a function": ("step = 3", UsageError, "is not a function"),
    "no inputs": ("def step(x): return x", UsageError, "there are no arguments for step"),
    "import fails": ("import numpyy", UsageError, "program.py:1:1: error: importing program.py raised ModuleNotFoundError"),
    "body fails": ("x = [1]\ny = x[3]", UsageError, "program.py:2:5: error: importing program.py raised IndexError"),
    "exits": ("import sys\nsys.exit(4)", UsageError, "program.py:2:1: error: importing program.py raised SystemExit: 4"),
    "generator fails": ("def step(x): return x\ndef inputs(seed):\n    return (1 / seed,)", UsageError,
                        "program.py:3:13: error: inputs(seed=0) raised ZeroDivisionError"),
    "generator takes nothing": ("def step(x): return x\ndef inputs(): return (1.0,)", UsageError, "raised TypeError"),
    "no tuple": ("def step(x): return x\ndef inputs(seed): return 1.0", InputError, "returned a float, not the tuple"),
    "None": ("def step(x): return x\ndef inputs(seed): pass", InputError, "returned None, not the tuple"),
    "too many": ("def step(x):\n    return x\ndef inputs(seed): return 1.0, 2.0", InputError,
                 "program.py:1:1: error: the 2 arguments that the generator returns do not fit step: too many"),
    "of another file": ("from json import loads as step\ndef inputs(seed): return 1.0, 2.0", InputError, "json/__init__.py:"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "words"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_is_told_with_its_place(write, text, kind, words):
    with pytest.raises(kind) as caught:
        job(write(text))
    assert words in str(caught.value)
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize(
    ("place", "words"),
    [("{0}", "expected FILE.py:FUNCTION"), ("{0}:", "expected FILE.py:FUNCTION"), ("{0}:1x", "functions in"),
     ("{0}/../progam.py:step", "did you mean"), ("nowhere/at/all.py:step", "there is no file"), (":step", "there is no file"),
     ("", "expected FILE.py:FUNCTION")],
)  # fmt: skip
def test_a_place_that_is_none(write, place, words):
    path = write(GOOD)
    with pytest.raises(UsageError, match=words):
        split_place(place.format(path).replace(f"{path}/..", str(path.parent)))


def test_close_names_are_suggested(write):
    with pytest.raises(UsageError) as caught:
        job(write(GOOD), "stp")
    assert f"did you mean {caught.value.message.split()[0]}:step?" in caught.value.hints[0]
    assert "step, inputs" in caught.value.hints[1]


METHOD = """import numpy as np

class Decay:
    def __init__(self, state):
        self.state = state

    def run(self, steps):
        for _ in range(steps):
            self.state *= 0.9
        return self.state.copy()

def inputs(seed, size=None):
    return Decay(np.ones(4)), 3
"""


def test_a_method_is_named_with_its_class_and_takes_the_object_first(write):
    found = job(write(METHOD), "Decay.run")
    assert found.name == "run" and str(lift(found.function, *found.arguments)).count("self_state * 0.9") == 1
    with pytest.raises(UsageError) as caught:
        job(write(METHOD), "Decay.rn")
    assert "Decay.run?" in caught.value.hints[0] and "Decay.run, inputs" in caught.value.hints[1]
    with pytest.raises(UsageError) as caught:
        job(write(METHOD), "Decay.")
    assert caught.value.hints[0].endswith(": Decay.run, inputs")


def test_arguments_that_do_not_fit_a_method_are_told_of_its_object(write):
    path = write(METHOD.replace("return Decay(np.ones(4)), 3", "return (3,)"))
    with pytest.raises(InputError) as caught:
        job(path, "Decay.run")
    assert "the 1 argument that" in caught.value.message and "its object" in caught.value.hints[0]
    with pytest.raises(UsageError, match="is not a function"):
        job(path, "np.linalg.solve")


def test_a_script_without_functions_is_told_what_to_write(write):
    path = write("raise AssertionError('this is not run')")
    with pytest.raises(UsageError) as caught:
        split_place(str(path))
    assert "defines no functions" in caught.value.hints[0] and "inputs(seed, size=None)" in caught.value.hints[1]


def test_a_failed_import_leaves_nothing_behind(write):
    path = write("raise ValueError('first')")
    with pytest.raises(UsageError, match="first"):
        import_file(path)
    path.write_text("def step(): return 1")
    assert job(path).function() == 1


def test_ctrl_c_passes_through(write):
    with pytest.raises(KeyboardInterrupt):
        import_file(write("raise KeyboardInterrupt"))


def test_unreadable_files(tmp_path):
    folder = tmp_path / "folder.py"
    folder.mkdir()
    with pytest.raises(UsageError, match="there is no file"):
        split_place(f"{folder}:step")
    text = tmp_path / "notes.txt"
    text.write_text("def step(): return 1")
    with pytest.raises(UsageError, match="not a Python file"):
        import_file(text)


def test_a_method_takes_its_object_first(write):
    path = write("class Run:\n    def step(self, x): return x\ndef inputs(seed): return 1.0, 2.0\ndef main(): return step(1.0)")
    with pytest.raises(InputError, match=r"returns a float first, not the object of Run\.step") as problem:
        job(path, "Run.step")
    assert "is its object" in problem.value.hints[0]
    with pytest.raises(InputError, match="do not fit main") as problem:
        job(path, "main")
    assert "name the function that this one calls" in problem.value.hints[0]
