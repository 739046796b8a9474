"""A desk: somebody signed in at a console's browser, the pages they see there, and the forms they fill in.

The pages of the manager stand on it, and any others that people sign in for can.
"""

from .command import Outcome
from .desk import Desk
from .form import Form, Mistaken
from .form_sheet import Field, Paper
from .frame import Office, Place, draw, go
from .guard import Nowhere, message_page, seen_by, sent_by
from .routes import ROUTES
from .task import Ask, Task, routes_of

__all__ = [
    "ROUTES", "Ask", "Desk", "Field", "Form", "Mistaken", "Nowhere", "Office", "Outcome", "Paper", "Place",
    "Task", "draw", "go", "message_page", "routes_of", "seen_by", "sent_by",
]  # fmt: skip
