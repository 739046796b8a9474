"""Baccarat, war and red dog, written from their rules: every ending of every bet, at full size.

These games are no data, so that their decks and bets stand here. Cards go by rank; suits count in none of them. An
ending has the name that the sheet gives it, so that each is compared by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

Endings = dict[str, Fraction]
"""Probabilities by name; endings that cannot be are left out."""
RANKS = range(2, 15)
THREE_CARD_7 = "Banker wins with a three-card 7"


def deals(counts: dict[int, int], size: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
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


@dataclass(frozen=True)
class Coup:
    """Both totals, and whether each hand has three cards."""

    player: int
    banker: int
    player_drew: bool
    banker_drew: bool

    @property
    def ahead(self) -> int:
        """By how many points the Player hand wins."""
        return self.player - self.banker

    @property
    def hands(self) -> tuple[tuple[int, bool], ...]:
        """The total of each hand, and whether it has three cards."""
        return (self.player, self.player_drew), (self.banker, self.banker_drew)

    @property
    def natural(self) -> bool:
        """Eight or nine in two cards, which ends the coup."""
        return not self.player_drew and not self.banker_drew and max(self.player, self.banker) >= 8


def banker_draws(total: int, third: int | None) -> bool:
    """The tableau, as every table of baccarat prints it."""
    if third is None:
        return total <= 5
    if total <= 2:
        return True
    drawn_on = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
    return third in drawn_on.get(total, ())


@cache
def coups(decks: int) -> Counter[Coup]:
    """How many orders of six cards make each coup; those that are not drawn are any."""
    held = {0: 16 * decks, **dict.fromkeys(range(1, 10), 4 * decks)}
    found: Counter[Coup] = Counter()
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
        found[Coup(player, banker, player_drew, banker_drew)] += ways
    return found


OTHER, NATURAL_9 = "any other result", "natural 9 beats natural 8"
CoupLines = dict[str, Callable[[Coup], bool]]
"""The endings of a bet, with what makes each; the first that fits counts."""
WINNER: CoupLines = {
    "tie": lambda coup: coup.ahead == 0,
    "Player wins": lambda coup: coup.ahead > 0,
    "Banker wins": lambda coup: coup.ahead < 0,
}
FORTUNE_7: CoupLines = {THREE_CARD_7: lambda coup: coup.ahead < 0 and coup.banker == 7 and coup.banker_drew}
PANDA_8: CoupLines = {
    "Player wins with a three-card 8": lambda coup: coup.ahead > 0 and coup.player == 8 and coup.player_drew
}
NINES: CoupLines = {
    "both hands a three-card 9": lambda coup: coup.hands == ((9, True), (9, True)),
    "one hand a three-card 9": lambda coup: (9, True) in coup.hands,
}
SEVENS: CoupLines = {
    "both hands a three-card 7": lambda coup: coup.hands == ((7, True), (7, True)),
    "both hands a two-card 7": lambda coup: coup.hands == ((7, False), (7, False)),
}
BEATS: CoupLines = {
    "three-card 9 beats three-card 8": lambda coup: set(coup.hands) == {(8, True), (9, True)},
    NATURAL_9: lambda coup: coup.natural and {coup.player, coup.banker} == {8, 9},
    "8 beats 7": lambda coup: {coup.player, coup.banker} == {7, 8},
    "7 beats 6": lambda coup: {coup.player, coup.banker} == {6, 7},
    "any other win by one": lambda coup: abs(coup.ahead) == 1,
}
SIX: CoupLines = {"Banker wins with a 6": lambda coup: coup.ahead < 0 and coup.banker == 6}
TIGER: CoupLines = {
    "Banker wins with a two-card 6": lambda coup: coup.ahead < 0 and coup.hands[1] == (6, False),
    "Banker wins with a three-card 6": lambda coup: coup.ahead < 0 and coup.hands[1] == (6, True),
}
TREASURES = [*FORTUNE_7.values(), *PANDA_8.values(), *NINES.values(), *SEVENS.values()]


def dragon_bonus(side: int) -> CoupLines:
    """A natural that wins, or a win by four points and more; the side is 1 for the Player hand, -1 for the other."""

    def wins_by(points: int) -> Callable[[Coup], bool]:
        return lambda coup: coup.ahead * side == points

    return {
        "natural win": lambda coup: coup.natural and coup.ahead * side > 0,
        "natural tie": lambda coup: coup.natural and coup.ahead == 0,
        **{f"win by {points}": wins_by(points) for points in range(4, 10)},
    }


def cards_are(cards: int) -> CoupLines:
    """Both hands take that number of cards."""
    return {f"{cards} cards": lambda coup: 4 + coup.player_drew + coup.banker_drew == cards}


BACCARAT_BETS: dict[str, CoupLines] = {
    "Player": WINNER, "Banker": WINNER, "Tie": {"tie": WINNER["tie"]}, "Any Bad Beat": BEATS, "Tiger": TIGER,
    "Dragon Bonus Player": dragon_bonus(1), "Dragon Bonus Banker": dragon_bonus(-1), "Fortune 7": FORTUNE_7,
    "Dragon 7": FORTUNE_7, "Panda 8": PANDA_8, "Golden 8": PANDA_8, "Heavenly 9": NINES, "Blazing 7's": SEVENS,
    "Cover All": {"any of the four other bets wins": lambda coup: any(wins(coup) for wins in TREASURES)},
    "Natural 9 over 8": {NATURAL_9: BEATS[NATURAL_9]}, "8 over 7": {"8 beats 7": BEATS["8 beats 7"]},
    "Small Tiger": dict([*TIGER.items()][:1]), "Big Tiger": dict([*TIGER.items()][1:]),
    **{f"{cards} Cards": cards_are(cards) for cards in (4, 5, 6)},
}  # fmt: skip
LOST = {"Tie": "no tie", "Dragon Bonus Player": "no bonus", "Dragon Bonus Banker": "no bonus"}
"""How other bets end that win nothing."""


def baccarat(decks: int, apart: CoupLines) -> dict[str, Endings]:
    """Every bet; without commission some wins of the Banker hand stand apart, such as with a three-card 7."""
    found, orders = {}, coups(decks)
    for bet, lines in BACCARAT_BETS.items():
        counts: Counter[str] = Counter()
        for coup, ways in orders.items():
            made = (name for name, makes in {**(apart if bet == "Banker" else {}), **lines}.items() if makes(coup))
            counts[next(made, LOST.get(bet, OTHER))] += ways
        found[bet] = {name: Fraction(ways, counts.total()) for name, ways in counts.items()}
    return found


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


FULL_SIZE: dict[tuple[str, str], Callable[[], dict[str, Endings]]] = {
    ("commission-baccarat", ""): lambda: baccarat(8, {}),
    ("dragon-bonus", "commission"): lambda: baccarat(8, {}),
    ("dragon-bonus", "free"): lambda: baccarat(8, FORTUNE_7),
    ("ez-baccarat-with-dragon-bonus", ""): lambda: baccarat(8, FORTUNE_7),
    ("fortune-7-baccarat", ""): lambda: baccarat(8, FORTUNE_7),
    ("tiger-baccarat", ""): lambda: baccarat(8, SIX),
    **dict.fromkeys((("bad-beat-baccarat", ""), ("four-five-six-baccarat", "")), lambda: baccarat(8, {})),
    ("casino-war", ""): lambda: casino_war(6),
    ("red-dog", ""): lambda: red_dog(8),
}
"""Games and versions that are counted as they are dealt."""
