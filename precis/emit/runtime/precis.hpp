// Run-time support of emitted CPU code: number formats, rounding, elementary functions, sums in fixed order.
//
// Values of formats narrower than binary32 are held in float and rounded after every operation; in memory they are
// codes. All roundings are to nearest even, straight from the wide value, with subnormals, overflow and NaN as in
// IEEE 754 (and OCP 8-bit formats, non-saturating, for e4m3). Compile with -ffp-contract=off -fwrapv, never -ffast-math.
#pragma once

#include "precis_compiler.hpp"
#if !defined(PR_DEVICE)
#include "precis_memory.hpp"
#endif
#include "precis_bits.hpp"
#include "precis_formats.hpp"
#include "precis_arithmetic.hpp"
#include "precis_lanes.hpp"
#include "precis_sums.hpp"
#if !defined(PR_DEVICE)
#include "precis_products.hpp"
#endif
