import numpy as np


def s_curves(x4, size):
    """Ordinates of both unit hydrographs, one column a basin."""
    t = np.arange(size + 1)[:, None]
    share = t / x4
    one = np.where(share < 1.0, np.minimum(share, 1.0) ** 2.5, 1.0)
    rise, fall = 0.5 * np.minimum(share, 1.0) ** 2.5, 1.0 - 0.5 * np.clip(2.0 - share, 0.0, 1.0) ** 2.5
    two = np.where(share < 1.0, rise, fall)
    return np.diff(one, axis=0), np.diff(two, axis=0)


def snow(pack, cold, rain, warm, lazy, factor, mean_snow):
    """CemaNeige's pack, in place; gives the water that gets through."""
    solid = np.clip((3.0 - warm) / 4.0, 0.0, 1.0)
    pack += solid * rain
    cold *= lazy
    cold += (1.0 - lazy) * warm
    np.minimum(cold, 0.0, out=cold)
    could = np.where((cold == 0.0) & (warm > 0.0), np.minimum(factor * warm, pack), 0.0)
    cover = np.minimum(pack / (0.9 * mean_snow), 1.0)
    melt = (0.9 * cover + 0.1) * could
    pack -= melt
    return (1.0 - solid) * rain + melt


def produce(store, water, thirst, x1):
    """The soil's store, in place; gives what goes on to the hydrographs."""
    net, lack = np.maximum(water - thirst, 0.0), np.maximum(thirst - water, 0.0)
    full = store / x1
    tp, te = np.tanh(np.minimum(net / x1, 13.0)), np.tanh(np.minimum(lack / x1, 13.0))
    gain = x1 * (1.0 - full ** 2) * tp / (1.0 + full * tp)
    loss = store * (2.0 - full) * te / (1.0 + (1.0 - full) * te)
    store += gain - loss
    seep = store * (1.0 - (1.0 + (4.0 / 9.0 * store / x1) ** 4) ** -0.25)
    store -= seep
    return seep + net - gain


def shifted(waiting, ordinates, water):
    """Water waits its days; the next that is due is the first row."""
    waiting[:-1] = waiting[1:]
    waiting[-1] = 0.0
    waiting += ordinates * water
    return waiting[0]


def efficiency(flow, seen):
    return 1.0 - np.sum((flow - seen) ** 2, axis=0) / np.sum((seen - seen.mean(axis=0)) ** 2, axis=0)


def gr4jflow(rain, warm, thirst, runoff, params, spinup=60):
    """Daily flow by GR4J behind a snow pack, stores at the end, and how efficient the model is, plainly and in logarithms."""
    x1, x2, x3, x4, lazy, factor = params
    days, basins = rain.shape
    uh1, uh2 = s_curves(x4, 8)
    wait1, wait2 = np.zeros_like(uh1), np.zeros_like(uh2)
    store, routed = 0.5 * x1, 0.5 * x3
    pack, cold = np.zeros(basins), np.zeros(basins)
    mean_snow = np.maximum(365.25 * np.mean(np.where(warm < 0.0, rain, 0.0), axis=0), 1.0)
    flow = np.empty((days, basins))
    for t in range(days):
        water = snow(pack, cold, rain[t], warm[t], lazy, factor, mean_snow)
        passed = produce(store, water, thirst[t], x1)
        q9 = shifted(wait1, uh1, 0.9 * passed)
        q1 = shifted(wait2, uh2, 0.1 * passed)
        exchange = x2 * (routed / x3) ** 3.5
        routed = np.maximum(routed + q9 + exchange, 0.0)
        out = routed * (1.0 - (1.0 + (routed / x3) ** 4) ** -0.25)
        routed = routed - out
        flow[t] = out + np.maximum(q1 + exchange, 0.0)
    late, seen = flow[spinup:], runoff[spinup:]
    return flow, store, routed, pack, efficiency(late, seen), efficiency(np.log(late + 0.01), np.log(seen + 0.01))
