"""Initial value problems with events, and solutions between the steps."""

import numpy as np
from scipy.integrate import solve_ivp

from tests.lift.numpy.case import Case


def thrown(height, speed):
    """Until it hits the ground, which ends the integration; where it is highest does not."""
    def hit(t, y):
        return y[0]
    hit.terminal = True
    hit.direction = -1

    def highest(t, y):
        return y[1]
    sol = solve_ivp(lambda t, y: [y[1], -9.81], (0, 10), [height, speed], events=[hit, highest], rtol=1e-8, max_step=0.5)
    return sol.t_events[0][0], sol.y_events[0][0], sol.t_events[1], sol.t[-1], sol.y[:, -1], sol.status


def prey_and_predator(x, t):
    sol = solve_ivp(lambda t, y: [y[0] * (1.0 - y[1]), -y[1] * (1.0 - y[0])], (0, t[-1]), x, t_eval=t, rtol=1e-8,
                    events=lambda t, y: y[0] - 1.0, dense_output=True)
    return sol.y, sol.t_events[0], sol.y_events[0], sol.sol(0.5 * t), sol.sol(1.3)[0], sol.status


def below(t, y):
    return y[0] - 0.3


below.terminal = True


def decay(x, t):
    """An event that the module marks as terminal, and places behind it that are left out."""
    sol = solve_ivp(lambda t, y: -y, (0, 5), x, t_eval=t, events=below)
    return sol.t, sol.y, sol.t_events[0]


CASES = [
    Case(thrown, (2.0, 5.0), more=[(10.0, 0.5)], close=1e-11),
    Case(prey_and_predator, (np.array([2.0, 1.0]), np.linspace(0, 6, 7)), close=1e-11),
    Case(decay, (np.array([1.0, 2.0]), np.linspace(0, 5, 11)), more=[(np.array([0.2, 2.0]), np.linspace(0, 5, 7))], close=1e-11)]
