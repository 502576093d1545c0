// SPDX-License-Identifier: MIT
// The tables of all instruction sets in the build.
#include "wave/stencil/dispatch.hpp"

#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

namespace ebw::wave::stencil {

#if defined(__x86_64__)
namespace v2 {
extern const Kernels<float> kernels_f32;
extern const Kernels<double> kernels_f64;
}  // namespace v2
namespace v3 {
extern const Kernels<float> kernels_f32;
extern const Kernels<double> kernels_f64;
}  // namespace v3
#else
namespace generic {
extern const Kernels<float> kernels_f32;
extern const Kernels<double> kernels_f64;
}  // namespace generic
#endif

const char *name_of(Isa isa) { return isa == Isa::x86_64_v2 ? "v2" : isa == Isa::x86_64_v3 ? "v3" : "generic"; }

#if defined(__x86_64__)
namespace {

bool machine_has(Isa isa) {
  __builtin_cpu_init();
  if (isa == Isa::x86_64_v2) return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
}

}  // namespace
#endif

Isa choose_isa() {
#if defined(__x86_64__)
  // secure_getenv: a privileged program must not be steered by its caller's environment.
  if (const char *forced = secure_getenv("EBW_ISA"); forced && *forced) {
    const std::string_view name = forced;
    if (name != "v2" && name != "v3")
      fail(Status::argument, "EBW_ISA = \"", name, "\", need v2 or v3, or leave it unset");
    const Isa isa = name == "v2" ? Isa::x86_64_v2 : Isa::x86_64_v3;
    if (!machine_has(isa)) fail(Status::argument, "EBW_ISA = \"", name, "\", which this machine lacks; leave it unset");
    return isa;
  }
  if (machine_has(Isa::x86_64_v3)) return Isa::x86_64_v3;
  if (machine_has(Isa::x86_64_v2)) return Isa::x86_64_v2;
  fail(Status::unsupported, "the wave kernels need a processor with SSE4.2 (x86-64-v2)");
#else
  return Isa::generic;
#endif
}

template <>
const Kernels<float> &kernels<float>(Isa isa) {
#if defined(__x86_64__)
  return isa == Isa::x86_64_v2 ? v2::kernels_f32 : v3::kernels_f32;
#else
  return generic::kernels_f32;
#endif
}
template <>
const Kernels<double> &kernels<double>(Isa isa) {
#if defined(__x86_64__)
  return isa == Isa::x86_64_v2 ? v2::kernels_f64 : v3::kernels_f64;
#else
  return generic::kernels_f64;
#endif
}

}  // namespace ebw::wave::stencil
