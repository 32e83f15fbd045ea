"""Plain Python, breadth first: the usual solution of LeetCode 529."""

from collections import deque

from forms import LISTS as form

__all__ = ["form", "name", "requires", "reveal"]

name = "plain Python BFS"
requires = ()

AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def reveal(board: list[list[str]], row: int, col: int) -> list[list[str]]:
    if board[row][col] == "M":
        board[row][col] = "X"
        return board
    if board[row][col] != "E":
        return board
    rows, cols = len(board), len(board[0])
    board[row][col] = "B"
    queue = deque([(row, col)])
    while queue:
        row, col = queue.popleft()
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
        else:
            for r, c in empty:
                board[r][c] = "B"
            queue.extend(empty)
    return board
