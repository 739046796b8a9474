"""The devices of a night and the people at them. Each numbers its commands and sends one until it is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from fairfelt.jackpot import Reason
from fairfelt.jackpot.book import HELD
from fairfelt.law import Mode
from fairfelt.ledger import Answer, Command
from fairfelt.room import LABELS, SERVER, Floor, Press, Table
from fairfelt.rules import MICROS
from tests.nights.plan import (
    CONFIRMING,
    DEPOSIT,
    DOCUMENT,
    EVENING,
    FILED,
    FURNISHING,
    LAW,
    MONITOR,
    SIGNING,
    SPARE,
    Request,
    RoomPlan,
    keypad_of,
)  # fmt: skip

CLAIMS_IN_A_HUNDRED = 75
SELDOM = ("FOUL HAND", "MISDEAL")
"""Buttons that are pressed less often than others."""
ERRORS_IN_A_HUNDRED = 4
POLLS_IN_A_HUNDRED = 30
BETS_MICROS = (MICROS, 5 * MICROS, 3_333_333)
LARGEST_ADJUSTMENT_MICROS = 50 * MICROS
LONGEST_DAYS = 40
SHORT = "the account for progressive prizes is short"


class Sender(ABC):
    """A device that asks, with the memory by which it can be compared with the log."""

    def __init__(self, device: str, chance: Random) -> None:
        self.device, self.chance = device, chance
        self.waiting: Command | None = None
        self.sent: dict[int, Command] = {}
        self.answers: dict[int, Answer] = {}

    @abstractmethod
    def choose(self) -> Request:
        """What the person at the device does next."""

    def show(self, answer: Answer) -> None:  # noqa: B027  (most only remember it)
        """An answer is on the screen, for the first time."""

    def number(self, kind: str, body: Mapping[str, Any]) -> Command:
        """Put a command under the next number and wait for its answer."""
        sequence = len(self.sent) + 1
        self.waiting = self.sent[sequence] = Command(self.device, sequence, {"kind": f"{kind}/1", **body}, 0)
        return self.waiting

    def next_command(self) -> Command:
        """What it sends now: the command that waits for its answer, or the next one."""
        return self.waiting or self.number(*self.choose())

    def hear(self, sequence: int, answer: Answer) -> None:
        """An answer came, perhaps for the second time; it must be the same then."""
        known = self.answers.setdefault(sequence, answer)
        assert known == answer, f"{self.device}: command {sequence} was answered twice, and differently"
        if self.waiting and self.waiting.sequence == sequence:
            self.waiting = None
            self.show(answer)


class Keypad(Sender):
    """A dealer at a keypad: presses what is live, claims hands of the table's own paytable, and errs now and then."""

    def __init__(self, name: str, table: Table, chance: Random) -> None:
        super().__init__(keypad_of(name), chance)
        self.name, self.table = name, table
        self.press_by_label = {label: press for press, label in LABELS[table.controls].items()}
        self.live = tuple(LABELS[table.controls][press] for press in table.live)
        self.seats_betting: tuple[int, ...] = ()

    def show(self, answer: Answer) -> None:
        """The buttons and the sensors that are lit now; after a refusal they are what they were."""
        if not answer.refused:
            self.live, self.seats_betting = tuple(answer.body["live"]), tuple(map(int, answer.body["bets"]))

    def choose(self) -> Request:
        """One of the live buttons; now and then another one, as people do."""
        live = [label for label in self.live if label not in SELDOM or self.chance.randrange(5) == 0]
        press = self.press_by_label[self.chance.choice(live)] if live else None
        if self.chance.randrange(100) < ERRORS_IN_A_HUNDRED:
            press = self.chance.choice(list(Press))
        kind, body = self._command_of(press)
        return kind, {"table": self.name, **body}

    def _command_of(self, press: Press | None) -> Request:
        match press:
            case Press.BET:
                return "place bets", {"bets": self._bets()}
            case Press.START:
                return "start game", {"bets": self._bets()} if self.chance.randrange(2) else {}
            case Press.HAND if self.seats_betting and self.chance.randrange(100) < CLAIMS_IN_A_HUNDRED:
                hand = self.chance.choice(self.table.hands).hand
                spot = {} if self.chance.randrange(4) == 0 else {"seat": self._seat_with_a_hand()}
                return "press hand", {**spot, "hand": hand, "folded": self.chance.randrange(8) == 0}
            case Press.CONFIRM:
                earlier = {"despite_earlier": True} if self.chance.randrange(3) == 0 else {}
                return "confirm", {"cards": self.chance.choice((CONFIRMING, CONFIRMING, CONFIRMING[1:])), **earlier}
            case Press.KEY_ON | Press.KEY_OFF:
                return "turn key", {"to_jph": press is Press.KEY_ON, "cards": [self.chance.choice(CONFIRMING)]}
            case Press.VOID:
                return "void round", {"why": "a card was exposed", "cards": [self.chance.choice(CONFIRMING)]}
            case Press.FOUL:
                seat, back = self.chance.randint(1, self.table.seats), bool(self.chance.randrange(2))
                foul = {"seat": seat, "give_back": back, "why": "six cards"}
                return "foul hand", {**foul, "cards": [self.chance.choice(CONFIRMING)]}
        return "end game", {}

    def _seat_with_a_hand(self) -> int:
        """Mostly one that bets; a hand without the bet may bring others envy."""
        without = self.chance.randrange(10) == 0
        return self.chance.randint(1, self.table.seats) if without else self.chance.choice(self.seats_betting)

    def _bets(self) -> list[dict[str, int]]:
        seats = range(1, self.table.seats + 1)
        betting = self.chance.sample(seats, self.chance.randint(1, self.table.seats))
        return [{"seat": seat, "amount_micros": self.chance.choice(BETS_MICROS)} for seat in betting]


class Console(Sender):
    """Two people of the office and a supervisor; much of what they try is refused, as it should be."""

    def __init__(self, plan: RoomPlan, chance: Random) -> None:
        super().__init__("console", chance)
        self.plan, self.terms = plan, plan.terms

    def choose(self) -> Request:
        """An adjustment mostly; seldom other terms, the end of the jackpot that nobody plays for, or a closed table."""
        if self.plan.mode and self.chance.randrange(3) == 0:
            return self._choose_by_law()
        level = self.chance.choice(self.terms.levels).name
        jackpot, signed = self.terms.name, {"document": "D-1", "cards": self._signatures()}
        match self.chance.randrange(24):
            case 0:
                other = {"jackpot": jackpot, "terms": self._other_terms(), "why": "a trial"}
                return "change terms", {**other, "cards": signed["cards"]}
            case 2:
                number = self.chance.randint(1, 5)
                return "back out award", {**signed, "number": number, "why": "misread"}
            case 1:
                return "retire jackpot", {**signed, "jackpot": SPARE, "into": jackpot, "level": level}
            case 2 | 3 | 4 as drawn:
                body = {"table": self._table(), "cards": [CONFIRMING[1]]}
                return ("open table", body) if drawn > 2 else ("close table", {**body, "reason": "a spilled drink"})
        amount = self.chance.randint(1, LARGEST_ADJUSTMENT_MICROS) * self.chance.choice((1, 1, 1, -1))
        reason = self.chance.choice(list(Reason)).value
        return "adjust", {**signed, "jackpot": jackpot, "level": level, "reason": reason, "amount_micros": amount}

    def _choose_by_law(self) -> Request:
        """Money to the bank and from it, papers that come and go, a law that binds or does not."""
        cards = {"cards": self._signatures()}
        signed = {"document": DOCUMENT, **cards}
        condition = {"condition": "controls-approved"}
        match self.chance.randrange(8):
            case 0:
                return "set law", {**LAW, "mode": self.chance.choice(list(Mode)).value, **signed}
            case 1:
                return "withdraw condition", {**condition, "why": "a trial", **cards}
            case 2 | 3:
                return "meet condition", {**condition, "on": str(EVENING), **signed, **FILED}
            case 4:
                kind = self.chance.choice(("withdrawal", "seizure"))
                return "book bank entry", {**DEPOSIT, "entry_kind": kind, **signed}
            case 5:
                ending = {"jackpot": self.terms.name}
                if self.chance.randrange(2):
                    return "begin retirement", {**ending, **cards}
                return "announce retirement", {**ending, "way": "play off", **signed}
            case 6:
                table = self._table()
                limits = {"opening": {"least_micros": 1, "most_micros": self.chance.randint(1, 500 * MICROS)}}
                return "post limits", {"table": table, "limits": limits, "cards": list(FURNISHING)}
        return "book bank entry", {**DEPOSIT, **cards, "document": f"slip {len(self.sent)}"}

    def _table(self) -> str:
        return self.chance.choice(self.plan.tables)[0]

    def _signatures(self) -> list[str]:
        """Both people sign, or one forgets."""
        return list(SIGNING[: 1 if self.chance.randrange(10) == 0 else 2])

    def _other_terms(self) -> object:
        levels = tuple(replace(level, rate_ppm=self.chance.randrange(100_000)) for level in self.terms.levels)
        return to_builtins(replace(self.terms, levels=levels))


class Clerk(Sender):
    """What only the server knows: who founds the room, and with a law, over the same bad wire, days and funds."""

    def __init__(self, floor: Callable[[], Floor], chance: Random) -> None:
        super().__init__(SERVER, chance)
        self._floor = floor

    def choose(self) -> Request:
        """Mostly a look at the funds; now and then it is midnight, or the display falls behind and comes back."""
        floor = self._floor()
        if self.chance.randrange(6) == 0:
            late = next((number for number, at in floor.alarms.items() if at.about == MONITOR and at.lasts), 0)
            behind = {"alarm": "display late", "about": MONITOR, "says": "it is behind"}
            return ("clear alarm", {"number": late}) if late else ("raise alarm", behind)
        if self.chance.randrange(4) == 0:
            today = floor.jurisdiction.day or EVENING
            return "begin day", {"day": str(today + timedelta(self.chance.randint(0, LONGEST_DAYS)))}
        accounts = {currency: _account(floor, currency) for currency in floor.currencies}
        short = [SHORT] if any(account["short_micros"] for account in accounts.values()) else []
        stops, notices = (short, []) if floor.jurisdiction.mode is Mode.ENFORCE else ([], short)
        return "look at funds", {"accounts": accounts, "stops": stops, "notices": notices}


def _account(floor: Floor, currency: str) -> dict[str, int]:
    books = (jackpot.book for jackpot in floor.jackpots.values() if jackpot.terms.currency == currency)
    held = sum(amount for book in books for name, amount in book.balances.items() if name.startswith(HELD))
    balance = floor.booked_micros(currency)
    short = max(0, held - balance)
    return {"held_micros": held, "balance_micros": balance, "required_micros": held, "short_micros": short}


@dataclass(frozen=True)
class DisplayPage:
    """What the display of a link should show after an event."""

    number: int
    page: Mapping[str, Any]


@dataclass
class Display:
    """Shows the newest it has heard of, and remembers all it ever showed. It is pushed to, and it polls."""

    chance: Random
    shown: list[DisplayPage] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The event after which the room stood as it is shown."""
        return self.shown[-1].number if self.shown else 0

    def draw_poll(self) -> bool:
        """Whether it asks for news now; a lost push would freeze it otherwise."""
        return self.chance.randrange(100) < POLLS_IN_A_HUNDRED

    def hear(self, page: DisplayPage) -> None:
        """News, or what was news once: an older state never comes back."""
        if page.number > self.number:
            self.shown.append(page)
