"""minesweep on an array of bytes (uint8)."""

from minesweep import reveal

from forms import UINT8 as form

__all__ = ["form", "name", "requires", "reveal"]

name = "minesweep (uint8)"
requires = ()
