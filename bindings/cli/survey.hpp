// SPDX-License-Identifier: MIT
// A model and its shots, built from the options and checked: what `plan` and `gradient` work on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"
#include "npy.hpp"
#include "survey_options.hpp"

namespace ebw::cli {

struct Survey {
  Model model;
  Model true_model;  // empty without --true-model
  std::vector<Shot> shots;
  double dt = 0.0;               // seconds
  std::int64_t n_receivers = 0;  // of each shot
  std::int64_t n_samples = 0;
  std::int64_t memory_bytes = 0;
  std::string memory_text;  // as the user gave it; empty for half of the machine's memory

  // The model file's form, for the gradient: logical shape and strides, and the file's own.
  std::vector<std::int64_t> shape, stride, file_shape;
  bool fortran_order = false;
  std::int32_t dtype = 0, file_dtype = 0;

  std::vector<ebw_shot *> shot_handles() const;
};

// Raises a failed call of the library that was given memory and slots, in the words of the command's options.
void check_budget(const Survey &survey, std::int32_t status);

// Reads and checks every input; runs nothing.
Survey make_survey(const SurveyOptions &options);

}  // namespace ebw::cli
