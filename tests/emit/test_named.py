"""Functions and kernels of emitted source recall what they store, and nothing else of the program."""

import re

import numpy as np

from precis.emit import emit
from precis.lift import lift


def waves(height, flow, weights):
    for _ in range(4):
        flow[1:] -= 0.1 * (height[1:] - height[:-1])
        height[:-1] -= 0.1 * (flow[1:] - flow[:-1])
        ö7 = np.sqrt(height * height + flow * flow)
        weights += ö7
        scaled = weights / (1.0 + weights.sum())
        for k in range(3):
            for j in range(3):
                height[k + j:] += 0.5 * scaled[: len(scaled) - k - j]
                flow[k + j:] -= 0.5 * scaled[: len(scaled) - k - j]
    return scaled


def source(target):
    x = np.linspace(1.0, 2.0, 300)
    made = emit(lift(waves, x.copy(), x.copy(), x.copy()), target=target)
    return made.files[made.main]


def test_kernels_recall_what_they_store():
    found = re.findall(r"^PR_KERNEL (\w+)\(", source("cuda"), re.MULTILINE)
    assert len(found) == len(set(found)) and all(re.fullmatch(r"waves_k\d+(_[a-z]\w*)?_kernel", name) for name in found)
    assert {re.sub(r"waves_k\d+_(.*)_kernel", r"\1", name) for name in found} >= {"flow", "height", "weights"}


def test_functions_of_long_programs_recall_what_they_store():
    text = source("cpu")
    found = re.findall(r"^PR_CALLED static void (\w+)\(", text, re.MULTILINE)
    assert found and len(found) == len(set(found)) and all(re.fullmatch(r"([a-z]\w*_)?part\d+", name) for name in found)
    assert any(name.startswith("height_flow_part") for name in found) and all(f"{name}(args" in text for name in found)


def test_source_is_plain_letters_whatever_names_are():
    for target in ("cpu", "cuda"):
        assert source(target).isascii()
