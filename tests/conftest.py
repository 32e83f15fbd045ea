import contextlib
import gc
import os
import sys
import tracemalloc
from collections.abc import Iterator
from types import ModuleType

import pytest
from forms import FORMS, KINDS, Form

import minesweep

pytest.register_assert_rewrite("outcomes")

if sys.platform == "emscripten":
    UNAVAILABLE = "can't start new thread", "emscripten does not support processes."

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call() -> Iterator[None]:
        """Skip a test that needs threads or processes, which WebAssembly does not have."""
        try:
            return (yield)
        except (OSError, RuntimeError) as error:
            for reason in UNAVAILABLE:
                if reason in str(error):
                    pytest.skip(reason)
            raise


if "PYTEST_XDIST_WORKER" in os.environ:

    def refuse(*_: object) -> None:
        raise AssertionError("other threads are at work here: mark this test as serial")

    tracemalloc.start = refuse
    with contextlib.suppress(ImportError):
        import _testcapi

        _testcapi.set_nomemory = refuse

with contextlib.suppress(ImportError):
    import hypothesis

    # The time of one example says nothing on a busy machine.
    hypothesis.settings.register_profile("minesweep", deadline=None, max_examples=15)
    hypothesis.settings.register_profile("thorough", deadline=None, max_examples=1000)
    hypothesis.settings.load_profile("minesweep")


def pytest_collection_finish() -> None:
    """Keep the tests themselves out of the garbage collections that many of them ask for."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", params=["reference", "compiled"])
def impl(request: pytest.FixtureRequest) -> ModuleType:
    """The two implementations of the rule: they have the same names."""
    return minesweep.reference if request.param == "reference" else minesweep


@pytest.fixture(scope="session")
def games(impl: ModuleType) -> ModuleType:
    """The two implementations of games; the compiled one takes and gives NumPy's arrays."""
    if impl is minesweep:
        pytest.importorskip("numpy")
    return impl


@pytest.fixture(scope="session", params=FORMS, ids=lambda form: form.name)
def form(request: pytest.FixtureRequest) -> Form:
    """A form of board; the compiled functions take them all, the reference lists alone."""
    if request.param.needs_numpy:
        pytest.importorskip("numpy")
    return request.param


@pytest.fixture(scope="session", params=KINDS, ids=lambda form: form.name)
def kind(request: pytest.FixtureRequest) -> Form:
    """A form of board for each kind of memory: for what takes too long with all forms."""
    return request.param
