"""Products of few numbers for each row are sums of terms that nothing stores."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan.narrow_products import narrow_products
from precis.ir.call import bind
from precis.ir.emulate import emulate, value_formats
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def forces(x, w, d):
    apart = np.stack([x[:, None] - x[None, :], x[:, None] + x[None, :] ** 2, x[None, :] * w], axis=2)
    return np.einsum("ij,ijk->ik", w, apart)


def fields(x, w, d):
    """Three operands, and axes in another order on the way."""
    apart = np.stack([x[:, None, None] - d[None], x[:, None, None] * d[None] + 1.0], axis=3)
    return np.einsum("c,pcs,pcsk->pk", w[0, :d.shape[0]], x[:, None, None] * d[None], apart)


def signed(x, w, d):
    """Zeros of products alone are not negative."""
    return np.einsum("i,ij->ji", -np.abs(x), np.where(w > 0.5, 0.0, w))


def wide(x, w, d):
    return np.einsum("ij,ijk->ik", w, x[:, None, None] - d[None, :1, :] * w[:, :, None])


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("fn", "left"), [(forces, 0), (fields, 0), (signed, 0), (wide, 1)])
def test_products_become_sums(fn, left, dtype):
    rng = np.random.default_rng(6)

    def args(n, m):
        x, w, d = rng.normal(size=n), rng.uniform(size=(n, n)), rng.normal(size=(n // 3, m))
        return [a.astype(dtype) for a in (x, w, d)]
    program = lift(fn, *args(9, 7))
    assignment = default_assignment(program)
    made = narrow_products(program.body, assignment, value_formats(program, assignment))
    assert sum(n.op == "einsum" for n in made.walk()) == left
    run, emulated = compile(program), emulate(program, assignment)
    for n, m in ((9, 7), (40, 7), (70, 12)):
        given = args(n, m)
        found, (expected,) = run(*given), interpret(emulated, *bind(program, given))
        np.testing.assert_allclose(found, expected, rtol=1e3 * np.finfo(dtype).eps)
        assert fn is not signed or not np.signbit(found[found == 0]).any()
