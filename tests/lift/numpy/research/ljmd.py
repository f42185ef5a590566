"""Molecular dynamics of a Lennard-Jones fluid with Verlet lists and a choice of thermostats.

Reduced units throughout.  Frenkel & Smit, chapters 4 and 6, describe the methods.
"""
import math
import sys
import time
from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

KB = 1.0
R_CUT = 2.5
SKIN = 0.3


class Frame(NamedTuple):
    step: int
    potential: float
    kinetic: float
    temperature: float
    pressure: float

    @property
    def total(self):
        return self.potential + self.kinetic


class Box:
    """Cubic periodic box."""

    def __init__(self, length):
        if length <= 2 * R_CUT:
            raise ValueError("box must be larger than two cut-offs")
        self.length = length

    @property
    def volume(self):
        return self.length ** 3

    def minimum_image(self, d):
        return d - self.length * np.round(d / self.length)

    def wrap(self, r):
        return r - self.length * np.floor(r / self.length)


class NeighbourList:
    """Pairs (i, j) with i < j closer than cut-off plus skin, rebuilt when somebody moved half a skin."""

    def __init__(self, box, cutoff, skin):
        self.box = box
        self.cutoff = cutoff
        self.skin = skin
        self.pairs = None
        self.reference = None
        self.n_builds = 0

    def needs_rebuild(self, pos):
        if self.pairs is None:
            return True
        moved = self.box.minimum_image(pos - self.reference)
        return np.max(np.sum(moved**2, axis=1)) > (0.5 * self.skin) ** 2

    def build(self, pos):
        n = len(pos)
        rlist2 = (self.cutoff + self.skin) ** 2
        i_idx, j_idx = np.triu_indices(n, k=1)
        d = self.box.minimum_image(pos[i_idx] - pos[j_idx])
        close = np.einsum("ij,ij->i", d, d) < rlist2
        self.pairs = (i_idx[close], j_idx[close])
        self.reference = pos.copy()
        self.n_builds += 1

    def update(self, pos):
        if self.needs_rebuild(pos):
            self.build(pos)


class LennardJones:
    def __init__(self, epsilon=1.0, sigma=1.0, cutoff=R_CUT):
        self.epsilon, self.sigma, self.cutoff = epsilon, sigma, cutoff
        sr6 = (sigma / cutoff) ** 6
        self.shift = 4 * epsilon * (sr6**2 - sr6)

    def __call__(self, pos, box, pairs):
        i, j = pairs
        d = box.minimum_image(pos[i] - pos[j])
        r2 = np.sum(d * d, axis=1)
        inside = r2 < self.cutoff**2
        i, j, d, r2 = i[inside], j[inside], d[inside], r2[inside]
        inv_r2 = self.sigma**2 / r2
        sr6 = inv_r2**3
        sr12 = sr6 * sr6
        energy = np.sum(4 * self.epsilon * (sr12 - sr6) - self.shift)
        f = (24 * self.epsilon * (2 * sr12 - sr6) / r2)[:, None] * d
        forces = np.zeros_like(pos)
        np.add.at(forces, i, f)
        np.add.at(forces, j, -f)
        virial = np.sum(f * d)
        return forces, energy, virial


class Thermostat(ABC):
    @abstractmethod
    def apply(self, vel, dt):
        ...


class NoThermostat(Thermostat):
    def apply(self, vel, dt):
        return vel


class Berendsen(Thermostat):
    def __init__(self, temperature, tau=0.1):
        self.temperature = temperature
        self.tau = tau

    def apply(self, vel, dt):
        current = temperature_of(vel)
        lam = math.sqrt(1.0 + dt / self.tau * (self.temperature / current - 1.0))
        lam = min(max(lam, 0.9), 1.1)
        return vel * lam


class VelocityRescale(Thermostat):
    def __init__(self, temperature, every=10):
        self.temperature = temperature
        self.every = every
        self._calls = 0

    def apply(self, vel, dt):
        self._calls += 1
        if self._calls % self.every:
            return vel
        return vel * np.sqrt(self.temperature / temperature_of(vel))


THERMOSTATS = {"none": lambda T: NoThermostat(), "berendsen": Berendsen, "rescale": VelocityRescale}


def temperature_of(vel):
    n = vel.shape[0]
    return np.sum(vel**2) / (3 * (n - 1) * KB)


class Simulation:
    def __init__(self, pos, vel, length, dt=0.004, thermostat="none", temperature=1.0):
        self.box = Box(length)
        self.pos = self.box.wrap(np.asarray(pos, dtype=float))
        self.vel = np.asarray(vel, dtype=float) - np.mean(vel, axis=0)
        self.dt = dt
        self.potential = LennardJones()
        self.neighbours = NeighbourList(self.box, R_CUT, SKIN)
        try:
            self.thermostat = THERMOSTATS[thermostat](temperature)
        except KeyError:
            raise ValueError(f"unknown thermostat {thermostat!r}; choose from {sorted(THERMOSTATS)}") from None
        self.trajectory = []
        self.neighbours.update(self.pos)
        self.forces, self.epot, self.virial = self.potential(self.pos, self.box, self.neighbours.pairs)

    def step(self):
        dt = self.dt
        self.vel += 0.5 * dt * self.forces
        self.pos = self.box.wrap(self.pos + dt * self.vel)
        self.neighbours.update(self.pos)
        self.forces, self.epot, self.virial = self.potential(self.pos, self.box, self.neighbours.pairs)
        self.vel += 0.5 * dt * self.forces
        self.vel = self.thermostat.apply(self.vel, dt)

    def observe(self, step) -> Frame:
        ekin = 0.5 * np.sum(self.vel**2)
        temp = temperature_of(self.vel)
        pressure = (len(self.pos) * KB * temp + self.virial / 3) / self.box.volume
        return Frame(step, self.epot, ekin, temp, pressure)

    def run(self, n_steps, sample_every=5, quiet=False):
        t0 = time.perf_counter()
        for step in range(n_steps):
            self.step()
            if step % sample_every == 0:
                frame = self.observe(step)
                self.trajectory.append(frame)
                if not quiet:
                    print("%6d %12.5f %12.5f %8.4f" % (frame.step, frame.potential, frame.total, frame.temperature), file=sys.stderr)
        if not quiet:
            print(f"{n_steps} steps in {time.perf_counter() - t0:.2f} s")


def run_md(pos, vel, length, n_steps=50, dt=0.004, thermostat="berendsen", temperature=1.2):
    """Returns final positions and velocities and the sampled observables."""
    sim = Simulation(pos, vel, length, dt=dt, thermostat=thermostat, temperature=temperature)
    sim.run(n_steps)
    frames = np.array([(f.potential, f.kinetic, f.temperature, f.pressure) for f in sim.trajectory])
    drift = abs(sim.trajectory[-1].total - sim.trajectory[0].total) / abs(sim.trajectory[0].total)
    return sim.pos, sim.vel, frames, drift, sim.neighbours.n_builds


def lattice(n_side, length):
    g = (np.arange(n_side) + 0.5) * length / n_side
    return np.array([(x, y, z) for x in g for y in g for z in g])


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    n = size or 3
    length = 6.0
    pos = lattice(n, length) + 0.02 * rng.standard_normal((n**3, 3))
    return pos, rng.standard_normal((n**3, 3)), length, 12


ENTRY = "run_md"

if __name__ == "__main__":
    out = run_md(*inputs(0))
    np.savez("md.npz", pos=out[0], vel=out[1], frames=out[2])
