"""The words of the pages in other languages: one catalogue for templates and scripts, and who reads which."""

from .catalogue import LANGUAGES, Catalogue, catalogue_of
from .choice import ROUTES, current_address, current_language, with_language

__all__ = ["LANGUAGES", "ROUTES", "Catalogue", "catalogue_of", "current_address", "current_language", "with_language"]
