"""Random legal play of every game: chips are conserved, cards are unique, and the log tells it all."""

from __future__ import annotations

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fairfelt import games
from fairfelt.rules import Cards, Game, Remedy
from fairfelt.runtime.formats import MICROS
from fairfelt.table import (
    Choose,
    DealCards,
    FoulHand,
    PlaceBets,
    Round,
    Settle,
    Settlement,
    VoidRound,
    from_dict,
    to_dict,
    write_transcript,
)  # fmt: skip
from tests.support.heavy import examples
from tests.table.scene import allows

GAMES = {variant.title: variant for game in games.catalogue() for variant in game.variants}
AMOUNTS = st.integers(1, 400).map(lambda halves: halves * MICROS // 2)


class Table(RuleBasedStateMachine):
    """Rounds of one game, as hypothesis will have them."""

    round: Round
    handed_over_micros: dict[int, int]
    """By seat, every chip that went from the player to the table, less what was taken back."""

    @initialize(title=st.sampled_from(sorted(GAMES)))
    def open(self, title: str) -> None:
        self.begin(GAMES[title])

    @precondition(lambda self: self.round.phase == "settled")
    @rule()
    def again(self) -> None:
        self.begin(self.round.game)

    def begin(self, game: Game) -> None:
        self.round = Round(game)
        self.handed_over_micros = {}

    @precondition(lambda self: self.round.free_seats and len(self.round.seats) < 4)
    @rule(chosen=st.data())
    def bet(self, chosen: st.DataObject) -> None:
        game = self.round.game
        seat = chosen.draw(st.sampled_from(self.round.free_seats))
        opening = game.opening_bets(chosen.draw(st.integers(0, 3)))
        amounts_micros = dict.fromkeys((wager.name for wager in opening), chosen.draw(AMOUNTS))
        sets = [[wager.name for wager in each] for each in game.offered_together]
        made = {name for at in self.round.seats for name in at.stakes_micros}
        optional = next(names for names in sets if not game.excluded((*names, *made)))
        for name in chosen.draw(st.sets(st.sampled_from(optional))) if optional else ():
            amounts_micros[name] = chosen.draw(AMOUNTS)
        self.round = self.round.apply(PlaceBets(seat, amounts_micros))
        self.handed_over_micros[seat] = sum(amounts_micros.values())

    @precondition(lambda self: "deal cards" in self.round.legal())
    @rule(seed=st.integers(0, 2**32))
    def deal(self, seed: int) -> None:
        self.round = self.round.apply(DealCards.shuffled(self.round.game.deck, Random(seed)))

    @precondition(lambda self: self.round.to_act)
    @rule(chosen=st.data())
    def choose(self, chosen: st.DataObject) -> None:
        assert self.round.to_act
        player = self.round.to_act
        option = chosen.draw(st.sampled_from(self.round.choices(player.number)))
        self.round = self.round.apply(Choose(player.number, option.choice.name))
        self.handed_over_micros[player.number] += option.size_micros
        if option.choice.takes_back:
            self.handed_over_micros[player.number] -= player.ante_micros

    @precondition(lambda self: Remedy.RETURN in self.round.remedies())
    @rule(chosen=st.data())
    def foul(self, chosen: st.DataObject) -> None:
        seat = chosen.draw(st.sampled_from([seat.number for seat in self.round.seats if not seat.foul]))
        self.round = self.round.apply(FoulHand(seat, "a card too many", give_back=chosen.draw(st.booleans())))

    @precondition(lambda self: self.round.remedies() and len(self.round.operations) % 3 == 0)
    @rule()
    def misdeal(self) -> None:
        self.round = self.round.apply(VoidRound("a card face up"))
        assert self.round.settlement
        for seat, micros in self.handed_over_micros.items():
            self.conserve(self.round.settlement, seat)
            assert sum(bet.returned_micros for bet in self.round.settlement.of(seat)) == micros

    @precondition(lambda self: self.round.legal() == ("settle",))
    @rule()
    def settle(self) -> None:
        self.round = self.round.apply(Settle())
        assert self.round.settlement
        for seat, micros in self.handed_over_micros.items():
            self.conserve(self.round.settlement, seat)
            kept = {"returned": 0, "forfeited": -micros}.get(self.round.seat(seat).foul or "")
            assert kept is None or kept == sum(bet.net_micros for bet in self.round.settlement.of(seat))

    def conserve(self, settlement: Settlement, seat: int) -> None:
        """What was handed over is what is settled; it comes back or is lost, and winnings are on top."""
        settled = settlement.of(seat)
        assert sum(bet.stake_micros for bet in settled) == self.handed_over_micros[seat]
        lost_micros = -sum(bet.net_micros for bet in settled if bet.net_micros < 0)
        won_micros = sum(bet.net_micros for bet in settled if bet.net_micros > 0)
        returned_micros = sum(bet.returned_micros for bet in settled)
        assert self.handed_over_micros[seat] == returned_micros + lost_micros - won_micros
        assert all(bet.returned_micros >= 0 for bet in settled)
        assert all(bet.net_micros == bet.outcome.pay.net * bet.stake_micros for bet in settled if bet.stake_micros)
        envy_micros = sum(paid.net_micros for paid in settlement.envy if paid.seat == seat)
        assert settlement.net_micros(seat) == won_micros - lost_micros + envy_micros

    @invariant()
    def the_log_tells_it_all(self) -> None:
        replayed = Round.replay(self.round.game, self.round.operations)
        restored = from_dict(json.loads(json.dumps(to_dict(self.round))))
        assert tuple(replayed) == tuple(restored) == tuple(self.round)

    @invariant()
    def a_player_sees_nothing_early(self) -> None:
        street = self.round.turn.street if self.round.turn else len(self.round.game.streets)
        for seat in self.round.seats if self.round.turn else ():
            view = self.round.visible(seat.number)
            if self.round.run:
                draws = self.round.run.draws
                for place, cards in ((Cards.DEALER, view.dealer), (Cards.COMMUNITY, view.community)):
                    assert len(cards) == sum(draw.to is place and draw.face_up for draw in draws)
                continue
            assert len(view.community) == sum(s.community for s in self.round.game.streets[: street + 1])
            assert len(view.dealer) == sum(s.dealer for s in self.round.game.streets[: street + 1])

    @invariant()
    def exactly_what_is_legal_is_allowed(self) -> None:
        assert (Remedy.MISDEAL in self.round.remedies()) is allows(self.round, VoidRound("x"))
        assert ("settle" in self.round.legal()) is allows(self.round, Settle())
        assert ("deal cards" in self.round.legal()) is allows(self.round, DealCards(self.round.game.deck.cards))

    def teardown(self) -> None:
        if hasattr(self, "round"):
            assert write_transcript(self.round).count("\n") >= len(self.round.operations)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=examples(10, 200), stateful_step_count=24)
