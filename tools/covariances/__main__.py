"""Counts how the bets of one player vary together at every game of the catalogue, and writes what ships.

    python -m tools.covariances [GAME ...]

Counted together are bets that the endings of a round settle, those on cards that are seen at the first decision or on
the hand that shows down, others where deals are few, those on a player's seven cards beside hands that are set, and
those on the dealer's 22; of a bet on a meter, what the tray pays. Games without such a side bet are left out, and those
that are named are counted anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import combinations

from fairfelt import games
from fairfelt.analysis.winnings.bets import WinningsError
from fairfelt.analysis.winnings.covariance import (
    FILE,
    THE_GAME,
    Bet,
    Covariances,
    is_countable_by_deals,
    is_settled,
    pair_key,
    reads_showdown_hand,
    shipped_covariances,
    with_bets_on_showdown,
)
from fairfelt.engine import exact as engine
from fairfelt.engine.courses.blackjack.solution import BlackjackSolution
from fairfelt.engine.exact import Unsolved
from fairfelt.rules import Game, Wager, fingerprint
from fairfelt.runtime.configuration import write_whole
from fairfelt.shipped_digests import write_digests

from .cards_in_sight import paytables_in_sight, reads_cards_in_sight
from .dealers_22 import covariances_with_22
from .paytables import all_paytables
from .seven_cards import reads_seven_cards

WAYS = (is_settled, reads_seven_cards, reads_cards_in_sight, reads_showdown_hand, is_countable_by_deals)
"""The quick ones first: each says whether it can count a side bet of a game."""


def is_counted(game: Game, wager: Wager) -> bool:
    """Whether a side bet can be counted together with the game."""
    return wager.is_optional and any(reads(game, wager) for reads in WAYS)


def count(game: Game) -> dict[str, str]:
    """The game itself with every side bet and paytable, and those with each other."""
    solution = engine.solve(with_bets_on_showdown(game))
    if isinstance(solution, BlackjackSolution):
        return {pair_key(THE_GAME, bet): str(found) for bet, found in covariances_with_22(solution).items()}
    found = _pairs(game, *all_paytables(solution))
    if any(reads_cards_in_sight(game, wager) for wager in game.wagers):
        by_hand = _pairs(game, *paytables_in_sight(solution))
        if any(found[pair] != by_hand[pair] for pair in found.keys() & by_hand.keys()):
            raise WinningsError(f"{game.title}: its bets go together in two ways, by endings and by hands")
        found |= by_hand
    return found


def _pairs(game: Game, bets: Sequence[Bet], covariances: Covariances) -> dict[str, str]:
    """Of two bets each, where every bet that no meter pays varies as on its sheet."""
    sheet = engine.par(game)
    for at, bet in enumerate(bets[1:], 1):
        if any(pay.level for pay in game.paytable(*bet).pays.values()):
            continue
        if covariances[at][at] != sheet.wager(*bet).variance:
            raise WinningsError(f"{game.title}: {bet[0]} varies in another way than on its sheet")
    return {
        pair_key(bets[a], bets[b]): str(covariances[a][b])
        for a, b in combinations(range(len(bets)), 2)
        if bets[a][0] != bets[b][0]
    }


def main(asked: list[str]) -> None:
    """Count what is missing, and write after every game."""
    known = shipped_covariances() if FILE.exists() else {}
    wanted = [
        game
        for first in games.catalogue()
        for game in first.variants
        if any(is_counted(game, wager) for wager in game.wagers)
    ]
    kept = {key: known[key] for game in wanted if (key := fingerprint(game)) in known}
    for game in wanted:
        if game.slug not in asked if asked else fingerprint(game) in kept:
            continue
        try:
            kept[fingerprint(game)] = count(game)
            said = f"{len(kept[fingerprint(game)])} pairs"
        except (Unsolved, WinningsError) as error:
            said = str(error)
        write_whole(FILE, f"{json.dumps(kept, sort_keys=True, indent=0)}\n".encode())
        write_digests()
        sys.stderr.write(f"{game.slug} {game.variant}: {said}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
