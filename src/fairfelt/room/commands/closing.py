"""Commands that close and open the floor or a table, and those about the software that runs here."""

from __future__ import annotations

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CLOSES, SERVER, SETS_UP

from ..authority import known, persons, server_only
from ..fields import Body, cards, sha256, text
from ..refusal import Code, Refusal
from .command import NewEvent


def close_floor(floor: Floor, device: str, body: Body) -> NewEvent:
    """No game starts any more. One person is enough, or the server that has found something wrong."""
    swiped = cards(body)
    by = [SERVER] if device == SERVER and not swiped else persons(floor, swiped, CLOSES)
    why = text(body, "reason")
    if why in floor.closings:
        raise Refusal(Code.ALREADY_DONE, "the floor is closed for that reason already")
    return "floor closed", {"why": why, "by": by}


def open_floor(floor: Floor, device: str, body: Body) -> NewEvent:
    """Two people end every closing except one for the software, which has to be approved."""
    people = persons(floor, cards(body), SETS_UP, count=2)
    if not floor.closings:
        raise Refusal(
            Code.NOT_NOW if floor.software_fault else Code.ALREADY_DONE, floor.software_fault or "the floor is open"
        )
    return "floor opened", {"why": text(body, "why"), "by": people}


def close_table(floor: Floor, device: str, body: Body) -> NewEvent:
    by = persons(floor, cards(body), CLOSES)
    table = known(floor.tables, body, "table")
    if table.taken_out:
        raise Refusal(Code.ALREADY_DONE, f"table {body['table']} is out of service already: {table.taken_out}")
    return "table closed", {"table": body["table"], "why": text(body, "reason"), "by": by}


def open_table(floor: Floor, device: str, body: Body) -> NewEvent:
    by = persons(floor, cards(body), CLOSES)
    table = known(floor.tables, body, "table")
    if not table.taken_out:
        if stop := table.law_verdict.stop:
            raise Refusal(Code.UNLAWFUL, stop)
        raise Refusal(Code.ALREADY_DONE, f"table {body['table']} is in service")
    return "table opened", {"table": body["table"], "by": by}


def software_found(floor: Floor, device: str, body: Body) -> NewEvent:
    """What runs here. The first software ever is approved by being there when the room is set up."""
    server_only(device, "which software runs")
    digest = sha256(body, "digest")
    approved = digest == floor.software or not floor.software
    return "software found", {"digest": digest, "version": text(body, "version"), "approved": approved}


def approve_software(floor: Floor, device: str, body: Body) -> NewEvent:
    people = persons(floor, cards(body), SETS_UP, count=2)
    digest = sha256(body, "digest")
    if digest != floor.found:
        sentence = f"only the software that runs here can be approved: {floor.found or 'none was found yet'}"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "digest")
    if digest == floor.software:
        raise Refusal(Code.ALREADY_DONE, "this software is approved already")
    return "software approved", {"digest": digest, "document": text(body, "document"), "by": people}
