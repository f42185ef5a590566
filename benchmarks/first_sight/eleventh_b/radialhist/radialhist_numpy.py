import numpy as np


def integrate(image, cx, cy, edges):
    """Azimuthal averages with errors in rings of the same area, and an equidistant histogram for comparison."""
    ny, nx = image.shape
    yy, xx = np.indices((ny, nx))
    radius = np.hypot(xx - cx, yy - cy).ravel()
    bins = len(edges) - 1
    at = np.digitize(radius, edges) - 1
    valid = (at >= 0) & (at < bins)
    flat = image.ravel()
    count = np.bincount(at[valid], minlength=bins)
    total = np.bincount(at[valid], weights=flat[valid], minlength=bins)
    square = np.bincount(at[valid], weights=flat[valid] ** 2, minlength=bins)
    safe = np.maximum(count, 1)
    mean = total / safe
    error = np.sqrt(np.maximum(square / safe - mean**2, 0.0) / safe)
    plain, _ = np.histogram(radius, bins, range=(0.0, edges[-1]), weights=flat)
    return mean, error, plain
