"""2-D FDTD (TMz) with selectable boundaries and sources.  Units: c = 1, dx = dy = 1."""
from __future__ import annotations

import enum
import functools
import math
from dataclasses import dataclass

import numpy as np


class BoundaryKind(enum.IntEnum):
    PEC = 0
    MUR = 1
    SPONGE = 2


class Boundary:
    """Base class: perfect conductor."""

    def __init__(self, grid: "Grid"):
        self.grid = grid

    def before(self):
        pass

    def after(self):
        ez = self.grid.ez
        ez[0, :] = ez[-1, :] = 0
        ez[:, 0] = ez[:, -1] = 0


class MurBoundary(Boundary):
    """First-order absorbing boundary."""

    def __init__(self, grid):
        super().__init__(grid)
        self.coeff = (grid.courant - 1) / (grid.courant + 1)
        self._saved = None

    def before(self):
        ez = self.grid.ez
        self._saved = (ez[0].copy(), ez[1].copy(), ez[-1].copy(), ez[-2].copy(),
                       ez[:, 0].copy(), ez[:, 1].copy(), ez[:, -1].copy(), ez[:, -2].copy())

    def after(self):
        ez = self.grid.ez
        t0, t1, b0, b1, l0, l1, r0, r1 = self._saved
        ez[0] = t1 + self.coeff * (ez[1] - t0)
        ez[-1] = b1 + self.coeff * (ez[-2] - b0)
        ez[:, 0] = l1 + self.coeff * (ez[:, 1] - l0)
        ez[:, -1] = r1 + self.coeff * (ez[:, -2] - r0)


class Sponge(Boundary):
    def __init__(self, grid, width=6, strength=0.3):
        super().__init__(grid)
        ny, nx = grid.shape
        profile_x = self._profile(nx, width, strength)
        profile_y = self._profile(ny, width, strength)
        self.mask = np.outer(profile_y, profile_x)

    @staticmethod
    def _profile(n, width, strength):
        d = np.minimum(np.arange(n), np.arange(n)[::-1])
        depth = np.clip(width - d, 0, width) / width
        return np.exp(-strength * depth**2)

    def after(self):
        super().after()
        for f in (self.grid.ez, self.grid.hx, self.grid.hy):
            f *= self.mask


@dataclass(frozen=True)
class Source:
    i: int
    j: int
    freq: float
    amplitude: float = 1.0
    kind: str = "ricker"

    def value(self, t: float) -> float:
        if self.kind == "ricker":
            a = math.pi * self.freq * (t - 1.5 / self.freq)
            return self.amplitude * (1 - 2 * a * a) * math.exp(-a * a)
        if self.kind == "cw":
            ramp = min(1.0, t * self.freq / 3)
            return self.amplitude * ramp * math.sin(2 * math.pi * self.freq * t)
        raise ValueError(f"unknown source kind: {self.kind}")


class Grid:
    def __init__(self, eps, sigma=None, courant=1 / math.sqrt(2)):
        self.shape = eps.shape
        self.courant = courant
        self.ez = np.zeros(eps.shape)
        self.hx = np.zeros(eps.shape)
        self.hy = np.zeros(eps.shape)
        sigma = np.zeros_like(eps) if sigma is None else sigma
        loss = sigma * courant / (2 * eps)
        self.ca = (1 - loss) / (1 + loss)
        self.cb = courant / eps / (1 + loss)

    @functools.cached_property
    def n_cells(self):
        return self.shape[0] * self.shape[1]

    def update_h(self):
        c = self.courant
        self.hx[:-1, :] -= c * (self.ez[1:, :] - self.ez[:-1, :])
        self.hy[:, :-1] += c * (self.ez[:, 1:] - self.ez[:, :-1])

    def update_e(self):
        curl = (self.hy[1:-1, 1:-1] - self.hy[1:-1, :-2]) - (self.hx[1:-1, 1:-1] - self.hx[:-2, 1:-1])
        self.ez[1:-1, 1:-1] = self.ca[1:-1, 1:-1] * self.ez[1:-1, 1:-1] + self.cb[1:-1, 1:-1] * curl

    def energy(self, eps):
        return 0.5 * (np.sum(eps * self.ez**2) + np.sum(self.hx**2) + np.sum(self.hy**2))


def make_boundary(kind, grid):
    kind = BoundaryKind(kind)
    if kind is BoundaryKind.PEC:
        return Boundary(grid)
    if kind == BoundaryKind.MUR:
        return MurBoundary(grid)
    return Sponge(grid, width=5)


class Probe:
    def __init__(self, *where):
        self.where = where
        self.samples = []

    def record(self, grid):
        self.samples.append([grid.ez[i, j] for i, j in self.where])

    @property
    def data(self):
        return np.asarray(self.samples)


def propagate(eps, sources, n_steps, boundary=BoundaryKind.MUR, sigma=None, snapshot_every=10):
    """March the fields; returns the final field, snapshots, the probe's traces and the energy."""
    grid = Grid(eps, sigma)
    bc = make_boundary(boundary, grid)
    ny, nx = eps.shape
    probe = Probe((ny // 2, nx // 4), (ny // 2, 3 * nx // 4))
    snapshots, energies = [], []
    for n in range(n_steps):
        grid.update_h()
        bc.before()
        grid.update_e()
        for s in sources:
            grid.ez[s.i, s.j] += s.value(n * grid.courant)
        bc.after()
        probe.record(grid)
        if (n + 1) % snapshot_every == 0:
            snapshots.append(grid.ez.copy())
            energies.append(grid.energy(eps))
            print(f"{n + 1}/{n_steps} ({100.0 * (n + 1) / n_steps:.0f} %) energy {energies[-1]:.3e}, {grid.n_cells} cells")
    return grid.ez, np.stack(snapshots), probe.data, np.array(energies)


def scatter(eps, freq, n_steps=30, boundary=1):
    ny, nx = eps.shape
    sources = [Source(ny // 2, nx // 3, freq), Source(ny // 3, nx // 2, 0.5 * freq, amplitude=0.5, kind="cw")]
    ez, snaps, traces, energy = propagate(eps, sources, n_steps, BoundaryKind(boundary))
    spectrum = np.abs(np.fft.rfft(traces * np.hanning(len(traces))[:, None], axis=0))
    return ez, traces, energy, spectrum, snaps.max(axis=(1, 2))


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    n = size or 32
    y, x = np.mgrid[:n, :n]
    eps = 1.0 + 2.0 * ((x - n / 2) ** 2 + (y - n / 2) ** 2 < (n / 5) ** 2)
    return eps + 0.01 * rng.random((n, n)), 0.08 + 0.02 * rng.random()


ENTRY = "scatter"

if __name__ == "__main__":
    for b in BoundaryKind:
        print(b.name, scatter(*inputs(0), boundary=b.value)[2][-1])
