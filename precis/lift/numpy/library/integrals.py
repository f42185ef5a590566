"""scipy.integrate: quadrature of functions, by its definitions. Results agree with SciPy's within the tolerances asked for."""

from typing import Any

import numpy as np

# Nodes and weights of the 21-point Kronrod rule with the 10-point Gauss rule in it, to the middle (QUADPACK, qk21).
NODES = np.array([
    0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508,
    0.865063366688984510732096688423493, 0.780817726586416897063717578345042, 0.679409568299024406234327365114874,
    0.562757134668604683339000099272694, 0.433395394129247190799265943165784, 0.294392862701460198131126603103866,
    0.148874338981631210884826001129720, 0.0])
KRONROD = np.array([
    0.011694638867371874278064396062192, 0.032558162307964727478818972459390, 0.054755896574351996031381300244580,
    0.075039674810919952767043140916190, 0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
    0.123491976262065851077958109585166, 0.134709217311473325928054001771707, 0.142775938577060080797094273138717,
    0.147739104901338491374841515972068, 0.149445554002916905664936468389821])
GAUSS = np.array([
    0.0, 0.066671344308688137593568809893332, 0.0, 0.149451349150580593145863397657697, 0.0, 0.219086362515982043995534934228163,
    0.0, 0.269266719309996355091226921569469, 0.0, 0.295524224714752870173815619188769, 0.0])


def _rule(f, a, b):
    """(integral, how far Kronrod's rule is from Gauss's) over an interval"""
    middle, half = (a + b) / 2.0, (b - a) / 2.0
    total, fewer = 0.0, 0.0
    for k in range(21):
        j = k if k <= 10 else 20 - k
        y = f(middle + (half if k <= 10 else -half) * NODES[j])
        total += KRONROD[j] * y
        fewer += GAUSS[j] * y
    return total * half, abs((total - fewer) * half)


def given(args):
    return args if isinstance(args, tuple) else (args,)


def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50, points: Any = None, *, complex_func=False):
    """The interval with the largest error is halved until the sum of errors is small enough; infinite ones are mapped to (0, 1)."""
    assert not full_output and not complex_func
    args = given(args)
    if b == np.inf and a == -np.inf:
        return _adaptive(lambda t: (func((1.0 - t) / t, *args) + func(-(1.0 - t) / t, *args)) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    if b == np.inf:
        return _adaptive(lambda t: func(a + (1.0 - t) / t, *args) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    if a == -np.inf:
        return _adaptive(lambda t: func(b - (1.0 - t) / t, *args) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    return _adaptive(lambda t: func(t, *args), a, b, epsabs, epsrel, limit)


def _adaptive(f, a, b, epsabs, epsrel, limit):
    low, high, part, error = np.zeros(limit), np.zeros(limit), np.zeros(limit), np.zeros(limit)
    low[0], high[0] = a, b
    part[0], error[0] = _rule(f, low[0], high[0])
    count = 1
    while count < limit and np.sum(error) > max(epsabs, epsrel * abs(np.sum(part))):
        k = np.argmax(error)
        middle = (low[k] + high[k]) / 2.0
        low[count], high[count] = middle, high[k]
        high[k] = middle
        part[k], error[k] = _rule(f, low[k], high[k])
        part[count], error[count] = _rule(f, low[count], high[count])
        count += 1
    return float(np.sum(part)), float(np.sum(error))


def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """func(y, x): y between functions or numbers, inside of x"""
    def inner(x):
        return quad(lambda y: func(y, x, *args), _bound(gfun, x), _bound(hfun, x), (), 0, epsabs, epsrel)[0]
    return quad(inner, a, b, (), 0, epsabs, epsrel)


def _bound(limit: Any, *outer: Any) -> Any:
    return limit(*outer) if callable(limit) else limit


def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """func(z, y, x): z between functions of x and y, y between functions of x"""
    def inner(y, x):
        return quad(lambda z: func(z, y, x, *args), _bound(qfun, x, y), _bound(rfun, x, y), (), 0, epsabs, epsrel)[0]
    return dblquad(inner, a, b, gfun, hfun, (), epsabs, epsrel)


def nquad(func, ranges, args: Any = None, opts: Any = None, full_output=False):
    """The first argument of `func` is the innermost; a range may be a function of the arguments outside of it."""
    assert opts is None and not full_output
    return _nested(func, ranges, () if args is None else given(args), ())


def _nested(func, ranges, args, outer):
    low, high = _bound(ranges[len(ranges) - 1], *outer, *args)
    if len(ranges) == 1:
        return quad(lambda x: func(x, *outer, *args), low, high)
    return quad(lambda x: _nested(func, ranges[:-1], args, (x, *outer))[0], low, high)


def fixed_quad(func, a, b, args=(), n=5):
    x, w = np.polynomial.legendre.leggauss(n)
    y = (b - a) * (x + 1.0) / 2.0 + a
    return (b - a) / 2.0 * np.sum(w * func(y, *args), axis=-1), None
