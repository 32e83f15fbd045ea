"""The textbook flood in Cython on an array of bytes: a stack of squares, one at a time."""

from build import extension
from cases import TEXTBOOK
from forms import UINT8 as form

__all__ = ["form", "name", "requires", "reveal"]

name = "textbook Cython (uint8)"
requires = ("cython", "setuptools")
reveal = extension(TEXTBOOK).reveal_array
