"""Counts how the bets of one player vary together at every game of the catalogue, and writes what ships.

    python -m fairfelt.winnings.together.ship_covariances [GAME ...]

Only bets that the endings of a round settle can be counted together; games without such a side bet are left out.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations

from fairfelt import exact, games
from fairfelt.compute.compile import write_whole
from fairfelt.exact import Unsolved
from fairfelt.rules import Game, fingerprint

from ..bets import WinningsError
from .bets_together import all_paytables, is_settled
from .covariances import FILE, pair_key, shipped_covariances


def count(game: Game) -> dict[str, str]:
    """The game itself with every side bet and paytable, and those with each other."""
    bets, covariances = all_paytables(exact.solve(game))
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
        if any(wager.is_optional and is_settled(game, wager) for wager in game.wagers)
    ]
    kept = {key: known[key] for game in wanted if (key := fingerprint(game)) in known}
    for game in wanted:
        if fingerprint(game) in kept or (asked and game.slug not in asked):
            continue
        try:
            kept[fingerprint(game)] = count(game)
            said = f"{len(kept[fingerprint(game)])} pairs"
        except (Unsolved, WinningsError) as error:
            said = str(error)
        write_whole(FILE, f"{json.dumps(kept, sort_keys=True, indent=0)}\n".encode())
        sys.stderr.write(f"{game.slug} {game.variant}: {said}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
