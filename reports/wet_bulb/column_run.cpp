#include "column_run.h"
#include "precis.hpp"

// Names in the program:
//   T_0  T  binary64, argument
//   q_1  q  binary32, argument
//   p_2  p  binary32, argument
//   dp_3  dp  binary32, argument
//   source_4  source  binary32, argument
//   rain_5  rain  binary32, result
//   snow_6  snow  binary32, result
//   precipitable_water_7  precipitable_water  binary32, result
//   heating_8  heating  binary32, result
//   Tw_9  Tw  binary64, workspace
//   deficit_15  deficit  binary32, workspace
//   snow_share_16  snow_share  binary32, workspace
//   mass_17  mass  binary32, workspace
//   melting_rate_18  melting_rate  binary32, workspace

static void compute(const column_args& args) {
    [[maybe_unused]] const int64_t N_n0 = args.N_n0;
    [[maybe_unused]] const int64_t levels_n1 = args.levels_n1;
    [[maybe_unused]] const int64_t M_n2 = args.M_n2;
    [[maybe_unused]] const double* T_0 = reinterpret_cast<const double*>(args.T_0);
    [[maybe_unused]] const float* q_1 = reinterpret_cast<const float*>(args.q_1);
    [[maybe_unused]] const float* p_2 = reinterpret_cast<const float*>(args.p_2);
    [[maybe_unused]] const float* dp_3 = reinterpret_cast<const float*>(args.dp_3);
    [[maybe_unused]] const float* source_4 = reinterpret_cast<const float*>(args.source_4);
    [[maybe_unused]] float* rain_5 = reinterpret_cast<float*>(args.rain_5);
    [[maybe_unused]] float* snow_6 = reinterpret_cast<float*>(args.snow_6);
    [[maybe_unused]] float* precipitable_water_7 = reinterpret_cast<float*>(args.precipitable_water_7);
    [[maybe_unused]] float* heating_8 = reinterpret_cast<float*>(args.heating_8);
    pr::Memory<double> Tw_9_memory(N_n0*levels_n1);
    double* Tw_9 = Tw_9_memory.data;
    pr::Memory<float> deficit_15_memory(N_n0*levels_n1);
    float* deficit_15 = deficit_15_memory.data;
    pr::Memory<float> snow_share_16_memory(N_n0*levels_n1);
    float* snow_share_16 = snow_share_16_memory.data;
    pr::Memory<float> mass_17_memory(N_n0*levels_n1);
    float* mass_17 = mass_17_memory.data;
    pr::Memory<float> melting_rate_18_memory(N_n0*levels_n1);
    float* melting_rate_18 = melting_rate_18_memory.data;
    pr::Memory<double> w_22_memory(N_n0);
    double* w_22 = w_22_memory.data;
    // wet_bulb.py:45
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        PR_INDEPENDENT
        for (int64_t i1 = 0; i1 < levels_n1; ++i1) {
            Tw_9[i0 * levels_n1 + i1] = T_0[i0 * levels_n1 + i1];
        }
    }
    // wet_bulb.py:45
    for (int64_t k_k3 = 0; k_k3 < 8; ++k_k3) {
        // wet_bulb.py:41
        double w_10 = 1.0 - 0.622;
        // wet_bulb.py:42
        float w_11 = 273.15f - 29.65f;
        // wet_bulb.py:43
        double w_12 = 2501000.0 / 1005.0;
        // wet_bulb.py:44
        float w_13 = (2.501e+06f / 1005.0f) * 0.622f;
        // wet_bulb.py:45
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < levels_n1; ++i1) {
                const double t0 = Tw_9[i0 * levels_n1 + i1];
                const float t1 = float(t0);
                const float t2 = t1 - 29.65f;
                const float t3 = 611.2f * pr::exp((17.67f * (t1 - 273.15f)) / t2);
                const double t4 = double(t3);
                const float t5 = p_2[i0 * levels_n1 + i1];
                const float t6 = float(double(t5) - (w_10 * t4));
                const double t7 = (t0 - T_0[i0 * levels_n1 + i1]) + (w_12 * (((0.622 * t4) / double(t6)) - double(q_1[i0 * levels_n1 + i1])));
                const float t8 = 1.0f + (((w_13 * t5) * pr::to_bfloat16(((t3 * 17.67f) * w_11) / (t2 * t2))) / (t6 * t6));
                Tw_9[i0 * levels_n1 + i1] = t0 - (double(pr::to_bfloat16(t7)) / double(pr::to_bfloat16(t8)));
            }
        }
    }
    // wet_bulb.py:33
    float w_14 = 1.0f - 0.622f;
    // wet_bulb.py:57, wet_bulb.py:59, wet_bulb.py:75
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        pr::Sum<double, pr::LANES> s9;
        pr::lanes(levels_n1, [&](const int64_t i1, const int lane) {
            const float t10 = float(T_0[i0 * levels_n1 + i1]);
            const float t11 = 611.2f * pr::exp((17.67f * (t10 - 273.15f)) / (t10 - 29.65f));
            const double t12 = double(q_1[i0 * levels_n1 + i1]);
            const double t13 = pr::maximum(double((0.622f * t11) / (p_2[i0 * levels_n1 + i1] - (w_14 * t11))) - t12, 0.0);
            deficit_15[i0 * levels_n1 + i1] = float(t13);
            const float t14 = float(double(dp_3[i0 * levels_n1 + i1]) / 9.81);
            mass_17[i0 * levels_n1 + i1] = t14;
            s9.add(lane, t12 * double(t14));
        });
        w_22[i0] = s9.result();
    }
    // wet_bulb.py:58, wet_bulb.py:60
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        PR_INDEPENDENT
        for (int64_t i1 = 0; i1 < levels_n1; ++i1) {
            const double t15 = Tw_9[i0 * levels_n1 + i1] - 273.15;
            snow_share_16[i0 * levels_n1 + i1] = float(1.0 / (1.0 + (6.99e-05 * pr::exp(2.0 * (t15 + 3.97)))));
            melting_rate_18[i0 * levels_n1 + i1] = float(0.0036 * pr::maximum(t15, 0.0));
        }
    }
    // wet_bulb.py:74
    PR_INDEPENDENT
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        snow_6[i0] = 0.0f;
    }
    // wet_bulb.py:74
    PR_INDEPENDENT
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        rain_5[i0] = 0.0f;
    }
    // wet_bulb.py:74
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        PR_INDEPENDENT
        for (int64_t i1 = 0; i1 < levels_n1; ++i1) {
            heating_8[i0 * levels_n1 + i1] = 0.0f;
        }
    }
    // wet_bulb.py:74
    for (int64_t k_2_k4 = 0; k_2_k4 < levels_n1; ++k_2_k4) {
        // wet_bulb.py:69, wet_bulb.py:70, wet_bulb.py:71, wet_bulb.py:72, wet_bulb.py:73, wet_bulb.py:74
        PR_INDEPENDENT
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            const float t16 = snow_6[i0];
            const double t17 = double(mass_17[i0 * levels_n1 + k_2_k4]);
            const double t18 = double(float(t17 * double(source_4[i0 * M_n2 + k_2_k4])));
            const double t19 = double(snow_share_16[i0 * levels_n1 + k_2_k4]);
            const double t20 = double(float(double(t16) + (t18 * t19)));
            const double t21 = double(float(t20 * (1.0 - pr::exp((-double(melting_rate_18[i0 * levels_n1 + k_2_k4])) * t17))));
            snow_6[i0] = float(t20 - t21);
            const float t22 = rain_5[i0];
            const double t23 = double(float(double(float(double(t22) + (t18 * (1.0 - t19)))) + t21));
            const float t24 = float(t23 * (1.0 - pr::exp(((-0.053) * double(deficit_15[i0 * levels_n1 + k_2_k4])) * t17)));
            const double t25 = double(t24);
            rain_5[i0] = float(t23 - t25);
            heating_8[i0 * levels_n1 + k_2_k4] = float((-((334000.0 * t21) + (2501000.0 * t25))) / (1005.0 * t17));
        }
    }
    // wet_bulb.py:75
    PR_INDEPENDENT
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        precipitable_water_7[i0] = float(w_22[i0]);
    }
}

extern "C" int column_run(const column_args* args) {
    return pr::guarded([&] { compute(*args); });
}
