"""The names of the cases that plots and the README show."""

LINE = (
    "expert, numbered click",
    "expert, opening of 25",
    "50×50 without mines",
    "100×100, 1 % mines",
    "300×300, 1 % mines",
    "1000×1000, 1 % mines",
    "4000×4000, 1 % mines",
)
BARS = (
    "expert, numbered click",
    "expert, opening of 25",
    "50×50 without mines",
    "300×300, 1 % mines",
    "1000×1000, 1 % mines",
    "1000×1000, 8 % mines",
)
