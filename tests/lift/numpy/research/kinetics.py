"""Chemical kinetics: a mechanism of Arrhenius reactions, integrated by a Rosenbrock method with adaptive steps."""
import logging
import math
from dataclasses import dataclass, field
from typing import Dict, List

import numpy as np

R_GAS = 8.314462618
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reaction:
    reactants: Dict[str, int]
    products: Dict[str, int]
    A: float
    Ea: float = 0.0
    n: float = 0.0

    def rate_constant(self, T):
        return self.A * T**self.n * math.exp(-self.Ea / (R_GAS * T))

    def __str__(self):
        side = lambda s: " + ".join(f"{v if v > 1 else ''}{k}" for k, v in s.items())
        return f"{side(self.reactants)} -> {side(self.products)}"


class Mechanism:
    def __init__(self, species: List[str], reactions: List[Reaction]):
        self.species = species
        self.reactions = reactions
        self.index = {s: i for i, s in enumerate(species)}
        self.nu = np.zeros((len(species), len(reactions)))
        for j, r in enumerate(reactions):
            for s, c in r.reactants.items():
                self.nu[self.index[s], j] -= c
            for s, c in r.products.items():
                self.nu[self.index[s], j] += c

    @property
    def n_species(self):
        return len(self.species)

    def rates(self, c, T):
        q = np.zeros(len(self.reactions))
        for j, r in enumerate(self.reactions):
            k = r.rate_constant(T)
            for s, order in r.reactants.items():
                k *= c[self.index[s]] ** order
            q[j] = k
        return q

    def rhs(self, c, T):
        return self.nu @ self.rates(c, T)

    def jacobian(self, c, T):
        dq = np.zeros((len(self.reactions), self.n_species))
        for j, r in enumerate(self.reactions):
            k = r.rate_constant(T)
            for s, order in r.reactants.items():
                term = k * order * c[self.index[s]] ** (order - 1)
                for other, o2 in r.reactants.items():
                    if other != s:
                        term *= c[self.index[other]] ** o2
                dq[j, self.index[s]] = term
        return self.nu @ dq


class StepSizeTooSmall(RuntimeError):
    pass


@dataclass
class Stats:
    accepted: int = 0
    rejected: int = 0
    jac: int = 0
    h_min: float = float("inf")
    h_max: float = 0.0
    log: list = field(default_factory=list)


class Rosenbrock2:
    """ROS2 with an embedded first-order error estimate (Verwer et al. 1999)."""
    gamma = 1.0 + 1.0 / math.sqrt(2.0)

    def __init__(self, mech, rtol=1e-4, atol=1e-10, h0=1e-6, h_floor=1e-14):
        self.mech = mech
        self.rtol, self.atol = rtol, atol
        self.h0, self.h_floor = h0, h_floor
        self.stats = Stats()

    def _stages(self, c, h, T):
        J = self.mech.jacobian(c, T)
        self.stats.jac += 1
        M = np.eye(len(c)) - self.gamma * h * J
        k1 = np.linalg.solve(M, self.mech.rhs(c, T))
        k2 = np.linalg.solve(M, self.mech.rhs(c + h * k1, T) - 2 * k1)
        return k1, k2

    def integrate(self, c0, t_end, T, save_at=None):
        c = np.array(c0, dtype=float)
        t, h = 0.0, self.h0
        saved, next_save = [c.copy()], 0
        ts = [t]
        while t < t_end:
            h = min(h, t_end - t)
            if h < self.h_floor:
                raise StepSizeTooSmall(f"h = {h:.2e} at t = {t:.4e}")
            k1, k2 = self._stages(c, h, T)
            new = c + 1.5 * h * k1 + 0.5 * h * k2
            low = c + h * k1
            scale = self.atol + self.rtol * np.maximum(np.abs(c), np.abs(new))
            err = np.sqrt(np.mean(((new - low) / scale) ** 2))
            factor = 0.9 / math.sqrt(err) if err > 0 else 5.0
            if err <= 1.0:
                t += h
                c = np.maximum(new, 0.0)
                self.stats.accepted += 1
                self.stats.h_min = min(self.stats.h_min, h)
                self.stats.h_max = max(self.stats.h_max, h)
                ts.append(t)
                saved.append(c.copy())
            else:
                self.stats.rejected += 1
                logger.debug("rejected h=%.3e err=%.2f", h, err)
            h *= min(5.0, max(0.2, factor))
        return np.array(ts), np.array(saved)


def robertson():
    return Mechanism(["A", "B", "C"], [
        Reaction({"A": 1}, {"B": 1}, A=0.04),
        Reaction({"B": 2}, {"B": 1, "C": 1}, A=3e7),
        Reaction({"B": 1, "C": 1}, {"A": 1, "C": 1}, A=1e4, Ea=0.0),
    ])


def thermal():
    return Mechanism(["NO2", "NO", "O", "O2"], [
        Reaction({"NO2": 1}, {"NO": 1, "O": 1}, A=1e9, Ea=1.0e5),
        Reaction({"NO": 1, "O": 1}, {"NO2": 1}, A=50.0, n=0.5),
        Reaction({"O": 2}, {"O2": 1}, A=20.0, Ea=5e3),
    ])


def simulate(c0, T, t_end, rtol=1e-3):
    mech = thermal()
    for k, r in enumerate(mech.reactions):
        logger.info("reaction %d: %s", k, r)
    solver = Rosenbrock2(mech, rtol=rtol, atol=1e-9, h0=1e-5)
    try:
        t, c = solver.integrate(c0, t_end, T)
    except StepSizeTooSmall as err:
        print("integration failed:", err)
        return None
    st = solver.stats
    print(f"{st.accepted} accepted, {st.rejected} rejected, h in [{st.h_min:.1e}, {st.h_max:.1e}]")
    final = dict(zip(mech.species, c[-1]))
    nitrogen = c[:, mech.index["NO"]] + c[:, mech.index["NO2"]]
    return {"final": final, "t": t, "c": c, "nitrogen": nitrogen, "accepted": st.accepted, "rejected": st.rejected,
            "half_life": np.interp(0.5 * c0[0], c[::-1, 0], t[::-1])}


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    return np.array([1.0, 0.1 * rng.random(), 0.0, 0.0]), 650.0 + 20 * rng.random(), 0.4


ENTRY = "simulate"

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    print(simulate(*inputs(0)))
