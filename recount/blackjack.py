"""Blackjack from a shoe: one hand, or two whose second cards may change places. Every card that can come is dealt.

Cards go by what they count, an ace as 1; a shoe is how many of each value it holds. As the sheets say, a hand is played
by its own cards and the dealer's up card, whatever lies on other hands; of equal choices the larger bet is made; a pair
that is split is split again whenever it may be. All hands of a player and the dealer draw from one shoe, so that the
result of a round is counted with whatever the hands have to do with each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from .cards import Card, make_deck
from .streets import parse_pay

ACE, TEN = 1, 10
Shoe = tuple[int, ...]
"""[value - 1]: cards left."""
Cards = tuple[int, ...]
Results = dict[tuple[Fraction, int], Fraction]
"""Probabilities by what a round wins and what was bet in it."""
KNOWN = {
    "hits_soft_17", "pushes_22", "natural", "doubles", "doubles_after_split", "most_hands", "most_ace_hands",
    "split_aces_draw", "peeks",
}  # fmt: skip
STAND, HIT, DOUBLE = 0, 1, 2


def value_of(card: Card) -> int:
    """What a card counts."""
    return ACE if card[0] == 14 else min(card[0], TEN)


def total_of(cards: Cards) -> int:
    """The best total: one ace counts 11 where that is not too much."""
    hard = sum(cards)
    return hard + 10 if ACE in cards and hard <= 11 else hard


def is_soft(cards: Cards) -> bool:
    """Whether an ace counts 11."""
    return ACE in cards and sum(cards) <= 11


def take(shoe: Shoe, *cards: int) -> Shoe:
    """The shoe without these."""
    left = list(shoe)
    for card in cards:
        left[card - 1] -= 1
    assert min(left) >= 0
    return tuple(left)


def chances(shoe: Shoe) -> list[tuple[int, Fraction]]:
    """The next card."""
    cards = sum(shoe)
    return [(value, Fraction(held, cards)) for value, held in enumerate(shoe, 1) if held]


@dataclass(frozen=True)
class Place:
    """Two cards as they lie there; a natural is an ace and a ten that were dealt so."""

    cards: Cards
    natural: bool = False


@dataclass(frozen=True)
class Stage:
    """A round under way: the hand that is played, those that wait, and those that wait for the dealer."""

    shoe: Shoe
    waiting: tuple[Place | int, ...]
    """Hands of two cards; a single number is one card of a split pair."""
    hand: Cards = ()
    doubled: bool = False
    split_card: int = 0
    """Of which card a pair was split at this place…"""
    hands: int = 1
    """…and how many hands it is by now."""
    live: tuple[tuple[int, int], ...] = ()
    """Totals and bets of hands that are in, sorted."""
    net: Fraction = Fraction(0)
    """Of hands that are settled."""
    wager: int = 0


class BlackjackGame:
    """A game from its JSON form, on its own shoe or a smaller one."""

    def __init__(self, form: dict[str, Any], deck: dict[str, Any] | None = None) -> None:
        course = form["course"]
        assert course["kind"] in ("blackjack", "blackjack_switch"), course
        rules = course.get("rules", {})
        if rules.keys() - KNOWN or not rules.get("peeks", True) or rules.get("doubles", "ANY") != "ANY":
            raise NotImplementedError("rules of blackjack that are not written here")
        self.two_hands = course["kind"] == "blackjack_switch"
        self.switched_natural = course.get("switched_natural", False)
        self.hits_soft_17, self.pushes_22 = rules.get("hits_soft_17", False), rules.get("pushes_22", False)
        self.natural = parse_pay(rules.get("natural", "3 to 2"))
        self.doubles_after_split = rules.get("doubles_after_split", True)
        self.split_aces_draw = rules.get("split_aces_draw", False)
        self.most_hands, self.most_ace_hands = rules.get("most_hands", 4), rules.get("most_ace_hands", 2)
        held = Counter(map(value_of, make_deck({**form.get("deck", {}), **(deck or {})})))
        self.shoe: Shoe = tuple(held[value] for value in range(1, TEN + 1))

    # -- the dealer --------------------------------------------------------------------------------------------------

    @cache  # noqa: B019  (a game lives as long as its count)
    def dealer(self, shoe: Shoe, cards: Cards) -> dict[int, Fraction]:
        """How the dealer's cards come out, but for a natural, which ends the round before: its total, 23 for more."""
        if len(cards) > 1 and not self._draws(cards):
            return {min(total_of(cards), 23): Fraction(1)}
        found: dict[int, Fraction] = defaultdict(Fraction)
        for card, chance in chances(shoe):
            if len(cards) == 1 and sorted((*cards, card)) == [ACE, TEN]:
                continue
            for total, more in self.dealer(take(shoe, card), tuple(sorted((*cards, card)))).items():
                found[total] += chance * more
        return found

    def _draws(self, cards: Cards) -> bool:
        total = total_of(cards)
        return total < 17 or (total == 17 and self.hits_soft_17 and is_soft(cards))

    def settle(self, mine: int, theirs: int) -> int:
        """Of a hand that is in."""
        if theirs >= 22:
            return 0 if theirs == 22 and self.pushes_22 else 1
        return (mine > theirs) - (mine < theirs)

    # -- the best play of a hand, as if it were alone ----------------------------------------------------------------

    def standing(self, hand: Cards, up: int) -> Fraction:
        """What a total wins; a dealer's natural counts nothing."""
        shoe = take(self.shoe, up, *hand)
        rows = self.dealer(shoe, (up,)).items()
        return sum((chance * self.settle(total_of(hand), total) for total, chance in rows), Fraction(0))

    def busting(self, hand: Cards, up: int) -> Fraction:
        """The same of a hand that is too much already: its bet is lost unless the dealer has a natural."""
        return -sum(self.dealer(take(self.shoe, up, *hand), (up,)).values(), Fraction(0))

    @cache  # noqa: B019
    def best(self, hand: Cards, up: int, split: bool) -> tuple[Fraction, int]:
        """The best move with a hand, and what it is worth."""
        if total_of(hand) > 21:
            return self.busting(hand, up), STAND
        found = [(self.standing(hand, up), STAND)]
        if total_of(hand) < 21:
            drawn = [(chance, tuple(sorted((*hand, card)))) for card, chance in chances(take(self.shoe, up, *hand))]
            worth = sum((chance * self.best(more, up, split)[0] for chance, more in drawn), Fraction(0))
            found.append((worth, HIT))
            if len(hand) == 2 and (self.doubles_after_split or not split):
                lies = ((chance, more, total_of(more) > 21) for chance, more in drawn)
                parts = (c * (self.busting(more, up) if bust else self.standing(more, up)) for c, more, bust in lies)
                found.append((2 * sum(parts, Fraction(0)), DOUBLE))
        return max(found)

    @cache  # noqa: B019
    def splits(self, card: int, up: int) -> bool:
        """Whether a pair is worth no less in two hands and more."""
        if self._most(card) < 2:
            return False
        pair = Place((card, card))
        apart = self._results(take(self.shoe, up, card, card), (pair,), up, split=True)
        mean = sum((net * chance for (net, _), chance in apart.items()), Fraction(0))
        return mean >= self.best((card, card), up, False)[0]

    def _most(self, card: int) -> int:
        return int(self.most_ace_hands if card == ACE else self.most_hands)

    # -- the round ---------------------------------------------------------------------------------------------------

    @cache  # noqa: B019
    def _results(self, shoe: Shoe, places: tuple[Place, ...], up: int, split: bool | None = None) -> Results:
        """How a round comes out that has no dealer's natural, from the cards that lie there to the end.

        Stages that agree in all that matters are added up; each needs one card more, so those with the fullest shoe
        come first.
        """
        stages: dict[int, dict[Stage, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        found: Results = defaultdict(Fraction)

        def go_on(stage: Stage, chance: Fraction) -> None:
            stage = self._until_a_card(stage, up, split)
            if stage.hand:
                stages[sum(stage.shoe)][stage] += chance
            else:
                self._finish(stage, up, chance, found)

        go_on(Stage(shoe, places), Fraction(1))
        for size in range(sum(shoe), -1, -1):
            for stage, weight in stages.pop(size, {}).items():
                for card, chance in chances(stage.shoe):
                    go_on(self._with_card(stage, card), weight * chance)
        return dict(found)

    def _until_a_card(self, stage: Stage, up: int, split: bool | None) -> Stage:
        """Decide until a card is needed, or nothing is left to play; then there is no hand."""
        while True:
            if not stage.hand:
                if not stage.waiting:
                    return stage
                first, rest = stage.waiting[0], stage.waiting[1:]
                if isinstance(first, int):
                    return _changed(stage, waiting=rest, hand=(first,))
                stage = self._begin(_changed(stage, waiting=rest, split_card=0, hands=1), first, up, split)
                continue
            if len(stage.hand) == 1:
                return stage
            total = total_of(stage.hand)
            ended = total >= 21 or stage.doubled or (stage.split_card == ACE and not self.split_aces_draw)
            move = STAND if ended else self.best(stage.hand, up, bool(stage.split_card))[1]
            if move == HIT:
                return stage
            if move == DOUBLE:
                return _changed(stage, doubled=True)
            bet = 1 + stage.doubled
            over = _changed(stage, hand=(), doubled=False, wager=stage.wager + bet)
            lost = total > 21
            live = stage.live if lost else tuple(sorted((*stage.live, (total, bet))))
            stage = _changed(over, live=live, net=stage.net - bet * lost)

    def _begin(self, stage: Stage, place: Place, up: int, split: bool | None) -> Stage:
        """A hand of two cards: it is a natural, is split, or is played."""
        low, high = place.cards
        if place.natural:
            assert self.natural is not None
            return _changed(stage, net=stage.net + self.natural, wager=stage.wager + 1)
        if low == high and (self.splits(low, up) if split is None else split):
            return _changed(stage, waiting=(low, low, *stage.waiting), split_card=low, hands=2)
        return _changed(stage, hand=tuple(sorted(place.cards)))

    def _with_card(self, stage: Stage, card: int) -> Stage:
        stage = _changed(stage, shoe=take(stage.shoe, card))
        if stage.hand == (card,) and stage.hands < self._most(card):
            return _changed(stage, hand=(), waiting=(card, card, *stage.waiting), hands=stage.hands + 1)
        hand = tuple(sorted((*stage.hand, card)))
        return _changed(stage, hand=hand)

    def _finish(self, stage: Stage, up: int, chance: Fraction, found: Results) -> None:
        for theirs, more in self.dealer(stage.shoe, (up,)).items():
            net = stage.net + sum(bet * self.settle(mine, theirs) for mine, bet in stage.live)
            found[net, stage.wager] += chance * more

    def layouts(self, cards: Cards) -> list[tuple[Place, ...]]:
        """How a player's cards can lie, hand by hand and in the order in which they came; first as they were dealt."""
        dealt = [cards[:2], cards[2:]] if self.two_hands else [cards]
        found = [tuple(_place(pair) for pair in dealt)]
        if self.two_hands and cards[0] != cards[2] and cards[1] != cards[3]:
            after = (cards[0], cards[3]), (cards[2], cards[1])
            found.append(tuple(_place(pair, natural=self.switched_natural) for pair in after))
        return found

    def count_round(self) -> Results:
        """All results of a round, by what it wins and what was bet."""
        found: Results = defaultdict(Fraction)
        values = [value for value, held in enumerate(self.shoe, 1) if held]
        for cards in product(values, repeat=4 if self.two_hands else 2):
            for up in values:
                left, chance = list(self.shoe), Fraction(1)
                for card in (*cards, up):
                    chance *= Fraction(max(left[card - 1], 0), sum(left))
                    left[card - 1] -= 1
                if chance:
                    for result, more in self._deal(tuple(left), cards, up).items():
                        found[result] += chance * more
        assert sum(found.values()) == 1
        return found

    def _deal(self, shoe: Shoe, cards: Cards, up: int) -> Results:
        """From one deal: the dealer's natural, which ends the round, or the better way to lie."""
        ways = self.layouts(cards)
        played = [self._results(shoe, tuple(sorted(way, key=repr)), up) for way in ways]
        means = [sum(net * chance for (net, _), chance in results.items()) for results in played]
        found = dict(played[1] if len(ways) == 2 and means[1] >= means[0] else played[0])
        lost = Fraction(-sum(not place.natural for place in ways[0])), len(ways[0])
        found[lost] = found.get(lost, Fraction(0)) + 1 - sum(found.values())
        return found


def _place(pair: Cards, *, natural: bool = True) -> Place:
    cards = tuple(sorted(pair))
    return Place(cards, natural and cards == (ACE, TEN))


def _changed(stage: Stage, **fields: Any) -> Stage:
    return Stage(**{**stage.__dict__, **fields})


def figures(results: Results) -> dict[str, Fraction]:
    """What a sheet says of a round."""
    mean = sum((net * chance for (net, _), chance in results.items()), Fraction(0))
    square = sum((net * net * chance for (net, _), chance in results.items()), Fraction(0))
    wager = sum((bet * chance for (_, bet), chance in results.items()), Fraction(0))
    return {"house edge": -mean, "average wager": wager, "variance": square - mean * mean}
