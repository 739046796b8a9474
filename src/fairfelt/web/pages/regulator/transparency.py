"""The regulator's page on the signed log: where it stands, who watches it, and how to watch it oneself."""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import dataclass

from starlette.responses import Response

from fairfelt.ledger import LedgerCorrupt
from fairfelt.ledger.transparency import NotProved, SignedCheckpoint, read_verifier_key
from fairfelt.server.publishing import Cosignature
from fairfelt.web.api.handlers.transparency import proof_address
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .office import drawn

SHOWN = 10
"""Awards whose proofs are offered on the page; the API has all of them."""


@dataclass(frozen=True)
class Standing:
    """The log as it is published now; without a checkpoint where it cannot be signed."""

    key_id: str
    signed: SignedCheckpoint | None
    wrong: str = ""


async def transparency(desk: Desk) -> Response:
    """All of it."""
    controller, ledger = desk.controller, desk.controller.ledger
    await asyncio.to_thread(controller.publishing.keys.read_on, ledger)
    now_s = controller.settings.clock() // 1_000_000
    base = controller.settings.public_url or str(desk.request.base_url).rstrip("/")
    key = desk.floor.checkpoint_key
    last = desk.floor.awards
    awards = await asyncio.to_thread(controller.wins.pages, ledger, after=max(0, last - SHOWN), limit=SHOWN)
    call = call_of(desk)
    proofs = {page.number: await proof_address(call, page.number) for page in awards}
    return drawn(
        desk, "regulator/transparency.html", proofs=proofs, key=key, standing=await asyncio.to_thread(_standing, desk),
        keys=controller.publishing.keys.all, cosignatures=list(controller.publishing.cosignatures),
        age=lambda one: _age(one, now_s), verified=ledger.verified, warnings=ledger.warnings,
        listed=controller.publishing.cosignatures.listed, head=controller.head, awards=awards[::-1],
        command=f"fairfelt witness {base} --key {shlex.quote(key)} --state witness-{read_verifier_key(key).id.hex()}",
    )  # fmt: skip


def _standing(desk: Desk) -> Standing:
    key_id = read_verifier_key(desk.floor.checkpoint_key).id.hex()
    try:
        return Standing(key_id, desk.controller.publishing.checkpoint(desk.controller.ledger))
    except (LedgerCorrupt, NotProved) as error:
        return Standing(key_id, None, str(error))


def _age(one: Cosignature, now_s: int) -> str:
    """How long ago a witness signed: "40 seconds ago", "3 hours ago"."""
    passed_s = max(0, now_s - one.at_seconds)
    for unit_s, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if passed_s >= unit_s:
            many = passed_s // unit_s
            return f"{many} {unit}{'' if many == 1 else 's'} ago"
    return f"{passed_s} second{'' if passed_s == 1 else 's'} ago"
