"""What is said of bad input: the compiled core and the reference raise the same exceptions.

Each function builds one exception, to be raised by its caller.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LETTERS = "M, E, B, 1 to 8 or X"
_VISIBLE = "-1 hidden, -2 flag, 0 to 8 open, 9 a mine that was hit"
_PASS = (
    "pass a list of lists of one-character strings, a writable 2-D buffer of one-byte items "
    "(such as a NumPy array of dtype uint8 or S1), or a NumPy array of dtype U1"
)

_PASS_MANY = (
    "pass a writable 3-D buffer of one-byte items (such as a NumPy array of dtype uint8 and shape "
    "(boards, rows, columns)), or a list of boards"
)

# How formats of `struct` begin if their items are not in this machine's byte order.
_SWAPPED = (">", "!") if sys.byteorder == "little" else ("<",)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _index(value: int) -> str:
    """An index as text; Python refuses to print integers of thousands of digits."""
    bits = value.bit_length()
    return str(int(value)) if bits <= 256 else f"an integer of {bits} bits"


def not_an_integer(name: str, value: object) -> TypeError:
    return TypeError(f"{name} of the click must be an integer, not {type(value).__name__}")


def not_a_pair(click: object, error: Exception) -> Exception:
    """For a click that could not be taken apart, which failed with an error of its own."""
    pair = "a click must have exactly two numbers, row and column"
    if isinstance(error, TypeError):
        return TypeError(f"{pair}, and {type(click).__name__} cannot be unpacked into two")
    try:
        count = len(click)  # type: ignore[arg-type]
    except TypeError:
        return ValueError(f"{pair}, and this {type(click).__name__} gives another number of them")
    return ValueError(f"{pair}, not {count}")


def bad_connectivity(value: object) -> ValueError:
    return ValueError(f"connectivity must be 4 or 8, not {value!r:.60}")


def outside(row: int, col: int, rows: int, cols: int) -> IndexError:
    return IndexError(
        f"click ({_index(row)}, {_index(col)}) is outside the board of "
        f"{_count(rows, 'row')} and {_count(cols, 'column')}: "
        f"row must be from 0 to {rows - 1}, column from 0 to {cols - 1}"
    )


def not_a_board(board: object) -> TypeError:
    return TypeError(f"board must not be of type {type(board).__name__}: {_PASS}")


def no_buffer(board: object, error: Exception) -> TypeError:
    return TypeError(f"board of type {type(board).__name__} gives no buffer ({error}): {_PASS}")


def wrong_dimensions(ndim: int, wanted: int) -> TypeError:
    if wanted == 2:
        return TypeError(f"board must have 2 dimensions, not {ndim}: {_PASS}")
    return TypeError(f"boards must have {wanted} dimensions, not {ndim}: {_PASS_MANY}")


def wrong_items(format: str, itemsize: int) -> TypeError:
    if itemsize == 4 and format.endswith("w") and format.startswith(_SWAPPED):
        return TypeError(
            f"board must have characters in native byte order, and this one of format {format!r} "
            "has the other: pass a copy of dtype U1, as board.astype('U1') is one"
        )
    return TypeError(
        f"board must not have items of format {format!r:.40}, "
        f"{_count(itemsize, 'byte')} each: {_PASS}"
    )


def read_only() -> ValueError:
    return ValueError("board must be writable, and this buffer is read-only: pass a writable copy")


def incomplete_buffer(name: str) -> ValueError:
    return ValueError(
        f"{name} must be a sound buffer, and this one has no memory, no shape, or indirect rows "
        "(suboffsets)"
    )


def unsound_buffer(name: str, length: int, shape: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"{name} must be a sound buffer, and this one says that it has {length} bytes "
        f"and the shape {shape}"
    )


def not_visible(visible: object) -> TypeError:
    return TypeError(
        f"with mines, the board must be an array of dtype int8 ({_VISIBLE}), "
        f"not of type {type(visible).__name__}"
    )


def wrong_visible(format: str) -> TypeError:
    return TypeError(
        f"with mines, the board must be an array of dtype int8 ({_VISIBLE}), "
        f"not of items of format {format!r:.40}"
    )


def not_mines(mines: object) -> TypeError:
    return TypeError(
        f"mines must be an array of dtype bool or uint8, not of type {type(mines).__name__}"
    )


def wrong_mines(format: str) -> TypeError:
    return TypeError(
        f"mines must be an array of dtype bool or uint8, not of items of format {format!r:.40}"
    )


def unequal_dimensions(visible: int, mines: int) -> ValueError:
    return ValueError(
        f"board and mines must have the same shape, and have {visible} and {mines} dimensions"
    )


def unequal_shapes(visible: tuple[int, ...], mines: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"board and mines must have the same shape, and have the shapes {visible} and {mines}"
    )


def bad_visible(row: int, col: int, value: int) -> ValueError:
    return ValueError(
        f"square ({row}, {col}) of the board must be from -2 to 9 (-1 hidden, -2 flag), not {value}"
    )


def not_a_stack(boards: object) -> TypeError:
    return TypeError(f"boards must not be of type {type(boards).__name__}: {_PASS_MANY}")


def no_numpy(function: str) -> ImportError:
    return ImportError(
        f"{function} works with NumPy arrays, and NumPy is not installed: "
        "install it with `python -m pip install numpy`"
    )


def no_clicks(clicks: object) -> TypeError:
    return TypeError(
        "clicks must be a sequence of pairs or an integer array of shape (number of clicks, 2), "
        f"not of type {type(clicks).__name__}"
    )


def wrong_clicks(shape: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"clicks must have the shape (number of clicks, 2), a row and a column each, not {shape}"
    )


def wrong_click_type(dtype: object) -> TypeError:
    return TypeError(f"clicks must be integers, not of dtype {dtype}")


def unequal_numbers(boards: int, clicks: int) -> ValueError:
    return ValueError(
        f"there must be one click for each board, and there are {_count(boards, 'board')} "
        f"and {_count(clicks, 'click')}"
    )


def unequal_mines(boards: int, mines: int) -> ValueError:
    return ValueError(
        f"there must be mines for each board, and there are {_count(boards, 'board')} and mines "
        f"for {mines}"
    )


def bad_workers(workers: int, processors: int) -> ValueError:
    return ValueError(
        f"workers must be a number of threads from 1 on, or from -1 (all {processors} processors) "
        f"to {-processors} (one processor), not {_index(workers)}"
    )


def no_rows() -> ValueError:
    return ValueError("board must have at least one row, and it has none")


def no_columns() -> ValueError:
    return ValueError("board must have at least one column, and it has none")


def not_a_list(row: int, value: object) -> TypeError:
    return TypeError(
        f"row {row} of the board must be a list, which can be changed in place, "
        f"not {type(value).__name__}: {_PASS}"
    )


def ragged(row: int, length: int, width: int) -> ValueError:
    return ValueError(
        f"rows of the board must be equally long: row {row} has {_count(length, 'square')}, "
        f"row 0 has {width}"
    )


def bad_letter(row: int, col: int, value: str | bytes | int) -> ValueError:
    return ValueError(f"square ({row}, {col}) of the board must be {_LETTERS}, not {value!r:.60}")


def not_text(row: int, col: int, value: object) -> TypeError:
    return TypeError(
        f"square ({row}, {col}) of the board must be a one-character string, "
        f"{_LETTERS}, not of type {type(value).__name__}"
    )


def bad_list_square(board: list[Any], row: int, col: int, width: int) -> TypeError | ValueError:
    """The error for a square of a list of lists that could not be read as a letter."""
    line = board[row]
    if not isinstance(line, list):
        return not_a_list(row, line)
    if len(line) != width:
        return ragged(row, len(line), width)
    square = line[col]
    if not isinstance(square, str):
        return not_text(row, col, square)
    return bad_letter(row, col, str.__str__(square))


def numbered(error: Exception, click: int) -> Exception:
    """The same error, saying which of many clicks met it."""
    return type(error)(f"click number {click}: {error}" if str(error) else f"click number {click}")


def on_board(error: Exception, number: int) -> Exception:
    """The same error, saying which of many boards the click of the same number was on."""
    return type(error)(
        f"click number {number} on board number {number}: {error}".removesuffix(": ")
    )


# ---- games ----


def no_integer(name: str, value: object) -> TypeError:
    return TypeError(f"{name} must be an integer, not {type(value).__name__}")


def bad_size(rows: int, cols: int) -> ValueError:
    return ValueError(
        f"there must be at least one row and one column, not rows={_index(rows)} and "
        f"cols={_index(cols)}"
    )


def bad_mines(mines: int, squares: int) -> ValueError:
    return ValueError(
        f"mines must be from 0 to {_index(squares - 1)}, so that one square stays free, "
        f"not {_index(mines)}"
    )


def bad_seed(seed: int) -> ValueError:
    return ValueError(f"seed must be from 0 to 2**64 - 1, not {_index(seed)}")


def no_seeds() -> ValueError:
    return ValueError("a game on a layout of your own has no seed: reset() keeps its mines")


def bad_first_click(value: object) -> ValueError:
    return ValueError(f"first_click must be 'any', 'safe' or 'opening', not {value!r:.60}")


def wrong_mines_dtype(dtype: object) -> TypeError:
    return TypeError(f"mines must be an array of bool, not of dtype {dtype}")


def wrong_mines_shape(shape: tuple[int, ...], wanted: str) -> ValueError:
    return ValueError(
        f"mines must have {wanted}, rows and columns the last two, not the shape {shape}"
    )


def wrong_mines_dimensions(ndim: int, most: int) -> ValueError:
    return ValueError(
        f"mines must have 2 to {most} dimensions, rows and columns the last two, not {ndim}"
    )


def unlike_games() -> ValueError:
    return ValueError("these are no pickled games: they have different numbers of mines")


def no_pickled_game() -> ValueError:
    return ValueError("this is no pickled game: squares of visible must be from -2 to 9")


def no_games(number: int) -> ValueError:
    return ValueError(f"n must be at least 1, not {_index(number)}")


def not_n(name: str, number: int, found: int | tuple[int, ...]) -> ValueError:
    return ValueError(f"there must be {number} {name}, one for each game, not {found}")


def wrong_squares(dtype: object) -> TypeError:
    return TypeError(f"squares must be integers, row * cols + col, not of dtype {dtype}")


def wrong_which(dtype: object) -> TypeError:
    return TypeError(f"which must be an array of bool, one for each game, not of dtype {dtype}")


def outside_game(square: int, game: int, squares: int) -> IndexError:
    return IndexError(
        f"square {_index(square)} of game {game} is outside the board: it must be from 0 to "
        f"{squares - 1}"
    )


def no_such_game(number: int, games: int) -> IndexError:
    return IndexError(f"there is no game {_index(number)} among {games}")


class TooHard(RuntimeError):
    """A board of which more states would have to be counted than `max_states` allows.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> lattice = np.full((9, 9), -1, np.int8)
    >>> lattice[1::2, 1::2] = 2
    >>> minesweep.probabilities(lattice, 20, max_states=100)
    Traceback (most recent call last):
    minesweep.TooHard: the board takes more than 100 states, the limit that max_states sets
    """

    __module__ = "minesweep"


def no_layout(mines: int) -> ValueError:
    return ValueError(f"no layout of {_count(mines, 'mine')} fits the numbers of the board")


def too_hard(max_states: int) -> TooHard:
    return TooHard(
        f"the board takes more than {_count(max_states, 'state')}, the limit that max_states sets"
    )


def in_stack(error: Exception, number: int, stack: tuple[int, ...]) -> Exception:
    """The same error, saying which board it is about of a stack of this shape; () is one board."""
    index: list[int] = []
    for size in reversed(stack):
        number, place = divmod(number, size)
        index.insert(0, place)
    if not index:
        return error
    return type(error)(f"board number {index[0] if len(index) == 1 else tuple(index)}: {error}")


def wrong_seen(visible: object) -> TypeError:
    kind = getattr(visible, "dtype", type(visible).__name__)
    return TypeError(f"visible must be an array of dtype int8 ({_VISIBLE}), not {kind}")


def too_few_dimensions(shape: tuple[int, ...]) -> ValueError:
    return ValueError(f"visible must have the shape (..., rows, columns), not {shape}")


def mines_no_integers(mines: object) -> TypeError:
    return TypeError(f"mines must be an integer, or an array of integers, not {mines!r:.60}")


def unequal_totals(mines: tuple[int, ...], stack: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"mines must be one number for all boards, or one each, of shape {stack}, not {mines}"
    )


def bad_errors(value: object) -> ValueError:
    return ValueError(f"errors must be 'raise' or 'nan', not {value!r:.60}")


def bad_max_states(value: object) -> ValueError:
    return ValueError(f"max_states must be an integer from 1 on, not {value!r:.60}")


def no_memory_to_count(shape: tuple[int, ...]) -> MemoryError:
    return MemoryError(f"not enough memory to count the layouts of a board of shape {shape}")


def wrong_layouts(mines: object) -> TypeError:
    kind = getattr(mines, "dtype", type(mines).__name__)
    return TypeError(f"mines must be an array of dtype bool or uint8, not {kind}")


def wrong_layout_shape(shape: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"mines must have the shape (rows, columns), or (n, rows, columns) for a stack, not {shape}"
    )


def wrong_first_clicks(name: str, shape: tuple[int, ...], stack: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"{name} must be one number for all layouts, or one each, of shape {stack}, not {shape}"
    )


# ---- of environments ----


def no_gymnasium() -> ImportError:
    return ImportError(
        "minesweep.gymnasium needs Gymnasium 1.1 or later, and it could not be imported: "
        "install it with `python -m pip install 'minesweep[gymnasium]'`"
    )


def bad_max_episode_steps(steps: int) -> ValueError:
    return ValueError(f"max_episode_steps must be at least 1, not {_index(steps)}")


def bad_render_mode(value: object) -> ValueError:
    return ValueError(f"render_mode must be None or 'ansi', not {value!r:.60}")


def empty_reset_mask() -> ValueError:
    return ValueError("options['reset_mask'] says of no game that it is to be reset")


def must_be_reset(games: list[int]) -> AssertionError:
    return AssertionError(
        f"{_count(len(games), 'game')} ended and must be reset before the next step, "
        f"the first of them number {games[0]}: pass options={{'reset_mask': ...}} to reset()"
    )
