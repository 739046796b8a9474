"""Papers of the running room: drawn from what is committed, issued under numbers, and kept byte for byte."""

from .office import KeptDocument, PaperOffice
from .paper import Asks, Paper, Wanted
from .papers import PAPERS

__all__ = ["PAPERS", "Asks", "KeptDocument", "Paper", "PaperOffice", "Wanted"]
