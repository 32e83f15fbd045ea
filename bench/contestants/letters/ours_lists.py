"""minesweep on a list of lists."""

from minesweep import reveal

from forms import LISTS as form

__all__ = ["form", "name", "requires", "reveal"]

name = "minesweep (lists)"
requires = ()
