"""An award that is proved to stand on a room's log, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from fairfelt import games
from fairfelt.formats.dates import MICROS_PER_SECOND, format_day
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import format_amount, format_moment

if TYPE_CHECKING:
    from fairfelt.room.events.rounds import AwardPosted

HIDDEN = (
    "It does not show who won, who else was at the table, or who confirmed it, and it is no receipt: "
    "the win page tells how the award was paid."
)


def award_sentences(award: AwardPosted, at_micros: int, event: int, events: int) -> Iterator[str]:
    """What the proof shows and what it does not; times by universal time and by the clock of this computer."""
    yield f"Proved: award {award.number:,} is event {event:,} of the {events:,} events of the room's log."
    won = format_amount(award.amount_micros, award.currency)
    what = f"Envy for another player's {award.hand}" if award.envy else capital(award.hand)
    yield f"{what} won {won} {_source(award)}."
    yield f"Game: {games.title_of(award.game)}, paytable {award.paytable}, at {award.location}."
    yield f"Confirmed {format_moment(at_micros, 'UTC')}{_here(at_micros)}."
    yield f"The rules of the game have the fingerprint {award.fingerprint}."
    yield HIDDEN


def _source(award: AwardPosted) -> str:
    if award.house_jackpot:
        return f"as the house jackpot {award.house_jackpot}, which holds no players' money"
    if award.bet:
        return f"on {award.bet}, paid from the tray"
    return f"{f'from level {award.level}' if award.level else 'as a fixed pay'} of the jackpot {award.jackpot}"


def _here(at_micros: int) -> str:
    """The same moment by the clock of this computer, where that is another."""
    at = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND).astimezone()
    if not at.utcoffset():
        return ""
    return f", {format_day(at)}, {at.hour % 12 or 12}:{at:%M %p %Z} on this computer"
