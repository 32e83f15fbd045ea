"""The usual C++ answer, depth first by recursion."""

from contestants._cpp import FORM as form
from contestants._cpp import answer

__all__ = ["form", "name", "requires", "reveal"]

name = "C++ DFS"
requires = ()
reveal = answer("reveal_dfs")
