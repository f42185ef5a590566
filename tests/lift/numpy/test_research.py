"""Programs as research groups keep them: classes with a run() that prints and logs, registries, named tuples and dicts as results.
Each is lifted from the function that its users call, and computes what Python computes, for other inputs and sizes, too."""

from __future__ import annotations

import copy
import importlib
from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run, same

OTHER_SIZES = {"column": 7, "fdtd": 20, "filters": 9, "inversion": 9, "kinetics": None, "ljmd": 4}
CLOSE = 1e-7  # derivatives by differences are among them


def _wanted(program: Any, args: Any) -> Any:
    with np.errstate(all="ignore"):
        return program(*copy.deepcopy(args))


@pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")
@pytest.mark.parametrize("name", OTHER_SIZES)
def test_computes_what_python_computes(name: str) -> None:
    module = importlib.import_module(f"tests.lift.numpy.research.{name}")
    program = getattr(module, module.ENTRY)
    lifted = lift(program, *module.inputs(1))
    for seed, size in ((1, None), (2, OTHER_SIZES[name])):
        args = module.inputs(seed, size)
        same(run(lifted, copy.deepcopy(args)), _wanted(program, args), CLOSE, name)
