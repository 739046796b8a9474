"""What can be done at a table, each a value: bet, deal, choose, settle, take back; and a round in writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from fairfelt import games
from fairfelt.rules import (
    Choice,
    Envy,
    Game,
    Irregularity,
    Kind,
    Opens,
    Paytable,
    Remedy,
    Street,
    UnknownName,
    Wager,
    find_named,
    parse_pay,
)
from fairfelt.rules.cards import Card, Deck, DeckError, format_cards, parse_cards
from fairfelt.runtime.formats import format_amount
from fairfelt.table.dealing import RoundError, Seat, View, begin, choose, deal_packets, next_turn, shuffle
from fairfelt.table.layout import Layout, layout_of
from fairfelt.table.round import Operation, Round
from fairfelt.table.settlement import Settlement, settlement_of, voided


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """A player sits down and bets: the opening bets, all equal, and any side bets; or a bet that stands alone."""

    seat: int
    amounts_micros: Mapping[str, int] = field(hash=False)
    """By the wager's name; capitals do not matter."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts_micros", MappingProxyType(dict(self.amounts_micros)))

    def verify(self, round: Round) -> dict[str, int]:
        """Refuse a seat that is not free, and bets that the game does not take. Gives the stakes by wager."""
        round.expect("betting", "the cards are dealt, so no more bets can be placed")
        layout = layout_of(round.game)
        self._verify_seat(round, layout)
        stakes_micros = {_bet_on(layout, name, micros): micros for name, micros in self.amounts_micros.items()}
        if len(stakes_micros) != len(self.amounts_micros):
            raise RoundError(f"a wager is named twice in {', '.join(self.amounts_micros)}: give one amount for each")
        _verify_openings(layout, stakes_micros)
        _verify_together(round, stakes_micros)
        return stakes_micros

    def after(self, round: Round) -> Round:
        stakes_micros = self.verify(round)
        made = (stakes_micros[name] for name in layout_of(round.game).openings if name in stakes_micros)
        ante_micros = next(made, 0)
        player = Seat(self.seat, ante_micros, stakes_micros, {})
        return Round(round.game, (*round.operations, self), tuple(sorted((*round.seats, player))))

    def to_dict(self) -> dict[str, Any]:
        return {"do": "place bets", "seat": self.seat, "amounts_micros": dict(self.amounts_micros)}

    def _verify_seat(self, round: Round, layout: Layout) -> None:
        if type(self.seat) is not int or not 1 <= self.seat <= layout.seats:
            raise RoundError(f"there is no seat {self.seat!r}: {round.game.title} has seats 1 to {layout.seats}")
        if self.seat in [taken.number for taken in round.seats]:
            raise RoundError(f"seat {self.seat} has placed its bets already: it can bet again in the next round")


def _bet_on(layout: Layout, name: str, amount_micros: int) -> str:
    """The wager's own name, if it takes that bet before the deal."""
    spot = layout.spots.get(name.lower())
    if not spot:
        raise RoundError(_why_no_bet(layout, name))
    if type(amount_micros) is not int:
        raise RoundError(f"the bet on {name} is {amount_micros!r}: give it in whole millionths")
    if amount_micros <= 0:
        raise RoundError(f"the bet on {name} is {format_amount(amount_micros)}: it must be more than nothing")
    if amount_micros % spot.step_micros:
        amount, step = format_amount(amount_micros), format_amount(spot.step_micros)
        raise RoundError(f"{amount} on {name} cannot be paid exactly: bet in steps of {step}")
    return spot.wager


def _verify_openings(layout: Layout, stakes_micros: Mapping[str, int]) -> None:
    first = layout.openings[0]
    if stakes_micros and layout.alone.issuperset(stakes_micros):
        return
    if layout.game.opens is Opens.ONE:
        _verify_one_opening(layout, stakes_micros)
        return
    for name in layout.openings:
        if name not in stakes_micros:
            raise RoundError(f"the bet on {name} is missing: {_who_makes_it(layout)}")
        if stakes_micros[name] != stakes_micros[first]:
            here, there = format_amount(stakes_micros[name]), format_amount(stakes_micros[first])
            raise RoundError(f"{name} is {here} and {first} is {there}: they must be equal")


def _who_makes_it(layout: Layout) -> str:
    if not layout.alone:
        return "every player makes it before the deal"
    return f"only {' and '.join(sorted(layout.alone))} may be bet without it, and then alone"


def _verify_together(round: Round, stakes_micros: Mapping[str, int]) -> None:
    """Of bets that a table offers one of, nobody makes another than was made here in this round."""
    made = {*stakes_micros, *(name for seat in round.seats for name in seat.stakes_micros)}
    if excluded := round.game.excluded(made):
        ruling, together = excluded
        both = " and ".join(together)
        raise RoundError(f"there are bets on {both}: a table offers one of them (ruling {ruling.name})")


def _verify_one_opening(layout: Layout, stakes_micros: Mapping[str, int]) -> None:
    made = [name for name in layout.openings if name in stakes_micros]
    if len(made) != 1:
        which = f"there are bets on {' and '.join(made)}" if made else "the opening bet is missing"
        raise RoundError(f"{which}: every player bets on one of {', '.join(layout.openings)}")


def _why_no_bet(layout: Layout, name: str) -> str:
    try:
        wager = layout.game.wager(name)
    except UnknownName as unknown:
        return str(unknown)
    if wager.kind is Kind.RAISE:
        return f"{wager.name} is not bet before the deal: it is made at a decision"
    return f"{wager.name} takes no bet: it is paid on the {layout.openings[0]}"


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards leave the deck in this order, the top one first: the whole deck, or as many as the deal needs."""

    order: tuple[Card, ...]

    @classmethod
    def of(cls, text: str) -> DealCards:
        """Cards as they are written: "As Kd 7c"."""
        return cls(parse_cards(text))

    @classmethod
    def shuffled(cls, deck: Deck, source: Random | None = None) -> DealCards:
        """The whole deck in random order."""
        return cls(shuffle(deck.cards, source))

    def verify(self, round: Round) -> None:
        """Refuse too few cards, and cards that the deck does not hold."""
        round.expect("betting", "the cards are dealt already")
        if not round.seats:
            raise RoundError("there is nobody to deal to: place a bet first")
        layout, seats, there = layout_of(round.game), len(round.seats), len(self.order)
        needed = layout.cards_needed[seats]
        if there < needed:
            raise RoundError(f"{there} cards are too few: the deal to {seats} of the seats needs {needed}")
        if len(layout.faces.intersection(self.order)) < there:
            self._verify_slowly(layout.game.deck)

    def after(self, round: Round) -> Round:
        """The round with all cards dealt, at its first decision."""
        self.verify(round)
        if round.game.course:
            return round.going_on(
                (*round.operations, self), round.seats, begin(round.game.course, round.seats, self.order)
            )
        dealt = deal_packets(layout_of(round.game).cuts[len(round.seats)], round.seats, self.order)
        turn = next_turn(round.game.streets, round.seats)
        return Round(round.game, (*round.operations, self), round.seats, dealt, turn)

    def to_dict(self) -> dict[str, Any]:
        return {"do": "deal cards", "order": format_cards(self.order)}

    def _verify_slowly(self, deck: Deck) -> None:
        """Several copies of a card may be right; the deck knows."""
        try:
            deck.verify(self.order)
        except DeckError as error:
            raise RoundError(str(error)) from None


@dataclass(frozen=True, slots=True)
class Choose:
    """A player makes one of the choices of the street."""

    seat: int
    choice: str
    """Its name; capitals do not matter."""

    def verify(self, round: Round) -> Choice:
        """Refuse a player out of turn, and a choice that is not offered. Gives the choice."""
        round.expect("deciding", "there is nothing to decide now")
        assert round.turn, "the phase says so"
        at, place = round.turn
        if self.seat != round.seats[place].number:
            raise RoundError(f"it is not the turn of seat {self.seat}: {round.expects}")
        if round.run:
            return self._of(round.offered)
        choice = layout_of(round.game).choices[at].get(self.choice.lower())
        if not choice:
            return self._of(round.game.streets[at].choices)
        if choice.holding and choice not in round.offered:
            raise RoundError(f"{choice.name} may be chosen with {choice.holding.words} or better only: {round.expects}")
        return choice

    def after(self, round: Round) -> Round:
        """The round with this decision made, at the next one."""
        choice = self.verify(round)
        assert round.turn, "the choice is verified"
        at, place = round.turn
        game, streets, seats = round.game, round.game.streets, list(round.seats)
        seats[place] = seats[place].choosing(streets[at], choice)
        if game.course and round.run:
            run = choose(game.course, round.run, choice, seats)
            return round.going_on((*round.operations, self), tuple(seats), run)
        turn = next_turn(streets, seats, at, place + 1)
        return Round(round.game, (*round.operations, self), tuple(seats), round.dealt, turn)

    def _of(self, choices: tuple[Choice, ...]) -> Choice:
        for choice in choices:
            if choice.name.lower() == self.choice.lower():
                return choice
        raise RoundError(str(UnknownName("choice", self.choice, tuple(choice.name for choice in choices))))

    def to_dict(self) -> dict[str, Any]:
        return {"do": "choose", "seat": self.seat, "choice": self.choice}


@dataclass(frozen=True, slots=True)
class Settle:
    """The dealer turns everything over, pays and collects."""

    def verify(self, round: Round) -> None:
        """Refuse while there is something left to do first."""
        round.expect("settling", "the round cannot be settled now")

    def after(self, round: Round) -> Round:
        self.verify(round)
        assert round.dealt, "the phase is verified"
        settlement = settlement_of(layout_of(round.game), round.seats, round.dealt, round.run)
        return round._replace(operations=(*round.operations, self), settlement=settlement)

    def to_dict(self) -> dict[str, Any]:
        return {"do": "settle"}


@dataclass(frozen=True, slots=True)
class FoulHand:
    """One hand wins nothing and brings nobody envy; the others play on."""

    seat: int
    why: str
    give_back: bool = True
    """True if the player gets all wagers of the hand back; else they are lost, and the seat may still receive envy."""

    def verify(self, round: Round) -> None:
        """Refuse a seat that does not play, a hand that is foul already, and a time when no hand can be."""
        seat = round.seat(self.seat)
        if seat.foul:
            raise RoundError(f"the hand of seat {self.seat} is foul already")
        if Remedy.RETURN not in round.remedies():
            raise RoundError(f"the hand of seat {self.seat} cannot be declared foul now: {_why_not(round)}")

    def after(self, round: Round) -> Round:
        """The round without that hand, at the next decision of the others."""
        self.verify(round)
        foul = round.seat(self.seat)._replace(foul="returned" if self.give_back else "forfeited")
        seats = tuple(foul if seat.number == self.seat else seat for seat in round.seats)
        turn = next_turn(round.game.streets, seats, *round.turn) if round.turn else None
        return round._replace(operations=(*round.operations, self), seats=seats, turn=turn)

    def to_dict(self) -> dict[str, Any]:
        return {"do": "foul hand", "seat": self.seat, "give_back": self.give_back, "why": self.why}


def _why_not(round: Round) -> str:
    if round.run and round.turn:
        return "all hands are played out first, or the round is voided"
    return round.expects


@dataclass(frozen=True, slots=True)
class VoidRound:
    """A misdeal: nobody wins, and every player gets all wagers back."""

    why: str

    def verify(self, round: Round) -> None:
        """Refuse before the deal, when bets are still the players' own, and when everything is paid."""
        if Remedy.MISDEAL not in round.remedies():
            raise RoundError(f"there is no misdeal now: {round.expects}")

    def after(self, round: Round) -> Round:
        """The round with everything given back."""
        self.verify(round)
        return round._replace(operations=(*round.operations, self), turn=None, settlement=voided(round.seats))

    def to_dict(self) -> dict[str, Any]:
        return {"do": "void round", "why": self.why}


OF_A_SEAT = (Remedy.RETURN, Remedy.FORFEIT)
"""Remedies that concern one hand; others concern all seats."""


def remedy_of(irregularity: Irregularity, seat: int) -> Operation | None:
    """The operation that it takes; nothing where the round goes on."""
    why = irregularity.at(seat)
    match irregularity.remedy:
        case Remedy.MISDEAL:
            return VoidRound(why)
        case Remedy.RETURN | Remedy.FORFEIT as remedy:
            return FoulHand(seat, why, give_back=remedy is Remedy.RETURN)
    return None


def mend(round: Round, irregularity: Irregularity, seat: int) -> Round:
    """The round once the right thing is done: void, without one hand, or as it was."""
    operation = remedy_of(irregularity, seat)
    return round.apply(operation) if operation else round


Decide = Callable[[Street, View], Choice]
"""A player's decision, by the street and by what can be seen there."""


def play(
    game: Game, order: tuple[Card, ...], bets_micros: Mapping[int, Mapping[str, int]], decide: Decide
) -> Settlement:
    """Place the bets of each seat, deal the cards in that order, make all decisions, and settle."""
    round = Round(game)
    for seat, amounts_micros in bets_micros.items():
        round = round.apply(PlaceBets(seat, amounts_micros))
    round = round.apply(DealCards(order))
    while (street := round.street) and (player := round.to_act):
        choice = decide(street, round.visible(player.number))
        round = round.apply(Choose(player.number, choice.name))
    settlement = round.apply(Settle()).settlement
    assert settlement, "a settled round has a settlement"
    return settlement


# A round in writing: the game by name and fingerprint, and what happened, as plain data for any JSON writer.


def to_dict(round: Round) -> dict[str, Any]:
    """The game, its decks if it has a choice, its fingerprint, unusual paytables, and the operations."""
    game = round.game
    return {
        "game": game.slug,
        "variant": game.variant,
        **({"decks": game.deck.copies} if game.decks else {}),
        "fingerprint": layout_of(game).fingerprint,
        "paytables": _unusual_paytables(game),
        "operations": [operation.to_dict() for operation in round.operations],
    }


def from_dict(record: Mapping[str, Any], game: Game | None = None) -> Round:
    """The round of a record, replayed under the rules it was dealt by and no others.

    The game comes from the catalogue; one that is not there (another reading of the sheet) has to be given.
    """
    try:
        under = _game(record, game)
        operations = [_operation(entry) for entry in record["operations"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise RoundError(f"this is no record of a round: {error!r}") from None
    except (UnknownName, ValueError) as error:
        raise RoundError(str(error)) from None
    return Round.replay(under, operations)


def _operation(entry: Mapping[str, Any]) -> Operation:
    match entry:
        case {"do": "place bets", "seat": int(seat), "amounts_micros": dict(amounts_micros)}:
            return PlaceBets(seat, amounts_micros)
        case {"do": "deal cards", "order": str(order)}:
            return DealCards.of(order)
        case {"do": "choose", "seat": int(seat), "choice": str(choice)}:
            return Choose(seat, choice)
        case {"do": "settle"}:
            return Settle()
        case {"do": "foul hand", "seat": int(seat), "give_back": bool(give_back), "why": str(why)}:
            return FoulHand(seat, why, give_back=give_back)
        case {"do": "void round", "why": str(why)}:
            return VoidRound(why)
    there = "place bets, deal cards, choose, settle, foul hand and void round"
    raise RoundError(f"{entry!r} is no operation: there is {there}")


def _game(record: Mapping[str, Any], given: Game | None) -> Game:
    game = given or games.find(record["game"], record["variant"])
    if not given:
        decks = record.get("decks", game.deck.copies)
        game = game if decks == game.deck.copies else game.with_decks(decks)
        for name, tables in record["paytables"].items():
            wager = game.wager(name)
            game = game.with_wager(name, paytables=tuple(_paytable(wager, table) for table in tables))
    now, then = layout_of(game).fingerprint, record["fingerprint"]
    if now != then:
        raise RoundError(
            f"the record was made under other rules of {game.title} (fingerprint {then[:12]}, now {now[:12]}): "
            "give the game as it was then"
        )
    return game


def _unusual_paytables(game: Game) -> dict[str, list[Any]]:
    """By wager: each table by its name if the catalogue knows it, else in full."""
    try:
        usual = {wager.name: wager.paytables for wager in games.find(game.slug, game.variant).wagers}
    except UnknownName:
        usual = {}
    return {
        wager.name: [t.name if t in usual.get(wager.name, ()) else _written_out(t) for t in wager.paytables]
        for wager in game.wagers
        if wager.paytables != usual.get(wager.name)
    }


def _written_out(table: Paytable) -> dict[str, Any]:
    envy = table.envy
    return {
        "name": table.name,
        "pays": {str(line): pay.words for line, pay in table.pays.items()},
        "names": {str(line): name for line, name in table.names.items()},
        "or_more": table.or_more,
        "envy": {str(line): amount for line, amount in envy.amounts.items()} if envy else {},
        "envy_times_wager": bool(envy and envy.times_wager),
        "envy_least": envy.least if envy else 1,
    }


def _paytable(wager: Wager, written: str | Mapping[str, Any]) -> Paytable:
    if isinstance(written, str):
        return find_named(f"paytable of {wager.name}", written, ((table.name, table) for table in wager.paytables))
    amounts = {int(line): int(amount) for line, amount in written["envy"].items()}
    envy = Envy(amounts, times_wager=written["envy_times_wager"], least=written.get("envy_least", 1))
    return Paytable(
        written["name"],
        {int(line): parse_pay(words) for line, words in written["pays"].items()},
        names={int(line): name for line, name in written["names"].items()},
        envy=envy if amounts else None,
        or_more=written["or_more"],
    )
