"""Plain Python, depth first by recursion, with the limit raised."""

import sys

from forms import LISTS as form

__all__ = ["form", "name", "requires", "reveal"]

name = "plain Python DFS"
requires = ()

AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

sys.setrecursionlimit(10**7)


def reveal(board: list[list[str]], row: int, col: int) -> list[list[str]]:
    rows, cols = len(board), len(board[0])

    def open_square(row: int, col: int) -> None:
        mines, empty = 0, []
        for down, right in AROUND:
            r, c = row + down, col + right
            if 0 <= r < rows and 0 <= c < cols:
                if board[r][c] == "M":
                    mines += 1
                elif board[r][c] == "E":
                    empty.append((r, c))
        if mines:
            board[row][col] = str(mines)
            return
        board[row][col] = "B"
        for r, c in empty:
            if board[r][c] == "E":
                open_square(r, c)

    if board[row][col] == "M":
        board[row][col] = "X"
    elif board[row][col] == "E":
        open_square(row, col)
    return board
