"""What the accounts do: adjust, change terms, print."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.jackpot import Reason, Terms, adjustment, changed
from fairfelt.room.state.floor import Floor

from ..fields import Body


def adjusted(floor: Floor, body: Body) -> Floor:
    jackpot = floor.jackpots[body["jackpot"]]
    moves = adjustment(jackpot, body["level"], Reason(body["reason"]), body["amount_micros"])
    return floor.having("jackpots", body["jackpot"], jackpot.after(moves))


def terms_changed(floor: Floor, body: Body) -> Floor:
    jackpot = changed(floor.jackpots[body["jackpot"]], Terms.from_dict(body["terms"]))
    return floor.having("jackpots", body["jackpot"], jackpot)


def win_page_printed(floor: Floor, body: Body) -> Floor:
    return replace(floor, prints=floor.prints.with_copy(body["number"], body["copy"]))
