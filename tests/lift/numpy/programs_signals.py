"""Spectra, peaks, filters and images of scipy.signal and scipy.ndimage; distances and neighbours of scipy.spatial."""

import numpy as np
from scipy import ndimage, signal
from scipy.spatial import KDTree, cKDTree, distance  # type: ignore

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(40, 57, 64)).both


def tone(n):
    return np.sin(0.7 * np.arange(n)) + 0.3 * U(n)


@prog(lambda n: (tone(n), U(n)))
def powers(x, y):
    f, one = signal.welch(x, fs=10.0, nperseg=16)
    _, both = signal.csd(x, y, nperseg=16, noverlap=4, scaling="spectrum")
    return f, one, both, signal.coherence(x, y, nperseg=8)[1], signal.periodogram(x, 2.0)[1]


@prog(lambda n: (tone(n),))
def in_time(x):
    f, t, power = signal.spectrogram(x, 10.0, nperseg=16)
    _, seen, z = signal.stft(x, nperseg=12, noverlap=9)
    return f, t, power, seen, z, signal.stft(x, 2.0)[0]


@prog(lambda n: (tone(n),))
def tops(x):
    """Positions and heights of peaks, which may be flat."""
    every, told = signal.find_peaks(x, height=(0.1, None))
    some, _ = signal.find_peaks(np.round(3.0 * x), distance=4)
    high, more = signal.find_peaks(x, prominence=0.5)
    return every, told["peak_heights"], some, high, more["prominences"], signal.argrelextrema(x, np.less)[0]


@prog(lambda n: (tone(n),))
def filtered(x):
    b, a = signal.butter(3, 0.3)  # type: ignore
    y, state = signal.lfilter(b, a, x, zi=signal.lfilter_zi(b, a) * x[0])
    smooth, slope = signal.savgol_filter(x, 7, 3), signal.savgol_filter(x, 9, 2, deriv=1, delta=0.1, mode="nearest")
    return y, state, smooth, slope, signal.medfilt(x, 5), signal.medfilt(x, [3])


@prog(lambda n: (tone(n), U(7)))
def folded(x, k):
    both = signal.fftconvolve(x, k), signal.fftconvolve(x, k, mode="same"), signal.oaconvolve(x, k, mode="valid")
    return both, signal.correlate(x, k, mode="same"), signal.correlation_lags(7, 3)


@prog(lambda n: (U(n, n + 2), U(3, 5), U(2, 4) * 6.0), sizes=(8, 9, 11))
def images(picture, k, where):
    near = ndimage.map_coordinates(picture, where, order=1), ndimage.map_coordinates(picture, where, order=0, mode="nearest")
    far = ndimage.map_coordinates(picture, where * 1.5, order=1, cval=-1.0)
    grey = ndimage.maximum_filter(picture, 3), ndimage.minimum_filter(picture, size=(3, 5)), ndimage.median_filter(picture, 4)
    return ndimage.convolve(picture, k), ndimage.correlate(picture, k, mode="constant", cval=0.5), near, far, grey


@prog(lambda n: (U(n, n + 1), U(2, 5) * 12.0 - 2.0), sizes=(7, 8), close=1e-11)
def between_elements(picture, where):
    """Splines of order 2 and 3 beside and between the elements of an image."""
    curved = ndimage.map_coordinates(picture, where), ndimage.map_coordinates(picture, where, order=2, mode="mirror")
    around = ndimage.map_coordinates(picture, where, order=1, mode="reflect"), ndimage.map_coordinates(picture, where, order=1, mode="grid-wrap")
    return curved, around, ndimage.map_coordinates(picture[0], where[:1], mode="nearest")


@prog(lambda n: (U(n, n + 1), 0.37), sizes=(5, 6), close=1e-11)
def moved_images(picture, by):
    turned = ndimage.rotate(picture, 20.0, reshape=False, order=1), ndimage.affine_transform(picture, [[1.0, 0.1], [-0.1, 1.0]], by, order=1)
    return turned, ndimage.shift(picture, (by, -0.7)), ndimage.zoom(picture, 2, order=1), ndimage.spline_filter(picture, 2)


@prog(lambda n: (tone(n),), sizes=(40, 56), close=1e-11)
def at_other_rates(x):
    """More, fewer, and filtered both ways by sections, two of which are of first order."""
    sos = signal.butter(3, 0.2, output="sos")
    return signal.resample(x, 24), signal.resample(x, 70), signal.resample_poly(x, 3, 2), signal.upfirdn([1.0, 2.0, 1.0], x, 2), signal.sosfiltfilt(sos, x)


@prog(lambda n: (U(n, 3), U(4, 3)), sizes=(6, 8, 9))
def near_ones(points, asked):
    tree = cKDTree(points)
    apart, which = tree.query(asked)
    some, places = KDTree(points).query(asked, k=3)
    pairs = tree.query_pairs(0.6, output_type="ndarray")
    return apart, which, some, places, len(pairs), tree.query_ball_point(asked, 0.7, return_length=True)


@prog(lambda n: (U(n, 3), U(4, 3)), sizes=(6, 8, 9))
def distances(points, asked):
    kinds = [distance.cdist(points, asked, kind) for kind in ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine", "correlation")]
    square = distance.squareform(distance.pdist(points, "sqeuclidean"))
    return kinds, distance.cdist(points, asked, "minkowski", p=3), square, distance.squareform(square), distance.euclidean(points[0], asked[0])


@prog(lambda n: (np.round(4.0 * U(n, 2)), U(3, 2), U(3)), sizes=(6, 8, 9))
def other_nearness(points, asked, reach):
    """Norms other than the Euclidean one, a radius for every point, and periods of which 0 is none."""
    tree, turning = cKDTree(points), cKDTree(points, boxsize=(7.0, 0.0))
    pairs = tree.query_pairs(1.5, p=1, output_type="ndarray"), turning.query_pairs(1.2, p=np.inf, output_type="ndarray")
    counts = [len(p) for p in pairs], tree.query_ball_point(asked, 3.0 * reach, return_length=True)
    return counts, turning.query(asked, k=2)[0], distance.cdist(points, asked, "minkowski", p=np.inf)


@prog(lambda n: (np.floor(2.0 * U(n, 3)), np.floor(2.0 * U(4, 3))), sizes=(6, 8, 9), grad=False)
def shares_of_nothing(points, others):
    return distance.cdist(points, others, "canberra")


@prog(lambda n: (tone(n), U(n - 9)))
def cut_and_lengthened(x, y):
    f, cut = signal.periodogram(x, nfft=20)
    return f, cut, signal.periodogram(x, nfft=70)[1], signal.csd(x, y, nperseg=16)[1], signal.csd(y, x, nperseg=12, nfft=16)[1]


@prog(lambda n: (np.arange(n * 7).reshape(n, 7) % 9, U(n, 7).astype(np.float32), U(2, 4) * 6.0), sizes=(8, 9, 11), close=1e-5, grad=False)
def kept_dtypes(whole, narrow, where):
    edges = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 2]])
    flat = ndimage.correlate(whole, edges), ndimage.convolve(whole, edges, mode="nearest"), ndimage.correlate(narrow, edges / 3.0)
    read = ndimage.map_coordinates(narrow, where, order=1), ndimage.map_coordinates(whole, where * 1.5, order=0)
    along = ndimage.laplace(whole), ndimage.sobel(whole), ndimage.gaussian_filter(narrow, 0.6), ndimage.uniform_filter(narrow, 3)
    powers = signal.welch(narrow[:, 0], nperseg=6)[1], signal.csd(narrow[:, 0], narrow[:, 1], nperseg=6)[1], signal.stft(narrow[0], nperseg=4)[2]
    return flat, read, along, powers, ndimage.median_filter(whole, 3), signal.savgol_filter(narrow[:, 0], 5, 2)


@prog(lambda n: ((np.arange(n) * 37 % 11).astype(np.uint8),), grad=False)
def pits_of_bytes(x):
    return signal.argrelmin(x)[0], signal.argrelextrema(x, np.less, order=2)[0], signal.argrelmax(x)[0]
