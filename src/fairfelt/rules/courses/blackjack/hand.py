"""One hand of blackjack: its bets and choices by number, and how it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fairfelt.rules.cards import RANKS, Card, Deck
from fairfelt.rules.courses.blackjack.facts import Doubled, OnDouble, OnFreeBets, OnHand, on_twenty_two
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, Surrender, best_total
from fairfelt.rules.courses.course import LaidHand
from fairfelt.rules.deal import Choice, Street, bet
from fairfelt.rules.pays import Paytable
from fairfelt.rules.wager import Kind, Wager, opening, raised, side_bet

KEEP, ZAP = Choice("keep"), Choice("zap")
ZAPPING = Street("Zap", KEEP, ZAP)
STAND, HIT, SURRENDER = Choice("stand"), Choice("hit"), Choice("surrender")
FREE_DOUBLE, FREE_SPLIT = Choice("double free"), Choice("split free")


def double_bet(hand: int) -> str:
    """The name of the money that doubles a hand; the first hand is 1."""
    return f"Double {hand}"


def hand_bet(hand: int) -> str:
    """The name of the bet on a hand that was split off."""
    return f"Hand {hand}"


DOUBLES = ("double", "double again", "double a third time", "double a fourth time")


def double(hand: int, before: int = 0) -> Choice:
    """Double that hand with money, having doubled it so often before."""
    return replace(bet(double_bet(hand), times=2**before), name=DOUBLES[before])


def split(new: int) -> Choice:
    """Split with money on the new hand, which gets that number."""
    return replace(bet(hand_bet(new)), name="split")


def street_of(hand: int, rules: BlackjackRules) -> Street:
    """All that can ever be chosen with that hand."""
    splits = [split(new) for new in range(max(hand, 1) + 1, rules.most_hands + 1)]
    doubles_free = rules.free.doubles and (hand == 1 or rules.doubles_after_split)
    free = [*([FREE_DOUBLE] if doubles_free else []), *([FREE_SPLIT] if rules.free.splits else [])]
    everywhere = rules.surrender is Surrender.ANY_TIME or rules.rescues
    given_up = [SURRENDER] if everywhere or (rules.surrender is not Surrender.NO and hand == 1) else []
    doubles = [double(hand, before) for before in range(rules.redoubles + 1)] if rules.doubles_hand(hand) else []
    return Street(f"Hand {hand}", *given_up, STAND, HIT, *free, *doubles, *splits)


def points(card: Card) -> int:
    """What a card counts, an ace as 1."""
    return ACE if RANKS[card.rank] == "A" else min(card.rank + 2, TEN)


@lru_cache(maxsize=256)
def shoe_of(deck: Deck) -> tuple[int, ...]:
    """How many cards of a deck count 1, 2, … 10; asked for every number of seats, and the same for all."""
    faces = Counter(points(face) for face in deck.faces if not face.is_joker)
    return tuple(faces[value] * deck.copies for value in range(ACE, TEN + 1))


def total_of(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The total of some cards and whether it is soft."""
    return best_total(sum(cards), aces=ACE in cards)


def is_natural(cards: tuple[int, ...]) -> bool:
    """An ace and a ten, and nothing else."""
    return sorted(cards) == [ACE, TEN]


@dataclass(frozen=True)
class Hand:
    """A player's hand. The order of its cards is forgotten."""

    cards: tuple[int, ...] = ()
    doubled: Doubled = Doubled.NO
    free: bool = False
    """Whether the house's chip lies on it."""
    split_from: int = 0
    """The card of the pair it came of, if it came of one."""
    waits: bool = True
    """For a card."""
    done: bool = False
    surrendered: bool = False
    again: int = 0
    """How often it was doubled again."""
    suits: tuple[str, ...] = ()
    """Of its cards as they came, where a bonus asks for them."""
    zapped: bool | None = None
    """Whether its first two cards were exchanged; None before the question."""
    switched: bool = False
    """Whether its second card came from the player's other hand, so that it is no natural."""

    @property
    def natural(self) -> bool:
        """21 in two cards that were dealt so."""
        return not self.split_from and not self.zapped and not self.switched and is_natural(self.cards)

    @property
    def zapped_21(self) -> bool:
        """An ace and a ten that came for other cards: it beats everything but a natural."""
        return bool(self.zapped) and not self.split_from and is_natural(self.cards)

    @property
    def awaits_new_cards(self) -> bool:
        """Whether it was exchanged and is not complete."""
        return bool(self.zapped) and not self.split_from and len(self.cards) < 2

    def may_zap(self, rules: BlackjackRules) -> bool:
        """Whether its two cards may be exchanged, and the question is still open."""
        if self.zapped is not None or self.split_from or len(self.cards) != 2 or ACE in self.cards:
            return False
        return sum(self.cards) in rules.zaps

    def with_card(self, card: int, suit: str, rules: BlackjackRules) -> Hand:
        """One card more. The hand is done at 21 and above, and if it is paid at once."""
        cards = tuple(sorted((*self.cards, card)))
        suits = (*self.suits, suit) if rules.reads_suits else ()
        grown = replace(self, cards=cards, suits=suits, waits=False)
        return replace(grown, done=total_of(cards)[0] >= TWENTY_ONE or grown.bonus(rules) > 0)

    def bonus(self, rules: BlackjackRules) -> int:
        """The number of the bonus that it is paid by, from 1; 0 if by none."""
        if not rules.bonuses or self.doubled is not Doubled.NO or (is_natural(self.cards) and self.split_from):
            return 0
        return rules.bonus_of(self.cards, self.suits)

    def choosing(self, choice: Choice) -> Hand:
        """After any choice but a split."""
        if choice in (STAND, SURRENDER):
            return replace(self, done=True, surrendered=choice == SURRENDER)
        doubled = Doubled.NO if choice == HIT else Doubled.FREE if choice == FREE_DOUBLE else Doubled.MONEY
        again = self.again + (self.doubled is Doubled.MONEY)
        return replace(self, waits=True, doubled=doubled, again=again)

    def split_by(self, choice: Choice) -> tuple[Hand, Hand]:
        """Two hands of one card: this one, and the new one with money or the house's chip on it."""
        first = Hand(self.cards[:1], free=self.free, split_from=self.cards[0], suits=self.suits[:1], zapped=self.zapped)
        return first, replace(first, free=choice == FREE_SPLIT, suits=self.suits[1:])

    def offered(self, number: int, hands: int, rules: BlackjackRules) -> tuple[Choice, ...]:
        """What may be done with hand `number` of `hands`; the larger bet last."""
        if self.doubled is not Doubled.NO:
            return self._offered_doubled(number, rules)
        first, two = self.cards[0], len(self.cards) == 2
        found = [SURRENDER, STAND] if self._may_surrender(rules) else [STAND]
        if self.split_from != ACE or rules.split_aces_draw:
            found += [HIT, *self._doubles(number, rules)]
        if two and first == self.cards[1] and hands < rules.hands_from(first):
            found.append(FREE_SPLIT if rules.splits_free(first) else split(hands + 1))
        return tuple(found)

    def _offered_doubled(self, number: int, rules: BlackjackRules) -> tuple[Choice, ...]:
        paid = self.doubled is Doubled.MONEY
        given_up = [SURRENDER] if paid and rules.rescues else []
        again = [double(number, self.again + 1)] if paid and self.again < rules.redoubles else []
        return (*given_up, STAND, *again)

    def _may_surrender(self, rules: BlackjackRules) -> bool:
        first_two = len(self.cards) == 2 and not self.split_from
        return rules.surrender is Surrender.ANY_TIME or (rules.surrender is Surrender.FIRST_TWO and first_two)

    def _doubles(self, number: int, rules: BlackjackRules) -> tuple[Choice, ...]:
        total, soft = total_of(self.cards)
        if self.split_from and not rules.doubles_after_split:
            return ()
        if rules.doubles_free(len(self.cards), total, soft=soft):
            return (FREE_DOUBLE,)
        return (double(number),) if rules.may_double(len(self.cards), total) else ()


Laid = tuple[tuple[Card, ...], ...]


def laid_hands(moments: Sequence[tuple[tuple[Hand, ...], Card | Choice | None]], *, turn: bool) -> tuple[LaidHand, ...]:
    """A player's hands, each with its own cards, from how they grew; in turn, the first that is not done is active."""
    laid: Laid = ()
    for hands, played in moments:
        laid = _after(laid, hands, played)
    hands = moments[-1][0]
    open_hands = [at for at, hand in enumerate(hands) if not hand.done and not hand.natural]
    titles = [f"Hand {at}" for at in range(1, len(hands) + 1)] if len(hands) > 1 else [""]
    return tuple(
        LaidHand(cards, title, hand_words(hand), active=turn and at == open_hands[0])
        for at, (hand, title, cards) in enumerate(zip(hands, titles, laid, strict=True))
    )


def _after(laid: Laid, hands: Sequence[Hand], played: Card | Choice | None) -> Laid:
    """Each hand keeps what it still counts; what it lacks comes from the card drawn, or from another hand."""
    loose = [played] if isinstance(played, Card) else []
    kept: list[list[Card]] = []
    lacking = [Counter(hand.cards) for hand in hands]
    for at, cards in enumerate(laid):
        stays: list[Card] = []
        for card in cards:
            fits = at < len(hands) and lacking[at][points(card)] > 0
            (stays if fits else loose).append(card)
            if fits:
                lacking[at][points(card)] -= 1
        kept.append(stays)
    kept += [[] for _ in range(len(hands) - len(kept))]
    for mine, lacks in zip(kept, lacking, strict=False):
        for card in [card for card in loose if lacks[points(card)] > 0]:
            if lacks[points(card)] > 0:
                lacks[points(card)] -= 1
                loose.remove(card)
                mine.append(card)
    return tuple(map(tuple, kept[: len(hands)]))


def hand_words(hand: Hand) -> str:
    """What a dealer calls a player's hand: "soft 17", "bust with 24"."""
    if hand.surrendered:
        return "surrendered"
    return "blackjack" if hand.natural else _total_words(hand.cards)


def dealer_words(cards: Sequence[Card]) -> str:
    """What a dealer calls the dealer's exposed cards."""
    counted = tuple(map(points, cards))
    return "blackjack" if is_natural(counted) else _total_words(counted)


def _total_words(cards: tuple[int, ...]) -> str:
    if not cards:
        return ""
    total, soft = total_of(cards)
    if total > TWENTY_ONE:
        return f"bust with {total}"
    return f"soft {total}" if soft and total < TWENTY_ONE else f"{total}"


# The bets of a table, made from its rules: one circle for each hand, and one for each doubling of it.


def blackjack_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """The bet, what may be added to it, and what the house adds."""
    hands = range(1, rules.most_hands + 1)
    free = rules.free.doubles or rules.free.splits
    return (
        opening("Bet", OnHand(1, natural=rules.natural, bonuses=rules.bonuses)),
        *added_bets(rules),
        *(Wager(name=f"Free {hand}", kind=Kind.BONUS, settle=OnFreeBets(hand)) for hand in hands if free),
    )


def switch_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """Two bets on two hands, and what may be added to each; hands that come of the second count on from the first."""
    second = rules.most_hands
    return (
        opening("Bet", OnHand(1, natural=rules.natural)),
        opening("Second Bet", OnHand(second + 1, natural=rules.natural)),
        *added_bets(rules),
        *added_bets(rules, second),
    )


def added_bets(rules: BlackjackRules, past: int = 0) -> tuple[Wager, ...]:
    """Bets that may be added on one hand, which comes after `past` others."""
    hands = range(1, rules.most_hands + 1)
    doubled = [hand + past for hand in hands if rules.doubles_hand(hand)]
    return (
        *(raised(double_bet(hand), OnDouble(hand)) for hand in doubled),
        *(raised(hand_bet(hand + past), OnHand(hand + past, bonuses=rules.bonuses)) for hand in hands[1:]),
    )


def push_22(name: str, *pays: Paytable) -> Wager:
    """A side bet that the dealer comes to 22."""
    return side_bet(name, settle=on_twenty_two, pays=pays, survives_fold=True)
