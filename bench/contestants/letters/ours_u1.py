"""minesweep on an array of one-character strings (U1)."""

from minesweep import reveal

from forms import U1 as form

__all__ = ["form", "name", "requires", "reveal"]

name = "minesweep (U1)"
requires = ()
