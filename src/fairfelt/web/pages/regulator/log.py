"""The audit log for the regulator: its events, its export, verification, and the signed log that witnesses follow."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from tempfile import TemporaryFile
from typing import IO, Any

from starlette.responses import JSONResponse, Response, StreamingResponse

from fairfelt.ledger import LedgerCorrupt
from fairfelt.ledger.audit import write_export
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.runtime.formats import MICROS_PER_SECOND
from fairfelt.web.desk import Desk, Form, go
from fairfelt.web.desk.desk import NEVER_KEPT, path_of
from fairfelt.web.desk.log import log_page
from fairfelt.web.desk.words import span
from fairfelt.web.http.answers import disposition
from fairfelt.web.pages.regulator.records import VERIFICATION

CHUNK_BYTES = 1 << 16
_PARAMETERS = {"terms", "limits", "profile", "dealers_sign_in"}
"""Fields that only events have that set a parameter."""


async def events(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, leads=_leads, verify=VERIFICATION)


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the pages that show what an event did."""
    found = []
    if table := body.get("table"):
        found.append((f"table {table}", "/regulator/tables"))
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", "/regulator/reconciliation"))
    if body.keys() & _PARAMETERS:
        found.append(("parameters", "/regulator/parameters"))
    if jackpot and body.get("certificate"):
        found.append((f"certificate of {jackpot}", path_of("regulator", "links", jackpot)))
    if "step" in body or body.get("payments"):
        found.append(("payouts", "/regulator/payouts"))
    return found


async def exported(desk: Desk) -> Response:
    """The whole journal as a file: JSON Lines, one event a line, each with its hash."""
    file = await asyncio.to_thread(_written, desk)
    name = f"journal-{desk.controller.head.number}.jsonl"
    headers = {"Content-Disposition": disposition(name, "attachment"), "Cache-Control": NEVER_KEPT}
    return StreamingResponse(_chunks(file), 200, headers, "application/x-ndjson")


def _written(desk: Desk) -> IO[bytes]:
    """Onto the disk first: a slow reader must not keep the journal from its housekeeping."""
    file = TemporaryFile()  # noqa: SIM115  (closed when all of it was sent)
    with snapshot(desk.controller.settings.address) as taken:
        write_export(taken, file)
    file.seek(0)
    return file


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


async def verification(desk: Desk) -> Response:
    """The last result, or the progress of the verification that runs."""
    controller = desk.controller
    return desk.draw(
        "regulator/verification.html", seen=controller.checked_to, head=controller.head, last=controller.last_check,
        journal=controller.ledger.journal, file=f"journal-{controller.head.number}.jsonl",
    )  # fmt: skip


async def begin_verification(desk: Desk, form: Form) -> Response:
    """Begin one; nothing of the room is changed by it."""
    desk.controller.begin_check()
    return go(VERIFICATION)


async def verification_json(desk: Desk) -> Response:
    """The last result as data."""
    controller = desk.controller
    last, ledger = controller.last_check, controller.ledger
    state = {"journal": ledger.journal, "runs": controller.checked_to is not None, "last": last and asdict(last)}
    return JSONResponse(state, headers={"Cache-Control": NEVER_KEPT})


async def transparency(desk: Desk) -> Response:
    """All of it."""
    controller, ledger = desk.controller, desk.controller.ledger
    await asyncio.to_thread(controller.publishing.keys.read_on, ledger)
    now_micros = controller.settings.clock()
    base = controller.settings.public_url or str(desk.request.base_url).rstrip("/")
    key = desk.floor.checkpoint_key
    signed, wrong = None, ""
    try:
        signed = await asyncio.to_thread(controller.publishing.checkpoint, ledger)
    except (LedgerCorrupt, NotProved) as error:
        wrong = str(error)
    return desk.draw(
        "regulator/transparency.html", signed=signed, wrong=wrong, key=key,
        keys=controller.publishing.keys.all, cosignatures=list(controller.publishing.cosignatures),
        age=lambda one: span(now_micros - one.at_seconds * MICROS_PER_SECOND), verified=ledger.verified,
        warnings=ledger.warnings,
        listed=controller.publishing.cosignatures.listed, head=controller.head,
        command=f"fairfelt witness {base} --key {shlex.quote(key)} --state witness-{read_verifier_key(key).id.hex()}",
    )  # fmt: skip
