"""Special functions: SciPy's values against mpmath's, and every derivative as binary64 finds it against mpmath's differences."""

import mpmath
import numpy as np
import pytest

from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.ops.special import FUNCTIONS
from tests.ir.cases import Case
from tests.ir.test_ops import adjoint_of, evaluate

MP = mpmath.mp.clone()
MP.dps = 70
STEP = MP.mpf(10) ** -25

# Points of the operands; of functions of one number, those at which a formula could fail.
POINTS: dict[str, list[tuple[float, ...]]] = {
    "j1": [(0.0,), (-1.3,)], "jv": [(0, 0.0), (1, 0.0), (2, 1.7), (0.5, 0.8), (3, -1.2)], "yv": [(1, 0.7), (1.5, 2.0)],
    "i1": [(0.0,), (-1.3,)], "iv": [(0, 0.0), (1, 0.0), (2, 1.7), (0.5, 0.8), (3, -1.2)], "kv": [(0, 0.7), (2.5, 1.4)],
    "i0e": [(-2.5,), (30.0,)], "i1e": [(-2.5,), (30.0,)], "ive": [(2, 1.7), (0.5, 0.8), (3, -1.2)], "kve": [(0, 0.7), (2.5, 30.0)],
    "struve": [(0, 1.2), (2, 0.7)], "modstruve": [(0, 1.2), (2, 0.7)], "hyp0f1": [(1.5, -2.0), (0.5, 0.0), (2, 3.0)],
    "hyp1f1": [(0.5, 1.5, -2.0), (1, 2, 0.0)], "hyp2f1": [(1, 2, 3.5, 0.3), (0.5, 1, 1.5, -2.0)], "hyperu": [(1, 1.5, 0.7), (2, 0.5, 1.0)],
    "expn": [(2, 0.7), (3, 1.5)], "zeta": [(2.5, 0.7), (3, 2.0)], "poch": [(2.5, 1.5), (4.0, 2.0), (1.0, 0.5)],
    "rgamma": [(-0.7,), (-3.0,), (0.0,), (0.5,), (2.5,), (-2.4,)], "spence": [(1.0,), (0.3,), (2.5,), (1.0 + 1e-9,)],
    "sine_integral": [(0.0,), (-2.0,)], "sinh_integral": [(0.0,), (-2.0,)], "cosh_integral": [(0.7,)],
    "gammainc": [(2.5, 1.5), (1, 0.0), (3, 0.0), (500, 500.0)], "gammaincc": [(2.5, 1.5), (1, 0.0)],
    "gammaincinv": [(2.5, 0.3), (1, 0.9)], "gammainccinv": [(2.5, 0.3), (1, 0.9)],
    "betainc": [(2, 3, 0.4), (1, 2, 0.0), (2, 1, 1.0), (0.5, 0.5, 0.3)], "betaincc": [(2, 3, 0.4), (1, 2, 0.0)],
    "betaincinv": [(2, 3, 0.4), (0.5, 1.5, 0.9)], "betainccinv": [(2, 3, 0.4)], "stdtrit": [(3, 0.2), (2.5, 0.7), (10, 0.99)],
    "owens_t": [(0.7, 0.4), (-1.2, 2.0), (0.0, 0.5), (1.0, -0.3)], "wrightomega": [(-3.0,), (0.0,), (1.0,), (5.0,)],
    "faddeeva_real": [(0.7, 0.4), (-1.2, 2.0), (0.0, 0.0), (1.5, -0.3)], "faddeeva_imag": [(0.7, 0.4), (-1.2, 2.0), (0.0, 0.0)],
    "lambertw_real": [(0, 1.0), (0, 0.0), (0, -0.2), (-1, -0.2), (0, -0.7), (1, 2.0), (2, -0.7)],
    "lambertw_imag": [(0, 1.0), (0, -0.7), (1, 2.0), (2, -0.7), (-1, 1.5)],
    "ellipk": [(0.0,), (1e-9,), (-3.0,), (0.99,)], "ellipe": [(0.0,), (1e-9,), (-3.0,), (0.99,)], "ellipkm1": [(1.0,), (1e-12,), (2.5,)],
    "ellipkinc": [(0.7, 0.5), (1.2, 0.0), (4.0, 0.3), (-2.0, -1.5), (0.5, 1.0)], "ellipeinc": [(0.7, 0.5), (1.2, 0.0), (4.0, 0.3), (0.5, 1.0)],
    "elliprf": [(0.5, 1.0, 2.0), (1.0, 1.0, 1.0)], "elliprd": [(0.5, 1.0, 2.0), (0.3, 0.7, 1.0)],
    "jacobi_sn": [(0.7, 0.5), (2.5, 0.3), (1.2, 0.0)], "jacobi_cn": [(0.7, 0.5), (2.5, 0.3)], "jacobi_dn": [(0.7, 0.5), (2.5, 0.3)],
    "amplitude": [(0.7, 0.5), (2.5, 0.3), (-1.1, 0.8)],
}
SEVERAL = [name for name, record in FUNCTIONS.items() if record.arity > 1]


def test_every_function_of_several_numbers_has_points():
    assert set(SEVERAL) <= set(POINTS) <= set(FUNCTIONS)


def _difference(record, k, point):
    """To about 30 digits; to one side where the other is outside of the domain."""
    def at(x):
        return record.mpmath(MP, *point[:k], x, *point[k + 1:]).real
    x = point[k]
    try:
        ahead, behind = at(x + STEP), at(x - STEP)
        if not mpmath.isnan(ahead) and not mpmath.isnan(behind) and abs(MP.im(behind)) == 0:
            return (ahead - behind) / (2 * STEP)
    except (ValueError, ZeroDivisionError, RecursionError):
        pass
    return (at(x + STEP) - at(x)) / STEP


@pytest.mark.parametrize("name", POINTS)
def test_values_and_derivatives_are_those_of_mpmath(name):
    record = FUNCTIONS[name]
    case = Case("special", ((),) * record.arity, ("real",) * record.arity, {"function": name})
    b, inputs, node, _, adjoints = adjoint_of(case)
    for point in POINTS[name]:
        exact = [MP.mpf(x) for x in point]
        numbers = dict(zip((v.name for v in inputs), map(np.float64, point)))
        with np.errstate(all="ignore"):
            values = evaluate([node, *(n for n in b.nodes if n is not node)], {**numbers, "bar": np.float64(1.0)}, NumpyArithmetic())
        np.testing.assert_allclose(values[node.output.name], float(record.mpmath(MP, *exact).real), rtol=1e-12, atol=1e-14, err_msg=str(point))
        for k, found in enumerate(adjoints):
            if found is not None:
                wanted = float(_difference(record, k, exact))
                np.testing.assert_allclose(values[found.name], wanted, rtol=2e-11, atol=1e-12, err_msg=f"{point} by operand {k}")
