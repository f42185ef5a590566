"""Bessel, Struve, Airy and hypergeometric functions. Derivatives: DLMF chapters 9 to 16."""

from __future__ import annotations

from precis.ir.ops.special_formula import Special, f, part, same

# Of J, Y and I by DLMF 10.6.1 and 10.29.1, which hold at 0 too.
BESSEL: dict[str, Special] = dict((
    same("j0", lambda mp, x: mp.besselj(0, x), lambda xs, y: -f("j1", xs[0])),
    same("j1", lambda mp, x: mp.besselj(1, x), lambda xs, y: 0.5 * (f("j0", xs[0]) - f("jv", 2.0, xs[0]))),
    same("y0", lambda mp, x: mp.bessely(0, x), lambda xs, y: -f("y1", xs[0])),
    same("y1", lambda mp, x: mp.bessely(1, x), lambda xs, y: f("y0", xs[0]) - y / xs[0]),
    same("i0", lambda mp, x: mp.besseli(0, x), lambda xs, y: f("i1", xs[0])),
    same("i1", lambda mp, x: mp.besseli(1, x), lambda xs, y: 0.5 * (f("i0", xs[0]) + f("iv", 2.0, xs[0]))),
    same("k0", lambda mp, x: mp.besselk(0, x), lambda xs, y: -f("k1", xs[0])),
    same("k1", lambda mp, x: mp.besselk(1, x), lambda xs, y: -f("k0", xs[0]) - y / xs[0]),
    same("jv", lambda mp, v, x: mp.besselj(v, x), lambda xs, y: 0.5 * (f("jv", xs[0] - 1.0, xs[1]) - f("jv", xs[0] + 1.0, xs[1]))),
    same("yv", lambda mp, v, x: mp.bessely(v, x), lambda xs, y: xs[0] * y / xs[1] - f("yv", xs[0] + 1.0, xs[1])),
    same("iv", lambda mp, v, x: mp.besseli(v, x), lambda xs, y: 0.5 * (f("iv", xs[0] - 1.0, xs[1]) + f("iv", xs[0] + 1.0, xs[1]))),
    same("kv", lambda mp, v, x: mp.besselk(v, x), lambda xs, y: xs[0] * y / xs[1] - f("kv", xs[0] + 1.0, xs[1])),
    same("i0e", lambda mp, x: mp.exp(-abs(x)) * mp.besseli(0, x), lambda xs, y: f("i1e", xs[0]) - xs[0].of("sign") * y),
    same("i1e", lambda mp, x: mp.exp(-abs(x)) * mp.besseli(1, x),
         lambda xs, y: 0.5 * (f("i0e", xs[0]) + f("ive", 2.0, xs[0])) - xs[0].of("sign") * y),
    same("ive", lambda mp, v, x: mp.exp(-abs(x)) * mp.besseli(v, x),
         lambda xs, y: 0.5 * (f("ive", xs[0] - 1.0, xs[1]) + f("ive", xs[0] + 1.0, xs[1])) - xs[1].of("sign") * y),
    same("k0e", lambda mp, x: mp.exp(x) * mp.besselk(0, x), lambda xs, y: y - f("k1e", xs[0])),
    same("k1e", lambda mp, x: mp.exp(x) * mp.besselk(1, x), lambda xs, y: y - f("k0e", xs[0]) - y / xs[0]),
    same("kve", lambda mp, v, x: mp.exp(x) * mp.besselk(v, x), lambda xs, y: y + xs[0] * y / xs[1] - f("kve", xs[0] + 1.0, xs[1])),
    same("struve", lambda mp, v, x: mp.struveh(v, x), lambda xs, y: f("struve", xs[0] - 1.0, xs[1]) - xs[0] * y / xs[1]),
    same("modstruve", lambda mp, v, x: mp.struvel(v, x), lambda xs, y: f("modstruve", xs[0] - 1.0, xs[1]) - xs[0] * y / xs[1]),
    part("airy_ai", "airy", 0, lambda mp, x: mp.airyai(x), lambda xs, y: f("airy_ai_slope", xs[0])),
    part("airy_ai_slope", "airy", 1, lambda mp, x: mp.airyai(x, derivative=1), lambda xs, y: xs[0] * f("airy_ai", xs[0])),
    part("airy_bi", "airy", 2, lambda mp, x: mp.airybi(x), lambda xs, y: f("airy_bi_slope", xs[0])),
    part("airy_bi_slope", "airy", 3, lambda mp, x: mp.airybi(x, derivative=1), lambda xs, y: xs[0] * f("airy_bi", xs[0])),
    same("hyp0f1", lambda mp, b, x: mp.hyp0f1(b, x), lambda xs, y: f("hyp0f1", xs[0] + 1.0, xs[1]) / xs[0]),
    same("hyp1f1", lambda mp, a, b, x: mp.hyp1f1(a, b, x),
         lambda xs, y: xs[0] / xs[1] * f("hyp1f1", xs[0] + 1.0, xs[1] + 1.0, xs[2])),
    same("hyp2f1", lambda mp, a, b, c, x: mp.hyp2f1(a, b, c, x),
         lambda xs, y: xs[0] * xs[1] / xs[2] * f("hyp2f1", xs[0] + 1.0, xs[1] + 1.0, xs[2] + 1.0, xs[3])),
    same("hyperu", lambda mp, a, b, x: mp.hyperu(a, b, x), lambda xs, y: -xs[0] * f("hyperu", xs[0] + 1.0, xs[1] + 1.0, xs[2])),
))
