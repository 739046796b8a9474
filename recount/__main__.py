"""`python -m recount`: every game that this program knows, on small decks, beside the package's own count.

The package is asked through its command line only: `fairfelt export` gives a game as JSON, `fairfelt par` its sheet.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from .streets import StreetGame

DECKS = (("2345A", "cdh"), ("9TJQKA", "cd"), ("TJQKA", "cdhs"), ("2367JQA", "cd"), ("2345678A", "cs"), ("23A", "cdhs"))
"""Ranks and suits: with low and high straights, with deuces, with few ranks and many pairs."""
MAX_DEALS = 300_000


def main(words: list[str] | None = None) -> int:
    """Compare; the number of games that differ."""
    parser = argparse.ArgumentParser(prog="python -m recount", description=__doc__)
    parser.add_argument("games", nargs="*", help="short names, such as three-card-poker; all of the catalogue if none")
    parser.add_argument("--deals", type=int, default=MAX_DEALS, help="leave out decks with more deals than this")
    asked = parser.parse_args(words)
    differing, unknown = 0, list[str]()
    for name in asked.games or catalogue():
        form = export(name)
        if form is None or not is_known(form):
            unknown.append(name)
            continue
        for deck in decks_for(form, asked.deals):
            mine, theirs = StreetGame(form, deck).count_round(), package_count(form, deck)
            differing += mine != theirs
            said = "same" if mine == theirs else f"DIFFERS, here {mine}, there {theirs}"
            sys.stdout.write(f"{name:28} {deck['ranks']:>9} {deck['suits']:<5} {float(mine):+.6f}  {said}\n")
            sys.stdout.flush()
    if unknown:
        sys.stdout.write(f"Not recounted yet: {', '.join(unknown)}\n")
    return differing


def catalogue() -> list[str]:
    """The short names of all games."""
    rows = json.loads(ask("games", "--json"))["games"]
    return list(dict.fromkeys(row["game"] for row in rows))


def export(name: str) -> dict[str, Any] | None:
    """A game as JSON; nothing where it has Python of its own."""
    try:
        form: dict[str, Any] = json.loads(ask("export", name))
    except subprocess.CalledProcessError:
        return None
    return form


def is_known(form: dict[str, Any]) -> bool:
    """Whether this program has the rankings and settlements of a game."""
    try:
        return "course" not in form and bool(StreetGame(form))
    except (KeyError, AssertionError, NotImplementedError):
        return False


def decks_for(form: dict[str, Any], most: int) -> Iterator[dict[str, str]]:
    """The small decks on which a game can be dealt, and counted soon."""
    for ranks, suits in DECKS:
        deck = {"ranks": ranks, "suits": suits}
        game = StreetGame(form, deck)
        cards, own, shared, dealer = len(game.deck), game.own, game.community, game.dealer
        if sum(packet["size"] for packet in form["deal"]["packets"]) <= cards:  # burned cards leave the deck too
            deals = comb(cards, own) * comb(cards - own, shared) * comb(cards - own - shared, dealer)
            if deals <= most:
                yield deck


def package_count(form: dict[str, Any], deck: dict[str, str]) -> Fraction | str:
    """What the package finds for the same game on the same deck, or the sentence in which it refuses."""
    small = {**form, "deck": {**form.get("deck", {}), **deck}, "published": []}
    small = {name: value for name, value in small.items() if name not in ("others", "strategies")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(small))
        try:
            sheet = json.loads(ask("par", str(file), "--json", "--yes"))
        except subprocess.CalledProcessError as refused:
            return str(refused.stderr).strip()
    return -Fraction(sheet["round"]["house_edge"]["fraction"])


def ask(*words: str) -> str:
    """The answer of the package's command line."""
    beside = Path(sys.executable).with_name("fairfelt")
    program = str(beside) if beside.exists() else shutil.which("fairfelt") or "fairfelt"
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(min(main(), 1))
