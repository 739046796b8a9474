"""The log for outsiders: checkpoints, proofs, and what witnesses hand in. Everything here is text to be verified."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Meta
from starlette.responses import Response

from fairfelt.ledger.transparency import NotProved
from fairfelt.reports.room.win_page import ProofAddress
from fairfelt.room import DeviceKind
from fairfelt.runtime.formats import Tally
from fairfelt.web.api.access import PUBLIC, device
from fairfelt.web.api.endpoint import ApiAnswer, Call, Endpoint, Page, RequestBody, get, post
from fairfelt.web.http.answers import BYTES, Problem, not_found, number_in


class Growth(msgspec.Struct, forbid_unknown_fields=True):
    """Two sizes of the log, the smaller one first."""

    old: Tally
    new: Tally


class Leaf(msgspec.Struct, forbid_unknown_fields=True):
    """An event, and how many events the log had when the root was signed."""

    number: Tally
    size: Tally


class OldKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key that signed before, by its id: eight hexadecimal digits."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{8}$", description="eight hexadecimal digits")]


class Cosigned(RequestBody):
    """A checkpoint of this room with the cosignature of a witness under it."""

    checkpoint: Annotated[str, Meta(max_length=1 << 14, description="a checkpoint as a signed note")]
    witness: Annotated[str, Meta(max_length=400, description="the witness's verifier key: NAME+ID+KEY")]


class Feed(Page, forbid_unknown_fields=True):
    """A part of the log, and how long to wait for news."""

    wait_s: Annotated[int, Meta(ge=0, le=60, description="seconds to wait for news, from 0 to 60")] = 0


class CosignatureState(ApiAnswer):
    """What was kept of a witness's cosignature."""

    witness: str
    events: int
    """How many events the checkpoint has."""
    at_seconds: int
    """When the witness signed, by its own clock, since 1970."""
    listed: bool
    """Whether this room lists the witness."""


TEXT = "text/plain; charset=utf-8"
MOMENT = {"Cache-Control": "public, max-age=1"}
LONG = {"Cache-Control": "public, max-age=3600"}
"""For what never changes: the same question has the same answer for as long as the log lives."""
FEED_PACE_S = 0.25
AUDITS = device(DeviceKind.AUDITOR)
T = TypeVar("T")


async def log_checkpoint(call: Call) -> Response:
    """Where the log stands, signed by the room: a C2SP checkpoint."""
    signed = await _read(call, call.controller.publishing.checkpoint)
    return Response(signed.note.written, headers=MOMENT, media_type=TEXT)


async def log_consistency(call: Call) -> Response:
    """Hashes in base64, one a line, which prove that the log of one size begins with the log of a smaller one."""
    publisher = await _read(call, call.controller.publishing.publisher)
    path = await asyncio.to_thread(publisher.consistency, call.query.old, call.query.new)
    return Response(path, headers=LONG, media_type=TEXT)


async def log_inclusion(call: Call) -> Response:
    """Hashes in base64, one a line, which lead from an event to the root of the log of that size."""
    publisher = await _read(call, call.controller.publishing.publisher)
    path = await asyncio.to_thread(publisher.inclusion, call.query.number, call.query.size)
    return Response(path, headers=LONG, media_type=TEXT)


async def log_handover(call: Call) -> Response:
    """A proof, signed with an old key, of the event that says the key after it."""
    proof = await _read(call, call.controller.publishing.handover, call.query.key)
    return Response(proof, headers=LONG, media_type=TEXT)


async def log_events(call: Call) -> Response:
    """Events after a number as an export writes them, one to a line; it waits for news if it is asked to.

    For a witness, and for a casino's own systems: each goes on after the last number that it has.
    """
    if call.query.after > (last := call.controller.head.number):
        was = "it is another room's, or was restored from a copy that ends there"
        raise Problem(HTTPStatus.CONFLICT, f"the log ends with event {last}, before {call.query.after}: {was}")
    until_s = time.monotonic() + call.query.wait_s
    while call.controller.head.number <= call.query.after and time.monotonic() < until_s:
        await asyncio.sleep(FEED_PACE_S)
    publisher = await _read(call, call.controller.publishing.publisher)
    lines = await asyncio.to_thread(publisher.events, call.query.after, call.query.limit)
    return Response(lines, media_type="application/x-ndjson")


async def log_tile(call: Call) -> Response:
    """A tile of the tree: hashes of leaves at level 0, of full tiles below at the others."""
    level = call.path["level"]
    if level not in map(str, range(64)):
        raise NotProved(f"{level!r:.20} is no level: they are 0 to 63")
    publisher = await _read(call, call.controller.publishing.publisher)
    tile = await asyncio.to_thread(publisher.tile, int(level), call.path["place"])
    return Response(tile, headers=LONG, media_type=BYTES)


async def log_bundle(call: Call) -> Response:
    """The hashes of events under a tile. With those of its neighbors, guesses of an event can be tried."""
    publisher = await _read(call, call.controller.publishing.publisher)
    bundle = await asyncio.to_thread(publisher.bundle, call.path["place"])
    return Response(bundle, media_type=BYTES)


async def hand_in_cosignature(call: Call) -> CosignatureState:
    """Hand in what a witness cosigned; it then stands on proofs and on the regulator's page."""
    who, controller = f"cosignatures from {call.client}", call.controller
    controller.throttle.check(who)
    publishing, body, now_s = controller.publishing, call.body, controller.settings.clock() // 1_000_000
    try:
        kept = await asyncio.to_thread(publishing.take, controller.ledger, body.checkpoint, body.witness, now_s)
    except NotProved as error:
        controller.throttle.failed(who)
        raise Problem(HTTPStatus.CONFLICT, str(error)) from error
    size = kept.signed.checkpoint.size
    return CosignatureState(witness=kept.witness.name, events=size, at_seconds=kept.at_seconds, listed=kept.listed)


async def win_proof(call: Call) -> Response:
    """A proof that an award stands on the log: it shows the award, and no person. Anybody may have it."""
    name = call.path["number"]
    event = await asyncio.to_thread(call.controller.wins.posted_at, call.controller.ledger, number_in(name))
    if event is None:
        raise not_found(f"there is no award {name}; the last one is {call.floor.awards}")
    proof = await _read(call, call.controller.publishing.proof, event)
    return Response(proof, headers={**MOMENT, **named(number_in(name))}, media_type=TEXT)


async def proof_address(call: Call, number: int) -> ProofAddress | None:
    """Where the proof of an award is found, as its win page says it."""
    return await asyncio.to_thread(_proof_address, call, number)


def _proof_address(call: Call, number: int) -> ProofAddress | None:
    ledger = call.controller.ledger
    event = call.controller.wins.posted_at(ledger, number)
    if event is None:
        return None
    [entry] = ledger.entries(after=event - 1, limit=1)
    base = call.controller.settings.public_url or call.base
    return ProofAddress(f"{base}/proof?{urlencode({'award': number, 'event': entry.hash})}", event, entry.hash)


def named(number: int) -> dict[str, str]:
    """What a browser calls the proof of an award when it saves it."""
    return {"Content-Disposition": f'attachment; filename="award-{number}.tlog-proof"'}


async def _read(call: Call, read: Callable[..., T], *more: Any) -> T:
    """Ask about the log as it stands, off the event loop."""
    return await asyncio.to_thread(read, call.controller.ledger, *more)


ENDPOINTS = [
    get("log/checkpoint", log_checkpoint, PUBLIC, media="text/plain", problems=(503,)),
    get("log/consistency", log_consistency, PUBLIC, query=Growth, media="text/plain", problems=(404, 503)),
    get("log/inclusion", log_inclusion, PUBLIC, query=Leaf, media="text/plain", problems=(404, 503)),
    get("log/handover", log_handover, PUBLIC, query=OldKey, media="text/plain", problems=(404, 503)),
    get("log/events", log_events, AUDITS, query=Feed, media="application/x-ndjson", problems=(409,)),
    post("log/cosignatures", hand_in_cosignature, PUBLIC, Cosigned, CosignatureState, problems=(409, 429, 503)),
    get("wins/{number}/proof", win_proof, PUBLIC, media="text/plain", problems=(503,)),
]
TILED_ENDPOINTS = [
    Endpoint(method="GET", path="/checkpoint", handler=log_checkpoint, access=PUBLIC),
    Endpoint(method="GET", path="/tile/entries/{place:path}", handler=log_bundle, access=AUDITS),
    Endpoint(method="GET", path="/tile/{level}/{place:path}", handler=log_tile, access=PUBLIC),
]
"""The log as C2SP `tlog-tiles` has it, for programs that know nothing of this room."""
