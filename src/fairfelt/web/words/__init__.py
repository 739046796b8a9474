"""The words of the pages in other languages: one catalogue for templates and scripts, and who reads which."""

from .catalogue import LANGUAGES, Catalogue, catalogue_of
from .choice import ROUTES, THEMES, current_address, current_language, current_theme, with_choices
from .said import said, translate_view

__all__ = [
    "LANGUAGES", "ROUTES", "THEMES", "Catalogue", "catalogue_of", "current_address", "current_language",
    "current_theme", "said", "translate_view", "with_choices",
]  # fmt: skip
