"""Two hole cards and five that lie as a cross: two hands, and a bet before each part of the cross is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from fairfelt.rules.cards import STANDARD, Card
from fairfelt.rules.deal import FOLD, Cards, Choice, Street, bet
from fairfelt.rules.hands import LINE_BITS, POKER, Ranking
from fairfelt.rules.settlement import Facts, Outcome, Reading, Settle

from .course import Course, Decide, Draw, Exposures, LaidHand, Moment, Over, Step

HOLE, ARM = 2, 2
"""Cards of a player's own, and in each arm of the cross besides the one in its middle."""
ACROSS, DOWN, MIDDLE = "Across", "Down", "Middle"
CROSS = 2 * ARM + 1
HAND = HOLE + ARM + 1


class CrossHand(Enum):
    """By which of the two hands a bet is settled."""

    ACROSS = "across"
    DOWN = "down"
    BETTER = "the better of the two"


@dataclass(frozen=True)
class CrossFacts(Facts):
    """The lines of the two hands that a player makes with the cross."""

    across: int = 0
    """The line of the hand with the cards that lie across."""
    down: int = 0
    """The line of the hand with the cards that lie down."""


@dataclass(frozen=True)
class OnCross:
    """As another settlement says of one of the two hands, or of the better one."""

    hand: CrossHand
    """Which one."""
    settle: Settle
    """How it is settled."""

    def __call__(self, facts: CrossFacts, reading: Reading) -> Outcome:
        lines = {CrossHand.ACROSS: facts.across, CrossHand.DOWN: facts.down}
        return self.settle(Facts(player=lines.get(self.hand, max(facts.across, facts.down))), reading)


on_cross = OnCross


@dataclass(frozen=True)
class CrossState:
    """Cards in any order within their places, and who is still in."""

    hands: tuple[tuple[Card, ...], ...]
    cross: tuple[Card, ...] = ()
    """Those across, then those down, then the middle one."""
    street: int = 0
    """The next decision."""
    asked: int = 0
    """The player who makes the next decision."""
    folded: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Cross(Course[CrossState]):
    """Fold or bet before the cards across are shown, before those down, and before the one in the middle."""

    ranking: Ranking = POKER
    """By which both hands are read."""
    most_times: int = 3
    """The largest bet in units of the opening bet; the smallest is one."""

    family = "cross"
    shape = "cross"
    places = MappingProxyType({Cards.COMMUNITY: "the cross", Cards.DEALER: ""})

    @property
    def exposures(self) -> Exposures:
        return replace(super().exposures, shared_hands="shared hands are not counted at games with a cross yet")

    def __post_init__(self) -> None:
        if self.most_times < 1:
            raise ValueError(f"a bet of {self.most_times} times the opening bet is none; give 1 or more")
        if not self.ranking.reads(STANDARD.cards[:HAND]):
            raise ValueError(
                f"{self.ranking.name} cannot read a hand of {HAND} cards, which each arm of the cross makes"
            )

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """Three decisions of the same kind."""
        return _streets(self.most_times)

    def start(self, players: int) -> CrossState:
        return CrossState(((),) * players)

    def next(self, state: CrossState) -> Step:
        for player, hand in enumerate(state.hands):
            if len(hand) < HOLE:
                return Draw(Cards.OWN, player)
        shown = ARM * state.street if state.street < len(self.streets) else CROSS
        if len(state.cross) < shown:
            return Draw(Cards.COMMUNITY)
        if state.street == len(self.streets):
            return Over()
        street = self.streets[state.street]
        return Decide(state.asked, street, street.choices)

    def draw(self, state: CrossState, card: Card) -> CrossState:
        step = self.next(state)
        assert isinstance(step, Draw), "a card was asked for"
        if step.to is Cards.OWN:
            hand = tuple(sorted((*state.hands[step.player], card)))
            return replace(state, hands=(*state.hands[: step.player], hand, *state.hands[step.player + 1 :]))
        arm = len(state.cross) // ARM * ARM
        return replace(state, cross=(*state.cross[:arm], *sorted((*state.cross[arm:], card))))

    def choose(self, state: CrossState, choice: Choice) -> CrossState:
        folded = state.folded | {state.asked} if choice.folds else state.folded
        left = [player for player in range(len(state.hands)) if player not in folded]
        later = [player for player in left if player > state.asked]
        if later:
            return replace(state, folded=folded, asked=later[0])
        street = state.street + 1 if left else len(self.streets)
        return replace(state, folded=folded, street=street, asked=left[0] if left else 0)

    def facts(self, state: CrossState, player: int) -> CrossFacts:
        across, down = (
            _line(self.ranking, tuple(sorted((*state.hands[player], *arm, *state.cross[2 * ARM :]))))
            for arm in (state.cross[:ARM], state.cross[ARM : 2 * ARM])
        )
        return CrossFacts(across=across, down=down)

    def own_hands(
        self, moments: Sequence[Moment[CrossState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        """Named once the cross lies open: both hands, the one across first."""
        cross = moments[-1].state.cross
        if len(cross) < CROSS:
            return super().own_hands(moments, player, cards)
        arms = ((ACROSS, cross[:ARM]), (DOWN, cross[ARM : 2 * ARM]))
        values = ((name, self.ranking.value(tuple(sorted((*cards, *arm, *cross[2 * ARM :]))))) for name, arm in arms)
        return (LaidHand(cards, words=" · ".join(f"{name}: {self.ranking.describe(value)}" for name, value in values)),)

    def possible_facts(self) -> Iterator[CrossFacts]:
        lines = range(len(self.ranking.lines))
        yield from (CrossFacts(across=across, down=down) for across, down in product(lines, lines))

    def most_cards(self, players: int) -> int:
        return HOLE * players + CROSS

    @property
    def sentences(self) -> tuple[str, ...]:
        sizes = f"one to {self.most_times} times" if self.most_times > 1 else "as much as"
        return (
            "Five community cards are dealt face down as a cross: two across, two down, and one in the middle of both.",
            f"Each player, from the dealer's left, is dealt {HOLE} cards.",
            f"Each player folds or makes an {ACROSS} bet of {sizes} the opening bet. The two cards across are shown.",
            f"Each player folds or makes a {DOWN} bet of {sizes} the opening bet. The two cards down are shown.",
            f"Each player folds or makes a {MIDDLE} bet of {sizes} the opening bet. The middle card is shown.",
            f"A player's {HOLE} cards make one hand with the three cards across, and another with the three cards "
            f"down; both are read by the ranking “{self.ranking.name}”.",
        )


@lru_cache(maxsize=16)
def _streets(most: int) -> tuple[Street, ...]:
    sizes = range(1, most + 1)
    return tuple(Street(name, FOLD, *(bet(name, times=times) for times in sizes)) for name in (ACROSS, DOWN, MIDDLE))


@lru_cache(maxsize=100_000)
def _line(ranking: Ranking, cards: Sequence[Card]) -> int:
    return ranking.value(cards) >> LINE_BITS
