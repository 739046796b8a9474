"""A bet on the first two cards whose win, stake and all, may be carried to the hand of blackjack they begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.blackjack.facts import BlackjackFacts, OnHand
from fairfelt.rules.courses.blackjack.hand import added_bets
from fairfelt.rules.courses.blackjack.rules import BlackjackRules, sentences_of
from fairfelt.rules.deal import Cards
from fairfelt.rules.hands import Ranking, line_of
from fairfelt.rules.settlement import Facts
from fairfelt.rules.street import Choice, Street, bet
from fairfelt.rules.wager import Wager, raised

from ..course import HOLE_CARD, Course, Decide, Draw, LaidHand, Moment, Over, Step
from .hand import is_natural, laid_hands, street_of
from .round import Blackjack, BlackjackState

CARRIED = "Carried"
TAKE = Choice("take")
DEALT = 2


@dataclass(frozen=True)
class CarriedState:
    """A table of blackjack, the first two cards of all players, and who carries how many units."""

    table: BlackjackState
    cards: tuple[tuple[Card, ...], ...]
    """By player, until both are there; then nothing."""
    lines: tuple[int, ...] = ()
    """By player, once both cards are there."""
    stakes: tuple[int, ...] = ()
    """Units that are carried, by the players who have answered or have nothing to answer; 0 for none."""


@dataclass(frozen=True)
class CarriedWin(Course[CarriedState]):
    """Two cards are paid by their line. A win may be taken, or carried to the hand, which is then played."""

    rules: BlackjackRules
    ranking: Ranking
    stakes: tuple[int, ...]
    """By line: the win with the stake, in units of the bet; 0 where the bet does not win."""

    family = "blackjack"
    exposures = HOLE_CARD

    def __post_init__(self) -> None:
        rules = self.rules
        if not rules.peeks or rules.zaps or rules.free.doubles or rules.free.splits:
            raise ValueError(
                "a win is carried to a hand of blackjack once the dealer has looked for a natural, and such a hand "
                "knows no zaps and no free bets: take rules with a peek and without these"
            )

    @property
    def inner(self) -> Blackjack:
        """How the hand is played."""
        return Blackjack(self.rules)

    @property
    def carrying(self) -> Street:
        """Take the win, or carry it."""
        return Street("Carry", TAKE, *(carry(stake) for stake in self.sizes))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units can be carried."""
        return tuple(sorted({stake for stake in self.stakes if stake}))

    @property
    def streets(self) -> tuple[Street, ...]:  # type: ignore[override]
        """The offer, and a decision for each hand by what lies on it."""
        numbers = range(1, self.rules.most_hands + 1)
        return self.carrying, *(street_with(number, size, self.rules) for size in self.sizes for number in numbers)

    def start(self, players: int) -> CarriedState:
        return CarriedState(self.inner.start(players), ((),) * players)

    def next(self, state: CarriedState) -> Step:
        table = state.table
        if len(table.dealer) < DEALT:
            return self.inner.next(table)
        if is_natural(table.dealer):
            return Over()
        if (player := len(state.stakes)) < len(state.lines):
            return Decide(player, self.carrying, (TAKE, carry(self.stakes[state.lines[player]])))
        if not any(state.stakes):
            return Over()
        step = self.inner.next(table)
        if not isinstance(step, Decide):
            return step
        in_play, stake = table.in_play(), state.stakes[step.player]
        assert in_play, "somebody decides"
        sizes = by_size(stake, self.rules)
        choices = tuple(sizes.get(choice, choice) for choice in step.choices)
        return Decide(step.player, street_with(in_play[1], stake, self.rules), choices)

    def own_hands(
        self, moments: Sequence[Moment[CarriedState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        step = self.next(moments[-1].state)
        turn = isinstance(step, Decide) and step.player == player and step.street != self.carrying
        return laid_hands([(moment.state.table.hands[player], moment.played) for moment in moments], turn=turn)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.inner.place_hands(place, cards, complete=complete)

    def draw(self, state: CarriedState, card: Card) -> CarriedState:
        step = self.inner.next(state.table)
        assert isinstance(step, Draw), "a card was asked for"
        after = replace(state, table=self.inner.draw(state.table, card))
        if not state.lines and step.to is Cards.OWN:
            held = tuple((*mine, card) if at == step.player else mine for at, mine in enumerate(state.cards))
            after = replace(after, cards=held)
        if state.lines or len(after.table.dealer) < DEALT:
            return after
        lines = tuple(line_of(self.ranking.value(mine)) for mine in after.cards)
        return self._answered(replace(after, cards=(), lines=lines))

    def choose(self, state: CarriedState, choice: Choice) -> CarriedState:
        if len(state.stakes) < len(state.lines):
            return self._answered(self._with_stake(state, choice.times))
        place = state.table.in_play()
        assert place, "somebody was asked"
        plain = {sized: each for each, sized in by_size(state.stakes[place[0]], self.rules).items()}
        return replace(state, table=self.inner.choose(state.table, plain.get(choice, choice)))

    def _answered(self, state: CarriedState) -> CarriedState:
        """Past all who have nothing to answer."""
        while (player := len(state.stakes)) < len(state.lines) and not self.stakes[state.lines[player]]:
            state = self._with_stake(state, 0)
        return state

    def _with_stake(self, state: CarriedState, stake: int) -> CarriedState:
        """The next player carries `stake`; a hand with nothing on it is not played."""
        player, table = len(state.stakes), state.table
        if not stake:
            table = table.changed(player, 1, replace(table.hand(player, 1), done=True))
        return replace(state, table=table, stakes=(*state.stakes, stake))

    def facts(self, state: CarriedState, player: int) -> BlackjackFacts:
        carried = state.stakes[player : player + 1]
        return self.inner.facts(state.table, player) if any(carried) else BlackjackFacts()

    def possible_facts(self) -> Iterator[BlackjackFacts]:
        return self.inner.possible_facts()

    def read_by(self, wager: Wager, facts: Facts) -> BlackjackFacts:
        return self.inner.read_by(wager, facts)

    def facts_for(self, wager: Wager) -> Iterator[BlackjackFacts]:
        return self.inner.facts_for(wager)

    def alike(self, card: Card) -> int:
        return int(card)

    def most_cards(self, players: int) -> int:
        return self.inner.most_cards(players)

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        return self.inner.can_run_out(deck, players)

    @property
    def sentences(self) -> tuple[str, ...]:
        deal, natural, peek, *play = sentences_of(self.rules)
        return (
            deal,
            "The bet is paid by the first two cards, whatever the dealer has.",
            natural,
            peek,
            "A player whose bet has won may then take the win and the bet, or carry both to the hand of blackjack that "
            "the two cards begin. A hand that is carried to is played; what is added to it is as much as was carried.",
            *play,
        )


def carry(stake: int) -> Choice:
    """Carry `stake` units to the hand."""
    return bet(CARRIED, times=stake)


def carried_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """What is carried to the hand, and what may be added to it."""
    return raised(CARRIED, OnHand(1, natural=rules.natural, bonuses=rules.bonuses)), *added_bets(rules)


@lru_cache(maxsize=64)
def by_size(stake: int, rules: BlackjackRules) -> dict[Choice, Choice]:
    """Choices that put money on a hand, of one unit and of as many as lie there."""
    plain = [choice for number in range(1, rules.most_hands + 1) for choice in street_of(number, rules).choices]
    return {choice: replace(choice, times=choice.times * stake) for choice in plain if choice.bet}


def street_with(number: int, stake: int, rules: BlackjackRules) -> Street:
    """All choices that can occur with a hand of `stake` units."""
    sizes = by_size(stake, rules)
    choices = (sizes.get(choice, choice) for choice in street_of(number, rules).choices)
    return Street(f"Hand {number} with {stake} units", *choices)
