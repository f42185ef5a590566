"""Restricted Hartree-Fock for given integrals: symmetric orthogonalisation, Fock matrices by einsum, eigh, with damping."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


def orthogonaliser(s):
    w, u = jnp.linalg.eigh(s)
    return u @ jnp.diag(w**-0.5) @ u.T


def fock(h, eri, density):
    coulomb = jnp.einsum("pqrs,rs->pq", eri, density)
    exchange = jnp.einsum("prqs,rs->pq", eri, density)
    return h + coulomb - 0.5 * exchange


@partial(jax.jit, static_argnames=("electrons", "cycles"))
def hartree_fock(s, h, eri, electrons, cycles):
    x = orthogonaliser(s)
    occupied = electrons // 2

    def cycle(i, state):
        density, energies = state
        f = fock(h, eri, density)
        eps, c = jnp.linalg.eigh(x.T @ f @ x)
        c = x @ c
        new = 2.0 * c[:, :occupied] @ c[:, :occupied].T
        energy = 0.5 * jnp.sum(density * (h + f))
        return 0.6 * new + 0.4 * density, energies.at[i].set(energy)

    density, energies = jax.lax.fori_loop(0, cycles, cycle, (jnp.zeros_like(s), jnp.zeros(cycles)))
    population = jnp.diag(density @ s)
    return energies, density, population


def initialize(preset):
    n, electrons, cycles = {"S": (10, 4, 15), "L": (32, 10, 40)}[preset]
    rng = np.random.default_rng(29)
    b = 0.1 * rng.normal(size=(n, n, n))
    b = b + b.transpose(0, 2, 1)
    eri = np.einsum("kpq,krs->pqrs", b, b)
    s = 0.05 * rng.normal(size=(n, n))
    h = rng.normal(size=(n, n))
    return np.eye(n) + s @ s.T, 0.3 * (h + h.T) - 2.0 * np.diag(np.linspace(2, 0.5, n)), eri, electrons, cycles
