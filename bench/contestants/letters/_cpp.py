"""The C++ solutions, compiled on first use and called through ctypes."""

import ctypes
from pathlib import Path

import numpy as np

from build import library
from forms import Form

_library = ctypes.CDLL(str(library(Path(__file__).with_name("_leetcode.cpp"))))
_library.board_new.restype = ctypes.c_void_p
_library.board_new.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
_library.board_read.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
_library.board_delete.argtypes = [ctypes.c_void_p]


class Board:
    def __init__(self, letters):
        self.shape = letters.shape
        self.pointer = ctypes.c_void_p(_library.board_new(letters.tobytes(), *letters.shape))

    def letters(self):
        letters = np.empty(self.shape, np.uint8)
        _library.board_read(self.pointer, letters.ctypes.data)
        return letters

    def __del__(self):
        _library.board_delete(self.pointer)


FORM = Form("vector<vector<char>>", Board, Board.letters)


def solution(name):
    """A function of the library, as ``reveal(board, row, col)``."""
    function = _library[name]
    function.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    function.restype = None

    def reveal(board, row, col):
        function(board.pointer, row, col)

    return reveal
