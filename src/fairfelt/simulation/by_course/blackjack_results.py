"""Blackjack counted by the result of each round alone: many times as many rounds a second, and no wager of its own.

A shoe is dealt without shuffling it. A card is any of the shoe with equal chance; of the cards that count the same, the
first ones stand for those that are gone, and where one of them comes up, another card is drawn. So each of the cards
that are left is as likely as any other. The kernel takes one card at a time, whatever it is for: threads of a GPU that
are at different places of a round still do the same work.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.rules.courses.blackjack.facts import BlackjackFacts
from fairfelt.rules.courses.blackjack.hand import points

from ..cells import Cell, CellTally
from ..course import Player
from ..draw import NEXT_SHORT, SHORT_STATE
from ..kernels import Dealer, Own
from ..results import Results, round_results
from .blackjack import BlackjackKernel, blackjack_kernel
from .blackjack_hands import DealerHands

WORD: Final = 1 << 32
GONE_BITS: Final = 6
"""Of the cards of one count that are gone: no round takes 63 of them."""


@dataclass(frozen=True, eq=False)
class ResultKernel:
    """One player against the dealer, each round counted by what it comes to."""

    of: BlackjackKernel

    @cached_property
    def dealers(self) -> DealerHands:
        """The dealer's hands by what cards count, in the deck or not; suits do not matter."""
        cards = {points(card): card for card in map(Card, range(RANKS_PER_SUIT))}
        return DealerHands(self.of.course, [cards[count] for count in sorted(cards)])

    @cached_property
    def settled(self) -> tuple[int, NDArray[np.int32]]:
        """A scale, and [end of a hand, dealer's end]: the scaled result of the bets on the hand."""
        kernel, cells = self.of, []
        for end in kernel.hands.ends:
            for dealer in self.dealers.ends:
                facts = BlackjackFacts(hands=(dealer.against(kernel.course, end.hand),), twenty_two=dealer.twenty_two)
                cells.append(Cell(kernel.bets(1, end.hand), facts, ()))
        found = round_results(CellTally(kernel.player.game, tuple(cells)))
        return found.scale, found.nets.reshape(-1, len(self.dealers.ends)).astype(np.int32)

    @property
    def _most(self) -> int:
        """No round comes to more, either way."""
        return self.of.course.rules.most_hands * int(np.abs(self.settled[1]).max())

    @property
    def results(self) -> Results:
        """[count]: what the rounds in it come to, in units of the first bet."""
        nets = np.arange(-self._most, self._most + 1).astype(object)
        return Results(self.settled[0], nets, np.ones_like(nets), np.zeros_like(nets))

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and counts their results."""
        most_hands = self.of.course.rules.most_hands + 2
        own = {
            "waiting": Own((most_hands,), len(self.of.hands.tables["starts"])),
            "ended_as": Own((most_hands,), len(self.of.hands.ends)),
            **{name: Own((), most) for name, most in (("hands", most_hands), ("number", most_hands), ("stage", 5))},
            **{name: Own((), 10) for name in ("one", "up", "two")},
        }
        return Dealer(self.source, np.zeros(0, np.uint8), 2 * self._most + 1, self.tables, own)

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What is looked up, by the name of the argument."""
        counted = np.sort([points(card) - 1 for card in self.of.player.game.deck.cards])
        index = np.arange(len(counted)) - np.searchsorted(counted, counted)
        dealers = {name: self.dealers.tables[name] for name in ("dealt", "draws", "at_once")}
        hands = {name: table for name, table in self.of.hands.tables.items() if name != "points"}
        return {"count_of": counted, "index_of": index, **dealers, **hands, "nets": self.settled[1]}

    @property
    def source(self) -> str:
        """`sample`."""
        size, most_hands = len(self.of.player.game.deck), self.of.course.rules.most_hands + 2
        body = _CARD.format(size=size, limit=WORD - WORD % size, bits=GONE_BITS, most=self._most)
        inner = "\n        ".join([*NEXT_SHORT, *body.splitlines()])
        state = "\n    ".join(SHORT_STATE)
        return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def sample(rounds, s0, s1, s2, s3, cards, counts, {", ".join(self.tables)}):
    {state}
    waiting = np.zeros({most_hands}, np.int64)
    ended_as = np.zeros({most_hands}, np.int64)
    stage, hands, number, one, up, two = 0, 1, 1, 0, 0, 0
    now, theirs = 0, 0
    played, gone = 0, np.uint64(0)
    while played < rounds:
        {inner}
"""


_CARD: Final = """if r >= {limit}:
    continue
place = r % {size}
count = count_of[place]
if index_of[place] < (gone >> np.uint64({bits} * count) & np.uint64(63)):
    continue
gone += np.uint64(1) << np.uint64({bits} * count)
if stage == 4:
    now = turns[now, count]
elif stage == 5:
    theirs = draws[theirs, count]
elif stage == 0:
    one = count
    stage = 1
    continue
elif stage == 1:
    up = count
    stage = 2
    continue
elif stage == 2:
    two = count
    stage = 3
    continue
else:
    theirs = dealt[up, count]
    stage = 4
    if theirs < 0 and at_once[~theirs]:
        ended_as[1] = undecided[one, two]
        stage = 5
    else:
        now = first[up, one, two]
while stage == 4 and now < 0:
    ended = ~now
    if ended & 1:
        hands += 1
        waiting[hands] = split_off[ended >> 1]
        begun = split_from[ended >> 1]
        now = starts[begun, np.int64(hands < most_hands[begun])]
    else:
        ended_as[number] = ended >> 1
        if number == hands:
            stage = 5
        else:
            number += 1
            begun = waiting[number]
            now = starts[begun, np.int64(hands < most_hands[begun])]
if stage == 5 and theirs < 0:
    total = {most}
    for hand in range(1, hands + 1):
        total += nets[ended_as[hand], ~theirs]
    counts[total] += 1
    played += 1
    stage, hands, number = 0, 1, 1
    gone = np.uint64(0)"""
"""What one card brings: stages 0 to 3 deal two cards each, in 4 the player's hands are played, in 5 the dealer's."""


def result_kernel(player: Player, seats: int) -> ResultKernel | None:
    """None where the course has no kernel, or a hand is played for a free bet: its result depends on its place."""
    kernel = blackjack_kernel(player, seats)
    return ResultKernel(kernel) if kernel and not any(end.hand.free for end in kernel.hands.ends) else None
