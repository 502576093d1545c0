// SPDX-License-Identifier: MIT
// The dot test of two programs, one the transpose of the other.
#include <ebbwave/verify.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>

#include "../npy.hpp"
#include "../refused.hpp"
#include "axis_order.hpp"
#include "external.hpp"
#include "shell.hpp"

namespace ebw::cli {

namespace {

struct DestroyDot {
  void operator()(ebw_dot *test) const { ebw_dot_destroy(test); }
};

struct Operator {
  const ExternalOptions &options;
  Runner &runner;
  Array x, y;  // as they lie in their files
  std::string x_path, y_path;
  std::int64_t runs = 0;
  std::string failure;

  // Writes `in`, runs the command, reads what it wrote into `out`.
  bool apply(const std::string &command, Array &in, const std::string &in_path, const void *values, const Array &out,
             const std::string &out_path, void *results) {
    std::memcpy(in.bytes.data(), values, in.bytes.size());
    OutputFile file(in_path);
    write_npy(file, in);
    file.commit();
    unlink(out_path.c_str());  // an old result must not pass for a new one
    ++runs;
    const Ended ended = runner.run(filled_in(command, {{"x", x_path}, {"y", y_path}}));
    if (!ended.well) {
      failure = ended.reason;
      return false;
    }
    if (!read_back(in_path, in, values, failure)) return false;
    const Array got = read_npy(out_path);
    if (got.shape != out.shape || got.dtype != out.dtype) {
      failure = joined("wrote ", dtype_name(got.dtype), " ", shape_text(got.shape), ", need ", dtype_name(out.dtype),
                       " ", shape_text(out.shape));
      return false;
    }
    const Array ordered = in_memory_order(got, out.fortran_order);
    std::memcpy(results, ordered.bytes.data(), ordered.bytes.size());
    return true;
  }
};

template <class Apply>
std::int32_t guarded(void *user, const Apply &apply) {
  auto *self = static_cast<Operator *>(user);
  try {
    return apply(*self) ? 0 : 1;
  } catch (const std::exception &error) {
    self->failure = error.what();
    return 2;
  }
}

std::int32_t forward(const void *x, void *y, void *user) {
  return guarded(user, [&](Operator &self) {
    return self.apply(self.options.forward, self.x, self.x_path, x, self.y, self.y_path, y);
  });
}

std::int32_t adjoint(const void *y, void *x, void *user) {
  return guarded(user, [&](Operator &self) {
    return self.apply(self.options.adjoint, self.y, self.y_path, y, self.x, self.x_path, x);
  });
}

Array shaped_as(const std::string &path, const std::optional<std::string> &dtype) {
  const Array like = read_npy(path);
  return make_array(!dtype ? like.dtype : *dtype == "f32" ? EBW_F32 : EBW_F64, like.fortran_order, like.shape);
}

}  // namespace

void test_external_adjoint(const ExternalOptions &options, Runner &runner, PrivateFolder &folder,
                           const Report &report) {
  constexpr const char *kName = "adjoint against the forward program";
  Array x = shaped_as(options.x, options.dtype), y = shaped_as(options.y, options.dtype);
  if (x.dtype != y.dtype)
    refuse(EBW_ERR_DTYPE, options.x, " holds ", dtype_name(x.dtype), ", ", options.y, " holds ", dtype_name(y.dtype),
           "; give both in one precision or choose it by --dtype");
  Operator self{options, runner, std::move(x), std::move(y), folder.file("x.npy"), folder.file("y.npy"), 0, ""};
  ebw_dot *made = nullptr;
  check(ebw_dot_create(self.x.dtype, self.x.count(), self.y.count(), forward, adjoint, &self, nullptr, &made));
  const std::unique_ptr<ebw_dot, DestroyDot> test(made);
  check(ebw_dot_set_steps(made, options.steps));
  check(ebw_dot_set_seeds(made, options.seed, 3));
  const auto begin = std::chrono::steady_clock::now();
  std::int32_t verdict = EBW_VERDICT_FAIL;
  const std::int32_t status = ebw_dot_run(made, &verdict);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (runner.interrupted()) return;
  if (status == EBW_ERR_CALLBACK)
    return add_no_test(report, kName, joined("run ", self.runs, " of the programs gave no result: ", self.failure),
                       seconds);
  check(status);
  check(ebw_report_add_dot(report.get(), "external", kName, made, seconds));
  check(ebw_report_add_text(report.get(), "dtype", dtype_name(self.x.dtype)));
  check(ebw_report_add_number(report.get(), "seed", static_cast<double>(options.seed)));
  const char *words = nullptr;
  check(ebw_dot_get_text(made, &words));
  std::puts(words);
  if (verdict != EBW_VERDICT_PASS) std::printf("  repeat: %s\n", own_command_line().c_str());
}

}  // namespace ebw::cli
