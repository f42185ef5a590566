"""Replacement: the spec is the region bit for bit, the impl the model inside its domain, and the guard keeps it there."""

import dataclasses

import numpy as np
import pytest

from precis.emit import compile
from precis.errors import UsageError
from precis.formats import FORMATS, Assignment
from precis.ir.approx import inline_approx
from precis.ir.canonical import canonical
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.verify import verify
from precis.surrogate import fit, replace, select
from precis.surrogate.surrogate import Surrogate
from tests.surrogate import programs as P

PROGRAMS = {"root": (P.newton, P.newton_inputs), "blend": (P.columns, P.column_inputs), "mix": (P.grid, P.grid_inputs),
            "halve": (P.scalar, P.scalar_inputs)}


@pytest.fixture(scope="module")
def surrogates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("surrogates")
    return {name: fit(program(), name, inputs, rtol_share=1e-6, folder=folder, models=("chebyshev",), seconds=20.0)
            for name, (program, inputs) in PROGRAMS.items()}


def binding(arguments):
    return {"N": len(arguments[0]), "M": 5}


def relative(found, exact):
    return float(np.linalg.norm(found - exact) / np.linalg.norm(exact))


@pytest.mark.parametrize("guard", ["exact", "clamp", "none"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_spec_is_the_program_and_impl_is_near(surrogates, name, guard):
    program, inputs = PROGRAMS[name][0](), PROGRAMS[name][1](77)
    new = replace(program, name, dataclasses.replace(surrogates[name], guard=guard))
    verify(new)
    (exact,) = interpret(program, inputs, binding(inputs))
    assert np.array_equal(interpret(new, inputs, binding(inputs))[0], exact)
    (found,) = interpret(new, inputs, binding(inputs), spec=False)
    assert relative(found, exact) < (1e-14 if name in ("blend", "halve") else 2e-6)
    assert relative(found, exact) > 0.0 or name == "halve"
    for side, expected in (("spec", exact), ("impl", found)):
        inlined = inline_approx(new, side)
        verify(inlined)
        assert np.array_equal(interpret(inlined, inputs, binding(inputs))[0], expected)


@pytest.mark.parametrize("name, moved", [("root", 1), ("root", 30), ("root", 300), ("mix", 3), ("mix", 200), ("halve", 2)])
def test_outside_the_domain_the_original_runs(surrogates, name, moved):
    """A few points outside, many, and most."""
    program, inputs = PROGRAMS[name][0](), list(PROGRAMS[name][1](77))
    inputs[0] = inputs[0].copy()
    inputs[0].flat[:moved] = 3.0 if name == "mix" else 40.0
    new = replace(program, name, surrogates[name])
    mark = np.zeros(inputs[0].shape, bool)
    mark.flat[:moved] = True
    (exact,), (found,) = (interpret(new, inputs, binding(inputs), spec=s) for s in (True, False))
    if name != "halve":  # where points stay points
        assert np.array_equal(found[mark], exact[mark])
    if name != "halve" and moved < 0.1 * mark.size:
        assert not np.array_equal(found[~mark], exact[~mark])
    assert relative(found, exact) < 2e-6


@pytest.mark.compiler
@pytest.mark.parametrize("name, moved", [("root", 0), ("root", 3), ("root", 200), ("blend", 0)])
def test_compiled_code_agrees_to_the_last_bit(surrogates, name, moved):
    """No point outside the domain, a few, many: the three ways through the guard."""
    program, inputs = PROGRAMS[name][0](), list(PROGRAMS[name][1](77))
    inputs[0] = inputs[0].copy()
    inputs[0].flat[:moved] = 40.0
    new = replace(program, name, surrogates[name])
    compiled = compile(new)
    if compiled.backend != "native":
        pytest.skip(compiled.reason)
    (found,), (expected,) = compiled.run(inputs, binding(inputs)), interpret(new, inputs, binding(inputs), spec=False)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("guard, error", [("clamp", 20.0), ("none", np.inf)])
def test_other_guards(surrogates, guard, error):
    program, (a, c) = P.newton(), P.newton_inputs(77)
    a = a.copy()
    a[3] = 40.0
    (exact,) = interpret(program, (a, c), binding((a,)))
    new = replace(program, "root", dataclasses.replace(surrogates["root"], guard=guard))
    (found,) = interpret(new, (a, c), binding((a,)), spec=False)
    others = np.arange(len(a)) != 3
    assert relative(found[others], exact[others]) < 2e-6 and 1.0 < abs(found[3] - exact[3]) < error


def test_text_of_a_replaced_program_reads_back(surrogates):
    new = canonical(replace(P.newton(), "root", surrogates["root"]))
    assert parse(show(new), new.constants, original=new.original, sources=new.sources) == new


def test_formats_of_the_source_follow_the_region(surrogates):
    program, inputs = P.newton(), P.newton_inputs(3)
    single = FORMATS["binary32"]
    region = select(program, "root")
    stated = {v.name: single for n in region.nodes for v in n.outputs if v.container is None and n.op == "loop"}
    original = Assignment({"a": single, "c": single, "d": single, "y": single}, values=stated, default=single)
    new = replace(dataclasses.replace(program, original=original), "root", surrogates["root"])
    before = interpret(emulate(program, original), inputs, binding(inputs))[0]
    after = interpret(emulate(new, new.original), inputs, binding(inputs))[0]
    assert np.array_equal(before, after)
    (rounded,) = interpret(emulate(inline_approx(new, "impl"), new.original), inputs, binding(inputs))
    assert 1e-8 < relative(rounded, before) < 1e-5


def test_a_surrogate_of_other_code_is_refused(surrogates):
    with pytest.raises(UsageError, match="trained for other code") as refusal:
        replace(P.newton(trips=7), "root", surrogates["root"])
    assert refusal.value.span is not None and refusal.value.hints == ("train it again",)


def test_save_and_load(surrogates, tmp_path):
    first = surrogates["root"]
    again = Surrogate.load(first.save(tmp_path))
    assert dataclasses.replace(again, file=None, domain=None, model=None) == dataclasses.replace(
        first, file=None, domain=None, model=None)
    program, inputs = P.newton(), P.newton_inputs(5)
    found = [interpret(replace(program, "root", s), inputs, binding(inputs), spec=False)[0] for s in (first, again)]
    assert np.array_equal(*found)


def edit(path, old, new):
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize("damage, message", [
    (lambda json, weights: json.write_text("{"), "not JSON"),
    (lambda json, weights: json.write_text("[]"), "not a record"),
    (lambda json, weights: edit(json, '"kind": "chebyshev"', '"kind": "pickle"'), "not a surrogate: KeyError"),
    (lambda json, weights: edit(json, '"guard": "exact"', '"guard": "maybe"'), "malformed"),
    (lambda json, weights: edit(json, weights.name, "../" + weights.name), "not a record of weights"),
    (lambda json, weights: weights.write_bytes(weights.read_bytes()[:-8]), "do not match the hash"),
    (lambda json, weights: weights.unlink(), "missing"),
])
def test_damaged_files_are_refused(surrogates, tmp_path, damage, message):
    path = surrogates["blend"].save(tmp_path)
    damage(path, next(tmp_path.glob("*.safetensors")))
    with pytest.raises(UsageError, match=message):
        Surrogate.load(path)
