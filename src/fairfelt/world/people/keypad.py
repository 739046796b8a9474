"""A dealer at a keypad: presses what is live, claims the hands of the table's own paytable, and errs now and then."""

from __future__ import annotations

from random import Random

from fairfelt.ledger import Answer
from fairfelt.room import LABELS, Press, Table

from .sender import Asks, Sender

BETS_MICROS = (1_000_000, 5_000_000, 3_333_333)
CLAIMS_IN_A_HUNDRED = 75
ERRORS_IN_A_HUNDRED = 4


class Keypad(Sender):
    """One table's keypad, with the dealer, the supervisor and the luck that goes with it."""

    def __init__(self, name: str, table: Table, cards: tuple[str, ...], chance: Random) -> None:
        super().__init__(keypad_of(name), chance)
        self.name, self.table, self.cards = name, table, cards
        self.press_by_label = {label: press for press, label in LABELS[table.controls].items()}
        self.live = table.live_labels
        self.seats_betting: tuple[int, ...] = ()

    def sees(self, answer: Answer) -> None:
        """The buttons and the sensors that are lit now; after a refusal they are what they were."""
        if not answer.refused:
            said = answer.body
            self.live, self.seats_betting = tuple(said["live"]), tuple(map(int, said["bets"]))

    def wants(self) -> Asks:
        """One of the live buttons; now and then another one, as people do."""
        press = self.press_by_label[self.chance.choice(self.live)] if self.live else None
        if self.chance.randrange(100) < ERRORS_IN_A_HUNDRED:
            press = self.chance.choice(list(Press))
        kind, body = self._pressed(press)
        return kind, {"table": self.name, **body}

    def _pressed(self, press: Press | None) -> Asks:
        match press:
            case Press.BET:
                return "place bets", {"bets": self._bets()}
            case Press.START:
                return "start game", {"bets": self._bets()} if self.chance.randrange(2) else {}
            case Press.HAND if self.seats_betting and self.chance.randrange(100) < CLAIMS_IN_A_HUNDRED:
                hand = self.chance.choice(self.table.hands).hand
                return "press hand", {"seat": self.chance.choice(self.seats_betting), "hand": hand}
            case Press.CONFIRM:
                return "confirm", {"cards": [self.chance.choice(self.cards)]}
            case Press.KEY_ON | Press.KEY_OFF:
                return "turn key", {"to_jph": press is Press.KEY_ON, "cards": [self.chance.choice(self.cards)]}
        return "end game", {}

    def _bets(self) -> dict[str, int]:
        seats = range(1, self.table.seats + 1)
        betting = self.chance.sample(seats, self.chance.randint(1, self.table.seats))
        return {str(seat): self.chance.choice(BETS_MICROS) for seat in betting}


def keypad_of(table: str) -> str:
    """What a table's keypad is enrolled as."""
    return f"keypad {table}"
