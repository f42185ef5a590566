import numpy as np


def reciprocal(positions, charges, K, alpha=5.0, box=1.0):
    volume = box**3
    energy = 0.0
    forces = np.zeros_like(positions)
    for a in range(0, K + 1):
        for b in range(-K, K + 1):
            for c in range(-K, K + 1):
                n2 = a * a + b * b + c * c
                if n2 == 0 or n2 > K * K:
                    continue
                twice = 1.0 if a == 0 else 2.0
                k = 2.0 * np.pi / box * np.array([a, b, c])
                k2 = k @ k
                factor = twice * 2.0 * np.pi / volume * np.exp(-k2 / (4.0 * alpha**2)) / k2
                wave = charges * np.exp(1j * (positions @ k))
                S = np.sum(wave)
                energy += factor * (S.real**2 + S.imag**2)
                forces += 2.0 * factor * (np.conj(S) * wave).imag[:, np.newaxis] * k
    energy -= alpha / np.sqrt(np.pi) * np.sum(charges**2)
    return energy, forces
