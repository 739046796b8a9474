"""More nights than the tests play: `python -m tests.nights --seeds 5000`, with `--files` on files, `--law` by law."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from tests.nights.night import NightFailed, play_and_check

PROGRESS_SEEDS = 100


def main(words: list[str] | None = None) -> int:
    """Play the seeds; say how far it is and which of them failed. The exit code is 1 if any did."""
    options = _parse(words)
    failed = []
    for done, seed in enumerate(range(options.first, options.first + options.seeds), 1):
        try:
            play_and_check(seed, on_files=options.files, lawful=options.law)
        except NightFailed as failure:
            failed.append(seed)
            _say(str(failure))
        if done % PROGRESS_SEEDS == 0 or done == options.seeds:
            _say(f"{done} of {options.seeds} nights, {len(failed)} failed")
    if failed:
        _say(f"failed: {', '.join(map(str, failed))}")
    return 1 if failed else 0


def _parse(words: list[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.nights", description="Bad nights in a seeded card room.")
    parser.add_argument("--seeds", type=int, default=1_000, help="how many nights")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--files", action="store_true", help="on SQLite files, with torn writes")
    parser.add_argument("--law", action="store_true", help="under a law: days, papers, funds; in memory")
    return parser.parse_args(words)


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
