"""Where a jackpot's forecast is found."""

from __future__ import annotations

from starlette.routing import Route

from ..api.access import ANYBODY_SIGNED_IN
from ..desk import seen_by
from .forecasting import forecast, forecast_document
from .office import MANAGER

ROUTES = [
    Route("/manager/jackpots/{jackpot}/forecast", seen_by(ANYBODY_SIGNED_IN, MANAGER, forecast), methods=["GET"]),
    Route(
        "/manager/jackpots/{jackpot}/forecast/{part}.{form}",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, forecast_document),
        methods=["GET"],
    ),
]
