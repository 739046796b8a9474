"""The audit log for the regulator: its events, its export, verification, and the signed log that witnesses follow."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from tempfile import TemporaryFile
from typing import IO, Any

from starlette.responses import JSONResponse, Response, StreamingResponse

from fairfelt.ledger import LedgerCorrupt, LedgerError
from fairfelt.ledger.audit import write_export
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.runtime.formats import MICROS_PER_SECOND
from fairfelt.server import Controller
from fairfelt.web.api.handlers.transparency import proof_address
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


@dataclass(frozen=True)
class Verification:
    """The result of one verification."""

    at_micros: int
    events: int
    head: str
    took_s: float
    wrong: str = ""
    """Empty if every hash, balance and answer is as it was written."""


class Verifying:
    """The verification that runs, and the last one that was done."""

    def __init__(self) -> None:
        self.last: Verification | None = None
        self.seen = 0
        """Up to which event the one that runs has come."""
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """True if one is under way."""
        return self._task is not None and not self._task.done()

    def begin(self, controller: Controller) -> None:
        """Start one, unless one runs."""
        if not self.runs:
            self.seen = 0
            self._task = asyncio.create_task(self._verified(controller))

    async def finished(self) -> None:
        """Wait for the one that runs."""
        if self._task:
            await self._task

    async def _verified(self, controller: Controller) -> None:
        """Read the journal as the public verifier does, through the room's rules; what is wrong closes the floor."""
        settings, head = controller.settings, controller.head
        began_s, wrong = settings.seconds(), ""

        def see(number: int) -> None:
            self.seen = number

        try:
            head = await asyncio.to_thread(controller.ledger.verify, see)
        except LedgerError as error:
            wrong = str(error)
        self.last = Verification(settings.clock(), head.number, head.hash, settings.seconds() - began_s, wrong)


async def verification(desk: Desk) -> Response:
    """The last result, or the progress of the verification that runs."""
    of = verifying_of(desk)
    head = desk.controller.head
    return desk.draw(
        "regulator/verification.html", verifying=of, head=head, check=desk.controller.last_check,
        journal=desk.controller.ledger.journal, file=f"journal-{head.number}.jsonl",
    )  # fmt: skip


async def begin_verification(desk: Desk, form: Form) -> Response:
    """Begin one; nothing of the room is changed by it."""
    verifying_of(desk).begin(desk.controller)
    return go(VERIFICATION)


async def verification_json(desk: Desk) -> Response:
    """The last result as data."""
    of = verifying_of(desk)
    state: dict[str, Any] = {
        "journal": desk.controller.ledger.journal,
        "runs": of.runs,
        "last": asdict(of.last) if of.last else None,
    }
    return JSONResponse(state, headers={"Cache-Control": NEVER_KEPT})


def verifying_of(desk: Desk) -> Verifying:
    found: Verifying = desk.request.app.state.verifying
    return found


SHOWN = 10
"""Awards whose proofs are offered on the page; the API has all of them."""


async def transparency(desk: Desk) -> Response:
    """All of it."""
    controller, ledger = desk.controller, desk.controller.ledger
    await asyncio.to_thread(controller.publishing.keys.read_on, ledger)
    now_micros = controller.settings.clock()
    base = controller.settings.public_url or str(desk.request.base_url).rstrip("/")
    key = desk.floor.checkpoint_key
    last = desk.floor.awards
    awards = await asyncio.to_thread(controller.wins.pages, ledger, after=max(0, last - SHOWN), limit=SHOWN)
    call = desk.call()
    proofs = {page.number: await proof_address(call, page.number) for page in awards}
    signed, wrong = None, ""
    try:
        signed = await asyncio.to_thread(controller.publishing.checkpoint, ledger)
    except (LedgerCorrupt, NotProved) as error:
        wrong = str(error)
    return desk.draw(
        "regulator/transparency.html", signed=signed, wrong=wrong, proofs=proofs, key=key,
        keys=controller.publishing.keys.all, cosignatures=list(controller.publishing.cosignatures),
        age=lambda one: span(now_micros - one.at_seconds * MICROS_PER_SECOND), verified=ledger.verified,
        warnings=ledger.warnings,
        listed=controller.publishing.cosignatures.listed, head=controller.head, awards=awards[::-1],
        command=f"fairfelt witness {base} --key {shlex.quote(key)} --state witness-{read_verifier_key(key).id.hex()}",
    )  # fmt: skip
