"""`make recount`: every game that the second program in recount/ knows beside the package's own count, as fractions.

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
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, TypeVar

import recount
from recount.blackjack import BlackjackGame, figures
from recount.boards import BoardGame
from recount.cards import DATA, JOKER
from recount.courses import COURSES, Endings, count_bets, shares
from recount.evaluator import base_of, count_lines
from recount.exchange import ExchangeGame
from recount.first_cards import FIRST_CARDS
from recount.pai_gow import count_pai_gow
from recount.sevens import SEVENS
from recount.showdowns import FullShowdown
from recount.streets import Bet, StreetGame, cross_form

Form = dict[str, Any]
Figure = TypeVar("Figure")
OWN_FORMS: dict[str, Form] = json.loads(Path(recount.__file__).with_name("games.json").read_text())
"""Games that the package cannot write as JSON, from their rules, without bets that are settled by more than cards."""
DECKS: dict[str, list[list[Any]]] = DATA["small decks"]
"""Ranks, suits, and of a shoe copies and to how many hands a pair may be split."""
MAX_DEALS = 500_000
FULL = "full size"
LEFT_OUT = {
    "high-five-poker": "its round, seven cards against seven with a joker, and no data on small decks",
    "house-money": "the hand of blackjack to which a win is carried, which is no data",
}


@dataclass(frozen=True)
class Comparison:
    """A figure by both programs, or all endings of a bet."""

    game: str
    where: str
    figure: str
    here: Fraction | Endings
    there: Fraction | Endings | str
    """A sentence where the package refuses."""
    bet: str = ""
    """Of a side bet, its name."""

    @property
    def agrees(self) -> bool:
        """Whether both found the same; the package rounds the variance of several hands to ten digits."""
        if self.figure == "variance" and isinstance(self.here, Fraction):
            return round(self.here, 10) == self.there
        return self.here == self.there

    def __str__(self) -> str:
        said = "same" if self.agrees else f"DIFFERS, here {self.here}, there {self.there}"
        found = f"{len(self.here)} endings" if isinstance(self.here, dict) else f"{float(self.here):+.6f}"
        return f"{self.game:32} {self.where:>14}  {self.figure:42} {found:>11}  {said}"


def main(words: list[str] | None = None) -> int:
    """Compare, and print a table of it; the number of figures that differ."""
    parser = argparse.ArgumentParser(prog="python -m tools.compare_recount", description=__doc__)
    parser.add_argument("games", nargs="*", help="short names, such as three-card-poker; all of the catalogue if none")
    parser.add_argument("--deals", type=int, default=MAX_DEALS, help="leave out decks with more deals than this")
    parser.add_argument(
        "--shoes", type=int, default=len(DECKS["blackjack"]), help="of the small shoes and decks only the first few"
    )
    parser.add_argument("--full", action="store_true", help="also count games at full size that take minutes each")
    parser.add_argument("--record", type=Path, help="keep what agreed in this file, for reports to a laboratory")
    asked = parser.parse_args(words)
    found, left_out = list[Comparison](), dict[str, str]()
    for row in json.loads(ask("games", "--json"))["games"]:
        slug, title = row["game"], f"{row['game']} {row['variant']}".strip()
        if asked.games and slug not in asked.games:
            continue
        before = len(found)
        for each in compare(slug, row["variant"], asked):
            if isinstance(each, str):
                left_out[title] = each
                continue
            found.append(each)
            sys.stderr.write(f"{each}\n")
        side = [wager["wager"] for wager in row["wagers"] if wager["kind"] in ("side bet", "progressive")]
        missing = sorted(set(side) - {each.bet for each in found[before:]})
        if missing and len(found) > before:
            left_out[title] = "; ".join(filter(None, (left_out.get(title), f"its bets {', '.join(missing)}")))
        if asked.record and len(found) > before:
            keep(asked.record, slug, row["variant"], found[before:], left_out.get(title, ""))
    sys.stdout.writelines(f"{each}\n" for each in found)
    games, differing = len({each.game for each in found}), sum(not each.agrees for each in found)
    sys.stdout.write(f"\n{len(found)} figures of {games} games and versions compared, {differing} differ.\n")
    sys.stdout.writelines(f"Not recounted: {title}: {reason}\n" for title, reason in left_out.items())
    return differing


def keep(file: Path, slug: str, variant: str, found: list[Comparison], left_out: str) -> None:
    """What was compared of one game, in place of what the file had of it."""
    rules = json.loads(ask("rules", slug, "--json", *(["--variant", variant] if variant else [])))
    row = {
        "game": slug, "variant": variant, "fingerprint": rules["fingerprint"], "on": f"{datetime.now(UTC):%Y-%m-%d}",
        "version": rules["imprint"]["fairfelt"].split()[0], "commit": rules["imprint"]["commit"],
        "figures": [{"where": each.where, "figure": each.figure, "agrees": each.agrees} for each in found],
        "left_out": left_out,
    }  # fmt: skip
    kept = json.loads(file.read_text()) if file.exists() else []
    rows = [each for each in kept if (each["game"], each["variant"]) != (slug, variant)]
    rows = sorted([*rows, row], key=lambda each: (each["game"], each["variant"]))
    file.write_text("[\n" + ",\n".join(json.dumps(each) for each in rows) + "\n]\n")


def compare(slug: str, variant: str, asked: argparse.Namespace) -> Iterator[Comparison | str]:
    """All that is counted of a game, and a sentence on what is not."""
    title, sheet = f"{slug} {variant}".strip(), cache(lambda: catalogue_sheet(slug, variant))
    counts = [table[title]() for table in (COURSES, FIRST_CARDS, SEVENS) if title in table]
    for found in counts:
        yield from compare_endings(title, found, sheet())
    if slug in LEFT_OUT:
        yield LEFT_OUT[slug]
    elif not counts or any(wager["wager"] not in each for each in counts for wager in sheet()["wagers"]):
        form = OWN_FORMS.get(title) or export(slug, variant)
        try:
            kind = "" if isinstance(form, str) else form.get("course", {"kind": "streets"})["kind"]
            yield from [str(form)] if isinstance(form, str) else KINDS[kind](title, form, asked, sheet)
        except (NotImplementedError, KeyError) as reason:
            yield f"the second program does not know {reason}"


def compare_endings(title: str, found: dict[str, Endings], sheet: Form) -> Iterator[Comparison]:
    """Every ending of every bet at full size; a hand that is folded is not paid."""
    for wager in sheet["wagers"]:
        name = wager["wager"]
        if name in found:
            there = endings_of(wager)
            if folded := there.pop("folded", None):
                there["no paying hand"] += folded
            yield Comparison(title, FULL, f"{name} {wager['paytable']}".strip(), found[name], there, name)


def endings_of(wager: Form) -> Endings:
    """The endings of a bet on a sheet."""
    return {row["name"]: fraction(row["probability"]) for row in wager["outcomes"]}


Sheet = Callable[[], Form]


def compare_streets(title: str, form: Form, asked: argparse.Namespace, sheet: Sheet) -> Iterator[Comparison | str]:
    """The round on small decks, and with what can be counted so at full size."""
    streets = cross_form(form) if "course" in form else form
    game = StreetGame(streets)
    known = next((kind for kind in (BoardGame, FullShowdown) if kind.knows(game)), None)
    whole, hint = known(game) if asked.full and known else None, "; try --full" if known else ""
    decks = list(decks_for(streets, asked.deals))[: asked.shoes + 2]
    if not decks and not whole:
        yield f"its round, for no small deck has up to {asked.deals:,} deals{hint}"
    for deck in decks:
        there = package_figure(form, deck, round_of)
        if isinstance(there, Fraction) or title not in OWN_FORMS:
            here = StreetGame(streets, deck).count_round()
            yield Comparison(title, f"{deck['ranks']} {deck['suits']}", "round", here, there)
        elif not whole:
            yield f"its round on small decks, for it is no data of the package{hint}"
    yield from compare_side_bets(title, game, sheet, 7 if asked.full else 5)
    if whole:
        yield Comparison(title, FULL, "round", whole.count_round(), round_of(sheet()))
    if isinstance(whole, FullShowdown) and title in DATA["better, equal or worse hand"]:
        cases = (({"hand": name}, ways) for name, ways in whole.count_results().items())
        yield from compare_endings(title, count_bets(DATA["better, equal or worse hand"][title], cases), sheet())


def compare_side_bets(title: str, game: StreetGame, sheet: Sheet, most: int) -> Iterator[Comparison]:
    """How often the lines of bets on some cards come, at full size."""
    cards = {"own": game.own, "community": game.community, "dealer": game.dealer}
    for bet in game.bets:
        if not bet.ranking or bet.kind not in ("side", "progressive") or bet.form["settle"] != "by_line":
            continue
        size = sum((bet.first if place == "community" else 0) or cards[place] for place in bet.on)
        name, shown = (base_of(part.get("ranking")) for part in (bet.form, game.form.get("showdown", {})))
        if size > (7 if name == "poker" else most) or not (bet.survives_fold or name == shown):
            continue  # nobody folds a hand that a bet by the ranking of the showdown pays
        yield from compare_lines(
            title, bet, shares(count_lines(bet.form["ranking"], size, game.deck.count(JOKER))), sheet()
        )


def compare_lines(title: str, bet: Bet, lines: Endings, sheet: Form) -> Iterator[Comparison]:
    """How often the listed lines of a bet come; any other line loses, or is paid as the listed one below it."""
    for wager, table in zip(
        [wager for wager in sheet["wagers"] if wager["wager"] == bet.name], bet.form["paytables"], strict=True
    ):
        here = Endings()
        for line, chance in lines.items():
            if (paid := bet.listed(line, table["pays"])) in table["pays"]:
                here[paid] = here.get(paid, Fraction(0)) + chance
        named = {name: line for line, name in table.get("names", {}).items()}
        rows = ((named.get(name, name), chance) for name, chance in endings_of(wager).items())
        there = {line: chance for line, chance in rows if line in table["pays"]}
        yield Comparison(title, FULL, f"{bet.name} {table['name']}", here, there, bet.name)


def compare_blackjack(title: str, form: Form, asked: argparse.Namespace, _: Sheet) -> Iterator[Comparison]:
    """The round on small shoes, with pairs split to fewer hands where many would take long."""
    kind, rules = form["course"]["kind"], form["course"].get("rules", {})
    bonuses, usual, switch = rules.get("bonuses", []), rules.get("most_hands", 4), kind == "blackjack_switch"
    for ranks, suits, copies, most in DECKS["bonuses by suits" if bonuses else kind][: asked.shoes]:
        hands = usual if switch else min(most, usual)  # the bets of a switch are numbered by it
        fewer = {**rules, "most_hands": hands, "most_ace_hands": min(hands, rules.get("most_ace_hands", 2))}
        bets = [bet for bet in form["wagers"] if "hand" in bet["settle"] and (switch or bet["settle"]["hand"] <= hands)]
        small = {**form, "course": {"kind": kind, "rules": fewer}, "wagers": bets, "rulings": []}
        deck = {"ranks": ranks, "suits": suits, "copies": copies}
        found, sheet = figures(BlackjackGame(small, deck).count_round()), package_figure(small, deck, dict)
        if any("cards" in bonus and "suits" in bonus for bonus in bonuses):
            del found["variance"]  # the second program counts such a bonus on average over the suits
        for figure, here in found.items():
            name = "standard_deviation" if figure == "variance" else figure.replace(" ", "_")
            there = sheet if isinstance(sheet, str) else fraction(sheet["round"][name])
            yield Comparison(title, f"{ranks} x {len(suits) * copies}, {hands}", figure, here, there)


def compare_pai_gow(title: str, form: Form, asked: argparse.Namespace, _: Sheet) -> Iterator[Comparison]:
    """How often both hands win, one or none, on small decks with a joker."""
    for ranks, suits in DECKS["pai gow"][: asked.shoes + 1]:
        cards = len(ranks) * len(suits) + 1
        if comb(cards, 7) * comb(cards - 7, 7) <= asked.deals:
            deck = {"ranks": ranks, "suits": suits}
            there = package_figure(form, deck, lambda sheet: endings_of(sheet["wagers"][0]))
            yield Comparison(title, f"{ranks} {suits}", "hands set", count_pai_gow(form, deck), there)


def compare_exchange(title: str, form: Form, asked: argparse.Namespace, _: Sheet) -> Iterator[Comparison]:
    """The round on small decks, with every choice of cards to exchange."""
    for ranks, suits in DECKS["exchange"][: asked.shoes]:
        deck = {"ranks": ranks, "suits": suits}
        here, there = ExchangeGame(form, deck).count_round(), package_figure(form, deck, round_of)
        yield Comparison(title, f"{ranks} {suits}", "round", here, there)


KINDS: dict[str, Callable[[str, Form, argparse.Namespace, Sheet], Iterator[Comparison | str]]] = {
    "streets": compare_streets, "blackjack": compare_blackjack, "blackjack_switch": compare_blackjack,
    "pai_gow_poker": compare_pai_gow, "three_hands": compare_pai_gow, "cross": compare_streets,
    "exchange": compare_exchange,
}  # fmt: skip


def export(slug: str, variant: str) -> Form | str:
    """A game as JSON, or why the package does not write it."""
    try:
        form: Form = json.loads(ask("export", slug, *(["--variant", variant] if variant else [])))
    except subprocess.CalledProcessError as refused:
        return " ".join(str(refused.stderr).split()).partition("; known are")[0]
    return form


def catalogue_sheet(slug: str, variant: str) -> Form:
    """The package's sheet of a game at full size."""
    sheet: Form = json.loads(ask("par", slug, "--json", *(["--variant", variant] if variant else [])))
    return sheet


def decks_for(form: Form, most: int) -> Iterator[dict[str, str]]:
    """The small decks on which a game can be dealt, and counted soon."""
    for ranks, suits in DECKS["streets"]:
        deck = {"ranks": ranks, "suits": suits}
        game = StreetGame(form, deck)
        cards, own, shared, dealer = len(game.deck), game.own, game.community, game.dealer
        taken = sum(packet["size"] for packet in form["deal"]["packets"])  # burned cards leave the deck too
        deals = comb(cards, own) * comb(cards - own, shared) * comb(cards - own - shared, dealer)
        orders = 30 if any(bet.parts for bet in game.bets) else 1  # in which shared cards can be laid out in a cross
        if taken <= cards and deals * orders <= most:
            yield deck


def package_figure(form: Form, deck: dict[str, str], read: Callable[[Form], Figure]) -> Figure | str:
    """What stands on the package's sheet of the same game on that deck, or the sentence in which it refuses."""
    small = {**form, "deck": {**form.get("deck", {}), **deck}, "published": []}
    small = {name: value for name, value in small.items() if name not in ("others", "strategies")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(small))
        try:
            return read(json.loads(ask("par", str(file), "--json", "--yes")))
        except subprocess.CalledProcessError as refused:
            return str(refused.stderr).strip().splitlines()[-1]


def round_of(sheet: Form) -> Fraction:
    """What a round wins."""
    return -fraction(sheet["round"]["house_edge"])


def fraction(number: Form) -> Fraction:
    """A number of a sheet; of a root, what it is the root of."""
    return Fraction(number["fraction"].removeprefix("sqrt(").removesuffix(")"))


def ask(*words: str) -> str:
    """The answer of the package's command line, also where it doubts its own answer."""
    beside = Path(sys.executable).with_name("fairfelt")
    program = str(beside) if beside.exists() else shutil.which("fairfelt") or "fairfelt"
    answer = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if not answer.stdout:
        answer.check_returncode()
    return answer.stdout


if __name__ == "__main__":
    sys.exit(min(main(), 1))
