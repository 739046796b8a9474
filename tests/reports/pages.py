"""Reading rendered sheets back."""

from __future__ import annotations

from html.parser import HTMLParser
from io import BytesIO, StringIO

from pypdf import PdfReader
from rich.console import Console, RenderableType

VOID = {"meta", "br", "link", "img"}


def text_of(renderable: RenderableType, width: int = 120) -> str:
    """What a terminal shows."""
    console = Console(file=StringIO(), width=width)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


def pdf_text(pdf: bytes) -> str:
    """The words of a PDF, all white space made one blank and break marks taken out."""
    pages = PdfReader(BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).replace("\u200b", "").split())


class Page(HTMLParser):
    """Reads a page, insists that every element is closed where it should be, and keeps the words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """All words with one blank between them."""
        return " ".join(" ".join(self.words).split())
