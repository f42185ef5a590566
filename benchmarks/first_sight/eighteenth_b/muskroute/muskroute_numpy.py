from dataclasses import dataclass

import numpy as np


@dataclass
class Network:
    """Reaches from the springs down, with what flowed in and out of each at the last step."""

    downstream: np.ndarray
    c0: np.ndarray
    c1: np.ndarray
    c2: np.ndarray
    inflow: np.ndarray
    outflow: np.ndarray

    def advance(self, lateral):
        """One step after Muskingum, reach after reach; what leaves one enters the next within the step."""
        inflow = lateral.copy()
        for i in range(len(inflow)):
            out = self.c0[i] * inflow[i] + self.c1[i] * self.inflow[i] + self.c2[i] * self.outflow[i]
            self.outflow[i] = max(out, 0.0)
            if self.downstream[i] >= 0:
                inflow[self.downstream[i]] += self.outflow[i]
        self.inflow = inflow

    def stored(self, travel, weight):
        return np.sum(travel * (weight * self.inflow + (1.0 - weight) * self.outflow))


def build(downstream, travel, weight, dt):
    scale = 2.0 * travel * (1.0 - weight) + dt
    c0 = (dt - 2.0 * travel * weight) / scale
    c1 = (dt + 2.0 * travel * weight) / scale
    c2 = (2.0 * travel * (1.0 - weight) - dt) / scale
    n = len(travel)
    return Network(downstream, c0, c1, c2, np.zeros(n), np.zeros(n))


def route(downstream, travel, weight, lateral, dt):
    """The hydrograph at the mouth, the water in the river at each time, and each reach's highest flow with its time."""
    river = build(downstream, travel, weight, dt)
    steps, n = lateral.shape
    mouth = np.zeros(steps)
    water = np.zeros(steps)
    peak = np.zeros(n)
    when = np.zeros(n, dtype=int)
    for t in range(steps):
        river.advance(lateral[t])
        mouth[t] = river.outflow[-1]
        water[t] = river.stored(travel, weight)
        higher = river.outflow > peak
        peak[higher] = river.outflow[higher]
        when[higher] = t
    return mouth, water, peak, when
