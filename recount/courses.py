"""Baccarat, war, red dog and Andar Bahar, written from their rules: every ending of every bet, at full size.

These games are no data, so that their decks and bets stand here and in data.json. Cards go by rank; suits count in none
of them. An ending has the name that the sheet gives it, so that each is compared by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb
from typing import TypeVar

from .cards import DATA

Endings = dict[str, Fraction]
"""Probabilities by name; endings that cannot be are left out."""
Lines = dict[str, list[str]]
"""The endings of a bet from the best down, each with what makes it: words that are all true, or other words."""
RANKS = range(2, 15)
Kind = TypeVar("Kind")


def shares(counts: Counter[str]) -> Endings:
    """Probabilities from how many ways there are."""
    return {name: Fraction(ways, counts.total()) for name, ways in counts.items() if ways}


def count_bets(bets: dict[str, Lines], cases: Iterable[tuple[Mapping[str, object], int]]) -> dict[str, Endings]:
    """How often each line of each bet comes: the first that fits; a word is a fact that is true, or has that value."""
    counts: dict[str, Counter[str]] = {bet: Counter() for bet in bets}
    for facts, ways in cases:
        words = {name for name, fact in facts.items() if fact} | {f"{name}={fact}" for name, fact in facts.items()}
        for bet, lines in bets.items():
            fits = (name for name, made in lines.items() if any(words.issuperset(each.split()) for each in made))
            counts[bet][next(fits)] += ways
    return {bet: shares(each) for bet, each in counts.items()}


def deals(counts: dict[Kind, int], size: int) -> Iterator[tuple[tuple[Kind, ...], Fraction]]:
    """All orders of that number of cards, with their probabilities."""
    whole = sum(counts.values())
    for cards in product(counts, repeat=size):
        chance = Fraction(1)
        for at, card in enumerate(cards):
            chance *= Fraction(max(counts[card] - cards[:at].count(card), 0), whole - at)
        if chance:
            yield cards, chance


def add(into: Endings, name: str, chance: Fraction) -> None:
    """One more way to end so."""
    into[name] = into.get(name, Fraction(0)) + chance


def shoe(decks: int) -> dict[int, int]:
    """Cards by rank."""
    return dict.fromkeys(RANKS, 4 * decks)


# -- baccarat --------------------------------------------------------------------------------------------------------


def banker_draws(total: int, third: int | None) -> bool:
    """The tableau, as every table of baccarat prints it."""
    if third is None:
        return total <= 5
    if total <= 2:
        return True
    drawn_on = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
    return third in drawn_on.get(total, ())


@cache
def coups(decks: int) -> Counter[tuple[int, int, int, int]]:
    """How many orders of six cards make each total of the Player hand and its size, and of the Banker hand."""
    held = {0: 16 * decks, **dict.fromkeys(range(1, 10), 4 * decks)}
    found: Counter[tuple[int, int, int, int]] = Counter()
    for cards in product(held, repeat=6):
        ways, left = 1, dict(held)
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        player_drew = banker_drew = False
        if max(player, banker) < 8:
            player_drew = player <= 5
            banker_drew = banker_draws(banker, cards[4] if player_drew else None)
            player = (player + cards[4]) % 10 if player_drew else player
            banker = (banker + cards[5 if player_drew else 4]) % 10 if banker_drew else banker
        found[player, 2 + player_drew, banker, 2 + banker_drew] += ways
    return found


def coup_facts(player: int, size: int, banker: int, other_size: int) -> dict[str, object]:
    """What lines ask of a coup."""
    return {
        "player": f"{player}/{size}", "banker": f"{banker}/{other_size}", "totals": f"{player}{banker}",
        "ahead": player - banker, "cards": size + other_size,
        "winner": "Player" if player > banker else "Banker" if player < banker else "nobody",
        "natural": size == other_size == 2 and max(player, banker) >= 8,
    }  # fmt: skip


def baccarat(decks: int, apart: Lines) -> dict[str, Endings]:
    """Every bet; without commission some wins of the Banker hand stand apart, such as with a three-card 7."""
    bets = {**DATA["baccarat"], "Banker": {**apart, **DATA["baccarat"]["Banker"]}}
    return count_bets(bets, ((coup_facts(*coup), ways) for coup, ways in coups(decks).items()))


# -- war -------------------------------------------------------------------------------------------------------------


def casino_war(decks: int) -> dict[str, Endings]:
    """A tie goes to war where that loses less than half a bet; cards that are burned change no chances."""
    ante, war, tie = Endings(), Endings(), Endings()
    for (mine, theirs), chance in deals(shoe(decks), 2):
        add(tie, "tie" if mine == theirs else "no tie", chance)
        if mine != theirs:
            add(ante, "wins the deal" if mine > theirs else "loses the deal", chance)
            add(war, "not bet", chance)
            continue
        left = {**shoe(decks), mine: 4 * decks - 2}
        ends: dict[str, Fraction] = dict.fromkeys(("wins", "ties", "loses"), Fraction(0))
        for (own, other), more in deals(left, 2):
            ends["wins" if own > other else "ties" if own == other else "loses"] += more
        fights = ends["wins"] + 2 * ends["ties"] - 2 * ends["loses"] > Fraction(-1, 2)
        assert fights, "nobody surrenders at these pays"
        for end, more in ends.items():
            add(ante, f"tie, then {end} the war", chance * more)
            add(war, f"{end} the war", chance * more)
    return {"Ante": ante, "War": war, "Tie": tie}


# -- red dog ---------------------------------------------------------------------------------------------------------

SPREADS = {1: ("spread of one", 5), 2: ("spread of two", 4), 3: ("spread of three", 2)}


def red_dog(decks: int) -> dict[str, Endings]:
    """A raise wherever the third card is worth something."""
    bet, raised = Endings(), Endings()
    for (first, second), chance in deals(shoe(decks), 2):
        low, high = sorted((first, second))
        left = 52 * decks - 2
        if low == high:
            third = Fraction(4 * decks - 2, left)
            add(bet, "three of a kind", chance * third)
            add(bet, "pair", chance * (1 - third))
        elif high == low + 1:
            add(bet, "two cards in a row", chance)
        else:
            name, pays = SPREADS.get(high - low - 1, ("spread of four or more", 1))
            hit = Fraction(4 * decks * (high - low - 1), left)
            add(bet, name, chance * hit)
            add(bet, "third card outside", chance * (1 - hit))
            if hit * pays > 1 - hit:
                add(raised, name, chance * hit)
                add(raised, "third card outside", chance * (1 - hit))
    raised["not bet"] = 1 - sum(raised.values(), Fraction(0))
    return {"Bet": bet, "Raise": raised}


# -- andar bahar -----------------------------------------------------------------------------------------------------


def andar_bahar() -> dict[str, Endings]:
    """The first of three cards of the middle card's rank among 51: on an odd place it is Andar's."""
    ends = Counter[str]()
    for place in range(1, 50):
        ends["Andar wins" if place % 2 else "Bahar wins"] += comb(51 - place, 2)
    return dict.fromkeys(("Andar", "Bahar"), shares(ends))


COURSES: dict[str, Callable[[], dict[str, Endings]]] = {
    **{title: partial(baccarat, 8, apart) for title, apart in DATA["wins of the Banker hand that stand apart"].items()},
    "casino-war": partial(casino_war, 6),
    "red-dog": partial(red_dog, 8),
    "andar-bahar": andar_bahar,
}
"""Games and versions that are counted as they are dealt."""
