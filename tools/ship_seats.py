"""Samples how seats go together at every game of the catalogue, and writes what ships with the package.

    python -m tools.ship_seats [GAME ...]

What is there already is kept; games whose rules have changed since are sampled again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from fairfelt import games
from fairfelt.analysis.winnings.covariance import (
    SEATS_FILE,
    THE_ROUND,
    sample_seats,
    shares_all_cards,
    shipped_seats,
)
from fairfelt.engine.exact import Unsolved
from fairfelt.rules import Blackjack, BlackjackSwitch, Game, PaiGowPoker, fingerprint
from fairfelt.rules.courses.cross import Cross
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.runtime.configuration import write_whole
from fairfelt.shipped_digests import write_digests

ROUNDS, COURSE_ROUNDS, STEPPED_ROUNDS, SLOW_ROUNDS = 10_000_000, 400_000, 20_000, 2_000
"""Rounds that are sampled: fewer at a course of play, fewest where every choice is counted anew.

A pay of 500 to 1 that two seats win at once in one round of a million is most of a covariance: 400,000 rounds missed it
three times in four.
"""
Kept = dict[str, dict[str, Any]]


def every_game() -> Iterator[Game]:
    """Every version of every game where seats have cards of their own."""
    for first in games.catalogue():
        yield from (game for game in first.variants if not shares_all_cards(game))


def keys(game: Game) -> Iterator[tuple[str, bool]]:
    """Its fingerprints, by the paytables that may be in play one at a time, and whether the round is the same."""
    yield fingerprint(game), True
    for wager in game.wagers:
        for table in wager.paytables[1:]:
            yield fingerprint(game.with_paytable(wager.name, table.name)), not wager.is_base


def sample(game: Game) -> Kept:
    """What is kept of one game."""
    rounds = rounds_of(game)
    bets = sample_seats(game, rounds)
    sides = {name: number for name, number in bets.items() if name != THE_ROUND}
    return {key: {"rounds": rounds, "bets": bets if whole else sides} for key, whole in keys(game)}


def rounds_of(game: Game) -> int:
    """How many rounds of a game are sampled."""
    if isinstance(game.course, Cross | ThreeHands):
        return SLOW_ROUNDS
    if isinstance(game.course, Blackjack | BlackjackSwitch):
        return STEPPED_ROUNDS
    return ROUNDS if game.course is None or isinstance(game.course, PaiGowPoker) else COURSE_ROUNDS


def _is_whole(found: dict[str, Any] | None, whole: bool) -> bool:
    """Whether it was sampled, with the game itself where that belongs to it: this asks for the variance of a round."""
    return found is not None and (not whole or THE_ROUND in found["bets"])


def main(asked: list[str]) -> None:
    """Sample what is missing, and write after every game."""
    known = shipped_seats() if SEATS_FILE.exists() else {}
    wanted = list(every_game())
    kept = {key: known[key] for game in wanted for key, _ in keys(game) if key in known}
    for game in wanted:
        whole = all(_is_whole(kept.get(key), whole) for key, whole in keys(game))
        if whole or (asked and game.slug not in asked):
            continue
        try:
            kept |= sample(game)
            said = str(kept[fingerprint(game)]["bets"].get(THE_ROUND))
        except Unsolved as error:
            said = str(error)
        write_whole(SEATS_FILE, f"{json.dumps(kept, sort_keys=True, indent=0)}\n".encode())
        write_digests()
        sys.stderr.write(f"{game.slug} {game.variant}: {said}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
