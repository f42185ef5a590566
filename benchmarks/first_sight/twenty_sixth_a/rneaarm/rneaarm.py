import numpy as np


def initialize(times, joints):
    rng = np.random.default_rng(307)
    t = np.linspace(0.0, 4.0, times)[:, None]
    rate, phase = 0.5 + 2.0 * rng.random(joints), 2.0 * np.pi * rng.random(joints)
    q, qd, qdd = np.sin(rate * t + phase), rate * np.cos(rate * t + phase), -rate ** 2 * np.sin(rate * t + phase)
    side = rng.standard_normal((joints, 3, 3))
    inertia = 0.02 * np.einsum("jik,jlk->jil", side, side) + 0.05 * np.eye(3)
    arm = np.stack([0.1 * rng.random(joints), 0.5 * np.pi * (np.arange(joints) % 2) + 0.1, 0.2 + 0.2 * rng.random(joints)])
    return q, qd, qdd, arm, 1.0 + 3.0 * rng.random(joints), 0.1 * rng.standard_normal((joints, 3)), inertia
