"""The words of the pages in other languages: one catalogue for templates and scripts, and who reads which."""

from fairfelt.web.words.catalogue import (
    LANGUAGES,
    ROUTES,
    THEMES,
    Catalogue,
    catalogue_of,
    current_address,
    current_language,
    current_theme,
    with_choices,
)
from fairfelt.web.words.said import said, translate_view

__all__ = [
    "LANGUAGES", "ROUTES", "THEMES", "Catalogue", "catalogue_of", "current_address", "current_language",
    "current_theme", "said", "translate_view", "with_choices",
]  # fmt: skip
