#include "column_run.h"
#include "precis.hpp"

// Names in the program:
//   T_0  T  binary32, argument
//   q_1  q  binary32, argument
//   p_2  p  binary32, argument
//   dp_3  dp  binary64, argument
//   source_4  source  binary64, argument
//   rain_5  rain  binary32, result
//   snow_6  snow  binary32, result
//   precipitable_water_7  precipitable_water  binary64, result
//   heating_8  heating  binary32, result
//   Tw_9  Tw  binary32, workspace
//   deficit_15  deficit  binary32, workspace
//   snow_share_16  snow_share  binary32, workspace
//   mass_17  mass  binary32, workspace
//   melting_rate_18  melting_rate  binary32, workspace

PR_CALLED static void part0([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t levels_n1, const float* T_0, float* Tw_9) {
    // wet_bulb.py:39
    PR_SHARED_INDEPENDENT(6*N_n0*levels_n1, i0, 0, N_n0*levels_n1, 1) {
        Tw_9[i0] = T_0[i0];
    } PR_JOINED
}

PR_CALLED static void part1([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t levels_n1, float* Tw_9, const float* T_0, const float* p_2, const float* q_1) {
    const int64_t length0 = 2048;
    PR_SHARED(528*N_n0*levels_n1, kfrom_2, 0, N_n0*levels_n1, length0) {
        const int64_t kcount_3 = pr::size_min(length0, N_n0*levels_n1 - kfrom_2);
        // wet_bulb.py:39
        for (int64_t k_k4 = 0; k_k4 < 8; ++k_k4) {
            // wet_bulb.py:41
            float w_10 = 1.0f - 0.622f;
            // wet_bulb.py:42
            float w_11 = 273.15f - 29.65f;
            // wet_bulb.py:43
            float w_12 = 2.501e+06f / 1005.0f;
            // wet_bulb.py:44
            float w_13 = (2.501e+06f / 1005.0f) * 0.622f;
            // wet_bulb.py:45
            PR_INDEPENDENT
            for (int64_t i0 = 0; i0 < kcount_3; ++i0) {
                const float t1 = Tw_9[i0 + kfrom_2];
                const float t2 = t1 - 29.65f;
                const float t3 = 611.2f * pr::exp((17.67f * (t1 - 273.15f)) / t2);
                const float t4 = p_2[i0 + kfrom_2];
                const float t5 = t4 - (w_10 * t3);
                const float t6 = ((t1 - T_0[i0 + kfrom_2]) + (w_12 * (((0.622f * t3) / t5) - q_1[i0 + kfrom_2]))) / (1.0f + (((w_13 * t4) * (((t3 * 17.67f) * w_11) / (t2 * t2))) / (t5 * t5)));
                Tw_9[i0 + kfrom_2] = t1 - t6;
            }
        }
    } PR_JOINED
}

PR_CALLED static void part2([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t levels_n1, const float w_14, const float* T_0, const float* p_2, const float* q_1, float* deficit_15, const double* dp_3, float* mass_17, float* w_19) {
    // wet_bulb.py:57, wet_bulb.py:59, wet_bulb.py:75
    PR_SHARED(53*N_n0*levels_n1, i0, 0, N_n0, 1) {
        pr::with_lanes(levels_n1, [&](const auto count) PR_BODY {
            pr::Sum<float, count()> s0;
            pr::terms<count()>(levels_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
                const float t1 = T_0[i0 * levels_n1 + i1];
                const float t2 = 611.2f * pr::exp((17.67f * (t1 - 273.15f)) / (t1 - 29.65f));
                const float t3 = q_1[i0 * levels_n1 + i1];
                deficit_15[i0 * levels_n1 + i1] = pr::maximum(((0.622f * t2) / (p_2[i0 * levels_n1 + i1] - (w_14 * t2))) - t3, 0.0f);
                const float t4 = float(dp_3[i0 * levels_n1 + i1]) / 9.81f;
                mass_17[i0 * levels_n1 + i1] = t4;
                s0.add(lane, t3 * t4);
            }, [&](const int64_t i1) PR_BODY { pr::soon(&deficit_15[i0 * levels_n1 + i1]); pr::soon(&mass_17[i0 * levels_n1 + i1]); });
            w_19[i0] = s0.result();
        });
    } PR_JOINED
}

PR_CALLED static void part3([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t levels_n1, const float* Tw_9, float* snow_share_16, float* melting_rate_18) {
    // wet_bulb.py:58, wet_bulb.py:60
    PR_SHARED_INDEPENDENT(33*N_n0*levels_n1, i0, 0, N_n0*levels_n1, 1) {
        const float t0 = Tw_9[i0];
        snow_share_16[i0] = float(1.0 / (1.0 + (6.99e-05 * pr::exp(2.0 * ((double(t0) - 273.15) + 3.97)))));
        melting_rate_18[i0] = 0.0036f * pr::maximum(t0 - 273.15f, 0.0f);
    } PR_JOINED
}

PR_CALLED static void part4([[maybe_unused]] const column_args& args, const int64_t N_n0, float* snow_6) {
    // wet_bulb.py:65
    PR_SHARED_INDEPENDENT(3*N_n0, i0, 0, N_n0, 1) {
        snow_6[i0] = 0.0f;
    } PR_JOINED
}

PR_CALLED static void part5([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t levels_n1, float* heating_8) {
    // wet_bulb.py:65
    PR_SHARED_INDEPENDENT(3*N_n0*levels_n1, i0, 0, N_n0*levels_n1, 1) {
        heating_8[i0] = 0.0f;
    } PR_JOINED
}

PR_CALLED static void part6([[maybe_unused]] const column_args& args, const int64_t N_n0, const int64_t M_n2, const int64_t levels_n1, float* snow_6, const float* mass_17, const double* source_4, const float* snow_share_16, const float* melting_rate_18, float* rain_5, const float* deficit_15, float* heating_8) {
    const int64_t length0 = pr::size_max(pr::size_floordiv(32768, 8*M_n2 + 20*levels_n1 + 8), 16);
    PR_SHARED(80*N_n0*levels_n1, k_2from_3, 0, N_n0, length0) {
        const int64_t k_2count_4 = pr::size_min(length0, N_n0 - k_2from_3);
        // wet_bulb.py:65
        for (int64_t k_2_k5 = 0; k_2_k5 < levels_n1; ++k_2_k5) {
            // wet_bulb.py:69, wet_bulb.py:70, wet_bulb.py:71, wet_bulb.py:72, wet_bulb.py:73, wet_bulb.py:74
            PR_INDEPENDENT
            for (int64_t i0 = 0; i0 < k_2count_4; ++i0) {
                const float t1 = snow_6[i0 + k_2from_3];
                const float t2 = mass_17[(i0 + k_2from_3) * levels_n1 + k_2_k5];
                const float t3 = t2 * float(source_4[(i0 + k_2from_3) * M_n2 + k_2_k5]);
                const float t4 = snow_share_16[(i0 + k_2from_3) * levels_n1 + k_2_k5];
                const float t5 = t1 + (t3 * t4);
                const float t6 = t5 * (1.0f - pr::exp((-melting_rate_18[(i0 + k_2from_3) * levels_n1 + k_2_k5]) * t2));
                snow_6[i0 + k_2from_3] = t5 - t6;
                const float t7 = rain_5[i0 + k_2from_3];
                const float t8 = (t7 + (t3 * (1.0f - t4))) + t6;
                const float t9 = t8 * (1.0f - pr::exp(((-0.053f) * deficit_15[(i0 + k_2from_3) * levels_n1 + k_2_k5]) * t2));
                rain_5[i0 + k_2from_3] = t8 - t9;
                heating_8[(i0 + k_2from_3) * levels_n1 + k_2_k5] = (-((334000.0f * t6) + (2.501e+06f * t9))) / (1005.0f * t2);
            }
        }
    } PR_JOINED
}

PR_CALLED static void part7([[maybe_unused]] const column_args& args, const int64_t N_n0, const float* w_19, double* precipitable_water_7) {
    // wet_bulb.py:75
    PR_SHARED_INDEPENDENT(6*N_n0, i0, 0, N_n0, 1) {
        precipitable_water_7[i0] = double(w_19[i0]);
    } PR_JOINED
}

static void compute(const column_args& args) {
    [[maybe_unused]] const int64_t N_n0 = args.N_n0;
    [[maybe_unused]] const int64_t levels_n1 = args.levels_n1;
    [[maybe_unused]] const int64_t M_n2 = args.M_n2;
    [[maybe_unused]] const float* T_0 = reinterpret_cast<const float*>(args.T_0);
    [[maybe_unused]] const float* q_1 = reinterpret_cast<const float*>(args.q_1);
    [[maybe_unused]] const float* p_2 = reinterpret_cast<const float*>(args.p_2);
    [[maybe_unused]] const double* dp_3 = reinterpret_cast<const double*>(args.dp_3);
    [[maybe_unused]] const double* source_4 = reinterpret_cast<const double*>(args.source_4);
    [[maybe_unused]] float* rain_5 = reinterpret_cast<float*>(args.rain_5);
    [[maybe_unused]] float* snow_6 = reinterpret_cast<float*>(args.snow_6);
    [[maybe_unused]] double* precipitable_water_7 = reinterpret_cast<double*>(args.precipitable_water_7);
    [[maybe_unused]] float* heating_8 = reinterpret_cast<float*>(args.heating_8);
    pr::Memory<float> Tw_9_memory(N_n0*levels_n1);
    float* Tw_9 = Tw_9_memory.data;
    pr::Memory<float> deficit_15_memory(N_n0*levels_n1);
    float* deficit_15 = deficit_15_memory.data;
    pr::Memory<float> snow_share_16_memory(N_n0*levels_n1);
    float* snow_share_16 = snow_share_16_memory.data;
    pr::Memory<float> mass_17_memory(N_n0*levels_n1);
    float* mass_17 = mass_17_memory.data;
    pr::Memory<float> melting_rate_18_memory(N_n0*levels_n1);
    float* melting_rate_18 = melting_rate_18_memory.data;
    pr::Memory<float> w_19_memory(N_n0);
    float* w_19 = w_19_memory.data;
    // wet_bulb.py:39
    part0(args, N_n0, levels_n1, T_0, Tw_9);
    part1(args, N_n0, levels_n1, Tw_9, T_0, p_2, q_1);
    // wet_bulb.py:33
    float w_14 = 1.0f - 0.622f;
    // wet_bulb.py:57, wet_bulb.py:59, wet_bulb.py:75
    part2(args, N_n0, levels_n1, w_14, T_0, p_2, q_1, deficit_15, dp_3, mass_17, w_19);
    // wet_bulb.py:58, wet_bulb.py:60
    part3(args, N_n0, levels_n1, Tw_9, snow_share_16, melting_rate_18);
    // wet_bulb.py:65
    part4(args, N_n0, snow_6);
    // wet_bulb.py:65
    part4(args, N_n0, rain_5);
    // wet_bulb.py:65
    part5(args, N_n0, levels_n1, heating_8);
    part6(args, N_n0, M_n2, levels_n1, snow_6, mass_17, source_4, snow_share_16, melting_rate_18, rain_5, deficit_15, heating_8);
    // wet_bulb.py:75
    part7(args, N_n0, w_19, precipitable_water_7);
}

extern "C" int column_run(const column_args* args) {
    return pr::guarded([&] { compute(*args); });
}
