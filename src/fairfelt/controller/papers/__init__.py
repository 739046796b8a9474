"""Papers of the running room: drawn from what is committed, issued under numbers, and kept byte for byte."""

from .office import PaperOffice, Wanted
from .papers import PAPERS, Asks, Paper

__all__ = ["PAPERS", "Asks", "Paper", "PaperOffice", "Wanted"]
