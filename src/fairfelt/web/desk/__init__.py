"""Desks: users signed in at a console in a browser, their pages, and their forms.

The manager's and the regulator's pages are built on it.
"""

from fairfelt.web.desk.desk import (
    FIRST_PIN_ROUTES,
    SIGN_IN_ROUTES,
    Desk,
    Office,
    Place,
    draw,
    go,
    message_page,
    seen_by,
    sent_by,
)
from fairfelt.web.desk.forms import Fact, Field, Form, Mistaken, Paper
from fairfelt.web.desk.task import Ask, Change, Outcome, Review, Task, nothing_besides, routes_of

ROUTES = [*SIGN_IN_ROUTES, *FIRST_PIN_ROUTES]
"""The pages that come before anybody is signed in."""

__all__ = [
    "ROUTES", "Ask", "Change", "Desk", "Fact", "Field", "Form", "Mistaken", "Office", "Outcome", "Paper",
    "Place", "Review", "Task", "draw", "go", "message_page", "nothing_besides", "routes_of", "seen_by", "sent_by",
]  # fmt: skip
