"""The words of the pages in other languages: one catalogue for templates and scripts, and who reads which."""

from .catalogue import LANGUAGES, Catalogue, catalogue_of
from .choice import ROUTES, current_address, current_language, with_language
from .said import said, translate_view

__all__ = [
    "LANGUAGES", "ROUTES", "Catalogue", "catalogue_of", "current_address", "current_language", "said", "translate_view",
    "with_language",
]  # fmt: skip
