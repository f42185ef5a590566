import numpy as np


def equation(beta):
    """Right-hand side of Falkner's and Skan's equation for a wedge."""
    def rates(y):
        return np.array([y[1], y[2], -y[0] * y[2] - beta * (1.0 - y[1] ** 2)])

    return rates


def march(rates, bend, h, steps):
    """The profile from the wall outwards, by Runge's and Kutta's steps."""
    y = np.array([0.0, 0.0, bend])
    profile = np.zeros(steps + 1)
    for k in range(steps):
        k1 = rates(y)
        k2 = rates(y + 0.5 * h * k1)
        k3 = rates(y + 0.5 * h * k2)
        k4 = rates(y + h * k3)
        y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        profile[k + 1] = y[1]
    return profile


def shoot(miss, a, b, tolerance):
    """A zero of miss by the secant rule, and how many trials it took."""
    fa, fb = miss(a), miss(b)
    trials = 2
    while abs(fb) > tolerance and trials < 40:
        a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
        fb = miss(b)
        trials += 1
    return b, trials


def layers(betas, far, steps, tolerance):
    """Friction, displacement and momentum thickness of boundary layers along wedges; each starts from the one before."""
    h = far / steps
    friction = np.zeros(len(betas))
    displacement = np.zeros(len(betas))
    momentum = np.zeros(len(betas))
    trials = np.zeros(len(betas), dtype=int)
    guess = 0.32
    for i, beta in enumerate(betas):
        rates = equation(beta)

        def miss(bend):
            return march(rates, bend, h, steps)[-1] - 1.0

        guess, trials[i] = shoot(miss, guess, guess + 0.01, tolerance)
        u = march(rates, guess, h, steps)
        friction[i] = guess
        displacement[i] = h * (np.sum(1.0 - u) - 0.5 * (1.0 - u[0]) - 0.5 * (1.0 - u[-1]))
        defect = u * (1.0 - u)
        momentum[i] = h * (np.sum(defect) - 0.5 * (defect[0] + defect[-1]))
    return friction, displacement, momentum, trials
