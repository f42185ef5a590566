import numpy as np


class Frame:
    """A shear building; each storey's spring is partly elastic and partly hysteretic."""

    def __init__(self, mass, stiff, elastic=0.1, beta=0.5, gamma=0.5, damping=0.02):
        self.mass, self.stiff = mass, stiff
        self.elastic, self.beta, self.gamma = elastic, beta, gamma
        self.viscous = 2.0 * damping * np.sqrt(stiff * mass)
        self.strain = 0.01

    def forces(self, x, v, z):
        gap = np.diff(x, prepend=0.0)
        speed = np.diff(v, prepend=0.0)
        spring = self.stiff * (self.elastic * gap + (1.0 - self.elastic) * self.strain * z)
        return gap, speed, spring + self.viscous * speed

    def rates(self, x, v, z, ag):
        gap, speed, force = self.forces(x, v, z)
        above = np.append(force[1:], 0.0)
        dv = (above - force) / self.mass - ag
        dz = (speed - self.beta * np.abs(speed) * z * np.abs(z) - self.gamma * speed * z**2) / self.strain
        return v, dv, dz


def shake(mass, stiff, ground, dt):
    frame = Frame(mass, stiff)
    n, steps = mass.size, ground.size
    x, v, z = np.zeros(n), np.zeros(n), np.zeros(n)
    roof = np.zeros(steps)
    drift = np.zeros(n)
    work = 0.0
    for t in range(steps - 1):
        mid = 0.5 * (ground[t] + ground[t + 1])
        k1 = frame.rates(x, v, z, ground[t])
        k2 = frame.rates(x + 0.5 * dt * k1[0], v + 0.5 * dt * k1[1], z + 0.5 * dt * k1[2], mid)
        k3 = frame.rates(x + 0.5 * dt * k2[0], v + 0.5 * dt * k2[1], z + 0.5 * dt * k2[2], mid)
        k4 = frame.rates(x + dt * k3[0], v + dt * k3[1], z + dt * k3[2], ground[t + 1])
        x = x + dt / 6.0 * (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0])
        v = v + dt / 6.0 * (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1])
        z = z + dt / 6.0 * (k1[2] + 2.0 * k2[2] + 2.0 * k3[2] + k4[2])
        gap, speed, force = frame.forces(x, v, z)
        drift = np.maximum(drift, np.abs(gap))
        work += dt * np.dot(force, speed)
        roof[t + 1] = x[-1]
    return roof, drift, work
