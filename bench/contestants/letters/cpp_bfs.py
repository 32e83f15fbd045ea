"""The usual C++ solution, breadth first."""

from contestants.letters._cpp import FORM as form
from contestants.letters._cpp import solution

__all__ = ["form", "name", "requires", "reveal"]

name = "C++ BFS"
requires = ()
reveal = solution("reveal_bfs")
