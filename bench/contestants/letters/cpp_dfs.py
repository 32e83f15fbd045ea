"""The usual C++ solution, depth first by recursion."""

from contestants.letters._cpp import FORM as form
from contestants.letters._cpp import solution

__all__ = ["form", "name", "requires", "reveal"]

name = "C++ DFS"
requires = ()
reveal = solution("reveal_dfs")
