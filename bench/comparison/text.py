"""Times, rates, sizes and ratios as text."""

SECONDS = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
RATES = ((1e6, "million"), (1e3, "thousand"), (1, ""))
BYTES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B"))


def time(seconds: float) -> str:
    return _three_digits(seconds, SECONDS)


def rate(seconds: float) -> str:
    """How many a second, if each takes so long."""
    return _three_digits(1 / seconds, RATES)


def size(number: int) -> str:
    return _three_digits(number, BYTES) if number else "0"


def ratio(value: float) -> str:
    return f"{value:,.0f}×" if value >= 10 else f"{value:.1f}×"


def _three_digits(value: float, units: tuple[tuple[float, str], ...]) -> str:
    scale, unit = next((pair for pair in units if value >= 0.9995 * pair[0]), units[-1])
    scaled = value / scale
    return f"{scaled:.0f} {unit}".rstrip() if scaled >= 100 else f"{scaled:.3g} {unit}".rstrip()
