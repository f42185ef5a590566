"""Programs of a user, in a folder of their own."""

import sys
import textwrap

import pytest

SMOOTH = """
    import numpy as np


    def smooth(u, nu, steps):
        for t in range(steps):
            u[1:-1] = u[1:-1] + nu * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        return np.sum(u * u)


    def inputs(seed, size=None):
        rng = np.random.default_rng(seed)
        return rng.normal(3.0, 1.0, size or 40), 0.21, 12
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """write(text, name) -> path of a user's file; what it imports is forgotten again."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)

    def make(text=SMOOTH, name="program.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    yield make
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
