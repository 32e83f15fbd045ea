# cython: language_level=3, freethreading_compatible=True
"""Games: hidden mines, and what the player sees of them, on boards of our own.

A game is two arrays, `mines` and `visible`, a byte a square. The engine reveals squares of them as
of any pair of boards (`engine/board`), and draws the mines (`engine/layout`). What is public is
read-only: arrays over the same memory, which keep it alive.

Boards of our own are typed memoryviews. They are acquired once a game; to acquire a caller's board
that way costs more than most clicks (see `_acquire`).

Free-threaded Pythons may leave the GIL off: what a call does to a `Game`, it does while it holds
the game's lock. `Games` take none, as they let the GIL go: their memory stays where it is, and no
square is used before it was found to be on the board.
"""

import os

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

import minesweep  # for the names of hints
from minesweep import _errors, _workers
from minesweep._arguments cimport as_integer, clipped
from minesweep._verdicts cimport MAX_STATES, ask, error_of, raise_pending
from minesweep._many import _numpy
from minesweep.engine.board cimport Board, prefetch_rows
from minesweep.engine.click cimport NO_MEMORY
from minesweep.engine.tiles cimport Tiles, free_tiles, init_tiles
from minesweep.engine.game cimport (
    FLAG, HIDDEN, MINE, Progress, Record, Rules, add, begin_game, copy_record, count_mines,
    is_over, lay, mines_of, move_back, reserve, reveal_square, set_up, squares_of,
)
from minesweep.engine.layout cimport ANY, GOLD, OPENING, SAFE, FirstClick
from minesweep.engine.letters cimport choose_kernels
from minesweep.engine.odds cimport (
    ODDS_DONE, ODDS_STOPPED, Odds, Verdict, init_odds, open_safe,
)
from minesweep.engine.words cimport lowest, population

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    int PyErr_CheckSignals() except -1

__all__ = ["Game", "Games", "resumed", "resumed_games"]

cdef enum:
    # Signals are checked about once per this many opened squares, which is some milliseconds; a
    # move counts as some squares more.
    SQUARES_AT_ONCE = 1 << 21
    SQUARES_A_MOVE = 64
    # Games ahead of the one that moves for which memory is prefetched.
    AHEAD = 6
    # Games in which a thread reveals what is proven at once, at most.
    GAMES_A_RANGE = 64
    NOT_DONE = -1  # in place of a count

choose_kernels()


@cython.final
cdef class Game:
    """Game(rows, cols, mines, *, seed=None, first_click="opening")\n--\n\n\
    A game with hidden mines.

    Parameters
    ----------
    rows, cols, mines : int
        The size of the board and the number of mines, which leaves one square free at least.
        `BEGINNER`, `INTERMEDIATE` and `EXPERT` are the usual ones: ``Game(*EXPERT)``.
    seed : int, optional
        From 0 to 2**64 - 1. Seed and first click fix the game, on every system and in every later
        release. The system is asked for one if there is none.
    first_click : {"opening", "safe", "any"}
        What the first square that is revealed may be. ``"any"``: a mine too. ``"safe"``: never a
        mine. ``"opening"``: no mine is around it either, as far as there is room elsewhere. Mines
        in the way are moved, so that all boards that are allowed stay equally likely.

    Attributes
    ----------
    visible : numpy.ndarray of int8, shape (rows, cols)
        What the player sees: 0 to 8 on an open square, `HIDDEN` (-1), `FLAG` (-2), or `MINE` (9)
        for a mine that was hit. So ``visible < 0`` is closed.
    mines : numpy.ndarray of bool, shape (rows, cols)
        Where the mines are. Both arrays are read-only, and the game's own memory: they show every
        move, and the games after `reset` too.
    revealed : numpy.ndarray of int64, shape (n, 2)
        The squares that the last `reveal`, `chord` or `open_safe` changed, in reading order.
    won, lost, over : bool
        A game is lost when a mine is hit, and won when all free squares are open.
    safe_left : int
        Free squares that are still closed.
    n_mines : int
        How many mines there are.
    seed : int or None
        The seed of this layout; None after `from_mines`.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    ValueError
        If there are no rows or no columns, or not from 0 to ``rows * cols - 1`` mines, or for a
        seed out of range or another `first_click`.
    TypeError
        If a size or the seed is no integer.
    MemoryError
        If there is no memory for two bytes a square.

    Notes
    -----
    A flag stops an opening and stays. All mines but those that are hit stay hidden, after the end
    too: ``numpy.where(game.mines, MINE, game.visible)`` shows them. Calls after the end change
    nothing and are no errors; errors leave the game as it was. The rules are written down in plain
    Python as `minesweep.reference.Game`.

    Examples
    --------
    >>> import minesweep
    >>> game = minesweep.Game(4, 6, 3, seed=1)
    >>> game.reveal(0, 0)
    12
    >>> print(game)
    01....
    01....
    0113..
    0001..
    >>> game.flag(2, 4), game.reveal(0, 2), game.visible[0, 2].item(), game.over
    (True, 1, 1, False)
    """

    cdef object planes  # an array of int8 of shape (2, rows, cols): mines, and what is visible
    cdef int8_t[:, ::1] _mines
    cdef int8_t[:, ::1] _visible
    cdef tuple arrays  # what is public of them, once it was asked for
    cdef Board board  # the two for the engine
    cdef Rules rules
    cdef Progress progress
    cdef bint has_seed
    cdef Record last  # of the last move
    cdef Record now  # of the move under way

    def __cinit__(self, rows, cols, mines, *, seed=None, first_click="opening"):
        self.rules = rules_of(1, rows, cols, mines, first_click)
        self.progress.seed, self.has_seed = seed_of(seed), True
        numpy = _numpy("Game")
        self.planes = numpy.empty((2, self.rules.rows, self.rules.cols), numpy.int8)
        self.acquire()
        lay(&self.board, &self.rules, &self.progress)
        begin_game(&self.board, &self.rules, &self.progress)

    def __dealloc__(self):
        PyMem_RawFree(self.last.words)
        PyMem_RawFree(self.now.words)

    @staticmethod
    def from_mines(mines: minesweep._types.Mines) -> Game:
        """A game on a layout of your own, whose mines never move.

        Parameters
        ----------
        mines : array of bool, shape (rows, cols)
            The layout, which is copied. One square at least is free.

        Examples
        --------
        >>> import minesweep, numpy as np
        >>> game = minesweep.Game.from_mines(np.eye(3, dtype=bool))
        >>> game.reveal(0, 2)
        1
        >>> print(game)
        ..1
        ...
        ...
        """
        numpy = _numpy("Game")
        mined = mines_of_layouts(numpy, mines, 2)
        rows, cols = mined.shape
        cdef Game game = Game(rows, cols, numpy.count_nonzero(mined), seed=0, first_click="any")
        game.planes[0] = mined
        game.has_seed = False
        return game

    cdef int acquire(self) except -1:
        """Acquire the boards from their array."""
        cdef int8_t[:, :, ::1] planes = self.planes
        self._mines, self._visible = planes[0], planes[1]
        set_up(&self.board, &self.rules, &planes[0, 0, 0], &planes[1, 0, 0])
        return 0

    def reset(self, seed: minesweep._types.SupportsIndex | None = None) -> None:
        """Begin a new game, in the same memory.

        Parameters
        ----------
        seed : int, optional
            The next seed, ``(seed + 0x9E3779B97F4A7C15) % 2**64``, is taken if there is none. A
            game on a layout of your own keeps its mines, and a seed is a `ValueError`.

        Examples
        --------
        >>> import minesweep
        >>> game = minesweep.Game(*minesweep.BEGINNER, seed=1)
        >>> game.reset()
        >>> game.seed
        11400714819323198486
        """
        cdef uint64_t next_seed = 0
        if seed is not None:
            if not self.has_seed:
                raise _errors.no_seeds()
            next_seed = seed_of(seed)
        with cython.critical_section(self):
            if self.has_seed:
                self.progress.seed = self.progress.seed + GOLD if seed is None else next_seed
                lay(&self.board, &self.rules, &self.progress)
            begin_game(&self.board, &self.rules, &self.progress)
            self.last.count = 0

    def reveal(
        self, row: minesweep._types.SupportsIndex, col: minesweep._types.SupportsIndex
    ) -> int:
        """Reveal a hidden square, and all that its opening reveals.

        Parameters
        ----------
        row, col : int
            The square, counted from 0.

        Returns
        -------
        int
            How many squares changed: 1 for a mine. 0 on a square that is open or has a flag, and
            after the end.

        Raises
        ------
        IndexError
            If the square is outside the board.
        TypeError
            If `row` or `col` is no integer.
        MemoryError
            If there is no memory for the opening. The game is then as it was.

        Examples
        --------
        >>> import minesweep
        >>> game = minesweep.Game(*minesweep.EXPERT, seed=1)
        >>> game.reveal(8, 15), game.reveal(8, 15), game.safe_left
        (49, 0, 332)
        """
        cdef Py_ssize_t r, c, changed = 0
        self.find(row, col, &r, &c)
        with cython.critical_section(self):
            if not is_over(&self.progress):
                changed = self.open(r, c)
            return self.end_move(changed)

    def chord(
        self, row: minesweep._types.SupportsIndex, col: minesweep._types.SupportsIndex
    ) -> int:
        """Reveal all hidden squares around a number that has as many flags around it.

        Parameters
        ----------
        row, col : int
            The square, counted from 0.

        Returns
        -------
        int
            How many squares changed; mines are hit where flags are wrong, and all other squares
            are revealed nevertheless. 0 if the square is closed, or has not exactly as many flags
            around it as it says, and after the end.

        Raises
        ------
        IndexError, TypeError, MemoryError
            As `reveal`.

        Examples
        --------
        >>> import minesweep, numpy as np
        >>> game = minesweep.Game.from_mines(np.eye(1, 9, dtype=bool))
        >>> game.reveal(0, 1), game.flag(0, 0), game.chord(0, 1), game.won
        (1, True, 7, True)
        """
        cdef Py_ssize_t r, c, i, j, changed = 0
        cdef int flags = 0
        self.find(row, col, &r, &c)
        with cython.critical_section(self):
            for i in range(max(r - 1, 0), min(r + 2, self.board.rows)):
                for j in range(max(c - 1, 0), min(c + 2, self.board.cols)):
                    flags += self._visible[i, j] == FLAG
            if self._visible[r, c] == flags and not is_over(&self.progress):
                for i in range(max(r - 1, 0), min(r + 2, self.board.rows)):
                    for j in range(max(c - 1, 0), min(c + 2, self.board.cols)):
                        changed += self.open(i, j)
            return self.end_move(changed)

    def open_safe(self) -> int:
        """Reveal every square that is proven safe, again and again until none is.

        Proven as `minesweep.probabilities` proves it: from all that is open and the number of
        mines. Flags are no knowledge, and stay. Before the first `reveal` nothing is proven, unless
        there are no mines.

        Returns
        -------
        int
            How many squares changed; 0 after the end.

        Raises
        ------
        minesweep.TooHard
            If that takes more than a million states. The game is then as it was.
        MemoryError
            If there is not enough memory. The game is then as it was.

        Examples
        --------
        >>> import minesweep
        >>> game = minesweep.Game(*minesweep.BEGINNER, seed=1)
        >>> game.reveal(4, 4), game.open_safe(), game.won
        (60, 11, True)
        """
        cdef Py_ssize_t squares = squares_of(&self.board), opened = 0, i
        cdef int stopped = 0
        cdef bint ended
        cdef Verdict verdict = ODDS_DONE
        cdef Tiles tiles
        cdef Odds odds
        cdef double* scratch = <double*>PyMem_RawMalloc(squares * (sizeof(double) + 2))
        cdef char* before = <char*>(scratch + squares) + squares
        if scratch == NULL:
            raise MemoryError()
        try:
            with cython.critical_section(self):
                memcpy(before, self.board.squares, squares)
                ended = is_over(&self.progress)
            init_tiles(&tiles)
            init_odds(&odds, MAX_STATES, ask, &stopped)
            if not ended:
                with nogil:
                    verdict = open_safe(
                        &odds, &self.board, self.rules.mines, scratch, &tiles, &opened
                    )
            free_tiles(&tiles)
            raise_pending()
            if verdict != ODDS_DONE:
                raise error_of(verdict, self.visible, self.rules.mines, MAX_STATES)
            with cython.critical_section(self):
                if not reserve(&self.now, opened):
                    memcpy(self.board.squares, before, squares)
                    raise MemoryError()
                for i in range(squares):
                    if self.board.squares[i] != before[i] and self.now.count < opened:
                        add(&self.now, i, 1)
                self.progress.safe_left -= opened
                return self.end_move(opened)
        finally:
            PyMem_RawFree(scratch)

    def flag(
        self, row: minesweep._types.SupportsIndex, col: minesweep._types.SupportsIndex
    ) -> bool:
        """Put a flag on a hidden square, or take it away.

        Parameters
        ----------
        row, col : int
            The square, counted from 0.

        Returns
        -------
        bool
            Whether the square has a flag now. Open squares take none, and no flag moves after the
            end.

        Raises
        ------
        IndexError, TypeError
            As `reveal`.

        Examples
        --------
        >>> import minesweep
        >>> game = minesweep.Game(*minesweep.BEGINNER)
        >>> game.flag(3, 4), game.reveal(3, 4), game.flag(3, 4)
        (True, 0, False)
        """
        cdef Py_ssize_t r, c
        cdef int8_t* square
        self.find(row, col, &r, &c)
        with cython.critical_section(self):
            square = &self._visible[r, c]
            if square[0] < 0 and not is_over(&self.progress):
                square[0] = FLAG if square[0] == HIDDEN else HIDDEN
            return square[0] == FLAG

    cdef inline int find(self, row, col, Py_ssize_t* r, Py_ssize_t* c) except -1:
        """The square that is meant, which is on the board."""
        row = row if type(row) is int else as_integer("row", row)
        col = col if type(col) is int else as_integer("column", col)
        cdef int64_t at_row = clipped(row), at_col = clipped(col)
        # A negative number is a huge one without its sign.
        if (
            <uint64_t>at_row >= <uint64_t>self.board.rows
            or <uint64_t>at_col >= <uint64_t>self.board.cols
        ):
            raise _errors.outside(row, col, self.board.rows, self.board.cols)
        r[0], c[0] = <Py_ssize_t>at_row, <Py_ssize_t>at_col
        return 0

    cdef inline Py_ssize_t open(self, Py_ssize_t row, Py_ssize_t col) except -1:
        """Reveal a square if it is hidden; how many squares changed."""
        cdef Tiles tiles
        cdef Py_ssize_t changed
        init_tiles(&tiles)
        changed = reveal_square(
            &self.board, &self.rules, &self.progress, row, col, &tiles, &self.now
        )
        free_tiles(&tiles)
        if changed == NO_MEMORY:
            self.take_back()
            raise MemoryError()
        return changed

    cdef inline object end_move(self, Py_ssize_t changed):
        """The number of squares, once nothing can fail any more."""
        cdef object count
        try:
            count = changed
        except MemoryError:
            self.take_back()
            raise
        self.last, self.now = self.now, self.last
        self.now.count = 0
        return count

    cdef void take_back(self) noexcept:
        """Hide what the move under way has revealed: the game had not ended before it."""
        cdef Py_ssize_t i, at
        cdef uint64_t squares
        for i in range(self.now.count):
            squares = self.now.words[i].squares
            while squares:
                at = self.now.words[i].first + lowest(squares)
                squares &= squares - 1
                self.board.squares[at] = HIDDEN
                self.progress.safe_left += not mines_of(&self.board)[at]
        self.progress.lost = False
        self.now.count = 0
        move_back(&self.board, &self.rules, &self.progress)

    @property
    def mines(self):
        """Where the mines are: read-only, and the game's own memory."""
        return self.public()[0]

    @property
    def visible(self):
        """What the player sees: read-only, and the game's own memory."""
        return self.public()[1]

    cdef tuple public(self):
        cdef tuple arrays
        with cython.critical_section(self):
            arrays = self.arrays
        if arrays is None:
            arrays = public_arrays(self.planes)
            with cython.critical_section(self):
                if self.arrays is None:
                    self.arrays = arrays
                arrays = self.arrays
        return arrays

    @property
    def revealed(self):
        """The squares that the last move changed, in reading order."""
        cdef Record record = [NULL, 0, 0]
        cdef bint done
        with cython.critical_section(self):
            done = copy_record(&record, &self.last)
        try:
            if not done:
                raise MemoryError()
            return pairs_of(&record, self.board.cols)
        finally:
            PyMem_RawFree(record.words)

    @property
    def n_mines(self):
        """How many mines there are."""
        return self.rules.mines

    @property
    def safe_left(self):
        """Free squares that are still closed."""
        return self.progress.safe_left

    @property
    def lost(self):
        """Whether a mine was hit."""
        return self.progress.lost

    @property
    def won(self):
        """Whether all free squares are open, and no mine was hit."""
        return self.progress.safe_left == 0 and not self.progress.lost

    @property
    def over(self):
        """Whether the game is won or lost."""
        return is_over(&self.progress)

    @property
    def seed(self):
        """The seed of this layout; None after `from_mines`."""
        return self.progress.seed if self.has_seed else None

    def copy(self) -> Game:
        """An independent game in the same state.

        `copy.copy`, `copy.deepcopy` and `pickle` make such games too.

        Examples
        --------
        >>> import minesweep
        >>> game = minesweep.Game(*minesweep.BEGINNER, seed=1)
        >>> before = game.copy()
        >>> game.reveal(4, 4), before.safe_left
        (60, 71)
        """
        cdef Game twin = Game(
            self.board.rows, self.board.cols, 0, seed=0,
            first_click=name_of(self.rules.first_click),
        )
        with cython.critical_section(self):
            if not copy_record(&twin.last, &self.last):
                raise MemoryError()
            memcpy(mines_of(&twin.board), self.board.mines, 2 * squares_of(&self.board))
            twin.rules, twin.progress, twin.has_seed = self.rules, self.progress, self.has_seed
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        cdef Game twin = self.copy()  # which no other thread changes
        mines, visible = twin.planes
        return resumed, (
            mines.tobytes(), visible.tobytes(), mines.shape, twin.seed,
            name_of(self.rules.first_click), twin.revealed.astype("<i8").tobytes(),
        )

    def __str__(self):
        text, cols = self.planes[1].tobytes().translate(SHOWN).decode("ascii"), self.board.cols
        lines = []
        for at in range(0, len(text), cols):
            lines.append(text[at:at + cols])
        return "\n".join(lines)

    def __repr__(self):
        state = "won" if self.won else "lost" if self.lost else "playing"
        return (
            f"<minesweep.Game {self.board.rows}x{self.board.cols}, {self.n_mines} mines, "
            f"seed {self.seed}, {state}>"
        )


# The characters of what is visible, by its byte.
SHOWN = b"012345678*".ljust(254, b"?") + b"F."


def resumed(bytes mines, bytes visible, shape, seed, first_click, bytes revealed):
    """The game that was pickled."""
    cdef Py_ssize_t i
    numpy = _numpy("Game")
    mined, shown = pickled_boards(numpy, mines, visible, shape)
    pairs = numpy.frombuffer(revealed, "<i8").reshape(-1, 2).astype(numpy.intp)
    cdef Game game = Game.from_mines(mined)
    game.planes[1] = shown
    game.progress.lost = (shown == MINE).any()
    game.progress.safe_left = numpy.count_nonzero((shown < 0) & ~mined)
    game.progress.seed, game.has_seed = seed_of(seed or 0), seed is not None
    game.rules.first_click = first_click_of(first_click)
    cdef const Py_ssize_t[::1] places = numpy.ravel_multi_index(pairs.T, shape)
    if not reserve(&game.last, len(places)):
        raise MemoryError()
    for i in range(len(places)):
        add(&game.last, places[i], 1)
    return game


cdef tuple pickled_boards(object numpy, bytes mines, bytes visible, shape):
    """The mines, as an array of bool, and what is visible."""
    shown = numpy.frombuffer(visible, numpy.int8).reshape(shape)
    if shown.size and (shown.min() < FLAG or shown.max() > MINE):
        raise _errors.no_pickled_game()
    return numpy.frombuffer(mines, numpy.uint8).reshape(shape) != 0, shown


cdef tuple public_arrays(object planes):
    """The mines and what is visible, over the same memory; nothing can make them writable."""
    mines, visible = _numpy("Game").asarray(memoryview(planes).toreadonly())
    return mines.view(bool), visible


cdef object pairs_of(const Record* record, Py_ssize_t cols):
    """The squares of a record as rows and columns, in reading order."""
    cdef Py_ssize_t i, at = 0, count = 0
    cdef uint64_t squares
    cdef bint in_order = True
    cdef int64_t[::1] place
    cdef int64_t[:, ::1] pair
    numpy = _numpy("Game")
    for i in range(record.count):
        count += population(record.words[i].squares)
    places, pairs = numpy.empty(count, numpy.int64), numpy.empty((count, 2), numpy.int64)
    place, pair = places, pairs
    for i in range(record.count):
        squares = record.words[i].squares
        while squares:
            place[at] = record.words[i].first + lowest(squares)
            in_order = in_order and (at == 0 or place[at - 1] < place[at])
            squares &= squares - 1
            at += 1
    if not in_order:
        places.sort()
    for at in range(count):
        pair[at, 0], pair[at, 1] = place[at] // cols, place[at] % cols
    return pairs


# ---- many games ----

@cython.final
cdef class Games:
    """Games(n, rows, cols, mines, *, seed=None, first_click="opening")\n--\n\n\
    Many games of one size, which move together.

    Game i of ``Games(n, *size, seed=s)`` is ``Game(*size, seed=s + i)``, through every reset. There
    are no flags.

    Parameters
    ----------
    n : int
        How many games, one at least.
    rows, cols, mines : int
        The size of each board and the number of mines on it, as for `Game`.
    seed : int or n integers, optional
        An integer s stands for s, s + 1, ... (modulo 2**64). The system is asked for one if there
        is none. Neighbouring seeds give overlapping sets of games: choose seeds for training and
        for tests that are at least n apart.
    first_click : {"opening", "safe", "any"}
        As for `Game`.

    Attributes
    ----------
    visible : numpy.ndarray of int8, shape (n, rows, cols)
        What the players see, as of `Game`.
    mines : numpy.ndarray of bool, shape (n, rows, cols)
        Where the mines are. Both arrays are read-only and always the same memory: copy what is to
        be kept.
    won, lost, over : numpy.ndarray of bool, shape (n,)
        Which games are won, lost, and either. These and the next two are new at each access.
    safe_left : numpy.ndarray of int64, shape (n,)
        Free squares that are still closed.
    seeds : numpy.ndarray of uint64, shape (n,)
        The seeds of the layouts; 0 after `from_mines`.

    Raises
    ------
    ImportError, ValueError, TypeError, MemoryError
        As `Game`; `ValueError` also if `n` is less than 1 or there are not n seeds.

    Notes
    -----
    ``games[i]`` is a `Game` of its own in the state of game i, and ``len(games)`` is n. `copy`,
    `deepcopy` and `pickle` work. A game takes two bytes a square and 24 more. Calls release the
    GIL; threads that use the same games crash nothing, but what comes out is not specified.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> games = minesweep.Games(1000, *minesweep.BEGINNER, seed=0)
    >>> opened = games.reveal(np.full(1000, 40))  # the square in the middle
    >>> opened.shape, games.won.any().item(), games.lost.any().item()
    ((1000,), False, False)
    >>> games[7]
    <minesweep.Game 9x9, 10 mines, seed 7, playing>
    """

    cdef object planes  # an array of int8 of shape (2, n, rows, cols): mines, and what is visible
    cdef object table  # a structured array: the Progress of each game
    cdef Progress[::1] progress
    cdef tuple arrays  # what is public of the planes, once it was asked for
    cdef Board first  # the boards of game 0
    cdef Rules rules
    cdef bint has_seeds

    def __cinit__(self, n, rows, cols, mines, *, seed=None, first_click="opening"):
        n = whole("n", n)
        cdef int64_t number = clipped(n)
        if number < 1:
            raise _errors.no_games(n)
        self.rules = rules_of(number, rows, cols, mines, first_click)
        numpy = _numpy("Games")
        seeds, self.has_seeds = seeds_of(numpy, seed, number), True
        self.planes = numpy.empty((2, number, self.rules.rows, self.rules.cols), numpy.int8)
        self.table = numpy.zeros(number, progress_type(numpy))
        self.table["seed"] = seeds
        self.acquire()
        self.begin_all()

    @staticmethod
    def from_mines(mines: minesweep._types.Stack) -> Games:
        """Games on layouts of your own, whose mines never move.

        Parameters
        ----------
        mines : array of bool, shape (n, rows, cols)
            The layouts, which are copied. Their numbers of mines may differ; one square of each is
            free at least.

        Examples
        --------
        >>> import minesweep, numpy as np
        >>> games = minesweep.Games.from_mines(np.random.default_rng(0).random((5, 4, 6)) < 0.2)
        >>> len(games), games.visible.shape
        (5, (5, 4, 6))
        """
        numpy = _numpy("Games")
        mined = mines_of_layouts(numpy, mines, 3)
        number, rows, cols = mined.shape
        most = numpy.count_nonzero(mined, axis=(1, 2)).max(initial=0)
        cdef Games games = Games(number, rows, cols, most, seed=0, first_click="any")
        games.planes[0] = mined
        games.table["seed"] = 0
        games.has_seeds = False
        games.begin_all()
        return games

    cdef int acquire(self) except -1:
        """Acquire the boards from their array, and the table."""
        cdef int8_t[:, :, :, ::1] planes = self.planes
        self.progress = self.table
        set_up(&self.first, &self.rules, &planes[0, 0, 0, 0], &planes[1, 0, 0, 0])
        return 0

    cdef void begin_all(self):
        """Begin all games."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.progress.shape[0]):
                self.begin(i)

    cdef void begin(self, Py_ssize_t i) noexcept nogil:
        """Begin a game, whose seed is known."""
        cdef Board board = board_of_many(&self.first, i)
        cdef Rules rules = self.rules
        if self.has_seeds:
            lay(&board, &rules, &self.progress[i])
        else:
            rules.mines = count_mines(&board)
        begin_game(&board, &rules, &self.progress[i])

    def __len__(self):
        return self.progress.shape[0]

    def reset(
        self,
        which: minesweep._types.Which | None = None,
        *,
        seed: minesweep._types.Seeds | None = None,
    ) -> None:
        """Begin new games, in the same memory.

        Parameters
        ----------
        which : array of bool, shape (n,), optional
            Those that begin anew; all, if there is none.
        seed : int or n integers, optional
            Seeds by the number of the game: game i gets ``seed + i`` (modulo 2**64) or ``seed[i]``,
            if it begins anew. Else it gets the next one, ``(seed + 0x9E3779B97F4A7C15) % 2**64``.
            Games on layouts of your own keep their mines, and a seed is a `ValueError`.

        Raises
        ------
        TypeError
            If `which` is no array of bool, or a seed no integer.
        ValueError
            If `which` has not the shape (n,), there are not n seeds, or one is out of range.

        Examples
        --------
        >>> import minesweep
        >>> games = minesweep.Games(3, *minesweep.BEGINNER, seed=5)
        >>> games.reset(games.seeds == 6)
        >>> games.seeds.tolist()
        [5, 11400714819323198491, 7]
        """
        cdef Py_ssize_t i, number = self.progress.shape[0]
        cdef const uint64_t[::1] seeds = None
        cdef const uint8_t[::1] chosen = None
        numpy = _numpy("Games")
        if seed is not None:
            if not self.has_seeds:
                raise _errors.no_seeds()
            seeds = seeds_of(numpy, seed, number)
        if which is not None:
            chosen = which_of(numpy, which, number)
        with nogil:
            for i in range(number):
                if chosen is None or chosen[i]:
                    if seeds is not None:
                        self.progress[i].seed = seeds[i]
                    elif self.has_seeds:
                        self.progress[i].seed += GOLD
                    self.begin(i)

    def reveal(
        self,
        squares: minesweep._types.Squares,
        *,
        workers: minesweep._types.SupportsIndex = 1,
    ) -> minesweep._types.Counts:
        """Reveal a square of each game.

        Parameters
        ----------
        squares : array of int, shape (n,)
            The squares, each as ``row * cols + col``; of any integer dtype. What it has for a game
            that is over is ignored; a square that is open already is a move that does nothing.
        workers : int
            Over how many threads to split the games, as of `reveal_batch`. What comes out is the
            same for any number.

        Returns
        -------
        numpy.ndarray of int64, shape (n,)
            How many squares of each game changed: 1 for a mine, 0 for games that are over.

        Raises
        ------
        IndexError
            If a square is outside the board; the error names the game. All squares are checked
            before the first is revealed.
        TypeError
            If the squares are no integers.
        ValueError
            If there are not n squares.
        MemoryError
            If there is no memory for an opening. Games before the one that the error comes from
            have moved.

        Examples
        --------
        >>> import minesweep, numpy as np
        >>> games = minesweep.Games(4, *minesweep.EXPERT, seed=0)
        >>> games.reveal([0, 29, 480 - 30, 480 - 1]).tolist()  # the corners
        [18, 31, 6, 8]
        """
        cdef Py_ssize_t number = self.progress.shape[0]
        threads = _workers.number_of_threads(workers)
        numpy = _numpy("Games")
        places = self.checked(numpy, squares)
        counts = numpy.full(number, NOT_DONE, numpy.int64)
        if threads == 1:
            self.move(places, counts, 0, number)
        else:
            size = SQUARES_AT_ONCE // squares_of(&self.first) or 1
            size = min(size, -(-number // (4 * threads)))
            _workers.share_out(
                lambda start, stop: self.move(places, counts, start, stop), number, size, threads
            )
        return counts

    def open_safe(
        self, *, workers: minesweep._types.SupportsIndex = 1
    ) -> minesweep._types.Counts:
        """Reveal in each game every square that is proven safe, again and again until none is.

        As `Game.open_safe` does: after it, every game that is not over needs a guess.

        Parameters
        ----------
        workers : int
            Over how many threads to split the games, as of `reveal`.

        Returns
        -------
        numpy.ndarray of int64, shape (n,)
            How many squares of each game changed.

        Raises
        ------
        minesweep.TooHard
            If a game takes more than a million states; the error names it. It is then as it was,
            and those before it have moved.
        MemoryError
            If there is not enough memory, likewise.

        Examples
        --------
        >>> import minesweep, numpy as np
        >>> games = minesweep.Games(1000, *minesweep.BEGINNER, seed=0)
        >>> opened = games.reveal(np.zeros(1000, int)) + games.open_safe()
        >>> bool(games.lost.any()), int(games.won.sum())
        (False, 813)
        """
        cdef Py_ssize_t number = self.progress.shape[0]
        threads = _workers.number_of_threads(workers)
        numpy = _numpy("Games")
        counts = numpy.full(number, NOT_DONE, numpy.int64)
        stopped = numpy.zeros(1, numpy.intc)
        size = min(GAMES_A_RANGE, -(-number // (4 * threads))) if threads > 1 else number
        _workers.share_out(
            lambda start, stop: self.prove(counts, stopped, start, stop), number, size, threads
        )
        return counts

    cdef int prove(
        self, int64_t[::1] counts, int[::1] stopped, Py_ssize_t start, Py_ssize_t stop
    ) except -1:
        """Reveal what is proven in those games from start to stop in which it is not done yet."""
        cdef Py_ssize_t squares = squares_of(&self.first), opened, i = start
        cdef Verdict verdict = ODDS_STOPPED if stopped[0] else ODDS_DONE
        cdef Tiles tiles
        cdef Odds odds
        cdef Board board
        cdef void* scratch = PyMem_RawMalloc(squares * (sizeof(double) + 1))
        if scratch == NULL:
            raise MemoryError()
        init_tiles(&tiles)
        init_odds(&odds, MAX_STATES, ask, &stopped[0])
        with nogil:
            while verdict == ODDS_DONE and i < stop:
                if counts[i] == NOT_DONE:
                    opened = 0
                    if not is_over(&self.progress[i]):
                        board = board_of_many(&self.first, i)
                        verdict = open_safe(
                            &odds, &board, self.count_of(&board), scratch, &tiles, &opened
                        )
                    if verdict == ODDS_DONE:
                        self.progress[i].safe_left -= opened
                        counts[i] = opened
                i += verdict == ODDS_DONE
        free_tiles(&tiles)
        PyMem_RawFree(scratch)
        raise_pending()
        if verdict not in (ODDS_DONE, ODDS_STOPPED):
            error = error_of(verdict, self.visible[i], 0, MAX_STATES)
            raise _errors.in_stack(error, i, (len(self),))
        return 0

    cdef int64_t count_of(self, const Board* board) noexcept nogil:
        return self.rules.mines if self.has_seeds else count_mines(board)

    cdef object checked(self, object numpy, object squares):
        """The squares as a new array of int64, -1 for games that are over."""
        cdef Py_ssize_t i, number = self.progress.shape[0]
        cdef int64_t[::1] place
        given = numpy.asarray(squares)
        if given.dtype.kind not in "iu":
            raise _errors.wrong_squares(given.dtype)
        if given.shape != (number,):
            raise _errors.not_n("squares", number, given.shape)
        places = given.astype(numpy.int64)  # what it does not hold becomes negative: outside too
        place = places
        for i in range(number):
            if is_over(&self.progress[i]):
                place[i] = -1
            elif <uint64_t>place[i] >= <uint64_t>squares_of(&self.first):
                raise _errors.outside_game(int(given[i]), i, squares_of(&self.first))
        return places

    cdef int move(
        self, const int64_t[::1] places, int64_t[::1] counts, Py_ssize_t start, Py_ssize_t stop
    ) except -1:
        """Move the games from start to stop that have not moved yet."""
        cdef Tiles tiles
        cdef Py_ssize_t done = start, outcome = 0
        init_tiles(&tiles)
        try:
            while done < stop and outcome >= 0:
                with nogil:
                    done = self.move_some(places, counts, done, stop, &tiles, &outcome)
                PyErr_CheckSignals()
            if outcome < 0:
                raise MemoryError()
        finally:
            free_tiles(&tiles)
        return 0

    cdef Py_ssize_t move_some(
        self, const int64_t[::1] places, int64_t[::1] counts, Py_ssize_t start, Py_ssize_t stop,
        Tiles* tiles, Py_ssize_t* outcome,
    ) noexcept nogil:
        """Move games until signals are to be checked.

        Returns the first game that has not moved: the failing one if the outcome is negative.
        """
        cdef Board board = board_of_many(&self.first, start)
        cdef Py_ssize_t squares = squares_of(&board), cols = board.cols, opened = 0, i
        for i in range(start, stop):
            if opened >= SQUARES_AT_ONCE:
                return i
            if i + AHEAD < stop:
                prefetch_square(&self.first, i + AHEAD, places[i + AHEAD])
            if counts[i] == NOT_DONE:
                counts[i] = 0
                if places[i] >= 0:
                    outcome[0] = reveal_square(
                        &board, &self.rules, &self.progress[i], places[i] // cols,
                        places[i] % cols, tiles, NULL,
                    )
                    if outcome[0] < 0:
                        move_back(&board, &self.rules, &self.progress[i])
                        counts[i] = NOT_DONE
                        return i
                    counts[i] = outcome[0]
                    opened += outcome[0] + SQUARES_A_MOVE
            board.squares += squares
            board.mines += squares
        return stop

    @property
    def mines(self):
        """Where the mines are: read-only, and always the same memory."""
        return self.public()[0]

    @property
    def visible(self):
        """What the players see: read-only, and always the same memory."""
        return self.public()[1]

    cdef tuple public(self):
        with cython.critical_section(self):
            arrays = self.arrays
        if arrays is None:
            arrays = public_arrays(self.planes)
            with cython.critical_section(self):
                if self.arrays is None:
                    self.arrays = arrays
                arrays = self.arrays
        return arrays

    @property
    def lost(self):
        """In which games a mine was hit."""
        return self.table["lost"] != 0

    @property
    def won(self):
        """In which games all free squares are open, and no mine was hit."""
        return (self.table["safe_left"] == 0) & (self.table["lost"] == 0)

    @property
    def over(self):
        """Which games are won or lost."""
        return (self.table["safe_left"] == 0) | (self.table["lost"] != 0)

    @property
    def safe_left(self):
        """Free squares that are still closed."""
        return self.table["safe_left"].astype("int64")

    @property
    def seeds(self):
        """The seeds of the layouts; 0 after `from_mines`."""
        return self.table["seed"].copy()

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index):
        cdef Py_ssize_t number = self.progress.shape[0]
        cdef int64_t i = clipped(PyNumber_Index(index))
        i += number if i < 0 else 0
        if not 0 <= i < number:
            raise _errors.no_such_game(PyNumber_Index(index), number)
        cdef Board board = board_of_many(&self.first, <Py_ssize_t>i)
        cdef Game game = Game(
            board.rows, board.cols, 0, seed=0, first_click=name_of(self.rules.first_click)
        )
        memcpy(mines_of(&game.board), board.mines, squares_of(&board))
        memcpy(game.board.squares, board.squares, squares_of(&board))
        game.progress, game.has_seed = self.progress[i], self.has_seeds
        game.rules.mines = self.rules.mines if self.has_seeds else count_mines(&board)
        return game

    def copy(self) -> Games:
        """Independent games in the same states.

        Examples
        --------
        >>> import minesweep
        >>> games = minesweep.Games(2, *minesweep.BEGINNER, seed=1)
        >>> before = games.copy()
        >>> games.reveal([40, 40]).tolist(), before.safe_left.tolist()
        ([60, 56], [71, 71])
        """
        cdef Games twin = Games(
            self.progress.shape[0], self.rules.rows, self.rules.cols, 0, seed=0,
            first_click=name_of(self.rules.first_click),
        )
        twin.planes[...] = self.planes
        twin.table[...] = self.table
        twin.rules, twin.has_seeds = self.rules, self.has_seeds
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        cdef Games twin = self.copy()  # which no other thread changes
        mines, visible = twin.planes
        return resumed_games, (
            mines.tobytes(), visible.tobytes(), mines.shape,
            twin.seeds.astype("<u8").tobytes() if self.has_seeds else None,
            name_of(self.rules.first_click),
        )

    def __repr__(self):
        rows, cols = self.rules.rows, self.rules.cols
        return f"<minesweep.Games: {len(self)} games {rows}x{cols}>"


def resumed_games(bytes mines, bytes visible, shape, seeds, first_click):
    """The games that were pickled."""
    numpy = _numpy("Games")
    mined, shown = pickled_boards(numpy, mines, visible, shape)
    cdef Games games = Games.from_mines(mined)
    games.planes[1] = shown
    games.table["lost"] = (shown == MINE).any(axis=(1, 2))
    games.table["safe_left"] = numpy.count_nonzero((shown < 0) & ~mined, axis=(1, 2))
    if seeds is not None:
        if (numpy.count_nonzero(mined, axis=(1, 2)) != games.rules.mines).any():
            raise _errors.unlike_games()
        games.table["seed"] = seeds_of(numpy, numpy.frombuffer(seeds, "<u8"), len(games))
        games.has_seeds = True
        games.rules.first_click = first_click_of(first_click)
    return games


cdef inline void prefetch_square(
    const Board* first, Py_ssize_t i, Py_ssize_t place
) noexcept nogil:
    """Prefetch the memory around a square of game i, beyond its edges too. Nothing is read."""
    cdef Board board = first[0]
    board.squares += i * squares_of(first) + place
    prefetch_rows(&board, -1, 0, 3)
    board.squares = <char*>first.mines + i * squares_of(first) + place
    prefetch_rows(&board, -1, 0, 3)


cdef inline Board board_of_many(const Board* first, Py_ssize_t i) noexcept nogil:
    """The boards of game i."""
    cdef Board board = first[0]
    board.squares += i * squares_of(first)
    board.mines += i * squares_of(first)
    return board


# ---- arguments ----

cdef object mines_of_layouts(object numpy, object mines, int ndim):
    """A new array of bool: a layout (2 dimensions), or a stack of them (3)."""
    layouts = numpy.asarray(mines)
    if layouts.dtype != bool:
        raise _errors.wrong_mines_dtype(layouts.dtype)
    if layouts.ndim != ndim:
        raise _errors.wrong_mines_shape(layouts.shape, f"{ndim} dimensions")
    return layouts.view(numpy.uint8) != 0  # the byte of a bool that is true need not be 1


cdef object progress_type(object numpy):
    """Progress, as NumPy has it."""
    fields = [("seed", numpy.uint64), ("safe_left", numpy.intp), ("lost", numpy.intc)]
    return numpy.dtype(fields, align=True)


cdef object seeds_of(object numpy, object seed, Py_ssize_t number):
    """A seed for each game: so many integers, or those from one on."""
    if seed is None or is_integer(seed):
        return numpy.arange(number, dtype=numpy.uint64) + numpy.uint64(seed_of(seed))
    try:
        each = list(seed)
    except TypeError:
        raise _errors.no_integer("seed", seed) from None
    if len(each) != number:
        raise _errors.not_n("seeds", number, len(each))
    seeds = numpy.empty(number, numpy.uint64)
    for i in range(number):
        seeds[i] = checked_seed(each[i])
    return seeds


cdef bint is_integer(object value):
    try:
        PyNumber_Index(value)
    except TypeError:
        return False
    return True


cdef object which_of(object numpy, object which, Py_ssize_t number):
    """An array of bool with one for each game, as bytes without gaps."""
    flags = numpy.asarray(which)
    if flags.dtype != bool:
        raise _errors.wrong_which(flags.dtype)
    if flags.shape != (number,):
        raise _errors.not_n("values in which", number, flags.shape)
    return numpy.ascontiguousarray(flags).view(numpy.uint8)


cdef Rules rules_of(
    int64_t games, object rows, object cols, object mines, object first_click
) except *:
    """The rules of games, so many of which can be thought to fit into memory."""
    cdef Rules rules
    rows, cols, mines = whole("rows", rows), whole("cols", cols), whole("mines", mines)
    cdef int64_t height = clipped(rows), width = clipped(cols), count = clipped(mines)
    if height < 1 or width < 1:
        raise _errors.bad_size(rows, cols)
    if height > PY_SSIZE_T_MAX // 2 // games // width:
        raise MemoryError()
    if count < 0 or count >= height * width:
        raise _errors.bad_mines(mines, height * width)
    rules.rows, rules.cols = <Py_ssize_t>height, <Py_ssize_t>width
    rules.mines, rules.first_click = <Py_ssize_t>count, first_click_of(first_click)
    return rules


cdef FirstClick first_click_of(object name) except <FirstClick>-1:
    if isinstance(name, str):
        if name == "opening":
            return OPENING
        if name == "safe":
            return SAFE
        if name == "any":
            return ANY
    raise _errors.bad_first_click(name)


cdef str name_of(FirstClick first_click):
    return ("any", "safe", "opening")[first_click]


cdef uint64_t seed_of(object seed) except? 0:
    """The seed that is meant; None asks the system for one."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else checked_seed(seed)


cdef uint64_t checked_seed(object seed) except? 0:
    number = whole("seed", seed)
    if not 0 <= number <= 0xFFFFFFFFFFFFFFFF:
        raise _errors.bad_seed(number)
    return number


cdef object whole(str name, object value):
    """A whole number among the arguments."""
    if type(value) is int:
        return value
    try:
        return PyNumber_Index(value)
    except TypeError:
        raise _errors.no_integer(name, value) from None
