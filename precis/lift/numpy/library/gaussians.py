"""scipy.ndimage: Gaussian filters, their derivatives, and filters of transforms, by their definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.filters import correlate1d, for_axis


def _bell(sigma, reach, order):
    """The Gaussian at the integers, over its sum, or a derivative of it: phi^(k+1) = -(x phi^(k) + k phi^(k-1)) / sigma^2."""
    assert isinstance(order, int) and order >= 0
    x = np.arange(-reach, reach + 1)
    bell = np.exp(-0.5 / (sigma * sigma) * x**2)
    bell = bell / np.sum(bell)
    before = np.zeros_like(bell)
    for k in range(order):
        bell, before = -(x * bell + k * before) / (sigma * sigma), bell
    return bell


def gaussian_filter1d(input, sigma, axis=-1, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None):
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    return correlate1d(input, _bell(sigma, reach, order)[::-1], axis, output, mode, cval)


def gaussian_filter(input, sigma, order: Any = 0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None):
    for k, axis in enumerate(chosen(input, axes)):
        given = None if radius is None else for_axis(radius, k)
        if for_axis(sigma, k) > 1e-15:
            input = gaussian_filter1d(input, for_axis(sigma, k), axis, for_axis(order, k), output, for_axis(mode, k), cval, truncate,
                                      radius=given)
    return input


def chosen(input, axes):
    return range(input.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes


def _derivative(input, axis, order, sigma, mode, cval, truncate, radius):
    orders = [order if k == axis else 0 for k in range(input.ndim)]
    return gaussian_filter(input, sigma, orders, None, mode, cval, truncate, radius=radius)


def gaussian_laplace(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, truncate=4.0, radius=None):
    """The sum of second derivatives along all axes."""
    assert output is None and axes is None and isinstance(mode, str)
    total = _derivative(input, 0, 2, sigma, mode, cval, truncate, radius)
    for k in range(1, input.ndim):
        total = total + _derivative(input, k, 2, sigma, mode, cval, truncate, radius)
    return total


def gaussian_gradient_magnitude(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, truncate=4.0, radius=None):
    assert output is None and axes is None and isinstance(mode, str) and input.dtype.kind == "f"
    total = _derivative(input, 0, 1, sigma, mode, cval, truncate, radius) ** 2
    for k in range(1, input.ndim):
        total = total + _derivative(input, k, 1, sigma, mode, cval, truncate, radius) ** 2
    return np.sqrt(total)


def generic_laplace(input, derivative2, output=None, mode="reflect", cval=0.0, extra_arguments=(), extra_keywords=None, *, axes=None):
    assert output is None and axes is None and isinstance(mode, str)
    more = {} if extra_keywords is None else extra_keywords
    total = derivative2(input, 0, None, mode, cval, *extra_arguments, **more)
    for k in range(1, input.ndim):
        total = total + derivative2(input, k, None, mode, cval, *extra_arguments, **more)
    return total


def generic_gradient_magnitude(input, derivative, output=None, mode="reflect", cval=0.0, extra_arguments=(), extra_keywords=None, *,
                               axes=None):
    assert output is None and axes is None and isinstance(mode, str) and input.dtype.kind == "f"
    more = {} if extra_keywords is None else extra_keywords
    total = derivative(input, 0, None, mode, cval, *extra_arguments, **more) ** 2
    for k in range(1, input.ndim):
        total = total + derivative(input, k, None, mode, cval, *extra_arguments, **more) ** 2
    return np.sqrt(total)


def _frequencies(input, axis, n, along):
    """In cycles per element, along one axis of a transform, which may be that of n real numbers."""
    size = input.shape[axis]
    if n >= 0 and axis == along % input.ndim:
        f = np.arange(size) / n
    else:
        f = ((np.arange(size) + size // 2) % size - size // 2) / size
    return f.reshape((1,) * axis + (size,) + (1,) * (input.ndim - 1 - axis))


def _floating(input):
    return input.astype(np.float64) if input.dtype.kind != "c" and input.dtype != np.float32 else input


def fourier_gaussian(input, sigma, n=-1, axis=-1, output=None):
    assert output is None
    found = _floating(input)
    for k in range(input.ndim):
        found = found * np.exp(-2.0 * (np.pi * for_axis(sigma, k) * _frequencies(input, k, n, axis)) ** 2)
    return found.astype(_floating(input).dtype)


def fourier_uniform(input, size, n=-1, axis=-1, output=None):
    assert output is None
    found = _floating(input)
    for k in range(input.ndim):
        found = found * np.sinc(for_axis(size, k) * _frequencies(input, k, n, axis))
    return found.astype(_floating(input).dtype)


def fourier_shift(input, shift, n=-1, axis=-1, output=None):
    assert output is None
    found = input + 0j
    for k in range(input.ndim):
        found = found * np.exp(-2j * np.pi * for_axis(shift, k) * _frequencies(input, k, n, axis))
    return found.astype(input.dtype if input.dtype.kind == "c" else complex)
