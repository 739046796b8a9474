"""The pages of a desk that come before anybody is signed in."""

from __future__ import annotations

from . import first_pin, sign_in

ROUTES = [*sign_in.ROUTES, *first_pin.ROUTES]
