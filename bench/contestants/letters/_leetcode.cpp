// The usual C++ solutions of LeetCode 529, depth first by recursion and breadth first by a queue,
// and what ctypes needs to call them on LeetCode's form of board: rows of characters.

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

using Board = std::vector<std::vector<char>>;

static int mines_around(const Board &board, int row, int col) {
    int rows = board.size(), cols = board[0].size(), mines = 0;
    for (int r = std::max(row - 1, 0); r < std::min(row + 2, rows); r++)
        for (int c = std::max(col - 1, 0); c < std::min(col + 2, cols); c++)
            mines += board[r][c] == 'M';
    return mines;
}

static void open_square(Board &board, int row, int col) {
    int rows = board.size(), cols = board[0].size();
    if (int mines = mines_around(board, row, col)) {
        board[row][col] = '0' + mines;
        return;
    }
    board[row][col] = 'B';
    for (int r = std::max(row - 1, 0); r < std::min(row + 2, rows); r++)
        for (int c = std::max(col - 1, 0); c < std::min(col + 2, cols); c++)
            if (board[r][c] == 'E')
                open_square(board, r, c);
}

static void open_queue(Board &board, int row, int col) {
    int rows = board.size(), cols = board[0].size();
    std::queue<std::pair<int, int>> queue;
    queue.push({row, col});
    board[row][col] = 'B';
    while (!queue.empty()) {
        std::tie(row, col) = queue.front();
        queue.pop();
        if (int mines = mines_around(board, row, col)) {
            board[row][col] = '0' + mines;
            continue;
        }
        for (int r = std::max(row - 1, 0); r < std::min(row + 2, rows); r++)
            for (int c = std::max(col - 1, 0); c < std::min(col + 2, cols); c++)
                if (board[r][c] == 'E') {
                    board[r][c] = 'B';
                    queue.push({r, c});
                }
    }
}

template <void open(Board &, int, int)> static void click(Board &board, int row, int col) {
    if (board[row][col] == 'M')
        board[row][col] = 'X';
    else if (board[row][col] == 'E')
        open(board, row, col);
}

extern "C" {

Board *board_new(const char *letters, int rows, int cols) {
    auto board = new Board;
    for (int row = 0; row < rows; row++, letters += cols)
        board->emplace_back(letters, letters + cols);
    return board;
}

void board_read(const Board *board, char *letters) {
    for (const auto &row : *board)
        letters = std::copy(row.begin(), row.end(), letters);
}

void board_delete(Board *board) { delete board; }

void reveal_dfs(Board *board, int row, int col) { click<open_square>(*board, row, col); }

void reveal_bfs(Board *board, int row, int col) { click<open_queue>(*board, row, col); }
}
