"""`python -m tools.street_backs GAME` searches the best two classes of backs; `--write` puts them among what ships.

It takes about an hour of a core for Ultimate Texas Hold'em, Heads Up Hold'em and Texas Hold'em Bonus, the games that
decide before the flop, on it and behind it.
"""

from __future__ import annotations

import argparse
import sys

from fairfelt import games
from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.findings import FILE, Finding, Leak, Question, read_findings, write_finding
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.solve import advisor, core_game
from tools.ship_leaks import write_findings

from .count import StreetsCount


def main() -> None:
    """Search one game, and count all figures of play by the best classes where these are counted."""
    parser = argparse.ArgumentParser(prog="python -m tools.street_backs", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--write", action="store_true", help="write the row that ships")
    asked = parser.parse_args()
    game = games.find(asked.game)
    core = core_game(game)
    count = StreetsCount.of(core)
    if count is None:
        parser.error(f"{game.title} does not decide before the flop, on it and behind it")
    best = count.search()
    figures, rules = count.played(best.ranks) if count.plays else (Figures(best.edge, None, None), ())
    assert figures.edge == best.edge, "the search and the play by its best come to the same"
    information, plain = Information((1,), sorted=best.ranks), advisor(core).round.expected_value
    found = Finding(
        Leak.BACKS, information, best.edge, plain, None, "The best two classes of all partitions.",
        figures.hit_frequency, figures.variance, rules,
    )  # fmt: skip
    if asked.write:
        key = Question(game, Leak.BACKS, Information()).key
        write_findings({**read_findings(FILE), key: write_finding(found)}, FILE)
    sys.stdout.write(f"{game.title}: {best.ranks} told apart, {best.edge}\n")


if __name__ == "__main__":
    main()
