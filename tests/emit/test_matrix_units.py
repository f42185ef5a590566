"""Products on the matrix units of GPUs: the kernel itself, played on this processor with instructions by the manuals' tables of
registers; and its instructions, compiled for real GPUs where a compiler is at hand."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.build import QUICK, build
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.gpu.matmul import UNITS as UNITS_OF_GPUS
from precis.emit.gpu.matmul import as_product
from precis.emit.plan.fills import filled
from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Nest
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.devices import FOLDER, agree, case, clang_assembly, mixed, nvrtc
from tests.emit.oracle import needs_compiler

B32, B64 = FORMATS["binary32"], FORMATS["binary64"]


pytestmark = needs_compiler


def _ptx_16_bits(lane):
    """PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type": a0..a7, b0..b3."""
    group, member = lane >> 2, lane % 4
    a = [(group if i < 2 or 4 <= i < 6 else group + 8, member * 2 + (i & 1) + (0 if i < 4 else 8)) for i in range(8)]
    return a, [(member * 2 + (i & 1) + (0 if i < 2 else 8), group) for i in range(4)], _ptx_result(lane)


def _ptx_tf32(lane):
    """PTX ISA, "Matrix Fragments for mma.m16n8k8", .tf32: a0..a3, b0, b1."""
    group, member = lane >> 2, lane % 4
    a = [(group, member), (group + 8, member), (group, member + 4), (group + 8, member + 4)]
    return a, [(member, group), (member + 4, group)], _ptx_result(lane)


def _ptx_8_bits(lane):
    """PTX ISA, "Matrix Fragments for mma.m16n8k32": a0..a15, b0..b7."""
    group, member = lane >> 2, lane % 4
    a = [(group if i < 4 or 8 <= i < 12 else group + 8, member * 4 + (i & 3) + (0 if i < 8 else 16)) for i in range(16)]
    return a, [(member * 4 + (i & 3) + (0 if i < 4 else 16), group) for i in range(8)], _ptx_result(lane)


def _ptx_result(lane):
    group, member = lane >> 2, lane % 4
    return [(group if i < 2 else group + 8, member * 2 + (i & 1)) for i in range(4)]


def _ptx_binary64(lane):
    """PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64 floating point type"."""
    group, member = lane >> 2, lane % 4
    return [(group, member)], [(member, group)], [(group, member * 2 + i) for i in (0, 1)]


def _amd(neighbours, rows):
    """CDNA instruction sets: 16 lanes along M or N, `neighbours` elements of K in each, 4 groups of lanes along K; `rows` of D."""
    def table(lane):
        line, group = lane % 16, lane // 16
        a = [(line, group * neighbours + i) for i in range(neighbours)]
        return a, [(k, i) for i, k in a], [(rows(group, i), line) for i in range(4)]
    return table


UNITS = {  # fragments: (threads of a block, lanes of a wave, table of a lane's elements of A, B and D)
    "Fragments_m16n8<2>": (128, 32, _ptx_16_bits),
    "Fragments_m16n8<1>": (128, 32, _ptx_tf32),
    "Fragments_m16n8<4>": (128, 32, _ptx_8_bits),
    "Fragments_m8n8k4": (128, 32, _ptx_binary64),
    "Fragments_16x16<4, 4>": (256, 64, _amd(4, lambda group, i: 4 * group + i)),
    "Fragments_16x16<2, 4>": (256, 64, _amd(2, lambda group, i: 4 * group + i)),
    "Fragments_16x16<1, 4>": (256, 64, _amd(1, lambda group, i: 4 * group + i)),
    "Fragments_16x16<1, 1>": (256, 64, _amd(1, lambda group, i: group + 4 * i)),
    "Fragments_apart": (256, 32, lambda lane: ([(lane >> 2, 0)], [(0, lane % 4)], [(lane >> 2, lane % 4)])),
}


def _c_table(name, rows):
    text = ", ".join("{" + ", ".join(f"{{{i}, {j}}}" for i, j in row) + "}" for row in rows)
    return f"static const int {name}[{len(rows)}][{len(rows[0])}][2] = {{{text}}};"


def _kernel(fragments):
    threads, lanes, table = UNITS[fragments]
    tables = zip(*(table(lane) for lane in range(lanes)), strict=True)
    text = "\n".join(['#include "precis.hpp"', f"#define BLOCK_THREADS {threads}", f"#define FRAGMENTS pr::{fragments}",
                      *(_c_table(f"{n}_TABLE", rows) for n, rows in zip("ABC", tables, strict=True)), '#include "waves.hpp"'])
    runtime = resources.files("precis.emit").joinpath("runtime")
    files = {h: runtime.joinpath(h).read_text() for h in (*HEADERS, "precis_matrix_kernel.hpp")}
    files |= {h: (FOLDER / h).read_text() for h in ("waves.hpp", "played.hpp")} | {"kernel.cpp": text}
    return ctypes.CDLL(str(build(files, "kernel.cpp", flags=QUICK)))


def _runner(fragments):
    run = _kernel(fragments).run
    run.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64] * 3 + [ctypes.c_int64] * 3 + [ctypes.c_void_p, ctypes.c_int]
    run.restype = None
    return run


def _batches(*axes):
    return np.array([*axes, *[(1, 0, 0, 0)] * (2 - len(axes))], np.int64).ctypes.data_as(ctypes.c_void_p)


def _strides(x):
    return [s // x.itemsize for s in x.strides]


LAYOUTS = {"by rows": np.ascontiguousarray, "by columns": np.asfortranarray, "every other": lambda x: np.repeat(x, 2, axis=1)[:, ::2]}


@pytest.mark.parametrize("fragments", UNITS)
@pytest.mark.parametrize(("m", "n", "k", "layout"), [(66, 9, 20, "by rows"), (130, 3, 9, "by rows"), (9, 66, 17, "by columns"), (5, 7, 1, "every other")])
def test_the_kernel_multiplies_by_the_tables_of_the_manuals(fragments, m, n, k, layout):
    """C += A B in whole numbers, exactly, beyond one tile and at the edges of tiles."""
    run = _runner(fragments)
    r = np.random.default_rng(0)
    a, b, c = (LAYOUTS[layout](r.integers(-8, 8, shape).astype(float)) for shape in ((m, k), (k, n), (m, n)))
    expected = c + a @ b
    run(a.ctypes.data, *_strides(a), b.ctypes.data, *_strides(b), c.ctypes.data, *_strides(c), m, n, k, _batches(), True)
    np.testing.assert_array_equal(c, expected)


@pytest.mark.parametrize("fragments", ["Fragments_m16n8<2>", "Fragments_16x16<4, 4>"])
def test_the_kernel_multiplies_batches(fragments):
    """C = A B for two axes of a batch; B is the same along the inner one."""
    run, r = _runner(fragments), np.random.default_rng(0)
    a, b, c = (r.integers(-8, 8, shape).astype(float) for shape in ((2, 3, 5, 9), (2, 9, 7), (2, 3, 5, 7)))
    run(a.ctypes.data, 9, 1, b.ctypes.data, 7, 1, c.ctypes.data, 7, 1, 5, 7, 9, _batches((2, 135, 63, 105), (3, 45, 0, 35)), False)
    np.testing.assert_array_equal(c, a @ b[:, None])


def _chain(multiplicand):
    """Products whose factors are rounded to `multiplicand`, summed in binary32 (in binary64 for that)."""
    program, arguments = case("three_matmuls")
    held = B64 if multiplicand == "binary64" else B32
    sites = [n.site for n in program.nodes()]
    assignment = Assignment({c.name: held for c in program.containers}, dict.fromkeys(sites, FORMATS[multiplicand]), dict.fromkeys(sites, held),
                            {}, held)
    return program, assignment, arguments


MULTIPLICANDS = ("e4m3", "e5m2", "binary16", "bfloat16", "tf32", "binary32", "binary64")


@pytest.mark.parametrize("target", ["cuda", "hip"])
@pytest.mark.parametrize("multiplicand", MULTIPLICANDS)
def test_products_are_given_to_the_matrix_units(target, multiplicand):
    program, assignment, _ = _chain(multiplicand)
    text = emit(program, assignment, target).text
    assert text.count(f"pr::matrix_product<pr::Multiply_{multiplicand}, pr::FRESH>") == 3
    assert " = 0.0" not in text


def _dense(x, w):
    return np.tanh(x @ w)


def _heads(q, k):
    return np.einsum("bqhd,bkhd->bhqk", q, k)


def _added(c, a, b):
    c += a @ b


def _nest(left):
    """c[i, j] += left[i, k] b[k, j] of 4 x 4 matrices, k in order."""
    i, j, k, four = (Size.of(x) for x in ("%i0", "%i2", "%i1", 4))

    def load(name, buffer, *index):
        return Instr(name, "load", (), B64, Access(buffer, index, (four, four)))
    body = (load("%0", "c", i, j), load("%1", left, i, k), load("%2", "b", k, j), Instr("%3", "mul", ("%1", "%2"), B64),
            Instr("%4", "add", ("%0", "%3"), B64), Instr("%5", "store", ("%4",), B64, Access("c", (i, j), (four, four))))
    buffers = {name: Buffer(name, (four, four), B64) for name in "abc"}
    return Nest(tuple(Axis(x, four) for x in ("%i0", "%i1", "%i2")), body, sequential=frozenset({"%i1"})), buffers


def test_a_factor_that_the_product_changes_is_not_given_to_the_matrix_units():
    assert as_product(*_nest("a"), UNITS_OF_GPUS) is not None
    assert as_product(*_nest("c"), UNITS_OF_GPUS) is None


@pytest.mark.parametrize("part", [{}, {"guard": ((Size.of("%i0"), Size.of(0), Size.of(2)),)}, {"hole": ((Size.of(0), Size.of(1)),)}])
def test_an_array_is_filled_without_conditions_or_holes(part):
    i, four = Size.of("%i0"), Size.of(4)
    store = Instr("%1", "store", ("%0",), B64, Access("c", (i,), (four,)), guard=part.get("guard", ()))
    nest = Nest((Axis("%i0", four),), (Instr("%0", "const", (), B64, value=0.0), store), hole=part.get("hole", ()))
    assert (filled(nest) is None) == bool(part)


BATCHES = {  # function: (shapes, what the text says of its product)
    "a batch of products": (lambda a, b: a @ b, [(3, 5, 7), (3, 7, 4)], "pr::Batch{"),
    "one matrix for all": (_dense, [(3, 5, 7), (7, 4)], "pr::FRESH>("),
    "two axes": (_heads, [(2, 5, 3, 7), (2, 6, 3, 7)], "pr::Batch{"),
    "a transposed factor": (lambda a, b: a @ b.T, [(5, 7), (4, 7)], "pr::FRESH>("),
    "a product added": (_added, [(5, 4), (5, 7), (7, 4)], "pr::matrix_product<"),
}


@pytest.mark.parametrize("name", BATCHES)
@pytest.mark.parametrize("narrow", ["binary64", "bfloat16", "binary32"])
def test_batches_compute_what_cpu_code_computes(name, narrow):
    function, shapes, said = BATCHES[name]
    r = np.random.default_rng(0)
    arguments = tuple(r.uniform(-1, 1, s) for s in shapes)
    program = lift(function, *arguments)
    assignment = Assignment.uniform(B64) if narrow == "binary64" else mixed(program, narrow)
    assert said in emit(program, assignment, "cuda").text
    agree(program, assignment, arguments, "cuda", {"binary64": 1e-14, "binary32": 1e-5, "bfloat16": 2e-2}[narrow])


@pytest.mark.parametrize(("multiply", "architecture", "instruction"), [
    ("binary16", "sm_80", "m16n8k16.row.col.f32.f16"), ("bfloat16", "sm_80", "m16n8k16.row.col.f32.bf16"),
    ("tf32", "sm_80", "m16n8k8.row.col.f32.tf32"), ("binary64", "sm_80", "m8n8k4.row.col.f64"),
    ("binary32", "sm_80", "mul.rn.f32"), ("e4m3", "sm_80", "m16n8k16.row.col.f32.bf16"), ("e4m3", "sm_90", "m16n8k32.row.col.f32.e4m3.e4m3"),
    ("e5m2", "sm_90", "m16n8k32.row.col.f32.e5m2.e5m2")])  # fmt: skip
def test_nvrtc_compiles_the_instruction(multiply, architecture, instruction, tmp_path):
    program, _ = case("three_matmuls")
    source = emit(program, mixed(program, "binary32"), "cuda")
    element = "double" if multiply == "binary64" else "float"
    text = f"""#include "precis_matrix.hpp"
template __global__ void pr::matrix_kernel<pr::Multiply_{multiply}, true, {element}, {element}, {element}>(
    pr::Operand<const {element}>, pr::Operand<const {element}>, {element}*, int64_t, int64_t, int64_t, pr::Batch, pr::Batch);
"""
    only = replace(source, files={**source.files, source.main: text})
    ptx, code = nvrtc(only, architecture, tmp_path)
    assert instruction in ptx.decode()
    assert len(code) > 4000


@pytest.mark.parametrize(("multiply", "architecture", "instruction"), [
    ("binary16", "gfx942", "v_mfma_f32_16x16x16"), ("binary16", "gfx90a", "v_mfma_f32_16x16x4"), ("bfloat16", "gfx90a", "v_mfma_f32_16x16x16"),
    ("tf32", "gfx90a", "v_mfma_f32_16x16x4"), ("tf32", "gfx942", "v_mfma_f32_16x16x8_xf32"),
    ("binary32", "gfx90a", "v_mfma_f32_16x16x4"), ("binary64", "gfx90a", "v_mfma_f64_16x16x4"),
    ("e4m3", "gfx942", "v_mfma_f32_16x16x16"), ("binary16", "gfx1100", "v_mul_f32")])  # fmt: skip
def test_clang_compiles_the_instruction_for_amd(multiply, architecture, instruction, tmp_path):
    program, _ = case("three_matmuls")
    source = emit(program, mixed(program, "binary32"), "hip")
    element = "double" if multiply == "binary64" else "float"
    text = f"""#include "precis_matrix.hpp"
template __global__ void pr::matrix_kernel<pr::Multiply_{multiply}, true, {element}, {element}, {element}>(
    pr::Operand<const {element}>, pr::Operand<const {element}>, {element}*, int64_t, int64_t, int64_t, pr::Batch, pr::Batch);
"""
    assert instruction in clang_assembly(replace(source, files={**source.files, source.main: text}), architecture, tmp_path)
