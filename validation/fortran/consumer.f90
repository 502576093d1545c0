! SPDX-License-Identifier: MIT
! The smallest Fortran user of an installed Ebbwave, built with nothing but pkg-config's flags.
program consumer
  use ebbwave
  implicit none
  type(ebw_schedule) :: schedule

  call schedule%create_revolve(10_int64, 3_int64, EBW_REVERSE_FUSED)
  print '(a, 1x, i0)', ebw_library_version(), schedule%count_advances()
  call schedule%destroy()
end program consumer
