"""Precipitation falling through a column of air: phase, melting and evaporation from the wet-bulb temperature.

For every level the wet-bulb temperature T_w solves  c_p (T - T_w) = L (q_s(T_w, p) - q)  by Newton's method; snow melts
where T_w is above freezing and rain evaporates where the air is unsaturated. Columns stand side by side; levels run
from the top.

    saturation vapour pressure    e_s = 611.2 exp(17.67 (T - 273.15) / (T - 29.65))    Bolton 1980, MWR 108, eq. 10
    saturation specific humidity  q_s = r e_s / (p - (1 - r) e_s),  r = R_d / R_v
    snow share of new condensate  1 / (1 + 6.99e-5 exp(2.0 (T_w - 273.15 + 3.97)))     Wang et al. 2019, GRL 46, eq. 1
    melting, evaporation          exponential decay along the mass of a layer, at rates proportional to T_w - 273.15 K
                                  and to q_s - q; snow melts over some 500 m below the freezing level
"""

import numpy as np

T0 = 273.15  # melting point [K]
R = 0.622  # gas constant of dry air over that of vapour
CP = 1005.0  # heat capacity of air [J/kg/K]
LV, LF = 2.501e6, 3.34e5  # latent heat of vaporisation and of fusion [J/kg]
GRAVITY = 9.81  # [m/s^2]
MELTING = 3.6e-3  # [1/K per kg/m^2]
EVAPORATION = 0.053  # [1 per kg/m^2 and unit of humidity deficit]


def saturation_vapour_pressure(T):
    """Saturation vapour pressure [Pa] over water at temperature T [K]."""
    return 611.2 * np.exp(17.67 * (T - T0) / (T - 29.65))


def saturation_humidity(T, p):
    """Saturation specific humidity [kg/kg] at temperature T [K] and pressure p [Pa]."""
    e = saturation_vapour_pressure(T)
    return R * e / (p - (1.0 - R) * e)


def wet_bulb(T, q, p):
    """Wet-bulb temperature [K] of air of temperature T [K], specific humidity q [kg/kg] and pressure p [Pa]."""
    Tw = T
    for _ in range(8):
        e = saturation_vapour_pressure(Tw)
        free = p - (1.0 - R) * e
        de = e * 17.67 * (T0 - 29.65) / (Tw - 29.65) ** 2
        excess = Tw - T + LV / CP * (R * e / free - q)
        slope = 1.0 + LV / CP * R * p * de / (free * free)
        Tw = Tw - excess / slope
    return Tw


def column(T, q, p, dp, source):
    """Rain and snow at the ground [kg/m^2/s], precipitable water [kg/m^2], each (columns,), and heating [K/s].

    T [K], q [kg/kg], p and layer thickness dp [Pa] and the condensate source [1/s] have shape (columns, levels), and so
    has the heating.
    """
    levels = T.shape[1]
    Tw = wet_bulb(T, q, p)
    deficit = np.maximum(saturation_humidity(T, p) - q, 0.0)
    snow_share = 1.0 / (1.0 + 6.99e-5 * np.exp(2.0 * (Tw - T0 + 3.97)))
    mass = dp / GRAVITY
    melting_rate = MELTING * np.maximum(Tw - T0, 0.0)

    heating = np.zeros_like(T)
    rain = np.zeros_like(T[:, 0])
    snow = np.zeros_like(T[:, 0])
    for k in range(levels):
        condensate = mass[:, k] * source[:, k]
        snow = snow + condensate * snow_share[:, k]
        rain = rain + condensate * (1.0 - snow_share[:, k])
        melt = snow * (1.0 - np.exp(-melting_rate[:, k] * mass[:, k]))
        snow = snow - melt
        rain = rain + melt
        evaporation = rain * (1.0 - np.exp(-EVAPORATION * deficit[:, k] * mass[:, k]))
        rain = rain - evaporation
        heating[:, k] = -(LF * melt + LV * evaporation) / (CP * mass[:, k])
    precipitable_water = np.sum(q * mass, axis=1)
    return rain, snow, precipitable_water, heating


def inputs(seed, size=None):
    """Arguments of `column`: size winter and summer columns (default 400) of 40 levels from 200 hPa to the ground."""
    columns, levels = 400 if size is None else size, 40
    rng = np.random.default_rng(seed)
    edges = np.linspace(2.0e4, 1.0e5, levels + 1) * (1.0 + rng.uniform(-0.02, 0.02, (columns, 1)))
    p = 0.5 * (edges[:, 1:] + edges[:, :-1])
    dp = edges[:, 1:] - edges[:, :-1]
    T = rng.uniform(270.0, 296.0, (columns, 1)) * (p / 1.0e5) ** 0.19 + rng.normal(0.0, 0.4, (columns, levels))
    humidity = rng.uniform(0.45, 0.97, (columns, 1)) + rng.uniform(-0.1, 0.02, (columns, levels))
    q = humidity * saturation_humidity(T, p)
    middle = rng.uniform(4.0e4, 7.0e4, (columns, 1))
    source = rng.uniform(0.5, 4.0, (columns, 1)) * 1e-7 * np.exp(-(((p - middle) / 1.2e4) ** 2))
    return T, q, p, dp, source
