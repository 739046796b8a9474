"""The page of verifications: verify now, how far it has come, what it found, and how to do it without us."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.responses import JSONResponse, Response

from fairfelt.web.desk import Desk, Form, go
from fairfelt.web.desk.frame import NEVER_KEPT

from .background_check import Verifying
from .office import VERIFICATION, drawn


async def verification(desk: Desk) -> Response:
    """What was found last, or how far the verification that runs has come."""
    of = _verifying(desk)
    head = desk.controller.head
    return drawn(
        desk, "regulator/verification.html", verifying=of, head=head, check=desk.controller.last_check,
        journal=desk.controller.ledger.journal, file=f"journal-{head.number}.jsonl",
    )  # fmt: skip


async def verify(desk: Desk, form: Form) -> Response:
    """Begin one; nothing of the room is changed by it."""
    _verifying(desk).begin(desk.controller)
    return go(VERIFICATION)


async def verification_json(desk: Desk) -> Response:
    """The last result as data."""
    of = _verifying(desk)
    state: dict[str, Any] = {
        "journal": desk.controller.ledger.journal,
        "runs": of.runs,
        "last": asdict(of.last) if of.last else None,
    }
    return JSONResponse(state, headers={"Cache-Control": NEVER_KEPT})


def _verifying(desk: Desk) -> Verifying:
    found: Verifying = desk.request.app.state.verifying
    return found
