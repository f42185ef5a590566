"""Tests that share what is expensive to make run in one process."""

from __future__ import annotations

import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs all tests")
@pytest.mark.xdist_group("together")
def test_schedulers_see_groups(request):
    assert request.node.nodeid.endswith("@together")
