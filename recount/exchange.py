"""Cards exchanged for a price before a raise or a fold: every deal of a small deck, every choice of cards that go."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from .cards import Card, make_deck, parse_cards
from .rankings import make_ranking
from .streets import Bet

Hand = tuple[Card, ...]


class ExchangeGame:
    """A game from its JSON form, on its own deck or a smaller one. Results are in units of the opening bet."""

    def __init__(self, form: dict[str, Any], deck: dict[str, Any] | None = None) -> None:
        self.deck = make_deck({**form.get("deck", {}), **(deck or {})})
        course = form["course"]
        self.own, self.dealer, self.up = (
            course.get(name, usual) for name, usual in (("cards", 5), ("dealer_cards", 5), ("up_cards", 1))
        )
        self.prices, self.times = course.get("exchange_prices", []), course.get("raise_times", 2)
        if course.get("buy_prices") or course.get("discards"):
            raise NotImplementedError("cards that are bought, or a dealer who discards")
        self.value = cache(make_ranking(course["showdown"]["ranking"]))
        least = course["showdown"].get("qualify")
        self.least = self.value(parse_cards(least["least"])) if least else None
        self.bets = [Bet(wager) for wager in form["wagers"] if wager["kind"] in ("opening", "raise")]
        self.net = cache(self._net)

    def count_round(self) -> Fraction:
        """What a round wins on average with the best choices."""
        found = [
            self._choose(own, up)
            for own in combinations(self.deck, self.own)
            for up in combinations([card for card in self.deck if card not in own], self.up)
        ]
        return sum(found, Fraction(0)) / len(found)

    def _choose(self, own: Hand, up: Hand) -> Fraction:
        """The best of keeping the hand and of every exchange."""
        rest = [card for card in self.deck if card not in own + up]
        best = self._raise_or_fold(own, (), up)
        for count, price in enumerate(self.prices, 1):
            for gone in combinations(own, count):
                kept = tuple(card for card in own if card not in gone)
                news = [self._raise_or_fold(kept + new, gone, up) for new in combinations(rest, count)]
                best = max(best, sum(news, Fraction(0)) / len(news) - price)
        return best

    def _raise_or_fold(self, hand: Hand, gone: Hand, up: Hand) -> Fraction:
        hidden = [card for card in self.deck if card not in hand + gone + up]
        mine = self.value(tuple(sorted(hand)))
        theirs = [self.value(tuple(sorted(up + cards))) for cards in combinations(hidden, self.dealer - self.up)]
        return max(Fraction(-1), sum((self.net(mine, value) for value in theirs), Fraction(0)) / len(theirs))

    def _net(self, mine: Any, theirs: Any) -> Fraction:
        """Of the opening bet and a raise."""
        result = (mine[1] > theirs[1]) - (mine[1] < theirs[1])
        plays = self.least is None or theirs[1] >= self.least[1]
        total = Fraction(0)
        for bet in self.bets:
            how = bet.form["settle"]
            if how == "price_of_cards":
                continue
            inner = how["settle"] if isinstance(how, dict) and how["kind"] == "by_ranking" else how
            paid = bet.settle(result, mine[0], 0, plays, inner)
            assert paid is not None, bet.name
            total += paid * (1 if bet.kind == "opening" else self.times)
        return total
