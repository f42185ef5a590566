"""How operations are written in NumPy, for scripts that run beside precis: operands hold their formats already."""

from __future__ import annotations

from precis.ir.text.grammar import INFIX

CORRECTLY_ROUNDED = ("add", "sub", "mul", "div")
SAME_NAME = ("sqrt", "abs", "sign", "copysign", "maximum", "minimum", "floor", "ceil", "trunc", "rint", "fmod", "isnan", "isinf",
             "isfinite", "mod", "floordiv")  # fmt: skip
ELEMENTARY = ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh",
              "tanh", "arcsinh", "arccosh", "arctanh", "cbrt", "hypot", "arctan2")  # fmt: skip
COMPARED = ("lt", "le", "gt", "ge", "eq", "ne", "bit_and", "bit_or", "bit_xor", "shift_left", "shift_right")
RENAMED = {"floordiv": "floor_divide"}


def wide(k: int) -> str:
    """Operand k in longdouble: elementary functions of narrow types are not correctly rounded in NumPy."""
    return f"wide({{{k}}})"


SPELLINGS: dict[str, str] = {
    **{op: f"({{0}} {INFIX[op].sign} {{1}})" for op in (*CORRECTLY_ROUNDED, *COMPARED)},
    **{op: f"np.{RENAMED.get(op, op)}({{args}})" for op in SAME_NAME},
    **{op: f"{{f}}(np.{op}({wide(0)}))" for op in ELEMENTARY[:-2]},
    **{op: f"{{f}}(np.{op}({wide(0)}, {wide(1)}))" for op in ELEMENTARY[-2:]},
    "pow": f"{{f}}(np.power({wide(0)}, {wide(1)}))",
    "fma": f"{{f}}({wide(0)} * {wide(1)} + {wide(2)})",
    "rsqrt": f"{{f}}(1 / np.sqrt({wide(0)}))",
    "logistic": f"{{f}}(1 / (1 + np.exp(-{wide(0)})))",
    "neg": "(-{0})",
    "bit_not": "np.logical_not({0})",
    "select": "np.where({args})[()]",
    "stop": "{0}",
    "astype": "{0}",
    "probe": "{0}",
    "index": "({value})",
    "iota": "np.arange({length})",
    "reshape": "np.reshape({0}, ({shape}))",
    "broadcast": "np.broadcast_to({0}, ({shape}))",
    "transpose": "np.transpose({0}, {perm})",
    "concatenate": "np.concatenate(({args},), {axis})",
    **{op: f"np.{op}({{0}}, {{axes}})" for op in ("sum", "prod", "max", "min", "any", "all")},
    **{op: f"np.{op}({{0}}, {{axes}}[0])" for op in ("argmax", "argmin")},
    "cumsum": "np.cumsum({0}, {axis})",
    "cumprod": "np.cumprod({0}, {axis})",
    "einsum": "np.einsum({spec}, {args})",
}
"""{0}, {1}, ... operands; {args} all of them; {f} the type of the result; else attributes."""

MIXED = (*COMPARED[:6], "isnan", "isinf", "isfinite", "max", "min", "argmax", "argmin")  # exact whatever the formats of the operands
