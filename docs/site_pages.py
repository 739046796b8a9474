"""Pages of the site that are written elsewhere: the files at the top of the repository, and the examples.

MkDocs calls the functions that begin with `on_`.
"""

from __future__ import annotations

import ast
import json
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

TOP = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
    "examples/first_day.py": "example-first-day.md",
    **{f"notebooks/{path.name}": f"notebook-{path.stem}.md" for path in sorted((TOP / "notebooks").glob("*.ipynb"))},
}
"""Where a file of the repository is found on the site."""
LINK = re.compile(r"""(?<=\]\()[^()\s#:]+(?=[)#])|(?<=src=")[^"#:]+(?=")""")
"""A link of Markdown, or the source of a picture in HTML."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=markdown_of(TOP / name)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links between files of the repository links between pages."""
    sources = {page: name for name, page in PAGES.items()}
    folder = posixpath.dirname(sources.get(page.file.src_uri, f"docs/{page.file.src_uri}"))
    return LINK.sub(lambda link: site_path(posixpath.normpath(posixpath.join(folder, link[0]))), markdown)


def site_path(path: str) -> str:
    """Where the site has a file of the repository."""
    return PAGES.get(path, path.removeprefix("docs/"))


def markdown_of(path: Path) -> str:
    """A file as a page: a program by what its docstring says, then its code; a notebook cell by cell."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return program_page(path.name, text)
    if path.suffix == ".ipynb":
        return notebook_page(text)
    return text if path.suffix == ".md" else f"# {path.name.capitalize()}\n\n```text\n{text}```\n"


def program_page(name: str, text: str) -> str:
    """The docstring's first line as a heading, the rest of it as words, the code below."""
    tree = ast.parse(text)
    title, _, words = (ast.get_docstring(tree) or name).partition("\n")
    code = "\n".join(text.splitlines()[tree.body[0].end_lineno :]).strip()
    return f"# {title.rstrip('.')}\n\n{words.strip()}\n\n```python\n{code}\n```\n"


def notebook_page(text: str) -> str:
    """The cells of a notebook, code as code."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    return "\n\n".join(f"```python\n{source}\n```" if kind == "code" else source for kind, source in cells) + "\n"
