"""A round of blackjack as a course of play: two cards each, every hand played in turn, the dealer last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from fairfelt.rules.cards import SUITS, Card, Deck
from fairfelt.rules.courses.blackjack.facts import (
    BetOnHand,
    BlackjackFacts,
    EndedBy,
    HandEnd,
    TwentyTwo,
    alone,
    ends_of,
    every_fact,
)
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, sentences_of
from fairfelt.rules.deal import Cards, Choice, Street
from fairfelt.rules.settlement import Facts, Result
from fairfelt.rules.wager import Wager

from ..course import HOLE_CARD, Course, Decide, Draw, Exposures, LaidHand, Moment, Over, Step
from .hand import (
    FREE_SPLIT,
    KEEP,
    STAND,
    ZAPPING,
    Hand,
    dealer_words,
    is_natural,
    laid_hands,
    points,
    shoe_of,
    split,
    street_of,
    total_of,
)

MOST_POINTS = 30
"""No hand comes to more: a card of 10 on a hard 20."""
RED = frozenset("dh")


@dataclass(frozen=True)
class BlackjackState:
    """All players' hands, and the dealer's."""

    hands: tuple[tuple[Hand, ...], ...]
    """By player."""
    dealer: tuple[int, ...] = ()
    """The up card, the hole card, and what was drawn."""
    suits: frozenset[str] = frozenset()
    """Of the dealer's cards."""

    def in_play(self) -> tuple[int, int] | None:
        """The player and the number of the hand whose turn it is."""
        for player, hands in enumerate(self.hands):
            for number, hand in enumerate(hands, 1):
                if not hand.done and not hand.natural:
                    return player, number
        return None

    def hand(self, player: int, number: int) -> Hand:
        """A player's hand; the first is 1."""
        return self.hands[player][number - 1]

    def exchanged(self, player: int) -> bool:
        """Whether a player's first two cards were exchanged."""
        return any(hand.zapped for hand in self.hands[player])

    def zapping(self, choice: Choice, rules: BlackjackRules) -> BlackjackState:
        """After the first player who may exchange two cards has kept or exchanged them."""
        player = next(at for at, (hand, *_) in enumerate(self.hands) if hand.may_zap(rules))
        kept = replace(self.hand(player, 1), zapped=False)
        return self.changed(player, 1, kept if choice == KEEP else Hand(zapped=True))

    def changed(self, player: int, number: int, *hands: Hand) -> BlackjackState:
        """The state with another hand in place of one; if there are two, the second is the player's last."""
        mine = list(self.hands[player])
        mine[number - 1] = hands[0]
        after = (*self.hands[:player], (*mine, *hands[1:]), *self.hands[player + 1 :])
        return replace(self, hands=after)


@dataclass(frozen=True)
class Blackjack(Course[BlackjackState]):
    """Players and dealer by these rules. The dealer always draws out, as side bets on that hand ask for."""

    rules: BlackjackRules

    family = "blackjack"

    @property
    def exposures(self) -> Exposures:
        return replace(HOLE_CARD, shoe=(1,))

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """A decision for each hand, made until the hand is done."""
        hands = tuple(street_of(hand, self.rules) for hand in range(1, self.rules.most_hands + 1))
        return (ZAPPING, *hands) if self.rules.zaps else hands

    def start(self, players: int) -> BlackjackState:
        return BlackjackState(((Hand(),),) * players)

    def next(self, state: BlackjackState) -> Step:
        out = len(state.dealer)
        if out < 2:
            waiting = [at for at, hands in enumerate(state.hands) if len(hands[0].cards) <= out]
            return Draw(Cards.OWN, waiting[0]) if waiting else Draw(Cards.DEALER, face_up=not out)
        natural = self.rules.peeks and is_natural(state.dealer)
        if not natural or self.rules.zaps_before_peek:
            for player, (hand, *_) in enumerate(state.hands):
                if hand.awaits_new_cards:
                    return Draw(Cards.OWN, player)
                if hand.may_zap(self.rules):
                    return Decide(player, ZAPPING, ZAPPING.choices)
        if natural:
            return Over()
        if place := state.in_play():
            player, number = place
            hand, hands = state.hand(player, number), len(state.hands[player])
            if hand.waits:
                return Draw(Cards.OWN, player)
            return Decide(player, street_of(number, self.rules), hand.offered(number, hands, self.rules))
        total, soft = total_of(state.dealer)
        return Draw(Cards.DEALER) if self.rules.dealer_draws(total, soft=soft) else Over()

    def draw(self, state: BlackjackState, card: Card) -> BlackjackState:
        step = self.next(state)
        assert isinstance(step, Draw), "a card was asked for"
        if step.to is Cards.DEALER:
            return replace(state, dealer=(*state.dealer, points(card)), suits=state.suits | {str(card)[1]})
        if len(state.dealer) < 2 or state.hand(step.player, 1).awaits_new_cards:
            dealt = state.hand(step.player, 1).with_card(points(card), str(card)[1], self.rules)
            return state.changed(step.player, 1, replace(dealt, waits=len(dealt.cards) < 2))
        place = state.in_play()
        assert place, "a player's hand waits for the card"
        hand = state.hand(*place).with_card(points(card), str(card)[1], self.rules)
        hands = len(state.hands[step.player])
        settled = hand.offered(place[1], hands, self.rules) == (STAND,)
        return state.changed(*place, replace(hand, done=hand.done or settled))

    def choose(self, state: BlackjackState, choice: Choice) -> BlackjackState:
        if choice in ZAPPING.choices:
            return state.zapping(choice, self.rules)
        place = state.in_play()
        assert place, "a player was asked"
        hand, new = state.hand(*place), len(state.hands[place[0]]) + 1
        splits = choice in (FREE_SPLIT, split(new))
        return state.changed(*place, *(hand.split_by(choice) if splits else (hand.choosing(choice),)))

    def held(self, state: BlackjackState, player: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return cards[2:] if state.exchanged(player) else cards

    def own_hands(
        self, moments: Sequence[Moment[BlackjackState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        step = self.next(moments[-1].state)
        turn = step.player == player if isinstance(step, Decide) else False
        return laid_hands([(moment.state.hands[player], moment.played) for moment in moments], turn=turn)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return (LaidHand(cards, words=dealer_words(cards)),)

    def hand_of(self, wager: Wager) -> int:
        return wager.settle.hand if isinstance(wager.settle, BetOnHand) else 0

    def facts(self, state: BlackjackState, player: int) -> BlackjackFacts:
        ends = tuple(self._end(hand, state.dealer) for hand in state.hands[player])
        return BlackjackFacts(hands=ends, twenty_two=_twenty_two(state))

    def _end(self, hand: Hand, dealer: tuple[int, ...]) -> HandEnd:
        theirs, mine = is_natural(dealer), total_of(hand.cards)[0]
        if hand.natural:
            if theirs and not self.rules.natural_wins:
                return HandEnd(Result.TIE, ended_by=EndedBy.NATURAL)
            return HandEnd(Result.WIN, ended_by=EndedBy.NATURAL, bonus=hand.bonus(self.rules))
        if bonus := hand.bonus(self.rules):
            return HandEnd(Result.WIN, free=hand.free, bonus=bonus)
        if hand.zapped_21:
            return HandEnd(Result.TIE if theirs else Result.WIN, ended_by=EndedBy.ZAPPED)
        if theirs:
            ended_by = EndedBy.DEALER_NATURAL if self.rules.peeks else EndedBy.PLAYED
            return HandEnd(Result.LOSS, hand.doubled, hand.free, ended_by)
        if hand.surrendered:
            return HandEnd(Result.LOSS, hand.doubled, hand.free, EndedBy.SURRENDERED)
        return HandEnd(self._result(mine, total_of(dealer)[0]), hand.doubled, hand.free)

    def _result(self, mine: int, dealer: int) -> Result:
        if mine > TWENTY_ONE:
            return Result.LOSS
        if mine == TWENTY_ONE and self.rules.wins_with_21 and dealer <= TWENTY_ONE:
            return Result.WIN
        if dealer > TWENTY_ONE:
            return Result.TIE if self.rules.pushes_22 and dealer == TWENTY_ONE + 1 else Result.WIN
        return Result.TIE if mine == dealer else Result.WIN if mine > dealer else Result.LOSS

    def possible_facts(self) -> Iterator[BlackjackFacts]:
        """Every hand on its own and every 22 on its own, for no bet reads more."""
        return every_fact(self.rules.most_hands, self.rules)

    def read_by(self, wager: Wager, facts: Facts) -> BlackjackFacts:
        """One hand, if the bet is on a hand; otherwise what became of the dealer's."""
        assert isinstance(facts, BlackjackFacts)
        if not isinstance(wager.settle, BetOnHand):
            return BlackjackFacts(twenty_two=facts.twenty_two)
        end = facts.hand(wager.settle.hand)
        return alone(wager.settle.hand, end) if end else BlackjackFacts()

    def facts_for(self, wager: Wager) -> Iterator[BlackjackFacts]:
        settle = wager.settle
        if isinstance(settle, BetOnHand):
            ends = (end for end in ends_of(settle.hand, self.rules) if settle.lies_on(end))
            yield from (alone(settle.hand, end) for end in ends)
        else:
            yield from (BlackjackFacts(twenty_two=twenty_two) for twenty_two in TwentyTwo)

    def alike(self, card: Card) -> int:
        """By what it counts, and by suit for the sake of bets on the dealer's cards."""
        return points(card) * len(SUITS) + card.suit

    def most_cards(self, players: int) -> int:
        """In the smallest shoe of whole decks that cannot run out; one of more decks has more low cards to deal."""
        hands = players * self.rules.most_hands + 1
        for decks in count(1):
            most = most_cards_of([4 * decks] * (TEN - 1) + [16 * decks], hands)
            if most < 52 * decks:
                return most
        raise AssertionError("some number of decks is enough")

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        return most_cards_of(shoe_of(deck), players * self.rules.most_hands + 1) >= len(deck)

    @property
    def sentences(self) -> tuple[str, ...]:
        return sentences_of(self.rules)


def most_cards_of(shoe: Sequence[int], hands: int) -> int:
    """Maximum number of cards that `hands` hands can take from a shoe, given how many cards count 1, 2, … 10."""
    left, cards = MOST_POINTS * hands, 0
    for card, held in enumerate(shoe, ACE):
        taken = min(held, left // card)
        left, cards = left - taken * card, cards + taken
    return cards


def _twenty_two(state: BlackjackState) -> TwentyTwo:
    if total_of(state.dealer)[0] != TWENTY_ONE + 1:
        return TwentyTwo.NO
    if len(state.suits) == 1:
        return TwentyTwo.SUITED
    one_color = state.suits <= RED or not state.suits & RED
    return TwentyTwo.SAME_COLOR if one_color else TwentyTwo.OTHER
