"""Functions of scipy.special: operations of the IR, and definitions. By name, so that scipy need not be loaded."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.ops.special import FUNCTIONS as OPERATIONS
from precis.lift.numpy import primitives
from precis.lift.numpy.elementwise import Elementwise, Rule, apply
from precis.lift.numpy.functions.casts import cast
from precis.lift.numpy.functions.evaluated import evaluated
from precis.lift.numpy.functions.routines import stop
from precis.lift.numpy.functions.ufuncs import SPECIAL, as_operand
from precis.lift.numpy.kinds import dtypes_of_call
from precis.lift.numpy.numbers import dtype_of, is_number, is_numeric, known, operand
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_1, MISSING, Array, Int, Scalar

PARTS = {"sici": ("sine_integral", "cosine_integral"), "fresnel": ("fresnel_s", "fresnel_c"),
         "airy": ("airy_ai", "airy_ai_slope", "airy_bi", "airy_bi_slope"), "shichi": ("sinh_integral", "cosh_integral"),
         "ellipj": ("jacobi_sn", "jacobi_cn", "jacobi_dn", "amplitude")}
TYPED = {1: "ndtri", 2: "gammainc", 3: "betainc", 4: "hyp2f1"}  # functions of so many numbers of one type
DEFINED = {name: module for module, names in {
    "special": "beta betaln binom polygamma factorial factorial2 comb perm multigammaln loggamma gammasgn agm",
    "elementary": "exprel xlog1py entr rel_entr kl_div huber log_expit softplus exp10 radian sindg cosdg tandg cotdg cosm1 powm1 boxcox "
                  "boxcox1p inv_boxcox inv_boxcox1p pseudo_huber diric wofz voigt_profile lambertw kolmogorov",
    "bessel": "spherical_jn spherical_yn spherical_in spherical_kn kn yn jve yve hankel1 hankel2 jvp yvp ivp kvp",
    "harmonics": "eval_legendre eval_chebyt eval_chebyu eval_hermite eval_hermitenorm eval_laguerre eval_jacobi eval_gegenbauer "
                  "eval_genlaguerre assoc_laguerre eval_chebyc eval_chebys eval_sh_legendre eval_sh_chebyt eval_sh_chebyu eval_sh_jacobi "
                  "lpmv sph_harm_y",
    "tails": "stdtr chdtr chdtrc chdtri fdtr fdtrc fdtri gdtr gdtrc pdtr pdtrc bdtr bdtrc nbdtr nbdtrc",
}.items() for name in names.split()}
OF_COMPLEX = ("wofz",)
FIXED = "give a constant or an int"


def _rule(name: str) -> Rule:
    return lambda lift, *values, dtype: lift.emit("special", *values, dtype=dtype, function=name)


def _computed(name: str) -> Callable[..., Any]:
    """The handler of an operation; orders and parameters have to be fixed."""
    def handler(lift: Lifting, *xs: Any, out: Any = None) -> Any:
        given = [as_operand(lift, x) for x in xs]
        if not all(slope or _fixed(lift, x) for x, slope in zip(given, OPERATIONS[name].derivatives)):
            lift.refuse(f"the order or a parameter of scipy.special.{name} is computed, and it has no derivative by it", FIXED)
        if any(dtype_of(x).kind == "c" for x in given):
            lift.refuse(f"scipy.special.{name} of complex numbers cannot be lifted", "use real arguments")
        return apply(lift, Elementwise(_typed(name, len(given)), _rule(name)), *given, out=out)
    return handler


def _typed(name: str, arity: int) -> Any:
    """A ufunc with the types of the function, none of them integers."""
    module = importlib.import_module("scipy.special")
    own = getattr(module, name, None)
    return own if isinstance(own, np.ufunc) and not any("l" in t for t in own.types) else getattr(module, TYPED[arity])


def _fixed(lift: Lifting, x: Any) -> bool:
    """Whether numbers are known, integers, or held by a definition: they have no derivative."""
    held = x.value if isinstance(x, Scalar) else lift.content[x] if isinstance(x, Array) else None
    if held is not None and held.name in lift.stopped:
        return True
    return isinstance(x, Int) or (is_numeric(x) and (dtype_of(x).kind in "biu" or known(lift, x) is not None))


def _parted(*names: str) -> Callable[..., Any]:
    """A function with several results."""
    made = [_computed(name) for name in names]
    return lambda lift, *xs: tuple(handler(lift, *xs) for handler in made)


def _parameter(lift: Lifting, x: Any) -> Any:
    if not _fixed(lift, x):
        lift.refuse("a parameter of this function is computed, and it has no derivative by it", FIXED)
    return stop(lift, cast(lift, x, np.dtype(float)))


def special(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of scipy.special; what is known entirely is computed while lifting."""
    found = _handler(function)
    if found is None:
        return None

    def handler(lift: Lifting, *xs: Any, **named: Any) -> Any:
        if isinstance(function, np.ufunc) and named.keys() - {"out"}:
            lift.refuse(f"options of scipy.special.{function.__name__} cannot be lifted", "convert what it returns: .astype(dtype)")
        if isinstance(function, np.ufunc) and len(xs) > function.nin:
            lift.refuse(f"scipy.special.{function.__name__} gets arrays to write into by position", "assign what it returns")
        return _known(lift, function, xs, named) or found(lift, *xs, **named)
    return handler


def _known(lift: Lifting, function: Any, xs: Any, named: Any) -> Any:
    if not all(is_number(x) and known(lift, x) is not None for x in (*xs, *named.values())):
        return None
    value = evaluated(lift, function, xs, dict(named))
    return None if value is MISSING else value


def _handler(function: Any) -> Callable[..., Any] | None:
    name = getattr(function, "__name__", "")
    if isinstance(function, np.ufunc):
        if name in SPECIAL:
            entry = Elementwise(function, SPECIAL[name])
            return lambda lift, *xs, out=None: apply(lift, entry, *(as_operand(lift, x) for x in xs), out=out)
        if name in PARTS:
            return _parted(*PARTS[name])
        if name in OPERATIONS:
            return _computed(name)
    elif not (getattr(function, "__module__", None) or "").startswith("scipy.special"):
        return None
    if name == "zeta":  # Riemann's is Hurwitz's from 1 on
        return lambda lift, x, q=INT_1: _computed(name)(lift, x, q)
    return _of_definition(function, name) if name in DEFINED else None


def _of_definition(function: Any, name: str) -> Callable[..., Any]:
    """In binary64, as SciPy computes for narrow numbers too, and given in the dtype of SciPy's result."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        definition = getattr(importlib.import_module(f"precis.lift.numpy.library.{DEFINED[name]}"), name)
        given = [as_operand(lift, a) for a in args]
        if name not in OF_COMPLEX and any(is_numeric(x) and dtype_of(x).kind == "c" for x in given):
            lift.refuse(f"scipy.special.{name} of complex numbers cannot be lifted", "use real arguments")
        if not isinstance(function, np.ufunc):
            return lift.call(definition, given, kwargs)
        result = dtypes_of_call(function, [operand(x) for x in given])[-1]
        found = lift.call(definition, [_wide(lift, x) for x in given], kwargs)
        return found if dtype_of(found) == result else cast(lift, found, result)
    return handler


def _wide(lift: Lifting, x: Any) -> Any:
    dtype = dtype_of(x)
    if dtype in (np.float16, np.float32):
        return cast(lift, x, np.dtype(float))
    return cast(lift, x, np.dtype(np.int64)) if dtype.kind in "biu" and dtype.itemsize < 8 else x


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    primitives.parameter: _parameter, primitives.faddeeva: _parted("faddeeva_real", "faddeeva_imag"),
    primitives.lambertw: _parted("lambertw_real", "lambertw_imag")}
