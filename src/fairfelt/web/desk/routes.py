"""Where one signs in and out."""

from __future__ import annotations

from starlette.routing import Route

from . import sign_in
from .frame import SIGN_IN

ROUTES = [
    Route(SIGN_IN, sign_in.ask, methods=["GET"]),
    Route(SIGN_IN, sign_in.sign_in, methods=["POST"]),
    Route("/desk/sign-out", sign_in.sign_out, methods=["POST"]),
]
