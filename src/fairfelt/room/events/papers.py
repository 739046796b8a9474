"""Reports that were issued: what each is, its digest, and the checkpoint of its day."""

from __future__ import annotations

from fairfelt.jackpot.book import fast_replace
from fairfelt.room.state.floor import Floor

from .event import RoomEvent


class ReportIssued(RoomEvent, frozen=True, kw_only=True, tag="report issued/1"):
    """A report went out. It is kept beside the journal, byte for byte, and never changed."""

    number: int
    paper: str
    """The kind of paper."""
    title: str
    """The title in the document."""
    sha256: str
    """The digest of the document."""
    secret: str
    """The digest of the text that holds it, beside the journal."""
    checkpoint_size: int
    """Number of events that the checkpoint in the document covers."""
    checkpoint_root: str
    """Root of the checkpoint's tree, in hexadecimal digits."""

    def apply(self, floor: Floor) -> Floor:
        return fast_replace(floor, reports_issued=self.number)
