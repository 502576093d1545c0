# SPDX-License-Identifier: MIT
"""Writers of the low-level layers, one module per language, and what they share."""
