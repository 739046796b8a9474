"""All endpoints of the API, those that are called most first."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

from .access import PUBLIC
from .call import Call
from .endpoint import Endpoint
from .handlers import (
    accounting,
    certificates,
    display_feed,
    duties,
    funds,
    law,
    placards,
    records,
    retirement,
    service,
    set_up,
    sign_in,
    tables,
    transparency,
    wins,
)
from .handlers import hub as rooms
from .openapi import document
from .papers import paper_endpoints


async def openapi(call: Call) -> Response:
    """This document."""
    return Response(_written(), media_type="application/json")


ENDPOINTS: list[Endpoint] = [
    *tables.ENDPOINTS,
    *display_feed.ENDPOINTS,
    *sign_in.ENDPOINTS,
    *set_up.ENDPOINTS,
    *accounting.ENDPOINTS,
    *wins.ENDPOINTS,
    *records.ENDPOINTS,
    *law.ENDPOINTS,
    *certificates.ENDPOINTS,
    *funds.ENDPOINTS,
    *duties.ENDPOINTS,
    *retirement.ENDPOINTS,
    *rooms.ENDPOINTS,
    *placards.ENDPOINTS,
    *paper_endpoints(lambda: ENDPOINTS),
    *transparency.ENDPOINTS,
    *service.ENDPOINTS,
    Endpoint(method="GET", path="/api/openapi.json", handler=openapi, access=PUBLIC),
]


def api_document() -> dict[str, Any]:
    """The OpenAPI document of all of them."""
    return document(ENDPOINTS)


@cache
def _written() -> bytes:
    return msgspec.json.encode(api_document())
