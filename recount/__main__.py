"""`python -m recount`: every game that this program knows beside the package's own count, as fractions.

The package is asked through its command line only: `fairfelt export` gives a game as JSON, `fairfelt par` its sheet.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from .blackjack import BlackjackGame, figures
from .courses import FULL_SIZE, Endings
from .first_cards import FIRST_CARDS
from .pai_gow import count_pai_gow
from .streets import StreetGame

Form = dict[str, Any]
DECKS = (("2345A", "cdh"), ("9TJQKA", "cd"), ("TJQKA", "cdhs"), ("2367JQA", "cd"), ("2345678A", "cs"), ("23A", "cdhs"))
"""Ranks and suits: with low and high straights, with deuces, with few ranks and many pairs."""
SET_DECKS = (("234679Q", "cd"), ("89TJQKA", "cd"), ("2367JKA", "cd"), ("TJQKA", "cdh"), ("2345A", "cdh"))
"""For pai gow, each with a joker: pairs, straights and flushes, then three of a kind, full houses and five aces."""
SHOES = (("6TA", 8, 2), ("5TA", 8, 3), ("6TA", 8, 4), ("56T", 10, 2))
SUITED_SHOES = (("678", 2, 2), ("7A", 3, 3), ("4TA", 3, 3))
"""Ranks, copies of two suits or four, and to how many hands a pair may be split: with and without naturals."""
MAX_DEALS = 500_000
EZ_PAI_GOW = {"kind": "pai_gow_poker", "pushes": "Q"}
SWITCH = {"hits_soft_17": True, "pushes_22": True, "natural": "1 to 1"}
"""The rules of Blackjack Switch, which is no data for one of its side bets."""


@dataclass(frozen=True)
class Comparison:
    """A figure by both programs, or all endings of a bet."""

    game: str
    where: str
    figure: str
    here: Fraction | Endings
    there: Fraction | Endings | str
    """A sentence where the package refuses."""

    @property
    def agrees(self) -> bool:
        """Whether both found the same; the package rounds the variance of several hands to ten digits."""
        if self.figure == "variance" and isinstance(self.here, Fraction):
            return round(self.here, 10) == self.there
        return self.here == self.there

    def __str__(self) -> str:
        said = "same" if self.agrees else f"DIFFERS, here {self.here}, there {self.there}"
        found = f"{len(self.here)} endings" if isinstance(self.here, dict) else f"{float(self.here):+.6f}"
        return f"{self.game:30} {self.where:>14}  {self.figure:30} {found:>11}  {said}"


def main(words: list[str] | None = None) -> int:
    """Compare; the number of figures that differ."""
    parser = argparse.ArgumentParser(prog="python -m recount", description=__doc__)
    parser.add_argument("games", nargs="*", help="short names, such as three-card-poker; all of the catalogue if none")
    parser.add_argument("--deals", type=int, default=MAX_DEALS, help="leave out decks with more deals than this")
    parser.add_argument(
        "--shoes", type=int, default=len(SHOES), help="of the small shoes of blackjack, only the first few"
    )
    asked = parser.parse_args(words)
    differing, unknown = 0, list[str]()
    for name in asked.games or catalogue():
        known = False
        for comparison in compare(name, asked.deals, asked.shoes):
            known = True
            differing += not comparison.agrees
            sys.stdout.write(f"{comparison}\n")
            sys.stdout.flush()
        unknown += [] if known else [name]
    if unknown:
        sys.stdout.write(f"Not recounted yet: {', '.join(unknown)}\n")
    return differing


def compare(name: str, deals: int, shoes: int) -> Iterator[Comparison]:
    """All that is counted of a game; nothing where it is not known."""
    whole = {variant: count for (slug, variant), count in (FULL_SIZE | FIRST_CARDS).items() if slug == name}
    for variant, count in whole.items():
        yield from compare_endings(name, variant, count)
    form = None if whole else export(name)
    if form and is_known(form):
        for deck in decks_for(form, deals):
            mine, sheet = StreetGame(form, deck).count_round(), package_sheet(form, deck)
            there = sheet if isinstance(sheet, str) else -fraction(sheet["round"]["house_edge"])
            yield Comparison(name, f"{deck['ranks']} {deck['suits']}", "round", mine, there)
    elif form and form.get("course", {}).get("kind") == "blackjack":
        yield from compare_blackjack(name, "blackjack", form["course"].get("rules", {}), shoes)
    elif form and form.get("course") == {"kind": "pai_gow_poker"}:
        yield from compare_pai_gow(name, form, deals)
    elif name == "ez-pai-gow" and (plain := export("commission-pai-gow")):  # which differs in one rule
        yield from compare_pai_gow(name, {**plain, "course": EZ_PAI_GOW}, deals)
    elif name == "blackjack-switch":
        yield from compare_blackjack(name, "blackjack_switch", SWITCH, shoes)


def compare_endings(slug: str, variant: str, count: Callable[[], dict[str, Endings]]) -> Iterator[Comparison]:
    """Every ending of every bet at full size."""
    chosen = ["--variant", variant] if variant else []
    sheet, mine = json.loads(ask("par", slug, "--json", *chosen)), count()
    for wager in sheet["wagers"]:
        name = wager["wager"]
        figure = f"{name} {wager['paytable']}".strip()
        yield Comparison(slug, variant or "full size", figure, mine[name], endings_of(wager))


def endings_of(wager: Form) -> Endings:
    """The endings of a bet on a sheet."""
    return {row["name"]: fraction(row["probability"]) for row in wager["outcomes"]}


def compare_blackjack(name: str, kind: str, rules: Form, shoes: int) -> Iterator[Comparison]:
    """The round on small shoes, with pairs split to fewer hands where many would take long."""
    suits = "cdhs" if "bonuses" in rules else "cd"
    for ranks, copies, hands in (SUITED_SHOES if "bonuses" in rules else SHOES)[:shoes]:
        fewer = {**rules, "most_hands": min(hands, rules.get("most_hands", 4))}
        fewer["most_ace_hands"] = min(hands, rules.get("most_ace_hands", 2))
        form = blackjack_form(kind, fewer, {"ranks": ranks, "suits": suits, "copies": copies})
        try:
            game = BlackjackGame(form)
        except NotImplementedError:
            return
        sheet = package_sheet(form)
        for figure, here in figures(game.count_round()).items():
            there: Fraction | str = sheet if isinstance(sheet, str) else ""
            if not isinstance(sheet, str):
                there = fraction(
                    sheet["round"]["standard_deviation" if figure == "variance" else figure.replace(" ", "_")]
                )
            yield Comparison(name, f"{ranks} x {len(suits) * copies}, {hands}", figure, here, there)


def compare_pai_gow(name: str, form: Form, most: int) -> Iterator[Comparison]:
    """How often both hands win, one or none, on small decks with a joker."""
    for ranks, suits in SET_DECKS:
        cards = len(ranks) * len(suits) + 1
        if comb(cards, 7) * comb(cards - 7, 7) <= most:
            deck = {"ranks": ranks, "suits": suits}
            mine, sheet = count_pai_gow(form, deck), package_sheet(form, deck)
            there = sheet if isinstance(sheet, str) else endings_of(sheet["wagers"][0])
            yield Comparison(name, f"{ranks} {suits}", "both by the house way", mine, there)


def blackjack_form(kind: str, rules: Form, deck: Form) -> Form:
    """A game of blackjack without side bets, as JSON."""
    most, natural = rules["most_hands"], {name: rules[name] for name in ("natural",) if name in rules}
    bonuses = {name: rules[name] for name in ("bonuses",) if name in rules}
    wagers = []
    for at, name in enumerate(("Bet", "Second Bet")[: 1 + (kind == "blackjack_switch")]):
        wagers.append(_bet(name, "opening", "on_hand", at * most + 1, **natural, **bonuses))
    for past in range(0, len(wagers) * most, most):
        doubled = range(1, most + 1 if rules.get("doubles_after_split", True) else 2)
        wagers += [_bet(f"Double {past + hand}", "raise", "on_double", past + hand) for hand in doubled]
        wagers += [
            _bet(f"Hand {past + hand}", "raise", "on_hand", past + hand, **bonuses) for hand in range(2, most + 1)
        ]
    wagers += [
        _bet(f"Free {hand}", "bonus", "on_free_bets", hand) for hand in range(1, most + 1) if "free" in rules
    ]
    course = {"kind": kind, "rules": rules}
    return {
        "format": "fairfelt-game/1", "name": "Small", "summary": "A small shoe.", "course": course, "deck": deck,
        "wagers": wagers,
    }  # fmt: skip


def _bet(name: str, kind: str, settle: str, hand: int, **more: Any) -> Form:
    return {"name": name, "kind": kind, "settle": {"kind": settle, "hand": hand, **more}}


def catalogue() -> list[str]:
    """The short names of all games."""
    rows = json.loads(ask("games", "--json"))["games"]
    return list(dict.fromkeys(row["game"] for row in rows))


def export(name: str) -> Form | None:
    """A game as JSON; nothing where it has Python of its own."""
    try:
        form: Form = json.loads(ask("export", name))
    except subprocess.CalledProcessError:
        return None
    return form


def is_known(form: Form) -> bool:
    """Whether this program has the rankings and settlements of a game of streets."""
    try:
        return "course" not in form and bool(StreetGame(form))
    except (KeyError, AssertionError, NotImplementedError):
        return False


def decks_for(form: Form, most: int) -> Iterator[dict[str, str]]:
    """The small decks on which a game can be dealt, and counted soon."""
    for ranks, suits in DECKS:
        deck = {"ranks": ranks, "suits": suits}
        game = StreetGame(form, deck)
        cards, own, shared, dealer = len(game.deck), game.own, game.community, game.dealer
        if sum(packet["size"] for packet in form["deal"]["packets"]) <= cards:  # burned cards leave the deck too
            deals = comb(cards, own) * comb(cards - own, shared) * comb(cards - own - shared, dealer)
            if deals <= most:
                yield deck


def package_sheet(form: Form, deck: dict[str, str] | None = None) -> Form | str:
    """The package's sheet of the same game on the same deck, or the sentence in which it refuses."""
    small = {**form, "deck": {**form.get("deck", {}), **(deck or {})}, "published": []}
    small = {name: value for name, value in small.items() if name not in ("others", "strategies")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(small))
        try:
            sheet: Form = json.loads(ask("par", str(file), "--json", "--yes"))
        except subprocess.CalledProcessError as refused:
            return str(refused.stderr).strip().splitlines()[-1]
    return sheet


def fraction(number: Form) -> Fraction:
    """A number of a sheet; of a root, what it is the root of."""
    return Fraction(number["fraction"].removeprefix("sqrt(").removesuffix(")"))


def ask(*words: str) -> str:
    """The answer of the package's command line."""
    beside = Path(sys.executable).with_name("fairfelt")
    program = str(beside) if beside.exists() else shutil.which("fairfelt") or "fairfelt"
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(min(main(), 1))
