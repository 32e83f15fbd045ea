"""The parts of the comparison: what is timed in each, and how its contestants are played.

Each is a module with these names:

``QUICK``, ``FULL``
    Its plans.
``questions()``
    Cases that are not timed: what each contestant must get right before.
``Contestant``
    How a contestant's file is played.
"""

from importlib import import_module
from types import ModuleType

from contestant import Contestant


def part(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def load(name: str, key: str) -> Contestant:
    """Import a part's contestant.

    Raises ImportError if something that it needs is not installed, OSError if it cannot be
    compiled.
    """
    return part(name).Contestant(key, import_module(f"contestants.{name}.{key}"))
