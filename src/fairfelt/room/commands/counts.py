"""Commands about what people count at a table: bank, fills, credits, drop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, field

from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.felt import played_game
from fairfelt.room.event import Code, Refusal, RoomEvent, refusing
from fairfelt.room.state.awards import COUNTS, DAYS_KEPT, CountKind, TableCount
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.room.state.table import Table
from fairfelt.rules import Kind, UnknownName, format_day
from fairfelt.runtime.formats import Count, Day, Line, Micros, Name

SideHandles = Annotated[Mapping[Line, Micros], Meta(max_length=20, description="amounts by side bet")]


def name_sides(table: Table, handles: Mapping[str, int]) -> dict[str, int]:
    """Handles by side bets as the game names them; one that is no side bet of the game is refused."""
    found: dict[str, int] = {}
    for name, micros in handles.items():
        with refusing(Code.BAD_FIELD, UnknownName, field="side_handles"):
            wager = played_game(table).wager(name)
        if wager.kind is not Kind.SIDE:
            raise Refusal(
                Code.BAD_FIELD, f"{wager.name} is no side bet; its handle is not entered here", "side_handles"
            )
        found[wager.name] = micros
    return found


@recorded_as("count recorded/1", number=int, currency=str)
class RecordCount(RoomCommand, frozen=True, kw_only=True, tag="record count/1"):
    """Record what two people counted at a table: opening bank, a fill, a credit, drop or closing bank."""

    table: Name
    day: Day
    counted: CountKind
    amount_micros: Micros
    document: Line
    rounds: Count | None = None
    """Hands dealt that day, with the closing bank, where no keypad counts them."""
    handle_micros: Micros | None = None
    """What was bet that day on the opening bets, with the closing bank, where it is counted."""
    side_handles: SideHandles = field(default_factory=dict)
    """What was bet that day on each side bet, where it is counted; the win of the table includes them."""
    answer_fields = ("number",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(COUNTS, count=2)
        table = known(floor.tables, self.table, "table")
        today = floor.jurisdiction.day
        if today and self.day > today:
            raise Refusal(Code.BAD_FIELD, f"{format_day(self.day)} has not come yet", "day")
        if today and (today - self.day).days >= DAYS_KEPT:
            sentence = f"{format_day(self.day)} is more than {DAYS_KEPT} days ago: its records are closed"
            raise Refusal(Code.BAD_FIELD, sentence, "day")
        entered = (("rounds", "hands dealt are"), ("handle_micros", "the handle is"), ("side_handles", "handles are"))
        for name, what in entered:
            if getattr(self, name) not in (None, {}) and self.counted is not CountKind.CLOSING:
                raise Refusal(Code.BAD_FIELD, f"{what} entered with the closing bank", name)
        there = self.table, self.day, self.counted
        same = [n for n, count in floor.counts.items() if (count.table, count.day, count.counted) == there]
        if self.counted.once and same:
            sentence = f"the {self.counted.value} bank of that day is count {same[0]}; correct that one"
            raise Refusal(Code.ALREADY_DONE, sentence, "counted")
        return self.record(
            self.recorded,
            number=floor.counts_made + 1,
            currency=table.currency,
            side_handles=name_sides(table, self.side_handles),
        )

    def apply(self: Any, floor: Floor) -> Floor:
        kept = {n: count for n, count in floor.counts.items() if (self.day - count.day).days < DAYS_KEPT}
        mine = TableCount(self.table, self.day, self.counted, self.amount_micros)
        return replace(floor, counts_made=self.number, counts={**kept, self.number: mine})


@recorded_as("count corrected/1", table=str, was_micros=int)
class CorrectCount(RoomCommand, frozen=True, kw_only=True, tag="correct count/1"):
    """Set a count right by its number; both amounts are on the log."""

    number: Count
    amount_micros: Micros
    handle_micros: Micros | None = None
    """The right handle of a closing bank, if it was wrong."""
    side_handles: SideHandles = field(default_factory=dict)
    """The right handles of side bets."""
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        count = floor.counts.get(self.number)
        if count is None:
            sentence = f"there is no count {self.number} of the last {DAYS_KEPT} days"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
        says = self.handle_micros is not None or bool(self.side_handles)
        if says and count.counted is not CountKind.CLOSING:
            raise Refusal(
                Code.BAD_FIELD, "a handle goes with the closing bank, and with no other count", "handle_micros"
            )
        if count.amount_micros == self.amount_micros and not says:
            raise Refusal(Code.ALREADY_DONE, f"count {self.number} says that already", "amount_micros")
        return self.record(
            self.recorded,
            table=count.table,
            was_micros=count.amount_micros,
            side_handles=name_sides(floor.tables[count.table], self.side_handles),
        )

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("counts", self.number, amount_micros=self.amount_micros)
