"""The textbook flood in Cython on a list of lists: a stack of squares, one at a time."""

from build import extension
from cases import TEXTBOOK
from forms import LISTS as form

__all__ = ["form", "name", "requires", "reveal"]

name = "textbook Cython (lists)"
requires = ("cython", "setuptools")
reveal = extension(TEXTBOOK).reveal_lists
