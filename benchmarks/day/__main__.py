"""`python -m benchmarks.day`: a day of a forty-table room in ten minutes; other sizes by options."""

from __future__ import annotations

from argparse import ArgumentParser

from benchmarks.markdown import describe_machine
from benchmarks.measure import print_rows

from .day import HOURS, SECONDS, TABLES, play_day, rows_of, tell


def main() -> None:
    """Play a day and print its figures."""
    parser = ArgumentParser(prog="python -m benchmarks.day")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--hours", type=float, default=HOURS, help="of the room's own time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of real time that they take")
    asked = parser.parse_args()
    print(describe_machine())
    day = play_day(asked.tables, asked.hours, asked.seconds)
    tell(day)
    print_rows("The load day", rows_of(day))
    raise SystemExit(1 if day.troubles else 0)


if __name__ == "__main__":
    main()
