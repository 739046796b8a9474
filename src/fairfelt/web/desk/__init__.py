"""Desks: users signed in at a console in a browser, their pages, and their forms.

The manager's and the regulator's pages are built on it.
"""

from fairfelt.web.desk.desk import ROUTES, Desk, Office, Place, go
from fairfelt.web.desk.forms import Fact, Field, Form, Mistaken
from fairfelt.web.desk.task import Review, Task, routes_of

__all__ = [
    "ROUTES", "Desk", "Fact", "Field", "Form", "Mistaken", "Office", "Place", "Review", "Task", "go", "routes_of",
]  # fmt: skip
