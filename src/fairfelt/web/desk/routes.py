"""Where one signs in and out."""

from __future__ import annotations

from starlette.routing import Route

from . import signing
from .frame import SIGN_IN

ROUTES = [
    Route(SIGN_IN, signing.ask, methods=["GET"]),
    Route(SIGN_IN, signing.sign_in, methods=["POST"]),
    Route("/desk/sign-out", signing.sign_out, methods=["POST"]),
]
