"""Tests that share what is expensive to make run in one process."""

from __future__ import annotations

import os

import pytest

HERE: list[int] = []  # tests of this file that ran in this process


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs all tests")
@pytest.mark.xdist_group("together")
def test_schedulers_see_groups(request):
    assert request.node.nodeid.endswith("@together")


@pytest.mark.parametrize("number", range(8))
def test_a_file_stays_in_one_process(number, pytestconfig):
    if "PYTEST_XDIST_WORKER" in os.environ and not getattr(pytestconfig.option, "loadgroup", False):
        pytest.skip("another scheduler was asked for")
    HERE.append(number)
    assert list(range(HERE[0], number + 1)) == HERE
