import numpy as np


def volatility(antoine, warmth, pressure):
    """Vapour over liquid of each substance at each stage, and its slope in warmth."""
    a, b, c = antoine
    k = 10.0 ** (a - b / (warmth[:, None] + c)) / pressure
    return k, k * np.log(10.0) * b / (warmth[:, None] + c) ** 2


def balances(k, liquid, vapour, top, bottom, feed, where):
    """Shares in the liquid of all stages, all substances at once, by elimination and substitution."""
    stages, parts = k.shape
    x = np.zeros((stages, parts))
    x[where] = feed
    upper = np.zeros((stages, parts))
    for i in range(stages):
        gone = liquid[i] + (top if i == 0 else 0.0) + (bottom if i == stages - 1 else 0.0)
        diagonal = gone + (vapour[i] * k[i] if i > 0 else 0.0)
        if i > 0:
            diagonal = diagonal - liquid[i - 1] * upper[i - 1]
            x[i] += liquid[i - 1] * x[i - 1]
        if i < stages - 1:
            upper[i] = vapour[i + 1] * k[i + 1] / diagonal
        x[i] /= diagonal
    for i in range(stages - 2, -1, -1):
        x[i] += upper[i] * x[i + 1]
    return x


def boiling(antoine, x, warmth, pressure):
    """Newton's steps to where the vapour's shares sum to one."""
    for _ in range(4):
        k, slope = volatility(antoine, warmth, pressure)
        warmth = warmth - np.clip((np.sum(x * k, axis=1) - 1.0) / np.sum(x * slope, axis=1), -15.0, 15.0)
    return warmth


def wanghenke(antoine, feed, where, reflux, top, pressure, stages, sweeps):
    """After Wang and Henke, with flows that do not vary in either part of the column."""
    a, b, c = antoine
    boil = b / (a - np.log10(pressure)) - c
    warmth = np.linspace(np.min(boil), np.max(boil), stages)
    bottom = 1.0 - top
    liquid = np.where(np.arange(stages) < where, reflux * top, reflux * top + 1.0)
    liquid[-1] = 0.0
    vapour = np.full(stages, (reflux + 1.0) * top)
    turns = 0
    for s in range(sweeps):
        k, _ = volatility(antoine, warmth, pressure)
        x = np.maximum(balances(k, liquid, vapour, top, bottom, feed, where), 0.0)
        x /= np.sum(x, axis=1, keepdims=True)
        new = boiling(antoine, x, warmth, pressure)
        change = np.max(np.abs(new - warmth))
        warmth = new
        turns = s + 1
        if change < 1e-9:
            break
    return x, warmth, turns
