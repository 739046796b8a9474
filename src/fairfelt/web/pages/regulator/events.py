"""The audit log in the regulator's office, and all of it as a file to verify elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile
from typing import IO, Any

from starlette.responses import Response, StreamingResponse

from fairfelt.ledger.copies.export import write_export
from fairfelt.ledger.store import snapshot
from fairfelt.web.desk import Desk
from fairfelt.web.desk.frame import NEVER_KEPT, path_of
from fairfelt.web.desk.log import log_page
from fairfelt.web.http.headers import disposition

from .office import REGULATOR, VERIFICATION

CHUNK_BYTES = 1 << 16
_PARAMETERS = {"terms", "limits", "profile", "dealers_sign_in"}
"""What only events say that set a parameter."""


async def events(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, REGULATOR, leads=_leads, verify=VERIFICATION)


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
