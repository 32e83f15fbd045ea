"""The usual C++ answer, breadth first."""

from contestants._cpp import FORM as form
from contestants._cpp import answer

__all__ = ["form", "name", "requires", "reveal"]

name = "C++ BFS"
requires = ()
reveal = answer("reveal_bfs")
