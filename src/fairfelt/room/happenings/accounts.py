"""What the accounts do: adjust, change terms, retire, print."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.jackpot import Reason, Terms, adjustment, changed, transfer_in, transfer_out

from ..fields import Body
from ..floor import Floor
from .happening import Happening


def adjusted(floor: Floor, body: Body) -> Floor:
    jackpot = floor.jackpots[body["jackpot"]]
    moves = adjustment(jackpot, body["level"], Reason(body["reason"]), body["amount_micros"])
    return floor.having("jackpots", body["jackpot"], jackpot.after(moves))


def terms_changed(floor: Floor, body: Body) -> Floor:
    jackpot = changed(floor.jackpots[body["jackpot"]], Terms.from_dict(body["terms"]))
    return floor.having("jackpots", body["jackpot"], jackpot)


def jackpot_retired(floor: Floor, body: Body) -> Floor:
    old, heir = floor.jackpots[body["jackpot"]], floor.jackpots[body["into"]]
    amount_micros, moves = transfer_out(old)
    floor = floor.having("jackpots", body["jackpot"], replace(old.after(moves), retired=True))
    return floor.having("jackpots", body["into"], heir.after(transfer_in(heir, body["level"], amount_micros)))


def win_page_printed(floor: Floor, body: Body) -> Floor:
    return replace(floor, prints=floor.prints.with_copy(body["number"], body["copy"]))


HAPPENINGS: tuple[Happening, ...] = (adjusted, terms_changed, jackpot_retired, win_page_printed)
