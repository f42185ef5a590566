import numpy as np


def vapour(t):
    """Pressure of saturated vapour [kPa]."""
    return 0.6108 * np.exp(17.27 * t / (t + 237.3))


def above_the_air(lat, days):
    """Sun on a level plane above the air [MJ a square metre and day], rows are days."""
    angle = 2.0 * np.pi * np.arange(1, days + 1)[:, None] / 365.0
    near = 1.0 + 0.033 * np.cos(angle)
    tilt = 0.409 * np.sin(angle - 1.39)
    sunset = np.arccos(np.clip(-np.tan(lat) * np.tan(tilt), -1.0, 1.0))
    return 37.586 * near * (sunset * np.sin(lat) * np.sin(tilt) + np.cos(lat) * np.cos(tilt) * np.sin(sunset))


def penmonteith(tmax, tmin, humid, wind, sunny, rain, lat, height, room=120.0):
    """What grass would lose after Penman and Monteith (FAO 56), and what a soil with so much room has to give."""
    days, cells = tmax.shape
    t = 0.5 * (tmax + tmin)
    pressure = 101.3 * ((293.0 - 0.0065 * height) / 293.0) ** 5.26
    gamma = 0.000665 * pressure
    full = 0.5 * (vapour(tmax) + vapour(tmin))
    there = full * humid / 100.0
    slope = 4098.0 * vapour(t) / (t + 237.3) ** 2
    top = above_the_air(lat, days)
    short = 0.77 * (0.25 + 0.5 * sunny) * top
    cloud = 1.35 * (0.25 + 0.5 * sunny) / (0.75 + 2e-5 * height) - 0.35
    warm = 0.5 * ((tmax + 273.16) ** 4 + (tmin + 273.16) ** 4)
    net = short - 4.903e-9 * warm * (0.34 - 0.14 * np.sqrt(there)) * cloud
    needed = (0.408 * slope * net + gamma * 900.0 / (t + 273.0) * wind * (full - there)) / (slope + gamma * (1.0 + 0.34 * wind))
    needed = np.maximum(needed, 0.0)
    water = np.full(cells, 0.5 * room)
    given, lost = np.zeros_like(needed), np.zeros(cells)
    for d in range(days):
        stress = np.minimum(water / (0.5 * room), 1.0)
        given[d] = np.minimum(stress * needed[d], water)
        water += rain[d] - given[d]
        over = np.maximum(water - room, 0.0)
        water -= over
        lost += over
    return needed, given.sum(axis=0), lost, water
