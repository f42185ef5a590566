"""Radiative-convective equilibrium of a grey atmosphere column, with a slab ocean below."""
import numpy as np
from math import exp, log

# --- constants -------------------------------------------------------------
sigma = 5.670374419e-8
g = 9.81
cp = 1004.0
Rd = 287.04
Lv = 2.5e6
SECONDS_PER_DAY = 86400.0

DEFAULTS = {
    "S0": 1361.0,
    "albedo": 0.3,
    "tau0": 4.5,
    "f_linear": 0.1,
    "lapse_rate": 6.5e-3,
    "mixed_layer_depth": 2.0,
    "relative_humidity": 0.75,
    "wind": 5.0,
    "drag": 1.2e-3,
    "ice_albedo": 0.6,
    "t_freeze": 271.35,
    "convection": True,
}


def merge(user=None):
    params = dict(DEFAULTS)
    if user:
        unknown = set(user) - set(DEFAULTS)
        if unknown:
            raise KeyError("unknown parameters: " + ", ".join(sorted(unknown)))
        params.update(user)
    return params


def make_grid(nlev, ps=1.0e5, ptop=1.0e3):
    p_half = np.linspace(ptop, ps, nlev + 1)
    p_full = 0.5 * (p_half[1:] + p_half[:-1])
    dp = np.diff(p_half)
    return {"p_half": p_half, "p_full": p_full, "dp": dp, "ps": ps}


def saturation_vapour_pressure(T):
    """Tetens formula, T in K, Pa."""
    tc = T - 273.15
    return 610.78 * np.exp(17.27 * tc / (tc + 237.3))


def optical_depth(grid, params):
    s = grid["p_half"] / grid["ps"]
    fl = params["f_linear"]
    return params["tau0"] * (fl * s + (1 - fl) * s**4)


def longwave(T, Ts, tau):
    """Two-stream grey longwave fluxes at half levels, by level from top to bottom."""
    n = T.size
    up = np.zeros(n + 1)
    down = np.zeros(n + 1)
    for k in range(n):
        dtau = tau[k + 1] - tau[k]
        trans = np.exp(-1.66 * dtau)
        down[k + 1] = down[k] * trans + sigma * T[k] ** 4 * (1 - trans)
    up[-1] = sigma * Ts**4
    for k in reversed(range(n)):
        dtau = tau[k + 1] - tau[k]
        trans = np.exp(-1.66 * dtau)
        up[k] = up[k + 1] * trans + sigma * T[k] ** 4 * (1 - trans)
    return up, down


def convective_adjustment(T, Ts, grid, params, max_sweeps=10):
    """Mix neighbouring layers until nothing is steeper than the critical lapse rate."""
    T = T.copy()
    p, dp = grid["p_full"], grid["dp"]
    kappa = params["lapse_rate"] * Rd / g
    for sweep in range(max_sweeps):
        adjusted = False
        for k in range(len(T) - 1, 0, -1):
            ratio = (p[k - 1] / p[k]) ** kappa
            if T[k - 1] < T[k] * ratio:
                enthalpy = T[k] * dp[k] + T[k - 1] * dp[k - 1]
                T[k] = enthalpy / (dp[k] + dp[k - 1] * ratio)
                T[k - 1] = T[k] * ratio
                adjusted = True
        if not adjusted:
            break
    return T


def surface_fluxes(Ta, Ts, ps, params):
    rho = ps / (Rd * Ta)
    sensible = rho * cp * params["drag"] * params["wind"] * (Ts - Ta)
    qs = 0.622 * saturation_vapour_pressure(Ts) / ps
    qa = 0.622 * params["relative_humidity"] * saturation_vapour_pressure(Ta) / ps
    latent = rho * Lv * params["drag"] * params["wind"] * (qs - qa)
    return sensible, max(latent, 0.0)


def surface_albedo(Ts, params):
    warm = params["t_freeze"] + 10
    if Ts <= params["t_freeze"]:
        return params["ice_albedo"]
    elif Ts < warm:
        w = (Ts - params["t_freeze"]) / 10.0
        return params["ice_albedo"] + (params["albedo"] - params["ice_albedo"]) * w
    return params["albedo"]


def run_column(T_init, Ts_init, days=100, dt=0.5 * SECONDS_PER_DAY, params=None, forcing=None, tol=1e-4, verbose=True):
    """Integrate to equilibrium.

    Parameters
    ----------
    T_init : array of layer temperatures, top first
    forcing : callable of the day, added to the absorbed sunlight, or None
    """
    params = merge(params)
    grid = make_grid(T_init.size)
    tau = optical_depth(grid, params)
    heat_capacity_surface = 1000.0 * 4186.0 * params["mixed_layer_depth"]
    T, Ts = np.array(T_init, dtype=float), Ts_init
    record = {"day": [], "Ts_series": [], "olr": [], "imbalance": []}
    converged = False
    nsteps = int(days * SECONDS_PER_DAY / dt)
    for n in range(nsteps):
        day = n * dt / SECONDS_PER_DAY
        alpha = surface_albedo(Ts, params)
        absorbed = 0.25 * params["S0"] * (1 - alpha)
        if forcing is not None:
            absorbed += forcing(day)
        up, down = longwave(T, Ts, tau)
        net = up - down
        heating = g / cp * (net[1:] - net[:-1]) / grid["dp"]
        sh, lh = surface_fluxes(T[-1], Ts, grid["ps"], params)
        T_new = T + dt * heating
        T_new[-1] += dt * g * (sh + lh) / (cp * grid["dp"][-1])
        Ts_new = Ts + dt * (absorbed + down[-1] - up[-1] - sh - lh) / heat_capacity_surface
        if params["convection"]:
            T_new = convective_adjustment(T_new, Ts_new, grid, params)
        delta = max(np.max(np.abs(T_new - T)), abs(Ts_new - Ts))
        T, Ts = T_new, Ts_new
        if n % 10 == 0:
            record["day"].append(day)
            record["Ts_series"].append(Ts)
            record["olr"].append(up[0])
            record["imbalance"].append(absorbed - up[0])
            if verbose:
                print(f"day {day:6.1f}: Ts = {Ts:7.2f} K, OLR = {up[0]:7.2f} W/m2")
        assert np.all(np.isfinite(T)), "model blew up"
        if delta < tol:
            converged = True
            if verbose:
                print("equilibrium after %.1f days" % day)
            break
    record = {k: np.array(v) for k, v in record.items()}
    return dict(T=T, Ts=Ts, grid=grid, converged=converged, **record)


def climate_sensitivity(T_init, Ts_init, factor=2.0, days=15):
    """Warming for an optical depth that grew as for the given factor of CO2."""
    control = run_column(T_init, Ts_init, days=days, verbose=False)
    more = run_column(T_init, Ts_init, days=days, params={"tau0": DEFAULTS["tau0"] + 0.3 * log(factor) / log(2)},
                      forcing=lambda day: 0.5 * (1 - exp(-day / 10)))
    return more["Ts"] - control["Ts"], control["T"], more["T"], more["olr"]


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    n = size or 12
    return np.linspace(210.0, 285.0, n) + rng.uniform(-1, 1, n), 288.0 + rng.uniform(-2, 2)


ENTRY = "climate_sensitivity"

if __name__ == "__main__":
    warming, *_ = climate_sensitivity(*inputs(0), days=200)
    print("climate sensitivity:", warming)
