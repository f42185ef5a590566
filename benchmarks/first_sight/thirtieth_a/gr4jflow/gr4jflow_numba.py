import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def curve(t, x4, both):
    share = t / x4
    if share >= 2.0 or (not both and share >= 1.0):
        return 1.0
    if share >= 1.0:
        return 1.0 - 0.5 * (2.0 - share) ** 2.5
    return (0.5 if both else 1.0) * share ** 2.5


@nb.njit(error_model="numpy")
def quarter(x):
    x *= x
    return 1.0 - 1.0 / np.sqrt(np.sqrt(1.0 + x * x))


@nb.njit(error_model="numpy")
def efficiency(flow, seen, spinup, logs):
    days, basins = flow.shape
    out = np.empty(basins)
    for b in range(basins):
        mean, miss, spread = 0.0, 0.0, 0.0
        for t in range(spinup, days):
            mean += np.log(seen[t, b] + 0.01) if logs else seen[t, b]
        mean /= days - spinup
        for t in range(spinup, days):
            f, s = flow[t, b], seen[t, b]
            if logs:
                f, s = np.log(f + 0.01), np.log(s + 0.01)
            miss += (f - s) ** 2
            spread += (s - mean) ** 2
        out[b] = 1.0 - miss / spread
    return out


@nb.njit(error_model="numpy")
def gr4jflow(rain, warm, thirst, runoff, params, spinup=60):
    days, basins = rain.shape
    flow = np.empty((days, basins))
    stores, routeds, packs = np.empty(basins), np.empty(basins), np.empty(basins)
    uh1, uh2, wait1, wait2 = np.empty(8), np.empty(8), np.empty(8), np.empty(8)
    for b in range(basins):
        x1, x2, x3, x4, lazy, factor = params[0, b], params[1, b], params[2, b], params[3, b], params[4, b], params[5, b]
        mean_snow = 0.0
        for t in range(days):
            if warm[t, b] < 0.0:
                mean_snow += rain[t, b]
        mean_snow = max(365.25 * mean_snow / days, 1.0)
        for k in range(8):
            uh1[k] = curve(k + 1, x4, False) - curve(k, x4, False)
            uh2[k] = curve(k + 1, x4, True) - curve(k, x4, True)
            wait1[k] = wait2[k] = 0.0
        store, routed, pack, cold = 0.5 * x1, 0.5 * x3, 0.0, 0.0
        for t in range(days):
            T, p = warm[t, b], rain[t, b]
            solid = min(max((3.0 - T) / 4.0, 0.0), 1.0)
            pack += solid * p
            cold = min(lazy * cold + (1.0 - lazy) * T, 0.0)
            melt = 0.0
            if cold == 0.0 and T > 0.0:
                melt = (0.9 * min(pack / (0.9 * mean_snow), 1.0) + 0.1) * min(factor * T, pack)
            pack -= melt
            water = (1.0 - solid) * p + melt
            net, full = max(water - thirst[t, b], 0.0), store / x1
            gain, loss = 0.0, 0.0
            if net > 0.0:
                h = np.tanh(min(net / x1, 13.0))
                gain = x1 * (1.0 - full * full) * h / (1.0 + full * h)
            else:
                h = np.tanh(min((thirst[t, b] - water) / x1, 13.0))
                loss = store * (2.0 - full) * h / (1.0 + (1.0 - full) * h)
            store += gain - loss
            seep = store * quarter(4.0 / 9.0 * store / x1)
            store -= seep
            passed = seep + net - gain
            for k in range(7):
                wait1[k] = wait1[k + 1] + 0.9 * passed * uh1[k]
                wait2[k] = wait2[k + 1] + 0.1 * passed * uh2[k]
            wait1[7], wait2[7] = 0.9 * passed * uh1[7], 0.1 * passed * uh2[7]
            r = routed / x3
            exchange = x2 * r * r * r * np.sqrt(r)
            routed = max(routed + wait1[0] + exchange, 0.0)
            out = routed * quarter(routed / x3)
            routed -= out
            flow[t, b] = out + max(wait2[0] + exchange, 0.0)
        stores[b], routeds[b], packs[b] = store, routed, pack
    plain, logs = efficiency(flow, runoff, spinup, False), efficiency(flow, runoff, spinup, True)
    return flow, stores, routeds, packs, plain, logs
