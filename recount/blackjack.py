"""Blackjack from a shoe: one hand, or two whose second cards may change places. Every card that can come is dealt.

Cards go by what they count, an ace as 1; a shoe is how many of each value it holds. As the sheets say, a hand is played
by its own cards and the dealer's up card, whatever lies on other hands; of equal choices the larger bet is made; a pair
that is split is split again whenever it may be. All hands of a player and the dealer draw from one shoe, so that the
result of a round is counted with whatever the hands have to do with each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from types import SimpleNamespace
from typing import Any

from .cards import DATA, SUITS, make_deck
from .rankings import points
from .streets import parse_pay

ACE, TEN = 1, 10
NATURAL, EXCHANGED_21 = 31, 30
"""Totals of an ace and a ten that were dealt so, and of those that came for other cards."""
Shoe = tuple[int, ...]
"""[value - 1]: cards left."""
Cards = tuple[int, ...]
Bet = tuple[int, int]
"""The player's money on a hand and the house's chips, which win as much and cost nothing."""
Ending = int | Fraction
"""The total that waits for the dealer, or what each unit wins at once."""
Results = dict[tuple[Fraction, int], Fraction]
"""Probabilities by what a round wins and what was bet in it."""
USUAL: dict[str, Any] = DATA["rules of blackjack"]
"""All rules that are written here, as they are where a game does not say."""
DOUBLES = {"any": range(22), "nine to eleven": range(9, 12), "ten or eleven": range(10, 12)}
SURRENDER, STAND, HIT, DOUBLE = -1, 0, 1, 2
FREE = -1
"""How often a hand was doubled that the house doubled."""


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


def add_card(cards: Cards, card: int) -> Cards:
    """The hand with one card more; the order of cards is forgotten."""
    return tuple(sorted((*cards, card)))


def final_hands(shoe: Shoe, held: Cards = (), *, hits_soft_17: bool) -> dict[Cards, Fraction]:
    """What a dealer ends with: the up card, the hole card, and those that are drawn, whatever their order."""
    going, over = {held: Fraction(1)}, dict[Cards, Fraction]()
    while going:
        after: dict[Cards, Fraction] = defaultdict(Fraction)
        for hand, often in going.items():
            total = total_of(hand)
            if total > 17 or (total == 17 and not (hits_soft_17 and is_soft(hand))):
                over[hand] = often
                continue
            for card, chance in chances(take(shoe, *hand[len(held) :])):
                after[(*hand[:2], *sorted((*hand[2:], card)))] += often * chance
        going = after
    return over


@dataclass(frozen=True)
class Place:
    """Two cards as they lie there, with the total they have if they are an ace and a ten."""

    cards: Cards
    ace_and_ten: int = 21


@dataclass(frozen=True)
class Stage:
    """A round under way: the hand that is played, those that wait, and those that wait for the dealer."""

    shoe: Shoe
    waiting: tuple[Place | tuple[int, Bet], ...]
    """Hands of two cards, and single cards of a split pair with their bets."""
    hand: Cards = ()
    bet: Bet = (1, 0)
    doubled: int = 0
    split_card: int = 0
    hands: int = 1
    """How many hands a pair of split cards is by now."""
    live: tuple[tuple[int, Bet], ...] = ()
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
        if rules.keys() - USUAL.keys() or (rules.get("surrender") and not rules.get("peeks", True)):
            raise NotImplementedError("rules of blackjack that are not written here")
        self.rules = SimpleNamespace(**{**USUAL, **rules})
        self.two_hands = course["kind"] == "blackjack_switch"
        self.switched_natural = course.get("switched_natural", False)
        self.natural, self.doubles = parse_pay(self.rules.natural), DOUBLES[self.rules.doubles]
        cards = make_deck({**form.get("deck", {}), **(deck or {})})
        self.suited = Counter((points(card), SUITS[card[1]]) for card in cards)
        held = Counter(map(points, cards))
        self.shoe: Shoe = tuple(held[value] for value in range(1, TEN + 1))

    # -- the dealer --------------------------------------------------------------------------------------------------

    @cache  # noqa: B019  (a game lives as long as its count)
    def dealer(self, shoe: Shoe, cards: Cards) -> dict[int, Fraction]:
        """How the dealer's cards come out: the total, 23 for more; a natural only where nobody looked for it."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for hand, chance in final_hands(shoe, cards, hits_soft_17=self.rules.hits_soft_17).items():
            if {*hand} != {ACE, TEN} or len(hand) > 2:
                found[min(total_of(hand), 23)] += chance
            elif not self.rules.peeks:
                found[NATURAL] += chance
        return found

    def settle(self, mine: int, theirs: int) -> Fraction:
        """Of a hand that is in, for each unit."""
        if mine == NATURAL:
            wins = theirs != NATURAL or self.rules.natural_wins
            return (wins and self.paid((ACE, TEN), False)) or Fraction(0)
        if theirs == NATURAL:
            return Fraction(-(mine != EXCHANGED_21))
        if mine == EXCHANGED_21 or (mine == 21 and theirs == 21 and self.rules.wins_with_21):
            return Fraction(1)
        if theirs >= 22:
            return Fraction(not (theirs == 22 and self.rules.pushes_22))
        return Fraction((mine > theirs) - (mine < theirs))

    def win(self, ending: Ending, theirs: int, bet: Bet) -> Fraction:
        """What money and chips on a hand win."""
        won = ending if isinstance(ending, Fraction) else self.settle(ending, theirs)
        return bet[0] * won + bet[1] * max(won, Fraction(0))

    # -- the best play of a hand, as if it were alone ----------------------------------------------------------------

    @cache  # noqa: B019
    def paid(self, hand: Cards, split: bool) -> Fraction | None:
        """What a natural or a bonus pays on average over the suits of its cards, which nobody plays by."""
        natural, total = hand == (ACE, TEN), total_of(hand)
        fitting = [
            bonus
            for bonus in self.rules.bonuses
            if list(hand) in bonus.get("cards", [])
            or (len(hand) >= bonus.get("least_cards", 99) and (total == 21 or bonus.get("below_21")))
        ]
        if (natural and split) or total > 21 or not (natural or fitting):
            return None
        whole = won = Fraction(0)
        for suits in product(SUITS, repeat=len(hand)) if any("suits" in bonus for bonus in fitting) else [()]:
            drawn = Counter(zip(hand, suits, strict=False))
            ways = prod(self.suited[card] - at for card, held in drawn.items() for at in range(held))
            one = suits[0] if len(set(suits)) == 1 else None
            asked = ((bonus.get("suits", ""), bonus["pay"]) for bonus in fitting)
            pays = [pay for wanted, pay in asked if not wanted or (one and (wanted == "one" or one == wanted[0]))]
            whole += ways
            won += ways * ((parse_pay(pays[0]) if pays else self.natural) or 0)
        return won / whole

    def ending(self, hand: Cards, split: int, doubled: int, move: int) -> Ending:
        """Of a hand to which nothing is added."""
        if total_of(hand) > 21 or move == SURRENDER:
            return Fraction(-1, 2) if move == SURRENDER else Fraction(-1)
        pay = None if doubled or hand == (ACE, TEN) else self.paid(hand, bool(split))
        return total_of(hand) if pay is None else pay

    def moves(self, hand: Cards, split: int, doubled: int) -> list[int]:
        """What may be done with a hand besides splitting it."""
        total, found = total_of(hand), [STAND]
        if total >= 21 or doubled == FREE or isinstance(self.ending(hand, split, doubled, STAND), Fraction):
            return found
        if doubled:
            return found + [SURRENDER] * self.rules.rescues + [DOUBLE] * (doubled <= self.rules.redoubles)
        if self.rules.surrender == "any time" or (self.rules.surrender == "first two" and len(hand) == 2 and not split):
            found.append(SURRENDER)
        if split == ACE and not self.rules.split_aces_draw:
            return found
        own = total in self.doubles and (len(hand) == 2 or self.rules.doubles_any_cards)
        allowed = (own or self._doubles_free(hand)) and (self.rules.doubles_after_split or not split)
        return found + [HIT] + [DOUBLE] * allowed

    def _doubles_free(self, hand: Cards) -> bool:
        free = self.rules.free
        if not free or is_soft(hand):
            return False
        return sum(hand) in free["doubles"] and (len(hand) == 2 or free.get("doubles_any_cards", False))

    def raised(self, hand: Cards, bet: Bet, doubled: int) -> tuple[Bet, int]:
        """The bet on a hand that is doubled, or doubled again."""
        if not doubled and self._doubles_free(hand):
            return (bet[0], bet[1] + 1), FREE
        return (2 * bet[0] if doubled else bet[0] + 1, bet[1]), doubled + 1

    @cache  # noqa: B019
    def best(self, hand: Cards, up: int, split: int, bet: Bet, doubled: int = 0) -> tuple[Fraction, int]:
        """The best move with a hand, and what it is worth; a dealer's natural that was looked for counts nothing."""
        shoe, found = take(self.shoe, up, *hand), []
        for move in self.moves(hand, split, doubled):
            if move in (STAND, SURRENDER):
                ending = self.ending(hand, split, doubled, move)
                rows = self.dealer(shoe, (up,)).items()
                worth = sum((chance * self.win(ending, total, bet) for total, chance in rows), Fraction(0))
            else:
                after = self.raised(hand, bet, doubled) if move == DOUBLE else (bet, doubled)
                worth = Fraction(0)
                for card, chance in chances(shoe):
                    worth += chance * self.best(add_card(hand, card), up, split, *after)[0]
            found.append((worth, move))
        return max(found)

    @cache  # noqa: B019
    def splits(self, card: int, up: int) -> bool:
        """Whether a pair is worth no less in two hands and more."""
        if self._most(card) < 2:
            return False
        pair = Place((card, card))
        apart = self._results(take(self.shoe, up, card, card), (pair,), up, split=True)
        return mean(apart) >= self.best((card, card), up, 0, (1, 0))[0]

    def _most(self, card: int) -> int:
        return int(self.rules.most_ace_hands if card == ACE else self.rules.most_hands)

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
            hand, doubled = stage.hand, stage.doubled
            if not hand:
                if not stage.waiting:
                    return stage
                first, rest = stage.waiting[0], stage.waiting[1:]
                if not isinstance(first, Place):
                    return replace(stage, waiting=rest, hand=first[:1], bet=first[1])
                stage = self._begin(replace(stage, waiting=rest, split_card=0, hands=1, bet=(1, 0)), first, up, split)
                continue
            if len(hand) == 1:
                return stage
            move = self.best(hand, up, stage.split_card, stage.bet, doubled)[1]
            if move == HIT:
                return stage
            if move == DOUBLE:
                bet, doubled = self.raised(hand, stage.bet, doubled)
                return replace(stage, bet=bet, doubled=doubled)
            stage = self._end(stage, self.ending(hand, stage.split_card, doubled, move))

    def _end(self, stage: Stage, ending: Ending) -> Stage:
        """The hand is settled, or waits for the dealer."""
        over = replace(stage, hand=(), doubled=0, wager=stage.wager + stage.bet[0])
        if isinstance(ending, Fraction):
            return replace(over, net=stage.net + self.win(ending, 0, stage.bet))
        return replace(over, live=tuple(sorted((*stage.live, (ending, stage.bet)))))

    def _begin(self, stage: Stage, place: Place, up: int, split: bool | None) -> Stage:
        """A hand of two cards: it is an ace and a ten, is split, or is played."""
        low, high = place.cards
        if place.cards == (ACE, TEN) and place.ace_and_ten > 21:
            return self._end(stage, place.ace_and_ten)
        if low == high and (self.splits(low, up) if split is None else split):
            return self._split(stage, low, 2)
        return replace(stage, hand=place.cards)

    def _split(self, stage: Stage, card: int, hands: int) -> Stage:
        """Two hands for one; the second is bet by the house where such pairs are split free."""
        new = (0, 1) if card in self.rules.free.get("splits", []) else (1, 0)
        waiting = ((card, stage.bet), (card, new), *stage.waiting)
        return replace(stage, hand=(), waiting=waiting, split_card=card, hands=hands)

    def _with_card(self, stage: Stage, card: int) -> Stage:
        stage = replace(stage, shoe=take(stage.shoe, card))
        if stage.hand == (card,) and stage.hands < self._most(card):
            return self._split(stage, card, stage.hands + 1)
        return replace(stage, hand=add_card(stage.hand, card))

    def _finish(self, stage: Stage, up: int, chance: Fraction, found: Results) -> None:
        for theirs, more in self.dealer(stage.shoe, (up,)).items():
            net = stage.net + sum(self.win(mine, theirs, bet) for mine, bet in stage.live)
            found[net, stage.wager] += chance * more

    def layouts(self, cards: Cards) -> list[tuple[Place, ...]]:
        """How a player's cards can lie, hand by hand and in the order in which they came; first as they were dealt."""
        dealt = [cards[:2], cards[2:]] if self.two_hands else [cards]
        found = [tuple(Place(tuple(sorted(pair)), NATURAL) for pair in dealt)]
        if self.two_hands and cards[0] != cards[2] and cards[1] != cards[3]:
            after = (cards[0], cards[3]), (cards[2], cards[1])
            found.append(tuple(Place(tuple(sorted(pair)), NATURAL if self.switched_natural else 21) for pair in after))
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
        """From one deal: the best way for the cards to lie, or two new ones for them."""
        ways = self.layouts(cards)
        found = [self._with_natural(shoe, way, up, ways[0]) for way in ways]
        if sum(cards) in self.rules.zaps and ACE not in cards:
            exchanged: Results = defaultdict(Fraction)
            for first, chance in chances(shoe):
                for second, more in chances(take(shoe, first)):
                    place = Place(tuple(sorted((first, second))), EXCHANGED_21)
                    for result, often in self._with_natural(take(shoe, first, second), (place,), up, (place,)).items():
                        exchanged[result] += chance * more * often
            found.append(exchanged)
        return max(reversed(found), key=mean)

    def _with_natural(self, shoe: Shoe, places: tuple[Place, ...], up: int, first: tuple[Place, ...]) -> Results:
        """The results of a layout; a dealer's natural that was looked for meets the hands as they lay then."""
        found = dict(self._results(shoe, tuple(sorted(places, key=repr)), up))
        lying = [place.ace_and_ten if place.cards == (ACE, TEN) else total_of(place.cards) for place in first]
        over = sum((self.settle(mine, NATURAL) for mine in lying), Fraction(0)), len(places)
        found[over] = found.get(over, Fraction(0)) + 1 - sum(found.values())
        return found


def mean(results: Results) -> Fraction:
    """What a round wins on average."""
    return sum((net * chance for (net, _), chance in results.items()), Fraction(0))


def figures(results: Results) -> dict[str, Fraction]:
    """What a sheet says of a round."""
    square = sum((net * net * chance for (net, _), chance in results.items()), Fraction(0))
    wager = sum((bet * chance for (_, bet), chance in results.items()), Fraction(0))
    return {"house edge": -mean(results), "average wager": wager, "variance": square - mean(results) ** 2}
