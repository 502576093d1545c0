// SPDX-License-Identifier: MIT
// Names of the status numbers.
#include "base/status.hpp"

namespace ebw {

const char *status_name(std::int32_t status) noexcept {
  switch (static_cast<Status>(status)) {
    case Status::ok: return "ok";
    case Status::argument: return "argument";
    case Status::shape: return "shape";
    case Status::dtype: return "dtype";
    case Status::overflow: return "overflow";
    case Status::not_found: return "not found";
    case Status::unsupported: return "unsupported";
    case Status::state: return "call out of order";
    case Status::busy: return "busy";
    case Status::handle: return "wrong handle";
    case Status::cancelled: return "cancelled";
    case Status::no_memory: return "no memory";
    case Status::budget: return "budget too small";
    case Status::storage: return "storage";
    case Status::no_space: return "no space";
    case Status::corrupt: return "corrupt";
    case Status::permission: return "permission";
    case Status::not_resumable: return "not resumable";
    case Status::non_finite: return "non-finite";
    case Status::unstable: return "unstable";
    case Status::not_converged: return "not converged";
    case Status::callback: return "user callback";
    case Status::mpi: return "MPI";
    case Status::decomposition: return "decomposition";
    case Status::ranks_disagree: return "ranks disagree";
    case Status::rank_failed: return "another rank failed";
    case Status::internal: return "internal";
  }
  return "unknown status";
}

}  // namespace ebw
