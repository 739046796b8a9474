"""Deal many rounds, and keep what came of it beside the exact figures: src/fairfelt/reports/par/simulations.json.

python -m tools.ship_simulations --rounds 1000000000 three-card-poker
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from typing import Any

from fairfelt import games
from fairfelt.engine.simulation import simulate
from fairfelt.reports.par.lab_report import RECORDS, record
from fairfelt.rules import Game, fingerprint
from fairfelt.version import __version__, commit

FILE = RECORDS / "simulations.json"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.ship_simulations", description=__doc__)
    parser.add_argument("games", nargs="*", help="short names; all of the catalogue if none")
    parser.add_argument("--rounds", type=int, default=100_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    chosen = [games.find(name) for name in asked.games] or list(games.catalogue())
    for game in (version for each in chosen for version in each.variants):
        kept = record("simulations", game)
        if kept and kept["rounds"] >= asked.rounds:
            continue
        found = deal(game, asked.rounds, asked.seed)
        keep(game, found)
        sys.stderr.write(f"{game.title}: {found['rounds']:,} rounds, z {found['wagers'][0]['z']}\n")
    return 0


def deal(game: Game, rounds: int, seed: int) -> dict[str, Any]:
    """One run: of every bet the mean beside the exact one, and by how many standard errors they differ."""
    dealt = simulate(game, rounds=rounds, seed=seed)
    return {
        "game": game.slug, "variant": game.variant, "fingerprint": fingerprint(game), "rounds": rounds, "seed": seed,
        "seats": dealt.seats, "version": __version__, "commit": commit(), "on": f"{datetime.now(UTC):%Y-%m-%d}",
        "wagers": [
            {"wager": one.wager, "paytable": one.paytable, "mean": one.mean, "standard_error": one.standard_error,
             "exact": one.exact,
             "z": round((one.mean - one.exact) / one.standard_error, 2) if one.standard_error else None}
            for one in dealt.wagers
        ],
    }  # fmt: skip


def keep(game: Game, found: dict[str, Any]) -> None:
    """In place of what was kept of that version before."""
    kept = [
        each for each in json.loads(FILE.read_text()) if (each["game"], each["variant"]) != (game.slug, game.variant)
    ]
    rows = sorted([*kept, found], key=lambda each: (each["game"], each["variant"]))
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    sys.exit(main())
