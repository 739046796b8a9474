"""A desk: somebody signed in at a console's browser, the pages they see there, and the forms they fill in.

The pages of the manager stand on it, and any others that people sign in for can.
"""

from . import first_pin, sign_in
from .command import Outcome
from .desk import Desk
from .form import Form, Mistaken
from .form_sheet import Fact, Field, Paper
from .frame import Office, Place, draw, go
from .guard import Nowhere, message_page, seen_by, sent_by
from .preview import Change, Review
from .task import Ask, Task, nothing_besides, routes_of

ROUTES = [*sign_in.ROUTES, *first_pin.ROUTES]
"""The pages that come before anybody is signed in."""

__all__ = [
    "ROUTES", "Ask", "Change", "Desk", "Fact", "Field", "Form", "Mistaken", "Nowhere", "Office", "Outcome", "Paper",
    "Place", "Review", "Task", "draw", "go", "message_page", "nothing_besides", "routes_of", "seen_by", "sent_by",
]  # fmt: skip
