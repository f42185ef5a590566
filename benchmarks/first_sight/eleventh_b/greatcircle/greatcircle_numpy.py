import numpy as np

EARTH = 6371.0088


def distances(lat1, lon1, lat2, lon2):
    """The formula by the arc tangent, which is right for points that are near and for antipodes."""
    dlon = lon2 - lon1
    a = np.cos(lat2) * np.sin(dlon)
    b = np.cos(lat1) * np.sin(lat2) - np.sin(lat1) * np.cos(lat2) * np.cos(dlon)
    c = np.sin(lat1) * np.sin(lat2) + np.cos(lat1) * np.cos(lat2) * np.cos(dlon)
    return EARTH * np.arctan2(np.sqrt(a**2 + b**2), c)


def nearest(lat, lon, slat, slon):
    """For each point the nearest station, how far it is, and a weighted mean of all distances."""
    lat, lon, slat, slon = np.radians(lat), np.radians(lon), np.radians(slat), np.radians(slon)
    d = distances(lat[:, None], lon[:, None], slat[None, :], slon[None, :])
    which = np.argmin(d, axis=1)
    weight = np.exp(-d / 1000.0)
    return which, d[np.arange(len(lat)), which], np.sum(weight * d, axis=1) / np.sum(weight, axis=1)
