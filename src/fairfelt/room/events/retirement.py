"""The end of a jackpot: announced, under way, closed. Players' money goes to players, to an heir or to a gift."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from fairfelt.jackpot import Jackpot, Level, Move, transfer_in, transfer_out
from fairfelt.jackpot.book import PAID, TRANSFERRED
from fairfelt.law import Retirement, Stage, Way
from fairfelt.room.state.floor import Floor

from ..fields import Body


def retirement_announced(floor: Floor, body: Body) -> Floor:
    announced, earliest = date.fromisoformat(body["on"]), date.fromisoformat(body["earliest"])
    ending = Retirement(body["jackpot"], Way(body["way"]), body["to"], announced, earliest, body["document"])
    said = replace(ending, level=body.get("level", ""), notices=tuple(body.get("notices", ())))
    return floor.having("endings", body["jackpot"], said)


def retirement_begun(floor: Floor, body: Body) -> Floor:
    ending = floor.endings[body["jackpot"]]
    floor = floor.having("endings", body["jackpot"], replace(ending, stage=Stage.UNDER_WAY))
    if ending.way is not Way.PLAY_OFF:
        return floor
    return floor.having("jackpots", body["jackpot"], _played_off(floor.jackpots[body["jackpot"]]))


def jackpot_retired(floor: Floor, body: Body) -> Floor:
    old, heir = floor.jackpots[body["jackpot"]], floor.jackpots[body["into"]]
    amount_micros, moves = transfer_out(old)
    floor = floor.having("jackpots", body["jackpot"], replace(old.after(moves), retired=True))
    floor = floor.having("jackpots", body["into"], heir.after(transfer_in(heir, body["level"], amount_micros)))
    return _closed(floor, body)


def jackpot_given_away(floor: Floor, body: Body) -> Floor:
    """All that is held for players goes out, to the body that the notice named."""
    old = floor.jackpots[body["jackpot"]]
    moves = tuple(
        Move(PAID, move.amount_micros) if move.account == TRANSFERRED else move for move in transfer_out(old)[1]
    )
    return _closed(floor.having("jackpots", body["jackpot"], replace(old.after(moves), retired=True)), body)


def retirement_closed(floor: Floor, body: Body) -> Floor:
    ended = replace(floor.jackpots[body["jackpot"]], retired=True)
    return _closed(floor.having("jackpots", body["jackpot"], ended), body)


def _played_off(jackpot: Jackpot) -> Jackpot:
    """Played for as before, all of it in sight; what is won does not start again, and then nothing is added."""

    def drawn_down(level: Level, *, rate_ppm: int) -> Level:
        return replace(level, seed_micros=0, rate_ppm=rate_ppm, reserve_rate_ppm=0)

    terms = jackpot.terms
    now = tuple(drawn_down(level, rate_ppm=level.rate_ppm + level.reserve_rate_ppm) for level in terms.levels)
    then = tuple(drawn_down(level, rate_ppm=0) for level in terms.levels)
    return replace(jackpot, terms=replace(terms, levels=now), awaiting=replace(terms, levels=then))


def _closed(floor: Floor, body: Body) -> Floor:
    """The last stage, where there were stages before."""
    ending = floor.endings.get(body["jackpot"])
    if ending is None or "on" not in body:
        return floor
    closed = replace(ending, stage=Stage.CLOSED, closed_on=date.fromisoformat(body["on"]), document=body["document"])
    said = tuple(dict.fromkeys((*ending.notices, *body.get("notices", ()))))
    return floor.having("endings", body["jackpot"], replace(closed, notices=said))
