"""The public names, and how little it costs to have them."""

import subprocess
import sys

import pytest

import precis

HEAVY = ("numpy", "scipy", "jax", "mpmath", "h5py")


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", precis.__all__)
def test_every_public_name_is_there(name):
    assert getattr(precis, name) is not None


def test_functions_win_over_rooms_of_the_same_name():
    done = python("import precis.formats, precis.tune, precis.lift, precis.emit.engine, precis\n"
                  "assert all(callable(f) for f in (precis.tune, precis.lift, precis.emit)), precis.tune")  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'tun'"):
        precis.tun


@pytest.mark.parametrize(
    "code", ["import precis", "from precis.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"]
)
def test_light_imports(code):
    done = python(f"{code}\nimport sys, time\nprint([m for m in {HEAVY} if m in sys.modules], time.process_time())")
    heavy, seconds = done.stdout.splitlines()[-1].rsplit(" ", 1)
    assert heavy == "[]" and float(seconds) < 0.5


def test_help_names_every_exit_code():
    done = python("from precis.cli import main; main(['--help'])")
    assert all(f"\n  {code} " in done.stdout for code in (0, 1, 2, 3, 70, 130))
