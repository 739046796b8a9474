"""The rules of a table of blackjack as data, and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from fairfelt.rules.hands.ranking import NUMBERS
from fairfelt.rules.names import verify_fields
from fairfelt.rules.pays import Pay, to

TWENTY_ONE = 21
DEALER_STANDS = 17
THREE_TO_TWO = to(3, 2)
ACE, TEN = 1, 10
"""What the two cards of a natural count, the ace as its lower value."""


class DoublingRule(Enum):
    """On which hands a player may double."""

    ANY = "any two cards"
    NINE_TO_ELEVEN = "two cards that total 9, 10 or 11"
    TEN_OR_ELEVEN = "two cards that total 10 or 11"
    NONE = "none"

    def allows(self, total: int) -> bool:
        """Whether a two-card hand of that total may be doubled."""
        least = {DoublingRule.ANY: 0, DoublingRule.NINE_TO_ELEVEN: 9, DoublingRule.TEN_OR_ELEVEN: 10}.get(
            self, TWENTY_ONE + 1
        )
        return least <= total and (self is DoublingRule.ANY or total <= 11)


class Surrender(Enum):
    """Which hands a player may give up for half of what lies on them, once the dealer has looked for a natural."""

    NO = "none"
    FIRST_TWO = "the first two cards"
    ANY_TIME = "any hand, also after a card or a split"


class Suited(Enum):
    """What a bonus asks of suits."""

    ANY = ""
    ONE = "of one suit"
    SPADES = "s"
    DIAMONDS = "d"

    def allows(self, suits: Sequence[str]) -> bool:
        """Whether cards of those suits will do."""
        return self is Suited.ANY or (len(set(suits)) == 1 and self.value in (Suited.ONE.value, suits[0]))


@dataclass(frozen=True)
class Bonus:
    """A hand that was not doubled and is paid at once; a natural among them, where it beats what the dealer has."""

    name: str
    pay: Pay
    least_cards: int = 0
    """Minimum number of cards of a hand that is paid; 0 for no such rule."""
    below_21: bool = False
    """Whether a hand of `least_cards` is paid below 21 too."""
    cards: tuple[tuple[int, ...], ...] = ()
    """Hands that are paid besides, by what cards count."""
    suits: Suited = Suited.ANY

    def fits(self, cards: tuple[int, ...], total: int) -> bool:
        """Whether a hand may be paid so, by what its cards count in ascending order."""
        many = bool(self.least_cards) and len(cards) >= self.least_cards and (total == TWENTY_ONE or self.below_21)
        return total <= TWENTY_ONE and (many or cards in self.cards)


@dataclass(frozen=True)
class FreeBets:
    """Bets that the house makes for the player: they win like money and cost nothing if they lose."""

    doubles: frozenset[int] = frozenset()
    """Hard totals that are doubled free."""
    doubles_any_cards: bool = False
    """Whether free doubles may have more than two cards."""
    splits: frozenset[int] = frozenset()
    """Pairs that are split free, by what one card counts."""


NO_FREE_BETS = FreeBets()


@dataclass(frozen=True, kw_only=True)
class BlackjackRules:
    """How the dealer draws, what a player may do, and what a natural pays."""

    hits_soft_17: bool
    peeks: bool = True
    """With an ace or a ten up the dealer looks for a natural before any player acts."""
    pushes_22: bool = False
    """A dealer's 22 is no bust: it pushes every hand that is still in, but a natural."""
    natural: Pay = THREE_TO_TWO
    doubles: DoublingRule = DoublingRule.ANY
    doubles_after_split: bool = True
    most_hands: int = 4
    """To how many hands a pair may be split, counting the first; 1 for no splits."""
    most_ace_hands: int = 2
    """To how many hands a pair of aces may be split, counting the first, and never to more than another pair."""
    split_aces_draw: bool = False
    """Whether split aces may be played on; otherwise they get one card each."""
    surrender: Surrender = Surrender.NO
    doubles_any_cards: bool = False
    """Whether a hand of any number of cards may be doubled with money, or one of two."""
    redoubles: int = 0
    """How often a doubled hand may be doubled again, each time by as much as lies on it, for one card more."""
    rescues: bool = False
    """Whether a doubled hand may be given up for half of what lies on it."""
    wins_with_21: bool = False
    """Whether a player's 21 beats a dealer's 21 of several cards."""
    natural_wins: bool = False
    """Whether a player's natural beats a dealer's natural."""
    bonuses: tuple[Bonus, ...] = ()
    """Hands that are paid at once; of several that fit the first one counts."""
    free: FreeBets = NO_FREE_BETS
    zaps: frozenset[int] = frozenset()
    """Hard totals of the first two cards that may be exchanged once for two new cards."""
    zaps_before_peek: bool = True
    """Whether that is decided before the dealer looks for a natural."""

    def __post_init__(self) -> None:
        verify_fields(self)  # wagers are made of them before there is a game

    def hands_from(self, card: int) -> int:
        """To how many hands a pair of these may be split."""
        return min(self.most_ace_hands, self.most_hands) if card == ACE else self.most_hands

    def splits_free(self, card: int) -> bool:
        """Whether the house bets the new hand."""
        return card in self.free.splits

    def doubles_free(self, cards: int, total: int, *, soft: bool) -> bool:
        """Whether the house makes the second bet on a hand of `cards` cards."""
        return total in self.free.doubles and not soft and (cards == 2 or self.free.doubles_any_cards)

    def may_double(self, cards: int, total: int) -> bool:
        """Whether a player may double such a hand with money."""
        return (cards == 2 or self.doubles_any_cards) and self.doubles.allows(total)

    def bonus_of(self, cards: tuple[int, ...], suits: Sequence[str]) -> int:
        """The number of the bonus that a hand is paid by, from 1; 0 if by none."""
        total, _ = best_total(sum(cards), aces=ACE in cards)
        found = (at for at, each in enumerate(self.bonuses, 1) if each.fits(cards, total) and each.suits.allows(suits))
        return next(found, 0)

    @property
    def reads_suits(self) -> bool:
        """Whether the suits of a player's cards make a difference."""
        return any(bonus.suits is not Suited.ANY for bonus in self.bonuses)

    def doubles_hand(self, number: int) -> bool:
        """Whether the hand of that number can ever be doubled with money."""
        return self.doubles is not DoublingRule.NONE and (number == 1 or self.doubles_after_split)

    def dealer_draws(self, total: int, *, soft: bool) -> bool:
        return total < DEALER_STANDS or (self.hits_soft_17 and soft and total == DEALER_STANDS)


def best_total(hard: int, *, aces: bool) -> tuple[int, bool]:
    """The total of a hand and whether it is soft: one ace counts 11 where that does not bust it."""
    soft = aces and hard + TEN <= TWENTY_ONE
    return hard + TEN * soft, soft


def sentences_of(rules: BlackjackRules) -> tuple[str, ...]:
    """From the first card to the last."""
    return (
        "Each player is dealt two cards and the dealer two, one face up and one face down. An ace counts 1 or 11, "
        "pictures count 10; suits do not count.",
        "An ace and a ten as the first two cards are a natural, which beats everything"
        + ("; a player's natural also beats the dealer's." if rules.natural_wins else " but another natural."),
        *(_peek(rules) if not rules.zaps_before_peek else ()),
        *_zapping(rules),
        *(_peek(rules) if rules.zaps_before_peek else ()),
        "A player may stand or take cards one by one, and loses at once above 21.",
        *_doubling(rules),
        *_splitting(rules),
        *_surrendering(rules),
        *_bonuses(rules),
        f"{dealer_sentence(rules)} The higher total up to 21 wins; equal totals push"
        + (", but a player's 21 wins." if rules.wins_with_21 else "."),
        *(["A dealer's 22 pushes every hand that is still in, but not a natural."] if rules.pushes_22 else
          ["If the dealer goes above 21, every hand that is still in wins."]),
    )  # fmt: skip


def dealer_sentence(rules: BlackjackRules) -> str:
    soft = "draws to 16 and on a soft 17" if rules.hits_soft_17 else "draws to 16 and stands on every 17"
    return f"The dealer {soft}."


def _peek(rules: BlackjackRules) -> Iterable[str]:
    if rules.peeks:
        yield "With an ace or a ten up the dealer looks for a natural first; a natural ends the round at once."


def _zapping(rules: BlackjackRules) -> Iterable[str]:
    if rules.zaps:
        totals = _listed(str(total) for total in sorted(rules.zaps)).replace(" and ", " or ")
        yield f"Two cards that come to a hard {totals} may be exchanged once for two new ones."
        yield "An ace and a ten that come for other cards are no natural: they push with one, and else win even money."


def _surrendering(rules: BlackjackRules) -> Iterable[str]:
    if rules.surrender is not Surrender.NO:
        yield f"A player may surrender {rules.surrender.value}, for half of the bet."
    if rules.rescues:
        yield "A doubled hand may be surrendered as well, for half of all that lies on it."


def _bonuses(rules: BlackjackRules) -> Iterable[str]:
    if rules.bonuses:
        paid = "; ".join(f"{bonus.name} {bonus.pay.sentence}" for bonus in rules.bonuses)
        yield f"Some hands are paid at once, unless they were doubled: {paid}. Of several the first counts."


def _doubling(rules: BlackjackRules) -> Iterable[str]:
    after = ", also after a split" if rules.doubles_after_split else ""
    if rules.free.doubles:
        cards = "any number of cards" if rules.free.doubles_any_cards else "two cards"
        totals = _listed(str(total) for total in sorted(rules.free.doubles))
        hand = f"A hard {totals.replace(' and ', ' or ')} of {cards}"
        yield f"{hand} may be doubled free for one card more{after}: the house makes the second bet."
    if rules.doubles is not DoublingRule.NONE:
        other = "Otherwise " if rules.free.doubles else ""
        cards = "any number of cards" if rules.doubles_any_cards else rules.doubles.value
        yield f"{other}{cards} may be doubled for one card more{after}.".capitalize()
    if rules.redoubles:
        times = {1: "once", 2: "twice"}.get(rules.redoubles, f"{rules.redoubles} times")
        yield f"A doubled hand may be doubled again, {times} at most, by as much as lies on it and for one card more."


def _splitting(rules: BlackjackRules) -> Iterable[str]:
    if rules.most_hands < 2:
        return
    yield f"A pair may be split, and split again up to {NUMBERS[rules.most_hands]} hands; any two tens are a pair."
    if rules.free.splits:
        others = [card for card in range(ACE, TEN + 1) if card not in rules.free.splits]
        yield f"Every pair is split free but {_listed(_name(card) for card in others)}: the house bets the new hand."
    again = (
        "are not split again" if rules.hands_from(ACE) == 2 else f"make up to {NUMBERS[rules.hands_from(ACE)]} hands"
    )
    yield f"Split aces {again}" + ("." if rules.split_aces_draw else " and get one card each.")


def _name(card: int) -> str:
    return {ACE: "aces", TEN: "tens"}.get(card, f"{card}s")


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
