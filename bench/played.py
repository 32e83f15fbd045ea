"""Plays the cases that come on standard input, each twice on fresh boards.

`instructions` runs this under valgrind and counts the second time: what a process does but once,
such as resolving symbols, is none of a click's cost. Boards are chosen outside, where that is
quick, and sent here.
"""

import pickle
import sys
from dataclasses import replace

from contestant import load
from forms import FORMS

for key, form, case in pickle.load(sys.stdin.buffer):
    contestant = replace(load(key), form=FORMS[form])
    for _ in range(2):
        boards, arguments = contestant.fresh(case)
        contestant.play(*arguments)
