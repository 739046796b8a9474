"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices.

Many rounds at once are looked up in a table of the positions that rounds have come to so far; where a card leads to a
new one, the course is stepped. Hands of seven cards that are set go by the class of the hand. Where a bet looks at the
cards themselves, positions hardly ever come twice, and rounds are stepped one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby, product
from random import Random
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.pai_gow.set_hands import PUSHES_WITH_JOKER, SetHands, set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import SIZE, classes_of, seven_cards
from fairfelt.engine.courses.solution import Player, Position
from fairfelt.rules import Cards, Draw, Game, Over, PaiGowPoker, Result, SetFacts, Wager
from fairfelt.rules.cards import ALL_CARDS, Card
from fairfelt.rules.hands import LINE_BITS

from .blackjack import BlackjackRounds, blackjack_rounds
from .dealt import Report, blocks_of, random_deals
from .tallies import ALL, Tally, TallyCounter

MANY_ROUNDS: Final = 50_000
"""Stepping this many rounds takes longer than finding all hands of blackjack does."""
REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


def sample_course(player: Player, rounds: int, seed: int, seats: int, report: Report) -> Mapping[str, Tally]:
    """Rounds by the quickest way that knows all that the bets of the game look at."""
    tables: SettingRounds | BlackjackRounds | None = None
    if type(player.course) is PaiGowPoker:
        tables = setting_rounds(player, seats)
    elif rounds >= MANY_ROUNDS:
        tables = blackjack_rounds(player, seats)
    if tables:
        tally = tables.sample(rounds, seed, report)
    elif player.on_hands or player.course.family == "blackjack":
        tally = step_course(player, rounds, seed, seats, report)
    else:
        tally = sample_positions(player, rounds, seed, seats, report)
    return {ALL: tally}


def step_course(player: Player, rounds: int, seed: int, seats: int, report: Report) -> Tally:
    """Play rounds one by one."""
    source, deck, ends = Random(seed), list(player.game.deck.cards), TallyCounter(player.game)
    for done in range(rounds):
        ends.add(player.round(seats, _shoe(deck, source)))
        if done % REPORT_EVERY == 0:
            report(done)
    report(rounds)
    return ends.tally()


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]


MOST_POSITIONS: Final = 100_000
"""A table that has grown larger is begun anew: it would fill the memory."""
UNKNOWN: Final = np.iinfo(np.int32).max


class Positions:
    """The positions that rounds have come to, numbered from the first on, and where each kind of card leads."""

    def __init__(self, player: Player, seats: int) -> None:
        self.player, self.seats, alike = player, seats, player.course.alike
        self.kinds = [[*cards] for _, cards in groupby(sorted(player.game.deck.cards, key=alike), alike)]
        self.kind_of = np.zeros(ALL_CARDS, np.int64)
        """[card]: its kind."""
        for kind, cards in enumerate(self.kinds):
            self.kind_of[cards] = kind
        self.by_state = not player.course.streets
        """Whether a state tells how the round goes on, whatever came before it."""
        self.begin()

    def begin(self) -> None:
        """Know nothing but the start."""
        self.endings: list[tuple[Ending, ...]] = []
        """What every player ends with."""
        self._ends: dict[tuple[Ending, ...], int] = {}
        self._numbers: dict[object, int] = {}
        self._positions: list[Position] = []
        self.follows = np.full((1, len(self.kinds)), UNKNOWN, np.int32)
        """[position, kind]: the next position; past the end of a round, the complement of the ending's number."""
        self.burns = np.zeros(1, np.int64)
        """[position]: cards burned before the next."""
        self._arrive(self.player.start(self.seats))

    def __len__(self) -> int:
        return len(self._positions)

    def play(self, shoes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[round]: the number of its ending, with cards in that order."""
        kinds, position, out = self.kind_of[shoes], np.zeros(len(shoes), np.int64), np.zeros(len(shoes), np.int64)
        going = np.arange(len(shoes))
        while len(going):
            here = position[going]
            out[going] += self.burns[here] + 1
            kind = kinds[going, out[going] - 1]
            unknown = self.follows[here, kind] == UNKNOWN
            for code in np.unique(here[unknown] * len(self.kinds) + kind[unknown]).tolist():
                self._step(*divmod(code, len(self.kinds)))
            position[going] = self.follows[here, kind]
            going = going[position[going] >= 0]
        return ~position

    def _step(self, number: int, kind: int) -> None:
        """See where a kind of card leads."""
        position, card = self._positions[number], self.kinds[kind][0]
        if not self.by_state:
            dealt = (*chain.from_iterable(position.held), *(card for _, card in position.shared))
            card = self.kinds[kind][Counter(map(self.player.course.alike, dealt))[self.player.course.alike(card)]]
        self.follows[number, kind] = self._arrive(self.player.draw(position, card))

    def _arrive(self, position: Position) -> int:
        if isinstance(position.step, Over):
            end = self.player.end(position)
            number = self._ends.setdefault(end, len(self.endings))
            if number == len(self.endings):
                self.endings.append(end)
            return ~number
        number = self._numbers.setdefault(position.state if self.by_state else position, len(self._positions))
        if number == len(self._positions):
            if number == len(self.burns):
                self.follows = np.concatenate((self.follows, np.full_like(self.follows, UNKNOWN)))
                self.burns = np.concatenate((self.burns, np.zeros_like(self.burns)))
            assert isinstance(position.step, Draw)
            self.burns[number] = position.step.burn
            self._positions.append(position)
        return number


def sample_positions(player: Player, rounds: int, seed: int, seats: int, report: Report) -> Tally:
    """Play rounds by what is known of the course so far."""
    positions, found, done = Positions(player, seats), TallyCounter(player.game), 0
    deck = np.array(player.game.deck.cards, np.uint8)
    cards = min(player.course.most_cards(seats), len(deck))
    for block, many in blocks_of(rounds):
        if len(positions) > MOST_POSITIONS:
            positions.begin()
        ended = np.bincount(positions.play(random_deals(seed, block, deck, many, cards)))
        for number in np.flatnonzero(ended).tolist():
            found.add(positions.endings[number], int(ended[number]))
        done += many
        report(done)
    return found.tally()


# Seven cards set in hands, many rounds at once: what a hand is set to is looked up by its class of seven cards.

FACTS = (
    *map(SetFacts, Result),
    *(SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in product((False, True), repeat=2)),
)
"""By number: hands won, then the pushes."""
BATCH: Final = 1 << 14
"""Rounds that are settled at once."""


@dataclass(frozen=True, eq=False)
class SettingRounds:
    """Players set by the house way; where the dealer's hand is visible, so that they win most."""

    game: Game
    course: PaiGowPoker
    path: Path
    seats: int

    @cached_property
    def on_hands(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.game.wagers if wager.ranking)

    @cached_property
    def cells(self) -> tuple[Ending, ...]:
        """All that a player can end with."""
        lines = product(*([(w.name, line) for line in range(len(w.ranking.lines))] for w in self.on_hands if w.ranking))
        return tuple(Ending(self.path, facts, 0, 0, made) for facts, made in product(FACTS, list(lines)))

    def sample(self, rounds: int, seed: int, report: Report) -> Tally:
        """Deal blocks of rounds; count cells, and pairs of cells."""
        size, done, deck = len(self.cells), 0, np.array(self.game.deck.cards, np.uint8)
        counts, pairs = np.zeros(size, np.int64), np.zeros(size**2 if self.seats > 1 else 0, np.int64)
        for block, many in blocks_of(rounds):
            shoes = random_deals(seed, block, deck, many, SIZE * (self.seats + 1))
            for at in range(0, many, BATCH):
                found = self.settle(shoes[at : at + BATCH])
                counts += np.bincount(found.ravel(), minlength=size)
                for other, seat in combinations(range(self.seats), 2):
                    np.add.at(pairs, found[:, seat] * size + found[:, other], 1)
            done += many
            report(done)
        return Tally.of_square(self.game, self.cells, counts, pairs)

    @cached_property
    def _hands(self) -> SetHands:
        return set_hands(self.course, self.game.deck)

    @cached_property
    def _choices(self) -> list[NDArray[Any]]:
        """[class, setting], for each hand: what it may be set to."""
        hands = self._hands
        if self.course.face_up:
            return hands.every(np.arange(len(hands.classes)))
        return [column[:, None] for column in hands.values]

    @cached_property
    def _pushes(self) -> NDArray[np.int64]:
        """[class]: the number of the first facts of a hand of the dealer's that pushes; 0 where it does not."""
        kind = self._hands.kind
        return np.where(kind > 0, np.where(kind == PUSHES_WITH_JOKER, 5, 3), 0)

    def settle(self, shoes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[round, seat]: the number of the cell in which a player ends, in rounds dealt from these shoes."""
        *own, dealer = (shoes[:, SIZE * at : SIZE * (at + 1)] for at in range(self.seats + 1))
        theirs = classes_of(dealer, seven_cards().tables)
        values = [column[theirs][:, None] for column in self._hands.values]
        pushes, found = self._pushes[theirs], np.empty((len(shoes), self.seats), np.int64)
        for seat, hand in enumerate(own):
            mine = classes_of(hand, seven_cards().tables)
            won = np.sum([each[mine] > value for each, value in zip(self._choices, values, strict=True)], axis=0)
            cell = np.where(pushes > 0, pushes + (self._pushes[mine] > 0), won.max(axis=1))
            for wager in self.on_hands:
                assert wager.ranking
                lines = wager.ranking.batch(np.ascontiguousarray(hand)) >> LINE_BITS
                cell = cell * len(wager.ranking.lines) + lines.astype(np.int64)
            found[:, seat] = cell
        return found


def setting_rounds(player: Player, seats: int) -> SettingRounds | None:
    """A game in which seven cards are set in two hands; None where a bet reads other cards."""
    for wager in player.on_hands:
        if wager.on != Cards.OWN or wager.against or 0 < wager.first < SIZE:
            return None
    course = cast(PaiGowPoker, player.course)
    return SettingRounds(player.game, course, player.solution.endings[0].choices, seats)
