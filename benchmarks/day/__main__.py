"""`python -m benchmarks.day`: a day of a forty-table room in ten minutes; other sizes by options."""

from __future__ import annotations

from argparse import ArgumentParser

from benchmarks.markdown import describe_machine
from benchmarks.measure import print_rows

from .day import HOURS, SECONDS, TABLES, Cores, play_day, rows_of, tell


def cores_of(words: str) -> frozenset[int]:
    """Processors as `taskset` names them."""
    ranges = [part.partition("-") for part in words.split(",")]
    return frozenset(core for first, _, last in ranges for core in range(int(first), int(last or first) + 1))


def main() -> None:
    """Play a day and print its figures."""
    parser = ArgumentParser(prog="python -m benchmarks.day")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--hours", type=float, default=HOURS, help="of the room's own time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of real time that they take")
    parser.add_argument(
        "--server-cores", type=cores_of, default=frozenset(), help="such as 0,1: the server stays there"
    )
    parser.add_argument(
        "--client-cores", type=cores_of, default=frozenset(), help="such as 2-15: all others stay there"
    )
    parser.add_argument("--faults", type=int, metavar="SEED", help="a bad day: every ten minutes something fails")
    asked = parser.parse_args()
    print(describe_machine())
    day = play_day(
        asked.tables, asked.hours, asked.seconds, Cores(asked.server_cores, asked.client_cores), asked.faults
    )
    tell(day)
    print_rows("The load day", rows_of(day))
    raise SystemExit(1 if day.troubles else 0)


if __name__ == "__main__":
    main()
