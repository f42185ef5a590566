"""A corpus of programs as scientists write them, one module per domain, each with its inputs and three sizes."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SIZES = ("small", "medium", "large")


@dataclass(frozen=True)
class Entry:
    """One program: its module and function, and what `inputs_<name>(seed, size)` is given for each size.

    small: for the interpreter; medium: a few milliseconds in NumPy, where calls are few; large: arrays beyond the caches.
    """

    domain: str
    name: str
    small: int
    medium: int
    large: int

    def load(self) -> tuple[Callable, Callable]:
        """(the function, its `inputs(seed, size)`)."""
        module = importlib.import_module(f"benchmarks.corpus.{self.domain}")
        return getattr(module, self.name), getattr(module, f"inputs_{self.name}")

    def arguments(self, size: str = "small", seed: int = 0) -> tuple[Any, ...]:
        return self.load()[1](seed, getattr(self, size))


_TABLE = {
    "linear_algebra": (("gram_schmidt", 12, 60, 160), ("lu_in_place", 16, 120, 400), ("cholesky_scalar", 10, 50, 130),
                       ("forward_backward", 24, 400, 1500), ("dominant_eigenvalue", 20, 300, 1000), ("jacobi_eigenvalues", 6, 24, 60),
                       ("rank_k_norms", 16, 200, 700), ("householder", 12, 80, 250), ("hermitian_power", 12, 150, 500)),
    "stencils": (("wave", 16, 200, 1000), ("gauss_seidel", 10, 50, 150), ("red_black", 16, 200, 1000), ("heat_cube", 6, 32, 96),
                 ("gray_scott", 12, 128, 800), ("two_grid", 16, 4000, 200000), ("perona_malik", 12, 200, 1000)),
    "weather": (("tracer", 24, 300, 1500), ("vertical_mixing", 8, 40, 150), ("vorticity", 12, 150, 700), ("lorenz96", 8, 300, 5000),
                ("cloud_physics", 40, 20000, 500000), ("longwave", 8, 64, 250)),
    "chemistry": (("lennard_jones", 3, 6, 9), ("coulomb_pairs", 12, 60, 200), ("robertson", 10, 4000, 200000),
                  ("arrhenius", 16, 3000, 80000), ("numerov", 60, 4000, 80000)),
    "physics": (("ising", 12, 128, 500), ("fermi_pasta", 32, 2000, 100000), ("crank_nicolson", 30, 500, 10000), ("maxwell", 14, 150, 800),
                ("julia", 16, 150, 800), ("particles_in_cell", 200, 10000, 300000), ("double_pendulum", 16, 2000, 60000),
                ("multilayer", 20, 3000, 100000)),
    "signals": (("fir", 100, 20000, 1000000), ("biquad", 60, 2000, 40000), ("fourier", 5, 12, 18), ("autocorrelation", 80, 20000, 1000000),
                ("goertzel", 40, 1000, 20000), ("median_of_five", 50, 20000, 600000), ("adaptive", 60, 1500, 20000),
                ("haar", 8, 500, 20000)),
    "graphs": (("closure", 14, 120, 400), ("widest_paths", 9, 30, 80), ("page_rank", 20, 1500, 60000), ("bellman_ford", 12, 200, 3000),
               ("breadth_first", 16, 250, 1200), ("spanning_tree", 14, 250, 1500), ("label_spreading", 18, 300, 1500)),
    "learning": (("perceptron", 16, 800, 20000), ("k_means", 30, 3000, 60000), ("logistic_regression", 30, 4000, 150000),
                 ("mixture", 30, 4000, 100000), ("layer", 6, 40, 160), ("gated_unit", 5, 64, 256), ("kernel_ridge", 24, 300, 1200)),
    "monte_carlo": (("congruential", 32, 20000, 500000), ("xorshift_counts", 64, 20000, 500000), ("metropolis", 80, 4000, 80000),
                    ("slab", 60, 10000, 300000)),
    "sparse": (("csr_product", 20, 800, 15000), ("csr_slices", 20, 500, 8000), ("padded_gradients", 40, 3000, 150000),
               ("thomas", 40, 3000, 60000), ("assembly", 6, 60, 300), ("gauss_seidel_rows", 20, 300, 5000)),
    "integer_codes": (("sieve", 200, 10000, 200000), ("checksum", 100, 4000, 80000), ("life", 16, 200, 1000),
                      ("hamming_distances", 12, 150, 700), ("collatz", 30, 2000, 60000), ("modular_transform", 16, 512, 4096)),
    "dynamic_programming": (("edit_distance", 12, 60, 250), ("local_alignment", 12, 60, 250), ("knapsack", 10, 100, 700),
                            ("viterbi", 20, 500, 6000), ("chain_order", 9, 30, 90), ("warping", 16, 150, 2000)),
    "images": (("sobel", 16, 250, 1500), ("bilateral", 10, 100, 500), ("equalise", 16, 250, 1500), ("otsu", 16, 250, 1500),
               ("opening", 16, 250, 1500), ("box_variance", 20, 250, 1500), ("dither", 10, 60, 250), ("turned", 12, 200, 1200)),
    "finance": (("american_put", 20, 200, 1000), ("asian_option", 40, 3000, 100000), ("heston", 40, 5000, 200000),
                ("covariance_path", 10, 100, 500), ("implied_volatility", 30, 3000, 80000), ("yield_curve", 20, 100, 400)),
    "geometry": (("kepler", 40, 10000, 300000), ("in_polygon", 50, 10000, 300000), ("ray_spheres", 6, 80, 400),
                 ("geodesics", 10, 200, 1200), ("spline", 12, 1000, 20000)),
}
CORPUS = tuple(Entry(domain, *row) for domain, rows in _TABLE.items() for row in rows)
