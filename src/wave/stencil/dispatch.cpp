// SPDX-License-Identifier: MIT
// The tables of all instruction sets in the build.
#include "wave/stencil/dispatch.hpp"

#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

namespace ebw::wave::stencil {

#define EBW_TABLES_OF(isa)                  \
  namespace isa {                           \
  extern const Kernels<float> kernels_f32;  \
  extern const Kernels<double> kernels_f64; \
  }
EBW_TABLES_OF(generic)
#if defined(__x86_64__)
EBW_TABLES_OF(v2)
EBW_TABLES_OF(v3)
EBW_TABLES_OF(v4)
#endif
#undef EBW_TABLES_OF

namespace {

struct Set {
  Isa isa;
  const char *name;
  bool (*on_this_machine)();
  const Kernels<float> *f32;
  const Kernels<double> *f64;
};

#if defined(__x86_64__)
bool has_v2() { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }
bool has_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
}
bool has_v4() {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

// From the plainest to the best.
constexpr Set kSets[] = {
    {Isa::generic, "generic", [] { return true; }, &generic::kernels_f32, &generic::kernels_f64},
#if defined(__x86_64__)
    {Isa::x86_64_v2, "v2", has_v2, &v2::kernels_f32, &v2::kernels_f64},
    {Isa::x86_64_v3, "v3", has_v3, &v3::kernels_f32, &v3::kernels_f64},
    {Isa::x86_64_v4, "v4", has_v4, &v4::kernels_f32, &v4::kernels_f64},
#endif
};

const Set &set_of(Isa isa) {
  for (const Set &set : kSets)
    if (set.isa == isa) return set;
  fail(Status::internal, "kernels of instruction set ", static_cast<int>(isa), " are not in this build");
}

const char *names() {
#if defined(__x86_64__)
  return "generic, v2, v3 or v4";
#else
  return "generic";
#endif
}

}  // namespace

const char *name_of(Isa isa) { return set_of(isa).name; }

Isa choose_isa() {
#if defined(__x86_64__)
  __builtin_cpu_init();
#endif
  // secure_getenv: a privileged program must not be steered by its caller's environment.
  if (const char *forced = secure_getenv("EBW_ISA"); forced && *forced) {
    const std::string_view name = forced;
    for (const Set &set : kSets) {
      if (name != set.name) continue;
      if (!set.on_this_machine())
        fail(Status::argument, "EBW_ISA = \"", name, "\", which this machine lacks; leave it unset");
      return set.isa;
    }
    fail(Status::argument, "EBW_ISA = \"", name, "\", need ", names(), ", or leave it unset");
  }
  Isa best = Isa::generic;
  for (const Set &set : kSets)
    if (set.on_this_machine()) best = set.isa;
  return best;
}

template <>
const Kernels<float> &kernels<float>(Isa isa) {
  return *set_of(isa).f32;
}
template <>
const Kernels<double> &kernels<double>(Isa isa) {
  return *set_of(isa).f64;
}

}  // namespace ebw::wave::stencil
