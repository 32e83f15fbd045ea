"""Past one machine: boards of a Dask array revealed chunk by chunk, games played so."""

from typing import Any

import pytest

import minesweep

pytest.importorskip("numpy")
pytest.importorskip("dask.array")
pytest.importorskip("distributed")

import dask.array as da
import numpy as np
from dask.distributed import Client, LocalCluster


@pytest.mark.parametrize("processes", [False, True], ids=["threads", "processes"])
def test_chunks_on_a_cluster(processes: bool) -> None:
    random = np.random.default_rng(0)
    boards = random.choice(np.frombuffer(b"EEEEEEEM", "u1"), size=(1000, 16, 30))
    clicks = random.integers((16, 30), size=(1000, 2))
    before, expected = boards.copy(), boards.copy()
    minesweep.reveal_batch(expected, clicks)

    # Defined here so that a worker's process need not import this module.
    def reveal_chunk(boards: Any, clicks: Any) -> Any:
        boards = boards.copy()  # a task must leave its input as it is
        minesweep.reveal_batch(boards, clicks[:, :, 0])
        return boards

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=processes, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        chunked = da.from_array(boards, chunks=(300, -1, -1))
        clicks_chunked = da.from_array(clicks[:, :, None], chunks=(300, -1, -1))
        revealed = da.map_blocks(
            reveal_chunk, chunked, clicks_chunked, dtype=boards.dtype, chunks=chunked.chunks
        )
        result = client.compute(revealed).result(timeout=120)
    assert np.array_equal(result, expected)
    assert np.array_equal(boards, before)


def test_games_on_a_cluster() -> None:
    """Each chunk plays games of its own seeds: how many workers there are changes nothing."""
    number, size = 1000, 300
    games = minesweep.Games(number, *minesweep.INTERMEDIATE, seed=7)
    while not games.over.all():
        games.reveal((games.visible.reshape(number, -1) == minesweep.HIDDEN).argmax(axis=1))
    expected = games.safe_left
    assert len(np.unique(expected)) > 50

    def play_chunk(seeds: Any) -> Any:
        games = minesweep.Games(len(seeds), *minesweep.INTERMEDIATE, seed=seeds)
        while not games.over.all():
            games.reveal((games.visible.reshape(len(seeds), -1) == minesweep.HIDDEN).argmax(axis=1))
        return games.safe_left

    seeds = da.arange(7, 7 + number, chunks=size, dtype=np.uint64)
    for workers in 1, 2:
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            played = da.map_blocks(play_chunk, seeds, dtype=np.int64)
            result = client.compute(played).result(timeout=120)
        assert result.dtype == np.int64
        assert np.array_equal(result, expected)
